package estimate

import (
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning/playing"
)

// arrayFolder is where the games of learning rounds from the array are, in the folder of
// an estimate.
const arrayFolder = "array"

// LearnsTerms reports whether learning rounds from these weights fit all terms of the
// evaluation, as they do for the weights of the prior. Tuned weights only learn the values of
// pieces.
func LearnsTerms(g *rules.Game, start *eval.Weights) bool {
	return sameWeights(start, eval.Prior(g)) && start.Network == nil
}

// termLearner fits all terms of the playing weights to the games of the learning rounds
// so far. Half of them start from armies that differ, which teach what material is worth,
// and half from the array, which teach the rest.
type termLearner struct {
	*estimation
	start *eval.Weights
	data  *playing.Data
	array *store.Store
}

func (e *estimation) newTermLearner(start *eval.Weights) (*termLearner, error) {
	data, err := playing.NewData(e.g)
	if err != nil {
		return nil, err
	}
	array, err := match.OpenRun(filepath.Join(e.folder, arrayFolder), e.g, e.arrayPlay())
	return &termLearner{e, start, data, array}, err
}

// arrayPlay is how the games of a learning round from the array are played.
func (e *estimation) arrayPlay() match.Config {
	cfg := e.cfg.Play.FromArray()
	cfg.Pairs = e.cfg.RoundPairs
	return cfg
}

// learn plays the games of a round from the array with its weights, after those from
// armies, and fits the weights of the next.
func (l *termLearner) learn(round *Round, w *eval.Weights) (*eval.Weights, error) {
	cfg := l.arrayPlay()
	armies := round.Summary.Games
	sum, err := match.Play(l.ctx, l.g, cfg, w, round.Number, l.crew.Whole(), l.array, match.Events{GameDone: func(p match.Progress) {
		if l.ev.GameDone != nil {
			p.Done, p.Total = p.Done+armies, p.Total+armies
			l.ev.GameDone(p)
		}
	}})
	if err != nil {
		return nil, err
	}
	round.Summary.Merge(sum)
	for _, games := range []*store.Store{l.store, l.array} {
		if err := l.data.Collect(gamesOf(l.ctx, games, round.Number, l.cfg.RoundPairs), playing.DefaultSampling()); err != nil {
			return nil, err
		}
	}
	if l.data.Rows() == 0 {
		return w, nil // nothing to learn from
	}
	fit, err := playing.Fit(l.start, l.data, playing.Default(), l.crew.Workers)
	if err != nil {
		return nil, err
	}
	fit.Weights.Origin = &eval.Origin{Revision: eval.Revision, Seed: l.cfg.Play.Seed, Games: l.data.Games, Positions: l.data.Rows()}
	return fit.Weights, nil
}
