package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments"
)

// printGates counts the checks of an estimate and names those that are not passed.
func printGates(out io.Writer, res *experiments.EstimateResult) error {
	gates, err := res.Gates()
	if err != nil {
		return err
	}
	count := map[experiments.GateStatus]int{}
	for _, g := range gates {
		count[g.Status]++
	}
	var parts []string
	for _, status := range []experiments.GateStatus{experiments.Passed, experiments.NotPassed, experiments.NotApplicable} {
		if n := count[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	fmt.Fprintf(out, "\nchecks: %s\n", strings.Join(parts, ", "))
	for _, g := range gates {
		if g.Status == experiments.NotPassed {
			printLabelled(out, "  -", 4, fmt.Sprintf("%s: %s, wanted %s; %s", g.Name, g.Figure, g.Wanted, g.Note))
		}
	}
	return nil
}

type checkJSON struct {
	Check  string `json:"check"`
	Status string `json:"status"`
	Found  string `json:"found"`
	Wanted string `json:"wanted"`
	Note   string `json:"note"`
}

func printEstimateJSON(c *cli.Context, res *experiments.EstimateResult) error {
	out := newEstimateJSON(res)
	gates, err := res.Gates()
	if err != nil {
		return err
	}
	for _, g := range gates {
		out.Checks = append(out.Checks, checkJSON{g.Name, string(g.Status), g.Figure, g.Wanted, g.Note})
	}
	return printJSON(c, out)
}
