package study

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	runs "bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/selfplay/match"
)

// RunsFolder is the folder of all runs inside the folder of a [Runner].
const RunsFolder = "runs"

// Runner runs experiments. It plays a run that several of them need only once.
type Runner struct {
	// Folder keeps the runs. After an interruption the same call resumes them.
	Folder string
	// Crew plays the games.
	Crew   match.Crew
	Scale  Scale
	Events match.Events

	done map[string]*RunResult
}

// Games returns how many games experiments play at most, learning included.
func (r *Runner) Games(list []*Experiment) int {
	var all []*Run
	for _, e := range list {
		all = append(all, e.Runs...)
	}
	return r.games(all)
}

func (r *Runner) games(list []*Run) (total int) {
	known := map[string]int{}
	for _, run := range list {
		for _, run := range run.players() {
			key := r.Scale.key(run) + fmt.Sprint(run.Exchanges)
			games := run.Kind.plan().games(r.Scale, run, r.Crew)
			total += max(games-known[key], 0)
			known[key] = max(games, known[key])
		}
	}
	return total
}

// Run plays what an experiment needs and tests its hypotheses.
func (r *Runner) Run(ctx context.Context, e *Experiment) (*Result, error) {
	if err := r.Scale.Validate(); err != nil {
		return nil, err
	}
	res := &Result{Experiment: e, Scale: r.Scale}
	if r.Crew.Hub == nil {
		res.workers = r.Crew.Workers
		if res.workers < 1 {
			res.workers = runtime.NumCPU()
		}
	}
	err := runs.Each(ctx, e.Runs, func(run *Run) error {
		played, err := r.play(ctx, run)
		if err != nil {
			return fmt.Errorf("run %s: %w", run.Name, err)
		}
		res.Runs = append(res.Runs, played)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("experiment %s: %w", e.ID, err)
	}
	res.test()
	return res, nil
}

// key returns the name of the folder of a run: the name of the game, and a hash of everything
// that the games depend on except their number.
func (s Scale) key(run *Run) string {
	s.at = nil
	play := s.play(run)
	play.Pairs = 0
	rounds, roundPairs := 0, 0
	switch run.Kind {
	case ValuesRun:
		learning := s.estimate(run)
		rounds, roundPairs = learning.Rounds, learning.RoundPairs
	case StrengthsRun:
		cfg := s.balance(run)
		play, rounds, roundPairs = cfg.Play, cfg.Rounds, cfg.RoundPairs
		play.Pairs = 0
	}
	depends, _ := json.Marshal(struct { // of plain fields, so there is no error
		Rules              string
		Kind               Kind
		Play               match.Config
		Rounds, RoundPairs int
		Prior              bool `json:",omitempty"`
	}{run.Game.Variant.Hash(), run.Kind, play, rounds, roundPairs, run.Prior})
	return fmt.Sprintf("%s-%s-%s", run.Game.Variant.Name, run.Kind, files.SHA256(depends)[:8])
}

// play returns the result of a run and its peers.
func (r *Runner) play(ctx context.Context, run *Run) (*RunResult, error) {
	var list []*RunResult
	err := runs.Each(ctx, run.players(), func(run *Run) error {
		played, err := r.playOne(ctx, run)
		list = append(list, played)
		return err
	})
	if err != nil {
		return nil, err
	}
	list[0].Peers = list[1:]
	return list[0], nil
}

// playOne returns the result of a run by one player, played if this runner has not done so.
func (r *Runner) playOne(ctx context.Context, run *Run) (*RunResult, error) {
	out := r.Scale.newRun(run)
	name := fmt.Sprint(out.Key, out.Pairs, run.Exchanges)
	if old, ok := r.done[name]; ok {
		again := *old
		again.Run, again.Name = run, run.Name
		return &again, nil
	}
	folder := filepath.Join(r.Folder, cmp.Or(run.Folder, filepath.Join(RunsFolder, out.Key)))
	out.games = folder
	started, games := time.Now(), 0
	events := r.Events
	r.Events.GameDone = func(p match.Progress) {
		games++
		if events.GameDone != nil {
			events.GameDone(p)
		}
	}
	defer func() { r.Events = events }()
	weights, err := run.Kind.plan().play(ctx, r, out, folder)
	if games > 0 {
		match.ReadPace(folder).Add(folder, games, started)
	}
	if err != nil {
		return nil, err
	}
	out.Weights = runs.Provenance(run.Game, weights)
	out.Time = match.ReadPace(folder).Of(out.played())
	if r.done == nil {
		r.done = map[string]*RunResult{}
	}
	again := *out
	r.done[name] = &again
	return out, nil
}

// events returns events under the name of a run. The total of all runs is known in advance.
func (r *Runner) events(run *Run) match.Events {
	events := r.Events.Parts(func(p *match.Part) { p.Label, p.Last = run.Name+", "+p.Label, false })
	events.Found = nil
	return events
}
