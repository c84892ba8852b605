package study

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"bestiary/internal/check"
	"bestiary/selfplay/match"
)

// Limits of a run until all is decided.
const (
	// firstLook is the number of pairs after which a run is first looked at.
	firstLook = 200
	// From one look to the next the runs of a hypothesis grow by a factor from minGrowth to
	// maxGrowth, towards the games that the estimate asks for.
	minGrowth, maxGrowth = 1.25, 2
	// maxFactor is the factor of games for an estimate at the end of its range.
	maxFactor = 1e6
)

// Sequential reports whether games are added until the verdicts are known. Controls are not
// looked at on the way.
func (r *Result) Sequential() bool { return r.Scale.at != nil && !r.Experiment.Truths }

// newTest returns newTest with evidence that holds for repeated looks in a run until all is
// decided: a confidence sequence, narrowest after as many pairs as the experiment asks for.
func (r *Result) newTest(name string, e Evidence, rule Rule, runs ...int) Test {
	if r.Sequential() {
		planned := func(run *RunResult) float64 { return float64(Scale{}.pairs(run.Run)) }
		e = e.Sequence(r.even(runs, planned))
	}
	return newTest(name, e, rule, runs...)
}

// decision is one step of a run until all is decided: the experiment and the hypothesis that
// is cheapest to decide next, and how many pairs each of its runs gets at least.
type decision struct {
	experiment int
	*Answer
	pairs int
	cost  float64
}

// next chooses the hypothesis that is cheapest to decide next according to the present estimates:
// parts of claims first, then our own questions. It reports false if no games could decide more.
func next(results []*Result, maxPairs int) (decision, bool) {
	for _, family := range []Family{Claimed, Ours} {
		best := decision{cost: math.Inf(1)}
		for i, r := range results {
			for _, a := range family.of(r.Answers) {
				full := slices.ContainsFunc(a.of(), func(i int) bool { return r.Runs[i].Pairs >= maxPairs })
				if r.Experiment.Truths || a.Verdict != Undecided || full {
					continue
				}
				factor := a.nextFactor()
				pairs := math.Ceil(r.target(&a.Hypothesis, min(factor, maxGrowth)))
				cost := (r.growth(a, factor, positions) - 1) * sumOf(pick(r.Runs, a.of()), positions)
				if cost < best.cost {
					best = decision{i, a, min(int(pairs), maxPairs), cost}
				}
			}
		}
		if !math.IsInf(best.cost, 1) {
			return best, true
		}
	}
	return decision{}, false
}

// nextFactor returns how many times as many games an undecided hypothesis seems to need.
func (a *Answer) nextFactor() float64 {
	factor := a.factor
	switch {
	case a.torn(): // how much a few runs differ is uncertain, and more games may show less
		factor = a.hopeful
	case !a.Effect.Bounded():
		factor = maxGrowth // after which the games may determine the cost
	case math.IsNaN(factor) || math.IsInf(factor, 0):
		factor = maxFactor
	}
	return max(factor, minGrowth)
}

// firstPairs returns the number of pairs of a run at the first look: few, if a verdict rests on them.
func (e *Experiment) firstPairs(run int) int {
	pairs := e.Runs[run].Play.Pairs
	decides := slices.ContainsFunc(e.Hypotheses, func(h Hypothesis) bool {
		return (h.Family == Claimed || h.Family == Ours) && slices.Contains(h.of(), run)
	})
	if decides && !e.Truths {
		return min(pairs, firstLook)
	}
	return pairs
}

// Until plays experiments until everything is decided or the time is up. It begins with short runs
// and then plays for the hypothesis that is cheapest to decide. Controls, whose ranges are compared
// and not decided, and runs on which no verdict rests get all the games of their files at once. The
// steps depend on games alone, so the same call resumes after an interruption, with any number of
// workers. The time counts from the first game that is not stored yet, so that a short budget never
// yields less than the previous call. It returns the answers after the last step, and calls step
// with the number of undecided hypotheses after each.
func (r *Runner) Until(ctx context.Context, list []*Experiment, budget time.Duration, step func(undecided int)) ([]*Result, error) {
	if r.Crew.Shard.Of > 0 {
		const why = "because its number of games is not known in advance"
		return nil, errors.New("experiments: a run until all is decided cannot be played in shards, " + why)
	}
	at := looks{}
	for _, e := range list {
		for i, run := range e.Runs {
			at.let(run, e.firstPairs(i))
		}
	}
	r.Scale.at = &at
	defer func() { r.Scale.at = nil }()
	timed, stop := context.WithCancel(ctx)
	defer stop()
	defer func(events match.Events) { r.Events = events }(r.Events)
	var begin sync.Once
	done := r.Events.GameDone
	r.Events.GameDone = func(p match.Progress) {
		begin.Do(func() { time.AfterFunc(budget, stop) })
		if done != nil {
			done(p)
		}
	}
	var results []*Result
	for {
		now, err := r.runAll(timed, list, results)
		if err != nil {
			if results != nil && timed.Err() != nil && ctx.Err() == nil {
				return results, nil // the time is up
			}
			if timed.Err() != nil && ctx.Err() == nil {
				return nil, errors.New("experiments: the budget ended before the first look at all runs; the same command goes on")
			}
			return nil, err
		}
		results = now
		d, more := next(results, check.MaxPairs)
		if step != nil {
			step(undecided(results))
		}
		if !more || timed.Err() != nil {
			return results, ctx.Err()
		}
		res := results[d.experiment]
		for _, i := range d.of() {
			if run := res.Runs[i].Run; res.Runs[i].Pairs < d.pairs {
				at.let(run, d.pairs)
				r.forget(run)
			}
		}
	}
}

// runAll runs all experiments but those whose runs have not grown since.
func (r *Runner) runAll(ctx context.Context, list []*Experiment, before []*Result) ([]*Result, error) {
	var results []*Result
	for i, e := range list {
		if before != nil && !slices.ContainsFunc(before[i].Runs, func(run *RunResult) bool { return run.Pairs < r.Scale.pairs(run.Run) }) {
			results = append(results, before[i])
			continue
		}
		res, err := r.Run(ctx, e)
		if err != nil {
			return nil, err
		}
		results = append(results, res)
	}
	return results, nil
}

// forget drops the results of a run and its peers, which will be played on.
func (r *Runner) forget(run *Run) {
	for _, run := range run.players() {
		key := r.Scale.key(run)
		maps.DeleteFunc(r.done, func(_ string, old *RunResult) bool { return old.Key == key })
	}
}

// undecided counts the hypotheses without a verdict.
func undecided(results []*Result) int {
	n := 0
	for _, r := range results {
		n += r.Count(Undecided, Claimed) + r.Count(Undecided, Ours)
	}
	return n
}

// played returns how many games a run has used, those that it learned from included.
func (run *RunResult) played() int {
	if run.Values == nil {
		return run.Games
	}
	games := 0
	for _, round := range run.Values.Rounds {
		games += round.Games
	}
	return games
}

// Time returns how long the games of all runs took, runs shared with other experiments included.
func (r *Result) Time() time.Duration {
	longest := map[string]time.Duration{} // by folder
	for _, run := range r.AllRuns() {
		longest[run.Key] = max(longest[run.Key], run.Time)
	}
	total := time.Duration(0)
	for _, t := range longest {
		total += t
	}
	return total
}
