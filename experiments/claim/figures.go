package claim

import (
	"math"

	"bestiary/internal/stat"
)

// Figures are the numbers of a result for programs.
type Figures struct {
	ID         string         `json:"id"`
	Title      string         `json:"title"`
	Verdict    Verdict        `json:"verdict"`
	Level      float64        `json:"level"`
	Games      int            `json:"games"`
	Hypotheses []AnswerFigure `json:"hypotheses"`
	Runs       []RunFigure    `json:"runs"`
}

// AnswerFigure is an Answer. Lo and Hi are the ends of the range, null for none.
type AnswerFigure struct {
	Says     string        `json:"says"`
	Ours     bool          `json:"ours"`
	What     string        `json:"what"`
	Unit     string        `json:"unit"`
	Lo       stat.Number   `json:"lo"`
	Hi       stat.Number   `json:"hi"`
	Effect   stat.Interval `json:"effect"`
	Decisive string        `json:"decisive"`
	P        stat.Number   `json:"p"`
	Holm     stat.Number   `json:"holm"`
	Verdict  Verdict       `json:"verdict"`
	Games    int           `json:"games"`
	Needed   stat.Number   `json:"needed"`
	Tests    []TestFigure  `json:"tests"`
}

// TestFigure is a Test.
type TestFigure struct {
	Name       string        `json:"name"`
	Effect     stat.Interval `json:"effect"`
	Support    stat.Number   `json:"p-support"`
	Contradict stat.Number   `json:"p-contradict"`
}

// RunFigure is a RunResult.
type RunFigure struct {
	Name  string `json:"name"`
	Kind  Kind   `json:"kind"`
	Game  string `json:"game"`
	Hash  string `json:"hash"`
	Pairs int    `json:"pairs"`
	Nodes int    `json:"nodes"`
	Seed  uint64 `json:"seed"`
	Games int    `json:"games"`
	Key   string `json:"folder"`
}

// Figures are the numbers of the result.
func (r *Result) Figures() Figures {
	e := r.Experiment
	out := Figures{ID: e.ID, Title: e.Title, Verdict: r.Verdict, Level: e.Level, Games: r.Games()}
	for i := range r.Answers {
		a := &r.Answers[i]
		h := a.Hypothesis
		f := AnswerFigure{
			Says: h.Says, Ours: h.Ours, What: e.What(h), Unit: h.format().Name, Lo: stat.Number(h.Rule.Lo), Hi: stat.Number(h.Rule.Hi),
			Effect: a.Effect, Decisive: a.Decisive, P: stat.Number(a.P), Holm: stat.Number(a.Holm),
			Verdict: a.Verdict, Games: a.Games, Needed: stat.Number(a.Needed),
		}
		for _, t := range a.Tests {
			f.Tests = append(f.Tests, TestFigure{t.Name, t.Evidence.at(e.Level), stat.Number(t.Support), stat.Number(t.Contradict)})
		}
		out.Hypotheses = append(out.Hypotheses, f)
	}
	for i := range r.Runs {
		run := &r.Runs[i]
		play := r.Scale.play(run.Run)
		out.Runs = append(out.Runs, RunFigure{
			run.Run.Name, run.Run.Kind, run.Run.Game.Variant.Name, run.Run.Game.Variant.Hash(),
			run.Pairs, play.Nodes, play.Seed, run.Games, run.Key,
		})
	}
	return out
}

// Figures are what an experiment asks, without answers.
func (e *Experiment) Figures() Figures {
	out := Figures{ID: e.ID, Title: e.Title, Verdict: Undecided, Level: e.Level}
	for i := range e.Hypotheses {
		h := &e.Hypotheses[i]
		out.Hypotheses = append(out.Hypotheses, AnswerFigure{
			Says: h.Says, Ours: h.Ours, What: e.What(h), Unit: h.format().Name, Lo: stat.Number(h.Rule.Lo), Hi: stat.Number(h.Rule.Hi),
			Effect: stat.Unknown(), P: stat.Number(math.NaN()), Holm: stat.Number(math.NaN()), Verdict: Undecided, Needed: stat.Number(math.NaN()),
		})
	}
	for i := range e.Runs {
		run := &e.Runs[i]
		out.Runs = append(out.Runs, RunFigure{
			Name: run.Name, Kind: run.Kind, Game: run.Game.Variant.Name, Hash: run.Game.Variant.Hash(),
			Pairs: run.Pairs, Nodes: run.Nodes, Seed: run.Seed, Key: Scale{}.key(run),
		})
	}
	return out
}
