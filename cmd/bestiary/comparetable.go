package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/experiments/compare"
	"bestiary/internal/present/format"
)

// printComparison prints the answer of a comparison in 80 columns.
func printComparison(c *cli.Context, res *compare.Result) {
	out := c.App.Writer
	fmt.Fprintf(out, "%s in %s on each side, %s a move\n",
		format.Plural(len(res.Sides[0].Games), "game"), format.Plural(res.Config.Play.Pairs, "pair"), format.Plural(res.Config.Play.Nodes, "node"))
	for i, name := range []string{"first", "second"} {
		s := &res.Sides[i]
		fmt.Fprintf(out, "%-7s %s: White +%d =%d -%d\n", name, s.Label, s.Won(rules.WhiteWins), s.Won(rules.Draw), s.Won(rules.BlackWins))
	}
	fmt.Fprintf(out, "difference: second minus first, with %g %% intervals; p by Holm's method\n\n", 100*res.Config.Level)
	fmt.Fprintf(out, "%-31s%7s%8s%26s%8s\n", "measure, unit", "first", "second", "difference", "p")
	for i := range res.Measures {
		m := &res.Measures[i]
		first, second, difference := m.Figures()
		fmt.Fprintf(out, "%s%7s%8s%26s%8s\n", padded(out, m.Heading(), 31), first, second, difference, format.Probability(m.Holm))
	}
	fmt.Fprintln(out)
	for _, t := range res.Tests {
		fmt.Fprintf(out, "%s%8s\n", padded(out, t.Label, 72), format.Probability(t.Holm))
		if r := t.Ratio; !math.IsNaN(r.Estimate) {
			fmt.Fprintf(out, "  ratio of hazards, second to first: %.2f (%.2f to %.2f)\n", r.Estimate, r.Lo, r.Hi)
		}
	}
	fmt.Fprintln(out)
	for _, sentence := range res.Summary()[1:] {
		for _, line := range format.Wrap(sentence, textWidth) {
			fmt.Fprintln(out, line)
		}
	}
}
