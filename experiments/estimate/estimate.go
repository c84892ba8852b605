package estimate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// estimation is a call of Run in progress.
type estimation struct {
	ctx    context.Context
	g      *rules.Game
	cfg    Config
	folder string
	store  *store.Store
	crew   match.Crew
	ev     match.Events
	// expected holds what is known so far; it determines the openings and exchanges of the
	// last round.
	expected tuning.Expectations
	openings opening.Config
	chosen   *tuning.Chosen
	skipped  *int // games of GamesAtMost that turned out to be unnecessary, since the last part
}

// Run measures what the pieces of a game are worth. The folder keeps everything, and the
// same call continues after an interruption. A crew with a shard plays all of the learning
// rounds, like every other shard.
func Run(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	e, err := begin(ctx, g, cfg, folder, crew, ev)
	if err != nil {
		return nil, err
	}
	defer e.store.Close()
	out := &Result{Game: g, Config: e.cfg, Folder: folder}
	weights, err := e.learnRounds(out)
	if err != nil {
		return nil, err
	}
	partial := e.lastRound(out, weights)
	if partial != nil && !errors.Is(partial, match.ErrPartial) {
		return nil, partial
	}
	if out.Odds, err = e.cfg.matchPawn(ctx, g, weights, folder, crew, e.ev); err != nil {
		return nil, err
	}
	if err := cmp.Or(partial, ctx.Err()); err != nil {
		return nil, err
	}
	return out, e.store.Close()
}

// LearnWeights plays the learning rounds of a run and nothing else. It returns the weights that
// the last round would be played with, and how many of the LearningGames it took. The folder keeps
// the games, as in Run.
func LearnWeights(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (w *eval.Weights, games int, err error) {
	e, err := begin(ctx, g, cfg, folder, crew, ev)
	if err != nil {
		return nil, 0, err
	}
	defer e.store.Close()
	var out Result
	if w, err = e.learnRounds(&out); err != nil {
		return nil, 0, err
	}
	return w, len(out.Rounds) * e.cfg.roundGames(), e.store.Close()
}

// begin checks a configuration and opens the folder of a run.
func begin(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*estimation, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := CheckGame(g); err != nil {
		return nil, err
	}
	if crew.Shard.Of > 0 && cfg.Precision > 0 {
		return nil, errors.New("estimate: a run with a precision cannot be played in shards, because its number of games is not known in advance")
	}
	expected := expectedBefore(g, cfg)
	if cfg.About != "" { // before any game, see that its exchanges can be played
		if _, _, err := chooseOpenings(g, cfg, expected); err != nil {
			return nil, err
		}
	}
	cfg.Play.Pairs, cfg.Terms = cfg.Pairs, run.LearnsTerms(g, cfg.start(g))
	if _, err := os.Stat(filepath.Join(folder, store.File)); err != nil { // a run that has begun tries them before the last round
		if err := run.TryPanel(ctx, g, cfg.Panel, crew); err != nil {
			return nil, err
		}
	}
	games, err := match.OpenRun(folder, g, cfg.Play)
	if err != nil {
		return nil, err
	}
	if err := games.HoldConfig(metaEstimate, cfg, freeFields...); err != nil {
		return nil, errors.Join(err, games.Close())
	}
	f, err := formula.Published()
	if err != nil {
		return nil, errors.Join(err, games.Close())
	}
	cfg.Fit.Priors = f.Priors(g)
	e := &estimation{ctx: ctx, g: g, cfg: cfg, folder: folder, store: games, crew: crew, expected: expected}
	e.ev, e.skipped = run.Skips(ev.Parts(func(p *match.Part) { p.Last = false })) // the total is known
	return e, nil
}

// learnRounds plays the rounds that teach the engine and returns the weights
// for the last one.
func (e *estimation) learnRounds(out *Result) (*eval.Weights, error) {
	weights := e.cfg.start(e.g)
	var learner *termLearner
	if e.cfg.Terms && e.cfg.Rounds > 0 {
		var err error
		if learner, err = e.newTermLearner(weights); err != nil {
			return nil, err
		}
		defer learner.array.Close()
	}
	calm := 0
	for number := 1; number <= e.cfg.Rounds && calm < 2; number++ {
		r, m, err := e.learningRound(number, weights, learner)
		if err != nil {
			return nil, err
		}
		e.expected = expectedAfter(e.g, e.cfg, m)
		next, still := Learn(e.g, weights, m, e.cfg.Damping)
		calm++
		if !still {
			calm = 0
		}
		if learner != nil {
			if next, err = learner.learn(number, weights); err != nil {
				return nil, err
			}
		}
		out.Rounds = append(out.Rounds, r)
		e.ev.Find("%s", r)
		weights = next
	}
	*e.skipped += (e.cfg.Rounds - len(out.Rounds)) * e.cfg.roundGames()
	return weights, nil
}

// lastRound plays fresh games with frozen weights and measures them.
func (e *estimation) lastRound(out *Result, weights *eval.Weights) error {
	var err error
	if e.openings, e.chosen, err = chooseOpenings(e.g, e.cfg, e.expected); err != nil {
		return err
	}
	stops := []int{e.cfg.Pairs}
	if e.cfg.Precision > 0 {
		plan, err := planOf(e.g, e.cfg, e.openings, e.expected)
		if err != nil {
			return err
		}
		stops = checkpoints(plan.Pairs(e.cfg.Precision), e.cfg.Pairs)
	}
	r := Round{Number: len(out.Rounds) + 1, Last: true}
	players, err := e.enterPanel(r.Number, weights)
	if err != nil {
		return err
	}
	part := &run.Part{Label: "measuring", Games: e.store, Game: e.g, Config: e.cfg.Play, Players: players, Listed: len(players) > 1}
	var last *played
	part.Read = func(games *run.Games) (err error) {
		last, err = e.measure(games)
		return err
	}
	err = untilPrecise(e.cfg.Precision, stops, func(n int) (values []stat.Interval, err error) {
		run.Deal(players, n)
		if err := run.Play(e.ctx, e.crew, e.ev, part); err != nil {
			return nil, err
		}
		part.Again = true
		for _, v := range last.Luck.Values {
			values = append(values, v.Worth)
		}
		return values, nil
	})
	if err != nil {
		return err
	}
	r.Summary = part.Summary()
	r.Games = r.Summary.Games
	*e.skipped += e.crew.Games(e.cfg.Pairs) - r.Games
	r.show(&last.Design, weights)
	e.ev.Find("%s", r)
	out.Rounds = append(out.Rounds, r)
	out.Weights, out.Measurement, out.Openings = weights, last.Measurement, e.openings
	out.Games, out.Differences = last.counts, last.differences
	if out.Players, out.Panel, err = comparePlayers(last.Sample, players); err != nil {
		return err
	}
	out.Ranking = rank(e.g, last.Measurement, out.Panel)
	out.Besides, err = besides(last.Sample, out.Players, e.cfg.Fit.Level)
	return err
}

// played holds what is known of the games of the last round.
type played struct {
	*tuning.Sample
	*tuning.Measurement
	counts      GameCounts
	differences []Difference
}

// measure fits and counts the games of the last round, by exchange if it has exchanges. It reads
// them once.
func (e *estimation) measure(games *run.Games) (*played, error) {
	var c counter
	var x *exchanges
	var err error
	if e.chosen != nil {
		if x, err = newExchanges(e.g, e.openings, e.cfg.Play.Seed, e.chosen); err != nil {
			return nil, err
		}
		c.pair = x.add
	}
	p := &played{}
	if p.Sample, err = tuning.Read(e.g, c.count(games.All()), e.cfg.Fit); err != nil {
		return nil, err
	}
	if p.Measurement, err = p.Sample.Measure(); err != nil {
		return nil, err
	}
	p.counts = c.counts()
	if x != nil {
		p.differences = x.list(e.cfg.Fit.Level)
	}
	return p, nil
}

// learningRound plays and fits the games of a learning round.
func (e *estimation) learningRound(number int, w *eval.Weights, learner *termLearner) (Round, *tuning.Measurement, error) {
	r := Round{Number: number, Games: e.cfg.roundGames()}
	by, err := run.Engine(e.g, e.cfg.Play, w)
	if err != nil {
		return r, nil, err
	}
	by.Round, by.Pairs = number, e.cfg.RoundPairs
	var m *tuning.Measurement
	armies := &run.Part{Label: fmt.Sprintf("learning %d", number), Games: e.store, Game: e.g, Config: e.cfg.Play, Players: []run.Player{by}}
	armies.Read = func(games *run.Games) (err error) {
		m, err = tuning.Measure(e.g, games.All(), e.cfg.Fit)
		return err
	}
	parts := []*run.Part{armies}
	if learner != nil {
		parts = append(parts, learner.part(by))
	}
	err = run.Play(e.ctx, e.crew.Whole(), e.ev, parts...)
	for _, p := range parts {
		r.Summary.Merge(p.Summary())
	}
	if err == nil {
		r.show(learnFrom(m), w)
	}
	return r, m, err
}

// show records the values of an estimate and the values that the engine played with.
func (r *Round) show(e *tuning.Estimate, w *eval.Weights) {
	r.Estimate, r.Values = e.Method, e.Values
	for _, v := range r.Values {
		r.Played = append(r.Played, materialOf(w, v.Type))
	}
}
