package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"bestiary/selfplay/rating"
)

func eloCommand() *cli.Command {
	return &cli.Command{
		Name:  "elo",
		Usage: "compute Elo and its error from the results of a match",
		Description: `Either --wdl or --pairs says how the match ended for one of the two players. --pairs is for games
played in pairs from one opening with colours swapped, and counts pairs by their two results, whichever came first.
The games of a pair depend on each other, so that --wdl would give wrong errors for them.

With --sprt, a sequential test compares the hypotheses that the player is ELO0 (H0) or ELO1 (H1) stronger. The unit is that of --model: normalized Elo,
which counts in standard deviations of a game, logistic Elo, which stands for an expected score, or bayesian, the
rating difference of BayesElo before scaling.

With --json: {"score", "elo", "normalized-elo", "los", "llr", "games", "pairs", "wins", "draws", "losses", "draw-rate",
"pair-ratio", "bayes-elo", "draw-elo", "davidson-elo", "davidson-nu", "lower-bound", "upper-bound", "decision", "notes"}.
The score and all Elo are intervals, {"estimate", "lo", "hi", "level"}. los, the likelihood of superiority, score and
draw-rate go from 0 to 1; pair-ratio is pairs won over pairs lost. bayes-elo with draw-elo and davidson-elo with
davidson-nu are models of draws, in which games are independent. llr, its bounds and the decision ("continue", "accept H0"
or "accept H1") belong to the test, and pairs and pair-ratio to --pairs. What does not exist, as the Elo of a match without a loss, is null,
and notes, a list of sentences, says why.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "wdl", Usage: "games won, lost and drawn, as `W,L,D`"},
			&cli.StringFlag{Name: "pairs", Usage: "pairs by their results, as `LL,LD,WL,DD,WD,WW`"},
			&cli.StringFlag{Name: "sprt", Usage: "test the hypotheses `ELO0,ELO1`"},
			&cli.Float64Flag{Name: "alpha", Value: rating.DefaultError, Usage: "`RISK` of accepting H1 if H0 is true"},
			&cli.Float64Flag{Name: "beta", Value: rating.DefaultError, Usage: "`RISK` of accepting H0 if H1 is true"},
			&cli.StringFlag{Name: "model", Value: rating.Normalized.String(), DefaultText: rating.Normalized.String(), Usage: "`UNIT` of the hypotheses"},
			jsonFlag(),
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
	answer := eloAnswer{test: test}
	if answer.summary, err = rating.Summarize(counts, rating.Level95); err != nil {
		return err
	}
	if test != nil {
		state, err := test.Evaluate(counts)
		if err != nil {
			return err
		}
		answer.state = &state
	}
	if c.Bool("json") {
		return printJSON(c, newEloJSON(answer))
	}
	printElo(c.App.Writer, answer)
	return nil
}

// eloAnswer is what elo prints.
type eloAnswer struct {
	summary *rating.Summary
	test    *rating.SPRT  // nil without --sprt
	state   *rating.State // nil without --sprt
}

// notes explains what does not exist or is not as usual.
func (a eloAnswer) notes() []string {
	notes := []string{}
	s := a.summary
	switch {
	case math.IsInf(s.Elo.Estimate, 0):
		notes = append(notes, "The Elo of a match in which one side scored nothing is infinite; it has one limit, by Wilson's formula.")
	case s.Wilson:
		notes = append(notes, "The results are too few or too uniform for a normal interval of the score; its limits are Wilson's.")
	}
	if !finite(s.NormalizedElo.Estimate) {
		notes = append(notes, "Normalized Elo needs scores that vary; here all are the same.")
	}
	if !finite(s.BayesElo.Elo.Estimate) {
		notes = append(notes, "The models of draws need at least one win and one loss.")
	}
	if s.Pairs > 0 && !finite(s.PairRatio) {
		notes = append(notes, "No pair was lost, so there is no ratio of pairs.")
	}
	return notes
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
