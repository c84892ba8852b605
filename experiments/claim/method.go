package claim

import (
	"fmt"
	"strings"
	"time"

	"bestiary/internal/present/format"
)

// writeMethod says how the result came about.
func (r *Result) writeMethod(b *strings.Builder, info RunInfo) {
	e := r.Experiment
	b.WriteString("## How it was tested\n\n")
	if e.Method != "" {
		fmt.Fprintf(b, "%s\n\n", format.Plain(e.Method))
	}
	for _, s := range r.method() {
		fmt.Fprintf(b, "- %s\n", s)
	}
	b.WriteString("\n")
	rows := [][]string{{"run", "what", "pairs", "nodes a move", "games", "hash of the rules"}}
	for i := range r.Runs {
		run := &r.Runs[i]
		rows = append(rows, []string{
			run.Run.Name, run.Run.what(), format.Count(run.Pairs), fmt.Sprint(r.Scale.play(run.Run).Nodes),
			format.Count(run.Games), run.Run.Game.Variant.Hash(),
		})
	}
	writeRows(b, rows)
	facts := [][]string{{"", ""}, {"games", format.Count(r.Games())}, {"seed", r.seeds()}, {"version", info.Version}}
	if info.Time > 0 {
		facts = append(facts, []string{"time of play", info.Time.Round(time.Second).String()})
	}
	writeRows(b, facts)
	fmt.Fprintf(b, "To make this again:\n\n    %s\n", info.Command)
}

// seeds are those of the runs.
func (r *Result) seeds() string {
	var list []string
	known := map[uint64]bool{}
	for i := range r.Runs {
		if seed := r.Runs[i].Run.Seed; !known[seed] {
			known[seed] = true
			list = append(list, fmt.Sprint(seed))
		}
	}
	return strings.Join(list, ", ")
}

// method is how the runs of the experiment are played and judged, in sentences.
func (r *Result) method() []string {
	e := r.Experiment
	kinds := map[Kind]bool{}
	for i := range e.Runs {
		kinds[e.Runs[i].Kind] = true
	}
	var out []string
	if kinds[ValuesRun] {
		out = append(out, "values: pairs of games from armies that differ by chance, exchanged within the pair; values of pieces are the coefficients of a logistic model of the result on the difference of the starting armies, with errors clustered by pair and Fieller's intervals for ratios. Only games with frozen values of the engine count.")
	}
	if kinds[GamesRun] {
		out = append(out, "games: pairs of games from the array, waiting pieces placed at random, two random plies first, nothing adjudicated; the unit of uncertainty is the pair. Runs of as many pairs from the same seed are compared pair by pair.")
	}
	if kinds[OddsRun] {
		out = append(out, "odds: one army against another that differs by the exchange, every opening with both colours; the odds of a pawn are measured at the same limits.")
	}
	percent := 100 * (1 - e.Level)
	out = append(out,
		"The engine plays with the mobility prior of each game, in values with its fitted values of pieces; it is the same on both sides.",
		fmt.Sprintf("Supported: that the number lies outside the range is rejected. Contradicted: that it lies inside is rejected. A lack of significance decides nothing. All tests for support and all tests for contradiction, %d each, are adjusted by Holm's method and held against %.3g %%, so that any verdict of this page is wrong with a probability of at most %.3g %%. p is the adjusted probability of the more decided side.",
			len(r.Answers), percent/2, percent),
		"Intervals are not adjusted. The cost of what is undecided is for a probability of 80 % to decide, if the estimate is right.",
	)
	return out
}

// what describes a run in some words.
func (run *Run) what() string {
	text := fmt.Sprintf("%s of %s", run.Kind, run.Game.Variant.Name)
	for _, rule := range run.Rules {
		text += fmt.Sprintf(", %s=%s", rule.Name, rule.Value)
	}
	if run.Array != "" {
		text += ", array " + run.Array
	}
	if len(run.Exchanges) > 0 {
		text += ", " + strings.Join(run.Exchanges, " ")
	}
	return text
}

// String describes a run in a line.
func (run *Run) String() string {
	return fmt.Sprintf("%s: %s; %s at %s a move", run.Name, run.what(), format.Plural(run.Pairs, "pair"), format.Plural(run.Nodes, "node"))
}
