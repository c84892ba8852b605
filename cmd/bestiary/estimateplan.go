package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// estimatePlan says how precise the values of an estimate will be.
type estimatePlan struct {
	Game   string         `json:"game"`
	Unit   tuning.Unit    `json:"unit"`
	Level  float64        `json:"level"` // of the confidence intervals
	Games  []int          `json:"games"` // for which the half-widths are given
	Pieces []plannedPiece `json:"pieces"`
	Luck   []plannedGames `json:"luck"` // what sampling error alone takes

	plan *tuning.Plan
	cfg  estimate.Config
}

type plannedPiece struct {
	Piece string `json:"piece"`
	// HalfWidths are those of the intervals, what exchanges and players differ by included; null
	// where there are too few games.
	HalfWidths []stat.Number `json:"half-widths"`
}

type plannedGames struct {
	HalfWidth float64 `json:"half-width"` // of all values
	Games     int     `json:"games"`      // 0 if no number of games is enough
	Piece     string  `json:"piece"`      // the one that takes most
}

// newEstimatePlan returns the expected half-widths for several numbers of games, including the
// run's own number.
func newEstimatePlan(g *rules.Game, cfg estimate.Config) (plan, error) {
	p, err := estimate.Plan(g, cfg)
	if err != nil {
		return nil, err
	}
	out := &estimatePlan{Game: g.Variant.Name, Unit: p.Scale.Unit, Level: cfg.Fit.Level, plan: p, cfg: cfg}
	for _, width := range []float64{0.1, 0.3} {
		n := p.Pairs(width)
		widths := p.Luck(n)
		widest := slices.Max(widths)
		luck := plannedGames{width, 2 * n, p.Pieces[slices.Index(widths, widest)]}
		if widest > width {
			luck.Games = 0
		}
		out.Luck = append(out.Luck, luck)
	}
	pairs := cfg.Pairs
	if cfg.Precision > 0 {
		pairs = p.Pairs(cfg.Precision)
	}
	rows := make([]plannedPiece, len(p.Pieces))
	for _, factor := range []float64{0.25, 0.5, 1, 2, 4} {
		n := max(1, int(math.Round(factor*float64(pairs))))
		out.Games = append(out.Games, 2*n)
		for i, width := range p.HalfWidths(n, cfg.ExpectedPanel()) {
			rows[i].Piece = p.Pieces[i]
			rows[i].HalfWidths = append(rows[i].HalfWidths, stat.Number(width))
		}
	}
	out.Pieces = slices.DeleteFunc(rows, func(row plannedPiece) bool { return row.Piece == p.Scale.Piece })
	return out, nil
}

// String describes the expected precision of the run in a sentence.
func (e *estimatePlan) String() string {
	p, cfg := e.plan, e.cfg
	if cfg.Precision > 0 {
		return fmt.Sprintf("about %s will give all values to ±%g; at most %s are played",
			format.Plural(2*p.Pairs(cfg.Precision), "game"), cfg.Precision, format.Count(2*cfg.Pairs))
	}
	widths := p.HalfWidths(cfg.Pairs, cfg.ExpectedPanel())
	var parts []string
	for i, piece := range p.Pieces {
		if piece != p.Scale.Piece && !math.IsInf(widths[i], 0) {
			parts = append(parts, piece+" ±"+planned(widths[i]))
		}
	}
	games := format.Plural(2*cfg.Pairs, "game")
	if len(parts) == 0 {
		return games + " are too few to tell any value"
	}
	return fmt.Sprintf("expected precision after %s: %s", games, strings.Join(parts, ", "))
}

// Table has the half-widths by the number of games.
func (e *estimatePlan) Table() doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("Expected half-widths of %s confidence intervals %s, by the number of games, "+
			"what exchanges and players differ by included.", format.Level(e.Level), e.plan.Scale.In()),
		Head: []string{"piece"},
		Foot: doc.T(fmt.Sprintf("By sampling error alone, all values to ±%g take %s, to ±%g %s. "+
			"A wide limit takes far fewer where the prior nearly gives it.",
			e.Luck[0].HalfWidth, e.Luck[0], e.Luck[1].HalfWidth, e.Luck[1])),
	}
	for _, n := range e.Games {
		t.Head = append(t.Head, format.Count(n))
	}
	for _, piece := range e.Pieces {
		row := doc.Row(piece.Piece)
		for _, width := range piece.HalfWidths {
			row = append(row, doc.T(planned(float64(width))))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// String says how many games it takes, and which piece takes them.
func (p plannedGames) String() string {
	if p.Games == 0 {
		return "more games than can be played (" + p.Piece + ")"
	}
	return fmt.Sprintf("%s (%s)", format.Plural(p.Games, "game"), p.Piece)
}

// planned formats a half-width, which is infinite if there are too few games.
func planned(x float64) string {
	if math.IsInf(x, 0) {
		return format.Unknown
	}
	return format.Value.Number(x)
}
