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
	skipped  int // games of GamesAtMost that turned out to be unnecessary, since the last part
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
	if out.Odds, err = e.matchPawn(weights); err != nil {
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
	cfg.Play.Pairs, cfg.Terms = cfg.Pairs, LearnsTerms(g, cfg.start(g))
	if _, err := os.Stat(filepath.Join(folder, store.File)); err != nil { // a run that has begun tries them before the last round
		if err := tryPanel(ctx, g, cfg.Panel, crew); err != nil {
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
	e := &estimation{ctx: ctx, g: g, cfg: cfg, folder: folder, store: games, crew: crew, ev: ev, expected: expected}
	e.ev = ev.Parts(func(p *match.Part) {
		p.Skipped, p.Last = e.skipped, false // the total is known
		e.skipped = 0
	})
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
		r, m, err := e.learningRound(number, weights)
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
			if next, err = learner.learn(&r, weights); err != nil {
				return nil, err
			}
		}
		out.Rounds = append(out.Rounds, r)
		e.ev.Find("%s", r)
		weights = next
	}
	e.skipped = (e.cfg.Rounds - len(out.Rounds)) * e.cfg.roundGames()
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
	players, err := e.enterPanel(len(out.Rounds)+1, weights)
	if err != nil {
		return err
	}
	r := Round{Number: len(out.Rounds) + 1, Last: true}
	var m *tuning.Measurement
	err = untilPrecise(e.cfg.Precision, stops, func(n int) (values []stat.Interval, err error) {
		r.Games = e.crew.Games(n)
		e.ev.Start(match.Part{Label: "measuring", Games: r.Games, Again: m != nil})
		deal(players, n)
		if r.Summary, err = e.playPanel(e.ctx, players); err != nil {
			return nil, err
		}
		if m, err = tuning.Measure(e.g, e.panelGames(players), e.cfg.Fit); err != nil {
			return nil, err
		}
		for _, v := range m.Luck.Values {
			values = append(values, v.Worth)
		}
		return values, nil
	})
	if err != nil {
		return err
	}
	e.skipped = e.crew.Games(e.cfg.Pairs) - r.Games
	r.show(&m.Design, weights)
	e.ev.Find("%s", r)
	out.Rounds = append(out.Rounds, r)
	out.Weights, out.Measurement, out.Players, out.Openings = weights, m, players, e.openings
	if err := e.countLast(out); err != nil {
		return err
	}
	if out.Panel, err = e.comparePlayers(players); err != nil {
		return err
	}
	out.Ranking = rank(e.g, m, out.Panel)
	out.Besides, err = e.besides(players)
	return err
}

// countLast counts the games of the last round, by exchange if it has exchanges.
func (e *estimation) countLast(out *Result) (err error) {
	if e.chosen == nil {
		out.Games, err = countGames(e.panelGames(out.Players), nil)
		return err
	}
	x, err := newExchanges(e.g, e.openings, e.cfg.Play.Seed, e.chosen)
	if err != nil {
		return err
	}
	out.Games, err = countGames(e.panelGames(out.Players), x.add)
	out.Differences = x.list(e.cfg.Fit.Level)
	return err
}

// learningRound plays and fits the games of a learning round from armies.
func (e *estimation) learningRound(number int, w *eval.Weights) (Round, *tuning.Measurement, error) {
	r := Round{Number: number, Games: e.cfg.roundGames()}
	e.ev.Start(match.Part{Label: fmt.Sprintf("learning %d", number), Games: r.Games})
	cfg := e.cfg.Play
	cfg.Pairs = e.cfg.RoundPairs
	var err error
	if r.Summary, err = match.Play(e.ctx, e.g, cfg, w, number, e.crew.Whole(), e.store, e.ev); err != nil {
		return r, nil, err
	}
	m, err := tuning.Measure(e.g, e.store.FirstGames(e.ctx, number, cfg.Pairs), e.cfg.Fit)
	if err != nil {
		return r, nil, err
	}
	r.show(learnFrom(m), w)
	return r, m, nil
}

// show records the values of an estimate and the values that the engine played with.
func (r *Round) show(e *tuning.Estimate, w *eval.Weights) {
	r.Estimate, r.Values = e.Method, e.Values
	for _, v := range r.Values {
		r.Played = append(r.Played, materialOf(w, v.Type))
	}
}
