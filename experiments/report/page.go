package report

import (
	"fmt"
	"math"
	"strings"

	"bestiary/experiments"
	"bestiary/internal/present/format"
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
	HasPublished  bool
	Checks        []experiments.Check
	Sections      []section
	Figures       []figure
	Method        []string
	Facts         []fact
	Command       string
}

type tableRow struct {
	Count, Support                                                   int
	Tier, Symbol, Piece, Pawns, Basket, Elo, Texel, Prior, Published string
}

type figure struct {
	Name, Caption string
	picture       picture
}

type fact struct{ Name, Value string }

func newPage(res *experiments.EstimateResult, run Run, pictures []picture) (*page, error) {
	m := res.Measurement
	checks, err := res.Checks()
	if err != nil {
		return nil, err
	}
	published, err := experiments.PublishedValues(res.Game)
	if err != nil {
		return nil, err
	}
	told, err := warnings(res)
	if err != nil {
		return nil, err
	}
	p := &page{
		Title:    "What the pieces of " + title(res) + " are worth",
		Summary:  summary(res),
		Warnings: append(told, failures(checks)...),
		Checks:   checks,
		Level:    format.Level(m.Level),
		Facts:    facts(res, run),
		Command:  run.Command,
		Method:   method(res),
	}
	if a := oneLine(res.Game.Variant.Author); a != "" {
		p.Byline = "A game by " + a + "."
	}
	p.addRows(res, published)
	if p.Sections, err = examinations(res); err != nil {
		return nil, err
	}
	for _, pic := range pictures {
		p.Figures = append(p.Figures, figure{pic.name, pic.caption, pic})
	}
	return p, nil
}

// addRows fills the table of values.
func (p *page) addRows(res *experiments.EstimateResult, published []experiments.Published) {
	m := res.Measurement
	for _, v := range res.Ranking {
		row := tableRow{
			Tier: tierOf(res, v.Value), Count: v.Count, Support: v.Support, Symbol: v.Symbol, Piece: v.Piece,
			Pawns: format.Value.Interval(v.Pawns), Basket: format.Value.Interval(v.Basket), Elo: format.Elo.Bare().Interval(v.Elo), Texel: "–",
		}
		if x, ok := m.Texel.Of(v.Type); ok {
			row.Texel = format.Value.Interval(x.Pawns)
		}
		if x, ok := m.Prior.Of(v.Type); ok {
			row.Prior = format.Value.Interval(x.Pawns)
		}
		row.Published = publishedOf(published, v.Piece)
		p.HasPublished = p.HasPublished || row.Published != "–"
		p.HasBasket = p.HasBasket || v.Basket.Known()
		p.Table = append(p.Table, row)
	}
}

// summary says the result in words.
func summary(res *experiments.EstimateResult) []string {
	m := res.Measurement
	played := "the values that the engine begins with"
	if n := len(res.Rounds) - 1; n > 0 {
		played = "values frozen after " + format.Plural(n, "learning round")
	}
	out := []string{ranking(res)}
	if apart := boundaries(res); apart != "" {
		out = append(out, apart)
	}
	return append(out,
		fmt.Sprintf("This rests on %s in %s at %s a move, played with %s.",
			format.Plural(m.Games, "game"), format.Plural(m.Pairs, "mirrored pair"), format.Plural(res.Config.Play.Nodes, "node"), played))
}

// boundaries says how far the tiers are apart, all beyond chance.
func boundaries(res *experiments.EstimateResult) string {
	var list []string
	for _, b := range res.Boundaries() {
		list = append(list, fmt.Sprintf("%s over %s by %s", b.Above, b.Below, format.Value.Interval(b.Pawns)))
	}
	if len(list) == 0 {
		return ""
	}
	return "From tier to tier: " + strings.Join(list, ", ") + "."
}

// ranking says in words what the pyramid shows, without the pieces whose values the
// games cannot tell.
func ranking(res *experiments.EstimateResult) string {
	m := res.Measurement
	var b strings.Builder
	tier, listed := 0, 0
	for _, v := range res.Ranking {
		if v.Tier == 0 {
			continue
		}
		switch {
		case listed > 0 && v.Tier != tier:
			b.WriteString("; ")
		case listed > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", v.Piece, format.Fixed(v.Pawns.Estimate, 1))
		tier = v.Tier
		listed++
	}
	if listed < 2 { // the unit alone
		return "The games are too few to say what the pieces are worth."
	}
	return fmt.Sprintf("From strong to weak, in units of %s, a semicolon where a tier ends: %s.", format.Article(m.Unit), &b)
}

// warnings are what a reader must know before believing the values.
func warnings(res *experiments.EstimateResult) ([]string, error) {
	m := res.Measurement
	var out, vague []string
	for _, v := range m.Design.Values {
		x, ok := m.Texel.Of(v.Type)
		switch {
		case v.Piece == m.Unit:
		case !v.Pawns.Bounded():
			vague = append(vague, v.Piece)
		case ok && res.Examination == nil && apart(v, x):
			out = append(out, fmt.Sprintf("The two estimates of the %s disagree beyond their intervals: %s at the start of the game, %s over its course.",
				v.Piece, format.Value.Interval(v.Pawns), format.Value.Interval(x.Pawns)))
		}
	}
	out = append(out, disagreements(res)...)
	if len(vague) > 0 {
		out = append(out, fmt.Sprintf("The games are too few to bound these values in units of %s: %s. Their values in Elo may be bounded.",
			format.Article(m.Unit), strings.Join(vague, ", ")))
	}
	if excess := m.CalibrationError - m.CalibrationFloor; excess > 0.02 {
		out = append(out, fmt.Sprintf("The model predicts scores badly: its mean error is %.3f, where chance would explain %.3f.", m.CalibrationError, m.CalibrationFloor))
	}
	for _, w := range m.Design.Warnings {
		out = append(out, "The fit of the design estimate warns: "+w+".")
	}
	if x := res.Examination; x != nil {
		if says := x.Additivity.Says(); len(says) > 0 {
			out = append(out, "Values do not simply add up: "+strings.Join(says, "; ")+".")
		}
	}
	matches, err := matchWarnings(res)
	return append(out, matches...), err
}

// apart reports whether two intervals do not overlap.
func apart(a, b tuning.Value) bool {
	return !a.Pawns.Overlaps(b.Pawns)
}

func method(res *experiments.EstimateResult) []string {
	m := res.Measurement
	play := res.Config.Play
	start := ""
	if play.RandomPlies > 0 {
		start = ", then " + format.Plural(play.RandomPlies, "random move")
	}
	basket := ""
	if m.Prior.Values[0].Basket.Known() {
		basket = fmt.Sprintf(" On the basket scale a knight and a bishop together are %g.", tuning.BasketValue)
	}
	ended := ""
	if x := res.Config.Precision; x > 0 {
		ended = fmt.Sprintf(" The run was to end at the first checkpoint at which all values are known to %g either way, or after %d pairs; checkpoints were set before its games.", x, res.Config.Pairs)
	}
	begins := "played with the weights of the mobility prior"
	if experiments.StartWeights(res.Game).Origin != nil {
		begins = "played with the tuned weights that come with the program"
	}
	if len(res.Rounds) > 1 {
		begins += ", and in the learning rounds it took over one value for each piece from the games so far"
	}
	return []string{
		"The engine " + begins + ".",
		fmt.Sprintf("Each pair of games starts from two armies that differ by chance: up to %d units removed, added or exchanged on each side and some pawns missing, the first rank shuffled, at most %g pawns apart by the prior%s. In the second game of a pair the armies change sides, mirrored.%s",
			play.Units, play.MaxImbalance, start, ended),
		"Design: a logistic model of the result on the difference of the starting armies, one row per game. Nothing that happens in a game can bias it. These are the values reported.",
		fmt.Sprintf("Texel: the same model on %d quiet positions from the games, held by the mobility prior where the games say little; the prior may be wrong by %s.", m.Positions, ridgeText(m.Ridge)),
		"Prior: what a piece's mobility alone suggests, before any game.",
		fmt.Sprintf("Intervals are %g %% intervals from errors clustered by pair; values in units of %s are ratios with Fieller intervals, so the uncertainty of the unit is in all of them.%s", 100*m.Level, format.Article(m.Unit), basket),
		fmt.Sprintf("No game is adjudicated: all are played to the end by the rules, or to a draw after %d plies.", play.MaxPlies),
	}
}

func facts(res *experiments.EstimateResult, run Run) []fact {
	m := res.Measurement
	first := m.Design.White
	out := []fact{
		{"games reported", fmt.Sprintf("%d in %d pairs", m.Games, m.Pairs)},
		{"White's score", fmt.Sprintf("%.1f %% (+%d =%d −%d)", 100*whiteScore(res), res.Games.WhiteWins, res.Games.Draws, res.Games.BlackWins)},
		{"worth of the first move", format.Elo.Interval(first.Elo())},
		{"calibration error", fmt.Sprintf("%.3f (by chance: %.3f)", m.CalibrationError, m.CalibrationFloor)},
		{"log loss per game", fmt.Sprintf("%.4f nats", m.Design.LogLoss)},
		{"nodes a move", fmt.Sprint(res.Config.Play.Nodes)},
		{"seed", fmt.Sprint(res.Config.Play.Seed)},
		{"hash of the rules", res.Game.Variant.Hash()},
	}
	if score, source := res.PawnOdds(); score.Known() {
		out = append(out, fact{"score at pawn odds", format.Percent.Interval(score) + ", " + source})
	}
	if m.Positions > 0 {
		out = append(out, fact{"design effect of positions", fmt.Sprintf("%.2f", m.Texel.DesignEffect)})
	}
	return append(out, fact{"version", run.Version})
}

func whiteScore(res *experiments.EstimateResult) float64 {
	g := res.Games
	return (float64(g.WhiteWins) + float64(g.Draws)/2) / math.Max(float64(g.Games), 1)
}
