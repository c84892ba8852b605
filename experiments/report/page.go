package report

import (
	"fmt"
	"math"
	"strings"

	"bestiary/experiments"
	"bestiary/tuning"
)

// page is the content of a report, independent of its form.
type page struct {
	Title, Byline string
	Summary       []string // sentences for a reader in a hurry
	Warnings      []string
	Level         string
	Table         []tableRow
	HasBasket     bool
	Phases        []phaseRow
	Figures       []figure
	Method        []string
	Facts         []fact
	Command       string
}

type tableRow struct {
	Tier, Count, Support                            int
	Symbol, Piece, Pawns, Basket, Elo, Texel, Prior string
}

type phaseRow struct{ Piece, Early, Late string }

type figure struct {
	Name, Caption string
	picture       picture
}

type fact struct{ Name, Value string }

func newPage(res *experiments.EstimateResult, run Run, pictures []picture) *page {
	m := res.Measurement
	p := &page{
		Title:    "What the pieces of " + title(res) + " are worth",
		Summary:  summary(res),
		Warnings: warnings(res),
		Level:    fmt.Sprintf("%g %%", 100*m.Level),
		Facts:    facts(res, run),
		Command:  run.Command,
		Method:   method(res),
	}
	if a := res.Game.Variant.Author; a != "" {
		p.Byline = "A game by " + a + "."
	}
	for _, v := range res.Ranking {
		row := tableRow{
			Tier: v.Tier, Count: v.Count, Support: v.Support, Symbol: v.Symbol, Piece: v.Piece,
			Pawns: span(v.Pawns, 2), Basket: span(v.Basket, 2), Elo: span(v.Elo, 0), Texel: "–",
		}
		if x, ok := m.Texel.Of(v.Type); ok {
			row.Texel = span(x.Pawns, 2)
		}
		if x, ok := m.Prior.Of(v.Type); ok {
			row.Prior = span(x.Pawns, 2)
		}
		p.HasBasket = p.HasBasket || row.Basket != "–"
		p.Table = append(p.Table, row)
	}
	for _, ph := range m.Phases {
		p.Phases = append(p.Phases, phaseRow{ph.Piece, span(ph.Early, 2), span(ph.Late, 2)})
	}
	for _, pic := range pictures {
		p.Figures = append(p.Figures, figure{pic.name, pic.caption, pic})
	}
	return p
}

// summary says the result in words.
func summary(res *experiments.EstimateResult) []string {
	m := res.Measurement
	tiers := map[int][]string{}
	last := 0
	for _, v := range res.Ranking {
		tiers[v.Tier] = append(tiers[v.Tier], fmt.Sprintf("%s %s", v.Piece, number(v.Pawns.Estimate, 1)))
		last = max(last, v.Tier)
	}
	var parts []string
	for t := 1; t <= last; t++ {
		parts = append(parts, strings.Join(tiers[t], ", "))
	}
	return []string{
		fmt.Sprintf("From strong to weak, in units of a %s, a semicolon where a tier ends: %s.", m.Unit, strings.Join(parts, "; ")),
		fmt.Sprintf("This rests on %d games in %d mirrored pairs at %d nodes a move, played with frozen values after %d learning rounds.",
			m.Games, m.Pairs, res.Config.Play.Nodes, len(res.Rounds)-1),
	}
}

// warnings are what a reader must know before believing the values.
func warnings(res *experiments.EstimateResult) []string {
	m := res.Measurement
	var out []string
	for _, v := range m.Design.Values {
		x, ok := m.Texel.Of(v.Type)
		switch {
		case v.Pawns.Unbounded:
			out = append(out, fmt.Sprintf("The games are too few to bound the value of the %s in units of a %s; see its value in Elo.", v.Piece, m.Unit))
		case ok && v.Piece != m.Unit && apart(v, x):
			out = append(out, fmt.Sprintf("The two estimates of the %s disagree beyond their intervals: %s at the start of the game, %s over its course.",
				v.Piece, span(v.Pawns, 2), span(x.Pawns, 2)))
		}
	}
	if excess := m.CalibrationError - m.CalibrationFloor; excess > 0.02 {
		out = append(out, fmt.Sprintf("The model predicts scores badly: its mean error is %.3f, where chance would explain %.3f.", m.CalibrationError, m.CalibrationFloor))
	}
	out = append(out, m.Design.Warnings...)
	return out
}

// apart reports whether two intervals do not overlap.
func apart(a, b tuning.Value) bool {
	return a.Pawns.Lo > b.Pawns.Hi || b.Pawns.Lo > a.Pawns.Hi
}

func method(res *experiments.EstimateResult) []string {
	m := res.Measurement
	play := res.Config.Play
	return []string{
		fmt.Sprintf("Each pair of games starts from two armies that differ by chance: up to %d units removed, added or exchanged on each side and some pawns missing, the first rank shuffled, at most %g pawns apart by the prior. In the second game of a pair the armies change sides, mirrored.",
			play.Units, play.MaxImbalance),
		"Design: a logistic model of the result on the difference of the starting armies, one row per game. Nothing that happens in a game can bias it. These are the values reported.",
		fmt.Sprintf("Texel: the same model on %d quiet positions from the games, held by the mobility prior where the games say little.", m.Positions),
		"Prior: what a piece's mobility alone suggests, before any game.",
		fmt.Sprintf("Intervals are %g %% intervals from errors clustered by pair; values in pawns are ratios with Fieller intervals, so the uncertainty of the pawn is in all of them. On the basket scale a knight and a bishop together are %g.", 100*m.Level, tuning.BasketValue),
		"No game is adjudicated: all are played to the end by the rules.",
	}
}

func facts(res *experiments.EstimateResult, run Run) []fact {
	m := res.Measurement
	first := m.Design.White
	out := []fact{
		{"games reported", fmt.Sprintf("%d in %d pairs", m.Games, m.Pairs)},
		{"White's score", fmt.Sprintf("%.1f %% (+%d =%d −%d)", 100*whiteScore(res), res.Games.WhiteWins, res.Games.Draws, res.Games.BlackWins)},
		{"worth of the first move", fmt.Sprintf("%s Elo", span(first.Elo(), 0))},
		{"calibration error", fmt.Sprintf("%.3f (by chance: %.3f)", m.CalibrationError, m.CalibrationFloor)},
		{"log loss per game", fmt.Sprintf("%.4f nats", m.Design.LogLoss)},
		{"nodes a move", fmt.Sprint(res.Config.Play.Nodes)},
		{"seed", fmt.Sprint(res.Config.Play.Seed)},
		{"rules", res.Game.Variant.Hash()},
		{"version", run.Version},
	}
	if m.Positions > 0 {
		out = append(out, fact{"design effect of positions", fmt.Sprintf("%.2f", m.Texel.DesignEffect)})
	}
	return out
}

func whiteScore(res *experiments.EstimateResult) float64 {
	g := res.Games
	return (float64(g.WhiteWins) + float64(g.Draws)/2) / math.Max(float64(g.Games), 1)
}
