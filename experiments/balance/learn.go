package balance

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// learningFolder is the folder, inside that of a run, with the games of the learning rounds.
const learningFolder = "learning"

// start returns the weights before any learning.
func (c *Config) start(g *rules.Game) *eval.Weights {
	if c.Weights != nil {
		return c.Weights
	}
	return estimate.StartWeights(g)
}

// learns reports whether the players of a game learn before it is measured: nobody has tuned
// weights for it, and its armies can be made to differ.
func (c *Config) learns(g *rules.Game) bool {
	return c.Rounds > 0 && c.Weights == nil && estimate.LearnsTerms(g, c.start(g)) && estimate.CheckGame(g) == nil
}

// learning returns how the players learn: as before an estimate.
func (c *Config) learning() estimate.Config {
	e := estimate.Default()
	e.Panel, e.Rounds, e.RoundPairs = []string{estimate.Learned}, c.Rounds, c.RoundPairs
	e.Play.MaxPlies, e.Play.Seed = c.Play.MaxPlies, opening.Seed(c.Play.Seed, 0) // the seeds of rungs have their nodes
	return e
}

// LearningGames returns the largest number of games in learning rounds.
func (c *Config) LearningGames(g *rules.Game) int {
	if !c.learns(g) {
		return 0
	}
	return c.learning().LearningGames(g)
}

// Learn returns the weights that the panel plays with, and how many games it took to learn them: 0
// if weights come with the program or with the configuration. If one side wins all games, there is
// nothing to learn from, and the weights are those before. A crew with a shard plays all of these
// games, like every other shard.
func Learn(ctx context.Context, g *rules.Game, c Config, folder string, crew match.Crew, ev match.Events) (*eval.Weights, int, error) {
	if !c.learns(g) {
		return c.start(g), 0, nil
	}
	ev.Found = nil
	w, games, err := estimate.LearnWeights(ctx, g, c.learning(), filepath.Join(folder, learningFolder), crew, ev)
	if errors.Is(err, tuning.ErrOneSided) {
		return c.start(g), 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("balance: %w", err)
	}
	return w, games, nil
}
