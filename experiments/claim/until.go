package claim

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"bestiary/internal/check"
	"bestiary/internal/stat"
)

// Limits of a run until all is decided.
const (
	// firstLook is the number of pairs after which a run is first looked at.
	firstLook = 200
	// The runs of a hypothesis grow at most by maxGrowth and at least by minGrowth from
	// one look to the next, towards the games that the estimate asks for.
	minGrowth, maxGrowth = 1.25, 2
	// lookError is the part of the error at which the games and the rest are taken, each.
	// With the whole of it 8 % of the runs would mislead instead of 5 %, with half of it up to
	// 6 % where three games differ.
	lookError = 0.4
)

// anytime makes evidence hold however often one looks at it: a confidence sequence of
// its runs, narrowest after as many pairs as the experiment asks for. Without a run until
// all is decided, and for a control, which is not looked at on the way, it is left alone.
func (r *Result) anytime(e Evidence, runs []int) Evidence {
	if !r.sequential() {
		return e
	}
	planned := func(run *RunResult) float64 { return float64(Scale{}.pairs(run.Run)) }
	return sequence(e, r.even(runs, planned)) // the share that has been played
}

// sequential reports whether games are added until the verdicts are known.
func (r *Result) sequential() bool { return r.Scale.at != nil && !r.Experiment.Truths }

// sequence widens evidence for the looks at it, after a share of the planned games. What
// games do not reduce is the same at each look and needs no such allowance. Where there is
// such a part, both are taken at lookError of the error, and their squares are added; that
// this suffices is shown by simulation (TestLooksCover).
func sequence(e Evidence, share float64) Evidence {
	whole := e.fixed() == 0
	e.looks = func(level float64) (games, rest float64) {
		if !whole {
			level = 1 - lookError*(1-level)
		}
		return stat.Anytime(level, share, 1), level
	}
	return e
}

// newTest is newTest with evidence that holds however often one looks.
func (r *Result) newTest(name string, e Evidence, rule Rule, runs ...int) Test {
	return newTest(name, r.anytime(e, runs), rule, runs...)
}

// decision is one step of a run until all is decided: the experiment and the hypothesis
// that is cheapest to decide next, and how many pairs each of its runs gets at least.
type decision struct {
	experiment, hypothesis, pairs int
	cost                          float64
}

// next chooses what is cheapest to decide next by the present estimates: parts of claims
// first, then our own questions. It reports false if nothing is left that games could decide.
func next(results []*Result, most int) (decision, bool) {
	for _, ours := range []bool{false, true} {
		best := decision{cost: math.Inf(1)}
		for i, r := range results {
			for k := range r.Answers {
				a := &r.Answers[k]
				if a.Hypothesis.Ours != ours || r.Experiment.Truths || a.Verdict != Undecided || r.full(a.Hypothesis, most) {
					continue
				}
				factor := a.factor
				switch {
				case a.torn(): // how much a few runs differ is uncertain, and more games may show less
					factor = a.hopeful
				case !a.Effect.Bounded():
					factor = maxGrowth // after which the games may tell the price
				case math.IsNaN(factor) || math.IsInf(factor, 0):
					factor = maxFactor
				}
				factor = max(factor, minGrowth)
				pairs := math.Ceil(r.target(a.Hypothesis, min(factor, maxGrowth)))
				d := decision{i, k, min(int(pairs), most), (r.growth(a, factor, effort) - 1) * r.effort(a.Hypothesis)}
				if d.cost < best.cost {
					best = d
				}
			}
		}
		if !math.IsInf(best.cost, 1) {
			return best, true
		}
	}
	return decision{}, false
}

// maxFactor is taken for the games that an estimate at the end of its range needs.
const maxFactor = 1e6

// Until plays experiments until everything is decided or the time is up, beginning with
// short runs: at each step the hypothesis that is cheapest to decide. Controls get all
// games that their files ask for at once: their ranges are not decided but compared. Steps depend on
// games alone, so the same call goes on with them after an interruption, whatever the
// number of workers; the budget only says how far they go. It returns what is known
// after the last step. Between steps done is called with what is left to decide.
func (r *Runner) Until(ctx context.Context, list []*Experiment, budget time.Duration, step func(undecided int)) ([]*Result, error) {
	if r.Scale != (Scale{}) {
		return nil, errors.New("experiments: a run until all is decided has a size of its own")
	}
	if r.Crew.Shard.Of > 0 {
		return nil, errors.New("experiments: a run until all is decided cannot be played in shards: the number of its games is not known beforehand")
	}
	at := looks{}
	for _, e := range list {
		for i := range e.Runs {
			pairs := e.Runs[i].Pairs
			if !e.Truths {
				pairs = min(pairs, firstLook)
			}
			at.let(&e.Runs[i], pairs)
		}
	}
	r.Scale.at = &at
	defer func() { r.Scale.at = nil }()
	timed, stop := context.WithTimeout(ctx, budget)
	defer stop()
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
		for _, i := range res.Answers[d.hypothesis].Hypothesis.of() {
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
		if before != nil && !slices.ContainsFunc(before[i].Runs, func(run RunResult) bool { return run.Pairs < r.Scale.pairs(run.Run) }) {
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

// forget drops what is kept of the games of a run and its peers.
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
		n += r.Count(Undecided, false) + r.Count(Undecided, true)
	}
	return n
}
