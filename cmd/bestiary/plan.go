package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"bestiary/experiments"
	"bestiary/internal/present/format"
	"bestiary/tuning"
)

// planLine says in one line what to expect of a run.
func planLine(p *tuning.Plan, cfg experiments.EstimateConfig) string {
	if cfg.Precision > 0 {
		return fmt.Sprintf("about %s will give all values to ±%g pawns; at most %d are played",
			format.Plural(2*p.Pairs(cfg.Precision), "game"), cfg.Precision, 2*cfg.Pairs)
	}
	widths := p.HalfWidths(cfg.Pairs)
	var parts []string
	for i, piece := range p.Pieces {
		if piece != p.Unit {
			parts = append(parts, piece+" "+planned(widths[i]))
		}
	}
	return fmt.Sprintf("%s will give values to about ±: %s", format.Plural(2*cfg.Pairs, "game"), strings.Join(parts, ", "))
}

// printPlan prints the expected half-widths for several numbers of games, the run's
// among them, in 80 columns.
func printPlan(out io.Writer, p *tuning.Plan, cfg experiments.EstimateConfig) {
	fmt.Fprintf(out, "expected half-widths of %g %% intervals, in units of %s\n\n", 100*cfg.Fit.Level, format.Article(p.Unit))
	pairs := cfg.Pairs
	if cfg.Precision > 0 {
		pairs = p.Pairs(cfg.Precision)
	}
	var columns [][]float64
	fmt.Fprintf(out, "%-20s", "games")
	for _, factor := range []float64{0.25, 0.5, 1, 2, 4} {
		n := max(1, int(math.Round(factor*float64(pairs))))
		columns = append(columns, p.HalfWidths(n))
		fmt.Fprintf(out, "%10d", 2*n)
	}
	fmt.Fprintln(out)
	for i, piece := range p.Pieces {
		if piece == p.Unit {
			continue
		}
		fmt.Fprint(out, padded(out, piece, 20))
		for _, widths := range columns {
			fmt.Fprintf(out, "%10s", planned(widths[i]))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "\nall values to ±0.1 take %s, to ±0.3 %s\n", format.Plural(2*p.Pairs(0.1), "game"), format.Plural(2*p.Pairs(0.3), "game"))
}

// planned writes a half-width, which games may be too few to bound.
func planned(x float64) string {
	if math.IsInf(x, 0) {
		return "?"
	}
	return fmt.Sprintf("%.2f", x)
}
