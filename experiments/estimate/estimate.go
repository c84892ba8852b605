package estimate

import (
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
	"bestiary/tuning/playing"
)

// estimation is a call of Run in progress.
type estimation struct {
	ctx    context.Context
	g      *rules.Game
	cfg    Config
	folder string
	hold   func(*store.Store) error // notes the configuration
	crew   match.Crew
	ev     match.Events
	// data holds the positions of the learning rounds if they fit all terms of the evaluation.
	data *playing.Data
	// expected holds what is known so far; it determines the openings and exchanges of the
	// last round.
	expected tuning.Expectations
	openings opening.Config
	chosen   *tuning.Chosen
	learners []run.Player // the players of learning rounds whose games count
	skipped  *int         // games of GamesAtMost that turned out to be unnecessary, since the last part
}

// Run measures the values of a game's pieces. The folder keeps everything, and the same call
// continues after an interruption. A crew with a shard plays all of the learning rounds, like every
// other shard.
func Run(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	e, err := begin(ctx, g, cfg, folder, crew, ev)
	if err != nil {
		return nil, err
	}
	out := &Result{Game: g, Config: e.cfg, Folder: folder}
	if out.Weights, err = e.learnRounds(out); err != nil {
		return nil, err
	}
	err = run.Each(ctx, []func(*Result) error{e.lastRound, e.matchPawn}, func(part func(*Result) error) error { return part(out) })
	if err != nil {
		return nil, err
	}
	return out, nil
}

// LearnWeights plays only the learning rounds of a run. It returns the weights that the last round
// would be played with, and how many of the LearningGames it took. The folder keeps the games, as
// in Run.
func LearnWeights(
	ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events,
) (*eval.Weights, int, error) {
	e, err := begin(ctx, g, cfg, folder, crew, ev)
	if err != nil {
		return nil, 0, err
	}
	var out Result
	w, err := e.learnRounds(&out)
	return w, len(out.Rounds) * e.cfg.roundGames(), err
}

// begin checks a configuration.
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
	f, err := formula.Published()
	if err != nil {
		return nil, err
	}
	e := &estimation{ctx: ctx, g: g, cfg: cfg, folder: folder, crew: crew, expected: expected}
	e.hold = func(games *store.Store) error { return games.HoldConfig(metaEstimate, cfg, freeFields...) }
	e.cfg.Fit.Priors = f.Priors(g)
	e.ev, e.skipped = run.Skips(ev.Parts(func(p *match.Part) { p.Last = false })) // the total is known
	if cfg.Terms {
		e.data, err = playing.NewData(g)
	}
	return e, err
}

// part returns the part of a run that players play in its folder.
func (e *estimation) part(label string, players ...run.Player) *run.Part {
	return &run.Part{Label: label, Folder: e.folder, Game: e.g, Config: e.cfg.Play, Players: players, Listed: len(players) > 1, Hold: e.hold}
}

// learnRounds plays the rounds that teach the engine and returns the weights
// for the last one.
func (e *estimation) learnRounds(out *Result) (*eval.Weights, error) {
	weights := e.cfg.start(e.g)
	if e.cfg.Counted {
		if err := e.choose(); err != nil {
			return nil, err
		}
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
		if e.data != nil {
			if next, err = e.learnTerms(weights); err != nil {
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

// arrayFolder is the folder in the folder of an estimate with the games of learning rounds
// from the array.
const arrayFolder = "array"

// learningRound plays and fits the games of a learning round. If all terms of the evaluation are
// fitted, half of its games start from different armies, which teach what material is worth; the
// other half start from the array, which teaches the rest.
func (e *estimation) learningRound(number int, w *eval.Weights) (Round, *tuning.Measurement, error) {
	r := Round{Number: number, Games: e.cfg.roundGames()}
	by, err := run.Engine(e.g, e.cfg.Play, w)
	if err != nil {
		return r, nil, err
	}
	by.Round, by.Pairs, by.Openings = number, e.cfg.RoundPairs, e.exchanges()
	var m *tuning.Measurement
	armies := e.part(fmt.Sprintf("learning %d", number), by)
	armies.Read = func(games *run.Games) (err error) {
		if m, err = tuning.Measure(e.g, games.All(), e.cfg.Fit); err != nil {
			return err
		}
		return e.collect(games)
	}
	parts := []*run.Part{armies}
	if e.data != nil {
		play := e.cfg.Play.FromArray()
		play.Pairs = e.cfg.RoundPairs
		alone := by
		alone.Openings = nil
		array := run.Alone("", filepath.Join(e.folder, arrayFolder), e.g, play, alone)
		array.Read = e.collect
		parts = append(parts, array)
	}
	err = run.Play(e.ctx, e.crew.Whole(), e.ev, parts...)
	for _, p := range parts {
		r.Summary.Merge(p.Summary())
	}
	if err == nil {
		r.show(learnFrom(m), w)
	}
	if by = armies.Players[0]; e.cfg.Counted {
		by.Name, by.Says = fmt.Sprintf("learning %d", number), "the weights of this learning round"
		e.learners = append(e.learners, by)
	}
	return r, m, err
}

// collect samples the positions of a learning round, if all terms are fitted.
func (e *estimation) collect(games *run.Games) error {
	if e.data == nil {
		return nil
	}
	return e.data.Collect(games.All(), playing.DefaultSampling())
}

// learnTerms fits all terms of the playing weights to the games of the learning rounds so far, the
// last of which was played with the given weights.
func (e *estimation) learnTerms(w *eval.Weights) (*eval.Weights, error) {
	if e.data.Rows() == 0 {
		return w, nil // nothing to learn from
	}
	fit, err := playing.Fit(e.cfg.start(e.g), e.data, playing.Default(), e.crew.Workers)
	if err != nil {
		return nil, err
	}
	fit.Weights.Origin = &eval.Origin{Revision: eval.Revision, Seed: e.cfg.Play.Seed, Games: e.data.Games, Positions: e.data.Rows()}
	return fit.Weights, nil
}

// choose chooses the openings and exchanges by what is known so far.
func (e *estimation) choose() (err error) {
	e.openings, e.chosen, err = chooseOpenings(e.g, e.cfg, e.expected)
	return err
}

// exchanges returns the openings with the chosen exchanges, or nil if there are none.
func (e *estimation) exchanges() *opening.Config {
	if e.chosen == nil {
		return nil
	}
	return &e.openings
}

// lastRound plays fresh games with frozen weights and measures them.
func (e *estimation) lastRound(out *Result) (err error) {
	if !e.cfg.Counted || len(e.learners) == 0 {
		if err := e.choose(); err != nil {
			return err
		}
	}
	stops := []int{e.cfg.Pairs}
	if e.cfg.Precision > 0 {
		plan, err := planOf(e.g, e.cfg, e.openings, e.expected)
		if err != nil {
			return err
		}
		stops = checkpoints(plan.Pairs(e.cfg.Precision)-e.cfg.counted(), e.cfg.Pairs)
	}
	r := Round{Number: len(out.Rounds) + 1, Last: true}
	players, err := e.enterPanel(r.Number, out.Weights)
	if err != nil {
		return err
	}
	part := e.part("measuring", players...)
	part.Beside = e.learners
	var sample *tuning.Sample
	part.Read = func(games *run.Games) (err error) {
		sample, err = e.measure(games, out)
		return err
	}
	err = untilPrecise(e.cfg.Precision, stops, func(n int) (values []stat.Interval, err error) {
		run.Deal(players, n)
		if err := run.Play(e.ctx, e.crew, e.ev, part); err != nil {
			return nil, err
		}
		part.Again = true
		for _, v := range out.Measurement.Luck.Values {
			values = append(values, v.Worth)
		}
		return values, nil
	})
	if err != nil {
		return err
	}
	r.Summary, out.Copies = part.Summary(), part.Copies
	r.Games = r.Summary.Games
	*e.skipped += e.crew.Games(e.cfg.Pairs) - r.Games
	r.show(&out.Measurement.Design, out.Weights)
	e.ev.Find("%s", r)
	out.Rounds, out.Openings = append(out.Rounds, r), e.openings
	if out.Players, out.Panel, err = comparePlayers(sample, append(players, e.learners...)); err != nil {
		return err
	}
	out.Ranking = rank(e.g, out.Measurement, out.Panel)
	out.Besides, err = besides(sample, out.Players, e.cfg.Fit.Level)
	return err
}

// measure fits and counts the games of the last round, by exchange if it has exchanges. It reads
// them once, and returns what other fits need of them.
func (e *estimation) measure(games *run.Games, out *Result) (sample *tuning.Sample, err error) {
	var c counter
	var x *exchanges
	if e.chosen != nil {
		if x, err = newExchanges(e.g, e.openings, e.cfg.Play.Seed, e.chosen); err != nil {
			return nil, err
		}
		c.pair = x.add
	}
	if sample, err = tuning.Read(e.g, c.count(games.All()), e.cfg.Fit); err != nil {
		return nil, err
	}
	if x != nil {
		out.Differences = x.list(e.cfg.Fit.Level)
	}
	out.Games = c.counts()
	out.Measurement, err = sample.Measure()
	return sample, err
}

// show records the values of an estimate and the values that the engine played with.
func (r *Round) show(e *tuning.Estimate, w *eval.Weights) {
	r.Estimate, r.Values = e.Method, e.Values
	for _, v := range r.Values {
		r.Played = append(r.Played, materialOf(w, v.Type))
	}
}
