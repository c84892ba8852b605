package study

import (
	"encoding/json"
	"math"
	"time"

	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/internal/stat"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Result is the answer to an experiment.
type Result struct {
	Experiment *Experiment
	Scale      Scale
	Verdict    Verdict
	Answers    []*Answer // in the order of the hypotheses
	Runs       []*RunResult

	workers int // of the machine that played, 0 if that was not this one
}

// Games returns the number of games that the result rests on.
func (r *Result) Games() int { return gamesOf(r.AllRuns()) }

// pick returns the items of a list at some indices.
func pick[T any](list []T, at []int) (some []T) {
	for _, i := range at {
		some = append(some, list[i])
	}
	return some
}

// gamesOf counts the games of some runs. Runs with one key have one folder: the games of each
// of its parts, an exchange or all, are the first ones there.
func gamesOf(runs []*RunResult) int {
	type part struct{ key, exchange string }
	counts := map[part]int{}
	add := func(p part, games int) { counts[p] = max(counts[p], games) }
	for _, run := range runs {
		if run.Odds == nil {
			add(part{key: run.Key}, run.Games)
			continue
		}
		for _, line := range run.Odds.Lines {
			add(part{run.Key, line.Exchange}, line.Results.Games())
		}
	}
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

// Count returns the number of hypotheses of a family with a verdict.
func (r *Result) Count(v Verdict, family Family) int {
	n := 0
	for _, a := range family.of(r.Answers) {
		if a.Verdict == v {
			n++
		}
	}
	return n
}

// Answer is what games say about a hypothesis.
type Answer struct {
	Hypothesis
	What string      `json:"what"` // is measured
	Unit string      `json:"unit"`
	Lo   stat.Number `json:"lo"` // of the range; infinite for none
	Hi   stat.Number `json:"hi"`
	// Effect is the number that decides, with its interval at the level of the
	// experiment. Of several tests it is the one that supports the hypothesis least, which
	// Decisive names; of the steps of a pyramid it is the smallest.
	Effect   stat.Interval `json:"effect"`
	Decisive string        `json:"decisive"`
	// P is the smaller of the two probabilities, as in Test; Holm is adjusted for all
	// hypotheses.
	P       stat.Number `json:"p"`
	Holm    stat.Number `json:"holm"`
	Verdict Verdict     `json:"verdict"`
	Games   int         `json:"games"` // of its runs
	// Needed is the number of games that would decide it: +Inf if that cannot be said,
	// and Games once it is decided.
	Needed stat.Number `json:"needed"`
	Tests  []Test      `json:"tests"`
	// Players holds the results by player, if there are several.
	Players []PlayerAnswer `json:"players,omitempty"`
	// Members are the numbers of a hierarchical mean, and Worst the number of the one that supports
	// the hypothesis least.
	Members []Member `json:"members,omitempty"`
	Worst   int      `json:"worst"`

	support, contradict float64
	decisive            *Test // that supports it least
	// factor is the factor by which its games, divided evenly among its runs, have to grow to
	// decide it.
	factor float64
	// hopeful is factor if more games reduced the whole variance.
	hopeful float64
}

// newAnswer returns the answer to a hypothesis before any games.
func (e *Experiment) newAnswer(h *Hypothesis) *Answer {
	nothing := stat.Number(math.NaN())
	return &Answer{
		Hypothesis: *h,
		What:       e.What(h), Unit: h.Unit().Name, Lo: stat.Number(h.Rule.Lo), Hi: stat.Number(h.Rule.Hi),
		Effect: stat.Unknown(), P: nothing, Holm: nothing, Verdict: Undecided, Needed: nothing,
	}
}

// RunResult is the result of a run.
type RunResult struct {
	Name  string `json:"name"`
	Kind  Kind   `json:"kind"`
	Game  string `json:"game"`
	Hash  string `json:"hash"`
	Pairs int    `json:"pairs"` // of each exchange in a run of odds
	Nodes int    `json:"nodes"`
	Seed  uint64 `json:"seed"`
	Games int    `json:"games"` // without those that it learned from
	Key   string `json:"folder"`

	// Peers are the same run by other players.
	Peers []*RunResult `json:"peers,omitempty"`

	Run *Run `json:"-"`
	// Weights describes the weights that the engine played with.
	Weights string `json:"-"`
	// Time is how long its games took to play on the machine that played them.
	Time time.Duration `json:"-"`
	// One of them is set, as Run.Kind says.
	Values *estimate.Result     `json:"-"`
	Odds   *estimate.OddsResult `json:"-"`
	List   []measure.Game       `json:"-"`
	// Copies counts the games that repeat others. They are not counted elsewhere.
	Copies store.Copies `json:"-"`
	// Balance is the balance of a run of strengths.
	Balance *balance.Result `json:"-"`

	alone *tuning.Estimate // of the games of one player, nil for those of all
	games string           // their folder
}

// WithPeers returns the run and its peers.
func (run *RunResult) WithPeers() []*RunResult { return append([]*RunResult{run}, run.Peers...) }

// AllRuns returns the runs, each followed by its peers.
func (r *Result) AllRuns() (list []*RunResult) {
	for _, run := range r.Runs {
		list = append(list, run.WithPeers()...)
	}
	return list
}

// newRun returns a run that has not been played.
func (s Scale) newRun(run *Run) *RunResult {
	v, play := run.Game.Variant, s.play(run)
	return &RunResult{
		Name: run.Name, Kind: run.Kind, Game: v.Name, Hash: v.Hash(), Key: s.key(run), Run: run,
		Pairs: s.pairs(run), Nodes: play.Nodes, Seed: play.Seed,
	}
}

// Unanswered returns the result of an experiment before any game is played.
func (e *Experiment) Unanswered() *Result {
	r := &Result{Experiment: e, Verdict: Undecided}
	for i := range e.Hypotheses {
		r.Answers = append(r.Answers, e.newAnswer(&e.Hypotheses[i]))
	}
	for _, run := range e.Runs {
		r.Runs = append(r.Runs, Scale{}.newRun(run))
	}
	return r
}

// Figures are what programs read of a result.
type Figures struct {
	ID         string       `json:"id"`
	Hash       string       `json:"hash"`
	Title      string       `json:"title"`
	Author     string       `json:"author"`
	Page       string       `json:"page"`
	Place      int          `json:"place"`
	Truths     bool         `json:"truths,omitempty"`
	Verdict    Verdict      `json:"verdict"`
	Finding    string       `json:"finding"`
	Level      float64      `json:"level"`
	Games      int          `json:"games"`
	Hypotheses []*Answer    `json:"hypotheses"`
	Runs       []*RunResult `json:"runs"`
	Goals      []Goal       `json:"goals,omitempty"`
}

// MarshalJSON writes the Figures of the result.
func (r *Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.Figures()) }

// Figures returns what programs read of the result.
func (r *Result) Figures() Figures {
	e := r.Experiment
	return Figures{
		e.ID, e.Hash, e.Title, e.Source.Author, e.Source.Page, e.Place, e.Truths, r.Verdict, r.Finding(), e.Level, r.Games(),
		r.Answers, r.Runs, r.Goals(),
	}
}
