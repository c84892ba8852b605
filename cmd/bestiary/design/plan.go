package design

import (
	"fmt"
	"io"
	"math"
	"strings"

	"bestiary/cmd/bestiary/command"
	"bestiary/experiments/estimate"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// planLine describes the expected precision of a run in a sentence.
func planLine(p *tuning.Plan, cfg estimate.Config) string {
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

// printPlan prints the expected half-widths for several numbers of games, including the
// run's own number.
func printPlan(out io.Writer, p *tuning.Plan, cfg estimate.Config) {
	pairs := cfg.Pairs
	if cfg.Precision > 0 {
		pairs = p.Pairs(cfg.Precision)
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Expected half-widths of %s confidence intervals %s, by the number of games, the differences between players included.", format.Level(cfg.Fit.Level), p.Scale.In()),
		Head:    []string{"piece"},
		Foot:    doc.T(fmt.Sprintf("By the luck of the games alone, all values to ±0.1 take %s, to ±0.3 %s.", format.Plural(2*p.Pairs(0.1), "game"), format.Plural(2*p.Pairs(0.3), "game"))),
	}
	var columns [][]float64
	for _, factor := range []float64{0.25, 0.5, 1, 2, 4} {
		n := max(1, int(math.Round(factor*float64(pairs))))
		columns = append(columns, p.HalfWidths(n, cfg.ExpectedPanel()))
		t.Head = append(t.Head, format.Count(2*n))
	}
	for i, piece := range p.Pieces {
		if piece == p.Scale.Piece {
			continue
		}
		row := doc.Row(piece)
		for _, widths := range columns {
			row = append(row, doc.T(planned(widths[i])))
		}
		t.Rows = append(t.Rows, row)
	}
	fmt.Fprint(out, t.Text(command.TextWidth))
}

// planned formats a half-width, which is infinite if there are too few games.
func planned(x float64) string {
	if math.IsInf(x, 0) {
		return format.Unknown
	}
	return format.Value.Number(x)
}
