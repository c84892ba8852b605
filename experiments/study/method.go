package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// note returns what a reader has to know about a run that was not played in full, "" for
// others.
func note(s Scale) string {
	switch {
	case s.Quick:
		return "A quick run with few games: it cannot decide much."
	case s.Pairs != 0 || s.Precision != 0 || s.Nodes != 0:
		return "This run was not of the size that the experiment asks for."
	}
	return ""
}

// method says how the runs of the experiment are played and judged.
func (r draft) method() []doc.Block {
	e := r.Experiment
	plays := func(kind Kind) bool {
		return slices.ContainsFunc(e.Runs, func(run Run) bool { return run.Kind == kind })
	}
	var out []doc.Block
	if e.Method != "" {
		out = append(out, doc.P(e.Method))
	}
	var list doc.List
	add := func(text string) { list = append(list, doc.T(text)) }
	if plays(ValuesRun) {
		add("Values: pairs of games from armies that differ by an exchange and change sides within the pair. The exchanges were chosen before the games so that these tell the values best. The values of pieces are the coefficients of a logistic model of the result on the difference of the starting armies, with errors clustered by pair and Fieller intervals for ratios. Only games in which the engine's values were fixed count.")
	}
	if plays(GamesRun) {
		add("Games: pairs of games from the array, with waiting pieces placed at random, " + measure.Beginning(measure.Default().Play) + ", and without adjudication. The unit of uncertainty is the pair. Runs of the same number of pairs from the same seed are compared pair by pair.")
		for _, run := range r.AllRuns() {
			if text := measure.Repeats(run.Name, run.List); text != "" {
				add(text)
			}
		}
	}
	if plays(OddsRun) {
		add("Odds: one army against another that differs by the exchange, each opening with both colours, the first rank shuffled alike for both. " + exchanged(r.AllRuns()) + " The odds of a pawn are measured at the same limits.")
	}
	names := map[string][]string{}
	for _, run := range r.AllRuns() {
		names[run.Weights] = append(names[run.Weights], run.Name)
	}
	for _, weights := range slices.Sorted(maps.Keys(names)) {
		where := "In all runs"
		if len(names) > 1 {
			where = "In " + format.List(names[weights], "and")
		}
		add(fmt.Sprintf("%s the engine played with %s, on both sides.", where, weights))
	}
	if r.Sequential() {
		add("The results were inspected repeatedly, and the next games were those with which something could be decided at the lowest cost. Tests and intervals hold at every look: they are confidence sequences by Robbins's mixture, narrowest after the games that the experiment asks for. Numbers of single runs in tables are for one look.")
	}
	if e.Truths {
		return append(out, list)
	}
	wrong := 1 - e.Level
	add(fmt.Sprintf("Supported means that the opposite, a number outside the range, is rejected; contradicted means that a number inside the range is rejected. A lack of significance decides nothing. The tests for support and those for contradiction are adjusted by Holm's method and held against %s, those of the claim and those of our own questions apart; two one-sided tests for equivalence are at %s each. The p-value shown is the adjusted one of the test that is closer to a decision.",
		format.Level(wrong/2), format.Level(wrong)))
	add("Intervals are not adjusted. The cost of deciding an undecided hypothesis is the number of games that decides it with a probability of 80 %, the median over what the games leave likely.")
	return append(out, list)
}

// exchanged says how the armies of matches at odds come to differ.
func exchanged(runs []*RunResult) string {
	var traded, given []string
	for _, run := range runs {
		switch {
		case run.Kind != OddsRun:
		case run.Run.Play.GiveUp:
			given = append(given, run.Name)
		default:
			traded = append(traded, run.Name)
		}
	}
	const (
		trade = "one side, drawn at random if either can, has given up pieces of the array for others"
		give  = "each side lacks the pieces of the array that only the other has, and has pieces that the array lacks in the place of such"
	)
	switch {
	case len(given) == 0:
		return format.Title(trade) + "."
	case len(traded) == 0:
		return format.Title(give) + "."
	}
	return fmt.Sprintf("In %s %s; in %s %s.", format.List(slices.Compact(traded), "and"), trade, format.List(slices.Compact(given), "and"), give)
}

// runsTable lists what was played.
func (r draft) runsTable() doc.Table {
	t := doc.Table{Head: []string{"run", "what", "pairs", "nodes a move", "games", "hash of the rules"}}
	for _, run := range r.AllRuns() {
		t.Rows = append(t.Rows, doc.Row(run.Run.Name, run.Run.What(), format.Count(run.Pairs), format.Count(run.Nodes), format.Count(run.Games), run.Hash))
	}
	return t
}

// facts returns numbers of all runs.
func (r draft) facts() []page.Fact {
	var seeds []string
	for _, run := range r.AllRuns() {
		if seed := fmt.Sprint(run.Seed); !slices.Contains(seeds, seed) {
			seeds = append(seeds, seed)
		}
	}
	return []page.Fact{{Name: "games", Value: format.Count(r.Games())}, {Name: "seed", Value: strings.Join(seeds, ", ")}}
}
