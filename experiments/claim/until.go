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
	// The runs of a hypothesis grow at most by mostGrowth and at least by leastGrowth from
	// one look to the next, towards the games that the estimate asks for.
	leastGrowth, mostGrowth = 1.25, 2
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

// even is the harmonic mean of the pairs of some runs, each divided by a unit: their
// errors together are those of runs that have as many each.
func (r *Result) even(runs []int, unit func(*RunResult) float64) float64 {
	sum := 0.0
	for _, i := range runs {
		sum += unit(&r.Runs[i]) / float64(max(r.Runs[i].Pairs, 1))
	}
	return float64(len(runs)) / sum
}

// target is how many pairs each run of a hypothesis has at least when its games are to say
// factor times as much: where one run is behind the others, it is the first to grow.
func (r *Result) target(h *Hypothesis, factor float64) float64 {
	return factor * r.even(h.of(), func(*RunResult) float64 { return 1 })
}

// growth is how many times as much of something, such as games, the runs of a hypothesis
// take when they say factor times as much.
func (r *Result) growth(a *Answer, factor float64, of func(*RunResult) float64) float64 {
	target := r.target(a.Hypothesis, factor)
	now, then := 0.0, 0.0
	for _, i := range a.Hypothesis.of() {
		x := of(&r.Runs[i])
		now, then = now+x, then+x*math.Max(1, target/float64(max(r.Runs[i].Pairs, 1)))
	}
	return then / now
}

func games(run *RunResult) float64 { return float64(run.Games) }

// sequential reports whether games are added until the verdicts are known.
func (r *Result) sequential() bool { return r.Scale.at != nil && !r.Experiment.Truths }

// sequence widens evidence for the looks at it, after a share of the planned games.
func sequence(e Evidence, share float64) Evidence {
	return Evidence{Estimate: e.Estimate, Interval: func(level float64) stat.Interval { return e.Interval(stat.Anytime(level, share, 1)) }}
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
				case !a.Effect.Bounded():
					factor = mostGrowth // after which the games may tell the price
				case math.IsNaN(factor) || math.IsInf(factor, 0):
					factor = mostFactor
				}
				factor = max(factor, leastGrowth)
				pairs := math.Ceil(r.target(a.Hypothesis, min(factor, mostGrowth)))
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
		sum += effort(&r.Runs[i])
	}
	return sum
}

func effort(run *RunResult) float64 {
	sum := 0.0
	for _, run := range run.all() {
		sum += float64(run.Games) * float64(run.Nodes)
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

// reason says why a hypothesis is undecided and, if timed, in how many hours of two cores
// it could be decided, if that is known.
func (r *Result) reason(a *Answer, timed bool) string {
	var reason string
	v := a.Effect
	se := v.HalfWidth() / stat.Quantile(v.Level)
	lo, hi := float64(a.Lo), float64(a.Hi)
	distance := math.Min(math.Abs(v.Estimate-lo), math.Abs(v.Estimate-hi))
	switch {
	case a.torn():
		reason = "its runs differ from each other by more than the range leaves room for"
	case !v.Bounded():
		reason = "the games do not bound the number yet"
	case distance < se:
		reason = "the estimate lies within a standard error of the end of the range"
	default:
		reason = fmt.Sprintf("the estimate is %.1f standard errors from the end of the range", distance/se)
	}
	played := 0.0
	for _, i := range a.Hypothesis.of() {
		played += seconds(&r.Runs[i])
	}
	hours := played / 3600 * float64(r.workers) / 2 * r.growth(a, a.factor, seconds)
	if timed && hours > 0 && !math.IsInf(hours, 0) {
		return fmt.Sprintf("%s; some %s hours of two cores", reason, roundedHours(hours))
	}
	return reason
}

// seconds is how long the games of a run took, those of its peers included.
func seconds(run *RunResult) float64 {
	sum := 0.0
	for _, run := range run.all() {
		sum += run.Time.Seconds()
	}
	return sum
}

func roundedHours(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return rounded(x)
}
