package engine

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
)

func eloCommand() *cli.Command {
	return &cli.Command{
		Name:  "elo",
		Usage: "compute Elo and its error from the results of a match",
		Description: `Either --wdl or --pairs says how the match ended for one of the two players. --pairs is for games
played in pairs from one opening with colours swapped, and counts pairs by their two results, whichever came first.
The games of a pair depend on each other, so that --wdl would give wrong errors for them.

With --sprt, a sequential test compares the hypotheses that the player is stronger by ELO0 (H0) or by ELO1 (H1).
--model gives the unit: normalized Elo
measures in standard deviations of a game, logistic Elo corresponds to an expected score, and
bayesian is the rating difference of the program BayesElo before scaling, with the draws of the match.

With --json: {"score", "elo", "normalized-elo", "los", "llr", "games", "pairs", "wins", "draws", "losses", "draw-rate",
"pair-ratio", "lower-bound", "upper-bound", "decision", "notes"}.
The score and all Elo are intervals, {"estimate", "lo", "hi", "level"}. los, the likelihood of superiority, score and
draw-rate go from 0 to 1; pair-ratio is pairs won over pairs lost. llr, its bounds and the decision ("continue", "accept H0"
or "accept H1") belong to the test, and pairs and pair-ratio to --pairs. Values that do
not exist are null, such as the Elo of a match without a loss; notes is a list of sentences that say why.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "wdl", Usage: "games won, lost and drawn, as `W,L,D`"},
			&cli.StringFlag{Name: "pairs", Usage: "pairs by their results, as `LL,LD,WL,DD,WD,WW`"},
			&cli.StringFlag{Name: "sprt", Usage: "test the hypotheses `ELO0,ELO1`"},
			&cli.Float64Flag{Name: "alpha", Value: rating.DefaultError, Usage: "`RISK` of accepting H1 if H0 is true"},
			&cli.Float64Flag{Name: "beta", Value: rating.DefaultError, Usage: "`RISK` of accepting H0 if H1 is true"},
			&cli.StringFlag{Name: "model", Value: rating.Normalized.String(), DefaultText: rating.Normalized.String(), Usage: "`UNIT` of the hypotheses"},
			command.JSONFlag(),
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
		return command.PrintJSON(c, newEloJSON(answer))
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

// printElo prints a table.
func printElo(w io.Writer, a eloAnswer) {
	s := a.summary
	fmt.Fprint(w, format.Plural(s.Games, "game"))
	if s.Pairs > 0 {
		fmt.Fprintf(w, " in %s", format.Plural(s.Pairs, "pair"))
	}
	fmt.Fprintf(w, ": %s\n\n", s.Total)
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
		t.Rows = append(t.Rows, doc.Row("pairs won per pair lost", format.Fixed(s.PairRatio, 2)))
	}
	fmt.Fprint(w, t.Text(command.TextWidth))
	if a.test != nil {
		fmt.Fprintf(w, "\nSPRT in %s Elo: H0 %g, H1 %g, alpha %g, beta %g\n", a.test.Model, a.test.Elo0, a.test.Elo1, a.test.Alpha, a.test.Beta)
		fmt.Fprintf(w, "log-likelihood ratio %s, bounds %s and %s: %s\n", format.Fixed(a.state.LLR, 2),
			format.Fixed(a.state.Lower, 2), format.Fixed(a.state.Upper, 2), a.state.Decision)
	}
	if notes := a.summary.Notes(); len(notes) > 0 {
		fmt.Fprintln(w)
		for _, note := range notes {
			command.PrintLabelled(w, "", 0, note)
		}
	}
}

func halfWidth(v stat.Interval) string {
	if !v.Bounded() {
		return ""
	}
	return "± " + format.Fixed(v.HalfWidth(), 2)
}

// eloJSON is the output of elo --json.
type eloJSON struct {
	Score         stat.Interval `json:"score"`
	Elo           stat.Interval `json:"elo"`
	NormalizedElo stat.Interval `json:"normalized-elo"`
	LOS           float64       `json:"los"`
	LLR           *float64      `json:"llr"`
	Games         int           `json:"games"`
	Pairs         *int          `json:"pairs"`
	Wins          int           `json:"wins"`
	Draws         int           `json:"draws"`
	Losses        int           `json:"losses"`
	DrawRate      float64       `json:"draw-rate"`
	PairRatio     *float64      `json:"pair-ratio"`
	LowerBound    *float64      `json:"lower-bound"`
	UpperBound    *float64      `json:"upper-bound"`
	Decision      *string       `json:"decision"`
	Notes         []string      `json:"notes"`
}

func newEloJSON(a eloAnswer) eloJSON {
	s := a.summary
	out := eloJSON{
		Score: s.Score, Elo: s.Elo, NormalizedElo: s.NormalizedElo, LOS: s.LOS, Games: s.Games, DrawRate: s.DrawRate,
		Wins: s.Total.Wins, Draws: s.Total.Draws, Losses: s.Total.Losses,
		PairRatio: command.OrNull(s.PairRatio),
		Notes:     a.summary.Notes(),
	}
	if s.Pairs > 0 {
		out.Pairs = &s.Pairs
	}
	if a.state != nil {
		decision := a.state.Decision.String()
		out.LLR, out.LowerBound, out.UpperBound, out.Decision = command.OrNull(a.state.LLR), &a.state.Lower, &a.state.Upper, &decision
	}
	return out
}

// The order in which counts are typed.
var (
	wdlNames   = []string{"W", "L", "D"}
	pairsNames = []string{"LL", "LD", "WL", "DD", "WD", "WW"}
)

// readCounts reads --wdl or --pairs.
func readCounts(c *cli.Context) (rating.Counts, error) {
	switch {
	case c.IsSet("wdl") && c.IsSet("pairs"):
		return nil, errors.New("found both --wdl and --pairs, expected one of them")
	case c.IsSet("wdl"):
		n, err := parseCounts("--wdl", c.String("wdl"), wdlNames)
		if err != nil {
			return nil, err
		}
		return rating.WDL{Wins: n[0], Losses: n[1], Draws: n[2]}, nil
	case c.IsSet("pairs"):
		n, err := parseCounts("--pairs", c.String("pairs"), pairsNames)
		if err != nil {
			return nil, err
		}
		return rating.Pairs{LL: n[0], LD: n[1], WL: n[2], DD: n[3], WD: n[4], WW: n[5]}, nil
	}
	return nil, errors.New("found neither --wdl nor --pairs, expected one of them, as in --wdl 136,96,111")
}

// parseCounts reads one number for each name.
func parseCounts(flag, list string, names []string) ([]int, error) {
	cells := strings.Split(list, ",")
	if len(cells) != len(names) {
		return nil, fmt.Errorf("%s %q: found %s, expected %d: %s", flag, list, format.Plural(len(cells), "value"), len(names), strings.Join(names, ","))
	}
	counts, total := make([]int, len(names)), 0
	for i, cell := range cells {
		n, err := strconv.Atoi(strings.TrimSpace(cell))
		if err != nil || n < 0 || n > rating.MaxCount {
			return nil, fmt.Errorf("%s %q: found %q for %s, expected a whole number from 0 to %d", flag, list, cell, names[i], rating.MaxCount)
		}
		counts[i] = n
		total += n
	}
	if total == 0 {
		return nil, fmt.Errorf("%s %q: found no games, expected at least one", flag, list)
	}
	return counts, nil
}

func readModel(c *cli.Context) (rating.Model, error) {
	name := c.String("model")
	model, err := rating.ParseModel(name)
	if err != nil {
		err = command.UnknownName(fmt.Sprintf("--model: found %q, expected %s", name, format.List(rating.ModelNames(), "or")), name, rating.ModelNames())
	}
	return model, err
}

// readSPRT reads --sprt and the flags that go with it; nil without --sprt.
func readSPRT(c *cli.Context) (*rating.SPRT, error) {
	t := &rating.SPRT{Alpha: c.Float64("alpha"), Beta: c.Float64("beta")}
	for _, flag := range []string{"alpha", "beta"} {
		if p := c.Float64(flag); !(p > 0 && p < 1) {
			return nil, fmt.Errorf("--%s: found %v, expected a probability between 0 and 1", flag, p)
		}
	}
	if t.Alpha+t.Beta >= 1 {
		return nil, fmt.Errorf("--alpha and --beta: found %v and %v, expected a sum below 1", t.Alpha, t.Beta)
	}
	var err error
	if t.Model, err = readModel(c); err != nil {
		return nil, err
	}
	if !c.IsSet("sprt") {
		return nil, nil
	}
	list := c.String("sprt")
	cells := strings.Split(list, ",")
	if len(cells) != 2 {
		return nil, fmt.Errorf("--sprt %q: found %s, expected 2: ELO0,ELO1", list, format.Plural(len(cells), "value"))
	}
	for i, elo := range []*float64{&t.Elo0, &t.Elo1} {
		if *elo, err = strconv.ParseFloat(strings.TrimSpace(cells[i]), 64); err != nil || !(math.Abs(*elo) <= rating.MaxElo) {
			return nil, fmt.Errorf("--sprt %q: found %q for ELO%d, expected a number from %d to %d", list, cells[i], i, -rating.MaxElo, rating.MaxElo)
		}
	}
	if t.Elo0 >= t.Elo1 {
		return nil, fmt.Errorf("--sprt %q: found ELO0 %v and ELO1 %v, expected ELO0 below ELO1", list, t.Elo0, t.Elo1)
	}
	return t, nil
}
