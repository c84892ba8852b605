package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
)

func eloCommand() *cli.Command {
	return &cli.Command{
		Name:  "elo",
		Usage: "compute Elo and its error from the results of a match",
		Description: `Either --wdl or --pairs says how the match ended for one of the two players. --wdl W,D,L counts games:
wins, draws, losses. --pairs LL,LD,WL,DD,WD,WW is for games played in pairs from one opening with colours swapped, and
counts pairs by their two results, whichever came first, from both games lost to both won. The games of a pair depend on each other, so that --wdl would give wrong errors for them.

With --sprt, a sequential test compares the hypotheses that the player is stronger by ELO0 (H0) or by ELO1 (H1).
ALPHA is the probability that H1 is accepted although H0 is true, BETA that H0 is accepted although H1 is true; the default of both is 0.05.
--model gives the unit: normalized Elo
measures in standard deviations of a game, logistic Elo corresponds to an expected score, and
bayesian is the rating difference of the program BayesElo before scaling, with the draws of the match.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "wdl", Usage: "games won, drawn and lost, as `W,D,L`"},
			&cli.StringFlag{Name: "pairs", Usage: "pairs by their results, as `LL,LD,WL,DD,WD,WW`"},
			&cli.StringFlag{Name: "sprt", Usage: "test the hypotheses `ELO0,ELO1[,ALPHA,BETA]`"},
			&cli.StringFlag{Name: "model", Value: rating.Normalized.String(), DefaultText: rating.Normalized.String(), Usage: "`UNIT` of the hypotheses"},
			jsonFlag(eloAnswer{}),
		},
		Action: showElo,
	}
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
	return printAnswer(c, answer{Value: elo, Text: func(w io.Writer) {
		printElo(w, elo)
		if pairs, ok := counts.(rating.Pairs); ok {
			printPairs(w, pairs)
		}
	}})
}

// eloAnswer is the output of elo.
type eloAnswer struct {
	*rating.Summary
	*rating.State          // nil without --sprt
	Notes         []string `json:"notes"` // say which numbers do not exist, and why

	test *rating.SPRT // nil without --sprt
}

func newEloAnswer(s *rating.Summary, test *rating.SPRT, state *rating.State) *eloAnswer {
	return &eloAnswer{Summary: s, State: state, Notes: s.Notes(), test: test}
}

func printElo(w io.Writer, s *eloAnswer) {
	fmt.Fprint(w, format.Plural(s.Games, "game"))
	if s.Pairs > 0 {
		fmt.Fprintf(w, " in %s", format.Plural(s.Pairs, "pair"))
	}
	fmt.Fprintf(w, ": %s, %s, %s\n\n", format.Plural(s.Wins, "win"), format.Plural(s.Draws, "draw"), format.Plural(s.Losses, "loss"))
	t := doc.Table{Head: []string{"", "estimate", "95 % interval", ""}}
	row := func(name string, v stat.Interval, digits int, remark string) {
		unit, limits := format.Unit{Scale: 1, Digits: digits}, ""
		if !math.IsNaN(v.Lo) {
			limits = unit.Limits(v)
		}
		t.Rows = append(t.Rows, doc.Row(name, unit.Number(v.Estimate), limits, remark))
	}
	row("score per game", s.Score, 4, "")
	row("Elo (logistic)", s.Elo, 2, halfWidth(s.Elo))
	row("normalized Elo", s.NormalizedElo, 2, halfWidth(s.NormalizedElo))
	t.Rows = append(t.Rows, doc.Row("likelihood of superiority", format.Percent.Number(s.LOS)), doc.Row("draws", format.Percent.Number(s.DrawRate)))
	if s.Pairs > 0 {
		t.Rows = append(t.Rows, doc.Row("pairs won per pair lost", format.Fixed(float64(s.PairRatio), 2)))
	}
	fmt.Fprint(w, t.Text(textWidth))
	if s.test != nil {
		fmt.Fprintf(w, "\nSPRT in %s Elo: H0 %g, H1 %g, alpha %g, beta %g\n", s.test.Model, s.test.Elo0, s.test.Elo1, s.test.Alpha, s.test.Beta)
		fmt.Fprintf(w, "log-likelihood ratio %s, bounds %s and %s: %s\n", format.Fixed(s.State.LLR, 2),
			format.Fixed(s.State.Lower, 2), format.Fixed(s.State.Upper, 2), s.State.Decision)
	}
	if len(s.Notes) > 0 {
		fmt.Fprintln(w)
	}
	for _, note := range s.Notes {
		printLabelled(w, "", 0, note)
	}
}

// printPairs prints the pairs of a match by their results.
func printPairs(w io.Writer, pairs rating.Pairs) {
	fmt.Fprintf(w, "\npairs by results %s: %s\n", strings.Join(pairsNames, ","), pairs)
}

func halfWidth(v stat.Interval) string {
	if !v.Bounded() {
		return ""
	}
	return "± " + format.Fixed(v.HalfWidth(), 2)
}

// The order in which users type counts.
var (
	wdlNames   = []string{"W", "D", "L"}
	pairsNames = []string{"LL", "LD", "WL", "DD", "WD", "WW"}
)

func readCounts(c *cli.Context) (rating.Counts, error) {
	switch {
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
		return nil, misused("%s %q: found %s, expected %d: %s", flag, list, format.Plural(len(cells), "value"), len(names), strings.Join(names, ","))
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

func readModel(c *cli.Context) (rating.Model, error) {
	name := c.String("model")
	model, err := rating.ParseModel(name)
	if err != nil {
		err = misused("--model: found %q, expected %s", name, format.List(rating.ModelNames(), "or"))
	}
	return model, err
}

// readSPRT reads --model and --sprt. It returns nil without --sprt.
func readSPRT(c *cli.Context) (*rating.SPRT, error) {
	model, err := readModel(c)
	if err != nil || !c.IsSet("sprt") {
		return nil, err
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
