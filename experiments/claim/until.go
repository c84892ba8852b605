package claim

import (
	"context"
	"errors"
	"fmt"
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
	// A run grows at most by mostGrowth and at least by leastGrowth from one look to the
	// next, towards the games that the estimate asks for.
	leastGrowth, mostGrowth = 1.25, 2
)

// anytime makes evidence hold however often one looks at it: a confidence sequence of
// its runs, narrowest after as many pairs as the experiment asks for. Without a run until
// all is decided, and for a control, which is not looked at on the way, it is left alone.
func (r *Result) anytime(e Evidence, runs []int) Evidence {
	if !r.sequential() {
		return e
	}
	share := 0.0 // of the pairs planned that have been played, the harmonic mean of the runs
	for _, i := range runs {
		run := &r.Runs[i]
		share += float64(Scale{}.pairs(run.Run)) / float64(max(run.Pairs, 1))
	}
	return sequence(e, float64(len(runs))/share)
}

// sequential reports whether games are added until the verdicts are known.
func (r *Result) sequential() bool { return r.Scale.at != nil && !r.Experiment.Truths }

// sequence widens evidence for the looks at it, after a share of the planned games.
func sequence(e Evidence, share float64) Evidence {
	return Evidence{e.Estimate, func(level float64) stat.Interval { return e.Interval(stat.Anytime(level, share, 1)) }}
}

// newTest is newTest with evidence that holds however often one looks.
func (r *Result) newTest(name string, e Evidence, rule Rule, runs ...int) Test {
	return newTest(name, r.anytime(e, runs), rule, runs...)
}

// decision is one step of a run until all is decided: the experiment and the hypothesis
// that is cheapest to decide next, and by how much its runs grow.
type decision struct {
	experiment, hypothesis int
	growth, cost           float64
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
				factor := float64(a.Needed) / float64(a.Games)
				switch {
				case !a.Effect.Bounded():
					factor = mostGrowth // after which the games may tell the price
				case math.IsNaN(factor) || math.IsInf(factor, 0):
					factor = mostFactor
				}
				factor = max(factor, leastGrowth)
				d := decision{i, k, min(factor, mostGrowth), (factor - 1) * r.effort(a.Hypothesis)}
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

// mostFactor is taken for the games that an estimate on the border of its range needs.
const mostFactor = 1e6

// of are the numbers of the runs of a hypothesis.
func (h *Hypothesis) of() []int {
	list := slices.Concat(h.Runs, h.Against)
	slices.Sort(list)
	return slices.Compact(list)
}

// effort is what the games of a hypothesis took so far, in positions, as far as that
// depends on the runs alone and not on the machine.
func (r *Result) effort(h *Hypothesis) float64 {
	sum := 0.0
	for _, i := range h.of() {
		for _, run := range r.Runs[i].all() {
			sum += float64(run.Games) * float64(run.Nodes)
		}
	}
	return sum
}

// full reports whether a run of a hypothesis has as many pairs as one may have.
func (r *Result) full(h *Hypothesis, most int) bool {
	return slices.ContainsFunc(h.of(), func(i int) bool { return r.Runs[i].Pairs >= most })
}

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
			run := res.Runs[i].Run
			at.let(run, min(int(math.Ceil(d.growth*float64(res.Runs[i].Pairs))), check.MaxPairs))
			r.forget(run)
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

// Price says why a hypothesis is undecided and, if timed, what it would take to decide it
// in hours of two cores, if that is known; "" for others.
func (r *Result) Price(a *Answer, timed bool) string {
	if a.Verdict != Undecided {
		return ""
	}
	var reason string
	v := a.Effect
	se := v.HalfWidth() / stat.Quantile(v.Level)
	lo, hi := float64(a.Lo), float64(a.Hi)
	distance := math.Min(math.Abs(v.Estimate-lo), math.Abs(v.Estimate-hi))
	switch {
	case !v.Bounded():
		reason = "the games do not bound the number yet"
	case distance < se:
		reason = "the estimate lies within a standard error of the end of the range"
	default:
		reason = fmt.Sprintf("the estimate is %.1f standard errors from the end of the range", distance/se)
	}
	seconds := 0.0
	for _, i := range a.Hypothesis.of() {
		for _, run := range r.Runs[i].all() {
			seconds += run.Time.Seconds()
		}
	}
	hours := seconds / 3600 * float64(r.workers) / 2 * float64(a.Needed) / float64(max(a.Games, 1))
	if timed && hours > 0 && !math.IsInf(hours, 0) {
		return fmt.Sprintf("%s; some %s hours of two cores", reason, roundedHours(hours))
	}
	return reason
}

func roundedHours(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return rounded(x)
}
