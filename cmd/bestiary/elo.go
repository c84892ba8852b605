package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/internal/stat/rating"
)

func eloCommand() *cli.Command {
	return declare("engine-elo", nil, showElo, append([]cli.Flag{
		&cli.StringFlag{Name: "wdl", Usage: "games won, drawn and lost, as `W,D,L`"},
		&cli.StringFlag{Name: "pairs", Usage: "pairs by their results, as `LL,LD,WL,DD,WD,WW`"},
		&cli.StringFlag{Name: "sprt", Usage: "test the hypotheses `ELO0,ELO1[,ALPHA,BETA]`"},
		modelFlag("`UNIT` of the hypotheses"),
		jsonFlag(eloAnswer{}, "With --plan", matchPlan{}),
	}, planFlags()...)...)
}

func showElo(c *cli.Context) error {
	counts, err := readCounts(c)
	if err != nil {
		return fmt.Errorf("elo: %w", err)
	}
	test, err := readSPRT(c)
	if err != nil {
		return fmt.Errorf("elo: %w", err)
	}
	if c.Bool("plan") {
		return planGames(c, 0, counts, test)
	}
	summary, err := rating.Summarize(counts, rating.Level95)
	if err != nil {
		return err
	}
	elo := newEloAnswer(summary, test, nil)
	if test != nil {
		state, err := test.Evaluate(counts)
		if err != nil {
			return err
		}
		elo.State = &state
	}
	return printText(c, elo, func(w io.Writer) {
		printed("elo", elo)(w)
		if pairs, ok := counts.(rating.Pairs); ok {
			printed("pairs", pairs)(w)
		}
	})
}

// eloAnswer is the output of elo.
type eloAnswer struct {
	*rating.Summary
	*rating.State          // nil without --sprt
	Notes         []string `json:"notes"` // say which numbers do not exist, and why

	Test *rating.SPRT `json:"-"` // nil without --sprt
}

func newEloAnswer(s *rating.Summary, test *rating.SPRT, state *rating.State) *eloAnswer {
	return &eloAnswer{Summary: s, State: state, Notes: s.Notes(), Test: test}
}

// The order in which users type counts.
var (
	wdlNames   = []string{"W", "D", "L"}
	pairsNames = []string{"LL", "LD", "WL", "DD", "WD", "WW"}
)

func readCounts(c *cli.Context) (rating.Counts, error) {
	switch given := c.IsSet("wdl") || c.IsSet("pairs"); {
	case given && (c.IsSet("draws") || c.IsSet("difference")):
		return nil, misused("--draws and --difference: " +
			"expected neither --wdl nor --pairs, which say how results are distributed")
	case !given && c.Bool("plan"):
		return assumedPairs(c)
	case c.IsSet("wdl") && c.IsSet("pairs"):
		return nil, misused("found both --wdl and --pairs, expected one of them")
	case c.IsSet("wdl"):
		n, err := parseCounts("--wdl", c.String("wdl"), wdlNames)
		if err != nil {
			return nil, err
		}
		return rating.WDL{Wins: n[0], Draws: n[1], Losses: n[2]}, nil
	case c.IsSet("pairs"):
		n, err := parseCounts("--pairs", c.String("pairs"), pairsNames)
		if err != nil {
			return nil, err
		}
		return rating.Pairs{LL: n[0], LD: n[1], WL: n[2], DD: n[3], WD: n[4], WW: n[5]}, nil
	}
	return nil, misused("found neither --wdl nor --pairs, expected one of them, as in --wdl 136,111,96")
}

// parseCounts reads one number per name.
func parseCounts(flag, list string, names []string) ([]int, error) {
	cells := strings.Split(list, ",")
	if len(cells) != len(names) {
		return nil, misused("%s %q: found %s, expected %d: %s",
			flag, list, format.Plural(len(cells), "value"), len(names), strings.Join(names, ","))
	}
	counts, total := make([]int, len(names)), 0
	for i, cell := range cells {
		n, err := strconv.Atoi(strings.TrimSpace(cell))
		if err != nil || n < 0 || n > rating.MaxCount {
			return nil, misused("%s %q: found %q for %s, expected a whole number from 0 to %d", flag, list, cell, names[i], rating.MaxCount)
		}
		counts[i] = n
		total += n
	}
	if total == 0 {
		return nil, misused("%s %q: found no games, expected at least one", flag, list)
	}
	return counts, nil
}

// readSPRT reads --model and --sprt. It returns nil without --sprt.
func readSPRT(c *cli.Context) (*rating.SPRT, error) {
	model, err := rating.ParseModel(c.String("model"))
	if err != nil {
		return nil, misused("--model: found %q, expected %s", c.String("model"), format.List(rating.ModelNames(), "or"))
	}
	if !c.IsSet("sprt") {
		return nil, nil
	}
	values, err := numbers("sprt", c.String("sprt"), "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA", 2, 4)
	if err != nil {
		return nil, err
	}
	t := &rating.SPRT{Model: model, Elo0: values[0], Elo1: values[1], Alpha: rating.DefaultError, Beta: rating.DefaultError}
	if len(values) == 4 {
		t.Alpha, t.Beta = values[2], values[3]
	}
	if !(t.Alpha > 0 && t.Beta > 0) { // NewSPRT replaces 0 by the default
		return nil, misused("--sprt %q: alpha %v and beta %v, expected both above 0", c.String("sprt"), t.Alpha, t.Beta)
	}
	if err := t.Validate(); err != nil {
		return nil, misused("--sprt %q: %w", c.String("sprt"), err)
	}
	return t, nil
}
