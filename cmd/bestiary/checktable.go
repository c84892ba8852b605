package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments"
)

// printChecks counts the checks of an estimate by outcome and names those that failed.
func printChecks(out io.Writer, res *experiments.EstimateResult) error {
	checks, err := res.Checks()
	if err != nil {
		return err
	}
	count := map[experiments.CheckStatus]int{}
	for _, c := range checks {
		count[c.Status]++
	}
	var parts []string
	for _, status := range []experiments.CheckStatus{experiments.CheckPassed, experiments.CheckFailed, experiments.CheckCannotTell} {
		if n := count[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	fmt.Fprintf(out, "\nchecks: %s\n", strings.Join(parts, ", "))
	for _, c := range checks {
		if c.Status == experiments.CheckFailed {
			printLabelled(out, "  -", 4, fmt.Sprintf("%s: %s, wanted %s; %s", c.Name, c.Found, c.Wanted, c.Note))
		}
	}
	return nil
}

func printEstimateJSON(c *cli.Context, res *experiments.EstimateResult) error {
	out := newEstimateJSON(res)
	var err error
	if out.Checks, err = res.Checks(); err != nil {
		return err
	}
	return printJSON(c, out)
}
