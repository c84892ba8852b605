package claim

import (
	"time"

	"bestiary/experiments"
	"bestiary/experiments/compare"
	"bestiary/internal/stat"
)

// Result is the answer to an experiment.
type Result struct {
	Experiment *Experiment
	Scale      Scale
	Verdict    Verdict
	Answers    []Answer // in the order of the hypotheses
	Runs       []RunResult
}

// Games is the number of games that the result rests on.
func (r *Result) Games() int {
	all := make([]int, len(r.Runs))
	for i := range all {
		all[i] = i
	}
	return r.gamesOf(all)
}

// gamesOf counts the games of some runs. Runs with one key have one folder: the games
// of each of its parts, an exchange or all, are the first ones there.
func (r *Result) gamesOf(runs []int) int {
	type part struct{ key, exchange string }
	most := map[part]int{}
	add := func(p part, games int) { most[p] = max(most[p], games) }
	for _, i := range runs {
		run := &r.Runs[i]
		if run.Odds == nil {
			add(part{key: run.Key}, run.Games)
			continue
		}
		for _, line := range run.Odds.Lines {
			add(part{run.Key, line.Exchange}, line.Results.Games())
		}
	}
	sum := 0
	for _, n := range most {
		sum += n
	}
	return sum
}

// Count is how many hypotheses have a verdict; our own questions and the claims of
// the author are counted apart.
func (r *Result) Count(v Verdict, ours bool) int {
	n := 0
	for _, a := range r.Answers {
		if a.Verdict == v && a.Hypothesis.Ours == ours {
			n++
		}
	}
	return n
}

// Answer is what games say about a hypothesis.
type Answer struct {
	Hypothesis *Hypothesis
	Verdict    Verdict
	// Effect is the number that decides, with its interval at the level of the
	// experiment: of several tests, that of the one that supports the hypothesis least,
	// which Decisive names.
	Effect   stat.Interval
	Decisive string
	// Support and Contradict are as in Test, P is the smaller of them and Holm is P
	// adjusted for all hypotheses.
	Support, Contradict, P, Holm float64
	Tests                        []Test
	// Games are those of its runs; Needed is how many they would have to be to decide
	// it, +Inf if that cannot be said, and Games once it is decided.
	Games  int
	Needed float64
}

// RunResult is what a run gave.
type RunResult struct {
	Run *Run
	// Key is the name of its folder.
	Key string
	// Games are those that count. Pairs is for each exchange in an OddsRun.
	Games, Pairs int
	// Time is how long its games took to play on the machine that played them.
	Time time.Duration
	// One of them is set, as Run.Kind says.
	Values *experiments.EstimateResult
	Odds   *experiments.OddsResult
	List   []compare.Game
}
