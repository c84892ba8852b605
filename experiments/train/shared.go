package train

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/selfplay/datagen"
	"bestiary/selfplay/match"
	"bestiary/tuning/network"
)

// SharedConfig specifies how the network for all games is made. Use DefaultShared to make one.
type SharedConfig struct {
	// Play describes the games of each game of chess, shogi and so on.
	Play datagen.Config
	Fit  network.Config
	// LeftOut are the names of games from which nothing is learned, their tuned weights included. Their
	// positions, if they are among the games, show how well the network does in games that it does not know.
	LeftOut []string
}

// DefaultShared returns 200 games of each game and 20 epochs.
func DefaultShared() SharedConfig {
	c := SharedConfig{Play: datagen.Default(), Fit: network.Default()}
	c.Play.Games, c.Fit.Epochs = 200, 20
	return c
}

// Validate reports the first field that is out of range.
func (c SharedConfig) Validate() error { return check.First(c.Play.Validate(), c.Fit.Validate()) }

// SharedResult is the result of RunShared.
type SharedResult struct {
	Network   *engine.Shared  `json:"-"`
	Games     int             `json:"games"`
	Positions int             `json:"positions"`
	Epochs    []network.Epoch `json:"epochs"`
}

// RunShared plays games of each of several games in folders of their names, and trains one network on the
// positions of all. The same call continues after an interruption.
func RunShared(
	ctx context.Context, games []*rules.Game, cfg SharedConfig, folder string, crew match.Crew, ev NetworkEvents,
) (*SharedResult, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	done := 0
	for _, g := range games {
		name := g.Variant.Name
		if !g.Variant.OnlyMates() {
			return nil, fmt.Errorf("%s: it is not won by mate alone, so the network for all games is not for it", name)
		}
		ev.Start(match.Part{Label: name, Games: cfg.Play.Chunks() * datagen.ChunkGames})
		if err := datagen.Play(ctx, g, cfg.teacher(g), cfg.Play, filepath.Join(folder, name), crew, func(n, played int) {
			done += n
			ev.Played(done, played)
		}); err != nil {
			return nil, err
		}
	}
	if crew.Shard.Of > 1 {
		return nil, match.ErrPartial
	}
	var known, others []*network.Data
	for _, g := range games {
		into := &known
		if slices.Contains(cfg.LeftOut, g.Variant.Name) {
			into = &others
		}
		for i, w := range cfg.terms(g) {
			var paths []string
			for chunk := i; chunk < cfg.Play.Chunks(); chunk += len(cfg.terms(g)) {
				paths = append(paths, datagen.Path(filepath.Join(folder, g.Variant.Name), chunk))
			}
			if len(paths) == 0 {
				continue
			}
			d, err := network.Read(g, paths, w, crew.Workers)
			if err != nil {
				return nil, err
			}
			*into = append(*into, d)
		}
	}
	r := &SharedResult{}
	var err error
	r.Network, err = network.TrainShared(ctx, known, others, cfg.Fit, crew.Workers, func(e network.Epoch) {
		ev.Find("epoch %d: loss %.5f, held out %.5f, other games %.5f", e.Number, e.Train, e.HeldOut, e.Others)
		r.Epochs = append(r.Epochs, e)
	})
	if err == nil {
		r.Games, r.Positions = r.Network.Origin.Games, r.Network.Origin.Positions
	}
	return r, err
}

// foreign returns the weights that a game would have if it was unknown.
func (c SharedConfig) foreign(g *rules.Game) *eval.Weights {
	return eval.Foreign(g, append(slices.Clone(c.LeftOut), g.Variant.Name)...)
}

// tuned reports whether weights tuned for a game may be used.
func (c SharedConfig) tuned(g *rules.Game) bool {
	o := eval.Default(g).Origin
	return o != nil && o.From == "" && !slices.Contains(c.LeftOut, g.Variant.Name)
}

// teacher returns the weights that play the games.
func (c SharedConfig) teacher(g *rules.Game) *eval.Weights {
	if c.tuned(g) {
		return eval.Strongest(g)
	}
	return c.foreign(g)
}

// terms returns the weights to which the network learns to add: those of the game in every other file and
// those for an unknown game in the rest, since it has to do with both.
func (c SharedConfig) terms(g *rules.Game) []*eval.Weights {
	switch {
	case slices.Contains(c.LeftOut, g.Variant.Name):
		return []*eval.Weights{c.foreign(g)}
	case c.tuned(g):
		return []*eval.Weights{eval.Default(g), c.foreign(g)}
	}
	return []*eval.Weights{c.foreign(g), eval.Prior(g)}
}
