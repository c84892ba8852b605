//go:build !js

package estimate

import (
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// PlanFigures state how precise the values of an estimate will be.
type PlanFigures struct {
	Game   string         `json:"game"`
	Unit   tuning.Unit    `json:"unit"`
	Level  float64        `json:"level"` // of the confidence intervals
	Games  []int          `json:"games"` // for which the half-widths are given
	Pieces []PlannedPiece `json:"pieces"`
	Luck   []PlannedGames `json:"luck"` // what sampling error alone takes

	plan *tuning.Plan
	cfg  Config
}

// PlannedPiece is a piece with its expected precision.
type PlannedPiece struct {
	Piece string `json:"piece"`
	// HalfWidths are the half-widths of the intervals, including the variation between exchanges
	// and players; null where there are too few games.
	HalfWidths []stat.Number `json:"half-widths"`
}

// PlannedGames is the number of games for a precision.
type PlannedGames struct {
	HalfWidth float64 `json:"half-width"` // of all values
	Games     int     `json:"games"`      // 0 if no number of games is enough
	Piece     string  `json:"piece"`      // the one that takes most
}

// plannedShares are the sizes of a run for which a plan gives half-widths, as shares of its own.
var plannedShares = []float64{0.25, 0.5, 1, 2, 4}

// NewPlan returns the expected half-widths for several numbers of games, including the
// run's own number.
func NewPlan(g *rules.Game, cfg Config) (*PlanFigures, error) {
	p, err := Plan(g, cfg)
	if err != nil {
		return nil, err
	}
	out := &PlanFigures{Game: g.Variant.Name, Unit: p.Scale.Unit, Level: cfg.Fit.Level, plan: p, cfg: cfg}
	for _, width := range []float64{0.1, 0.3} {
		n := p.Pairs(width)
		widths := p.Luck(n)
		widest := slices.Max(widths)
		luck := PlannedGames{width, 2 * n, p.Pieces[slices.Index(widths, widest)]}
		if widest > width {
			luck.Games = 0
		}
		out.Luck = append(out.Luck, luck)
	}
	pairs := cfg.Pairs + cfg.counted()
	if cfg.Precision > 0 {
		pairs = p.Pairs(cfg.Precision)
	}
	rows := make([]PlannedPiece, len(p.Pieces))
	for _, share := range plannedShares {
		n := max(1, int(math.Round(share*float64(pairs))))
		out.Games = append(out.Games, 2*n)
		for i, width := range p.HalfWidths(n, cfg.ExpectedPanel()) {
			rows[i].Piece = p.Pieces[i]
			rows[i].HalfWidths = append(rows[i].HalfWidths, stat.Number(width))
		}
	}
	out.Pieces = slices.DeleteFunc(rows, func(row PlannedPiece) bool { return row.Piece == p.Scale.Piece })
	return out, nil
}

// String describes the expected precision of the run in a sentence.
func (e *PlanFigures) String() string { return texts.Text("plan", e).String() }

// Table has the half-widths by the number of games.
func (e *PlanFigures) Table() doc.Table { return texts.Table("plan table", e) }

// In names the unit. Precision is what all values are to be known to, 0 if the number of games is
// fixed, and Enough the number of games that gives it; Most are the games of the run.
func (e *PlanFigures) In() string         { return e.plan.Scale.In() }
func (e *PlanFigures) Precision() float64 { return e.cfg.Precision }
func (e *PlanFigures) Enough() int        { return 2 * e.plan.Pairs(e.cfg.Precision) }
func (e *PlanFigures) Most() int          { return 2 * (e.cfg.Pairs + e.cfg.counted()) }

// Told lists the pieces of which the games of the run bound the values, with the half-widths.
func (e *PlanFigures) Told() (list []string) {
	own := slices.Index(plannedShares, 1)
	for _, piece := range e.Pieces {
		if width := piece.HalfWidths[own]; !math.IsInf(float64(width), 0) {
			list = append(list, piece.Piece+" ±"+planned(width))
		}
	}
	return list
}

// Widths writes the half-widths.
func (p PlannedPiece) Widths() (list []string) {
	for _, width := range p.HalfWidths {
		list = append(list, planned(width))
	}
	return list
}

// planned writes a half-width, which is infinite if there are too few games.
func planned(x stat.Number) string {
	if math.IsInf(float64(x), 0) {
		return format.Unknown
	}
	return format.Value.Number(float64(x))
}
