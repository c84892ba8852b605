package train

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/check"
	"bestiary/selfplay/datagen"
	"bestiary/selfplay/match"
	"bestiary/tuning/network"
)

// SharedConfig specifies how the network for all games is made. Use DefaultShared to make one.
type SharedConfig struct {
	// Play specifies how many games of each variant are played, and how.
	Play datagen.Config
	Fit  network.Config
	// LeftOut are variants from which nothing is learned; their tuned weights are not used either. If one of
	// them is played, the loss of its positions shows how well the network does in a game that it has not seen.
	LeftOut []string
}

// DefaultShared returns 200 games of each variant and 20 epochs.
func DefaultShared() SharedConfig {
	c := SharedConfig{Play: datagen.Default(), Fit: network.Default()}
	c.Play.Games, c.Fit.Epochs = 200, 20
	return c
}

// Validate reports the first field that is out of range.
func (c SharedConfig) Validate() error { return check.First(c.Play.Validate(), c.Fit.Validate()) }

// Games returns the number of games to play of a number of variants.
func (c SharedConfig) Games(variants int) int {
	return variants * c.Play.Chunks() * datagen.ChunkGames
}

// SharedResult is the result of RunShared.
type SharedResult struct {
	Network   *engine.Shared  `json:"-"`
	Games     int             `json:"games"`
	Positions int             `json:"positions"`
	Epochs    []network.Epoch `json:"epochs"`
}

// RunShared plays games of several variants, each in a folder of its name, and trains one network on the
// positions of all. The same call continues after an interruption.
func RunShared(
	ctx context.Context, games []*rules.Game, cfg SharedConfig, folder string, crew match.Crew, ev NetworkEvents,
) (*SharedResult, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := cfg.check(games); err != nil {
		return nil, err
	}
	done := 0
	for _, g := range games {
		name := g.Variant.Name
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
	known, others, err := cfg.read(games, folder, crew.Workers)
	if err != nil {
		return nil, err
	}
	r := &SharedResult{}
	r.Network, err = network.TrainShared(ctx, known, others, cfg.Fit, crew.Workers, func(e network.Epoch) {
		ev.Find("epoch %d: loss %.5f, held out %.5f, other games %.5f", e.Number, e.Train, e.HeldOut, e.Others)
		r.Epochs = append(r.Epochs, e)
	})
	if err == nil {
		r.Games, r.Positions = r.Network.Origin.Games, r.Network.Origin.Positions
	}
	return r, err
}

// check reports games from which no network can be made.
func (c SharedConfig) check(games []*rules.Game) error {
	var names []string
	for _, g := range games {
		name := g.Variant.Name
		switch {
		case !g.Variant.OnlyMates():
			return fmt.Errorf("%s: it is not won by mate alone, so the network for all games is not for it", name)
		case slices.Contains(names, name):
			return fmt.Errorf("two games have the name %s, expected different ones", name)
		}
		names = append(names, name)
	}
	left := 0
	for _, name := range c.LeftOut {
		if err := check.OneOf("left out", name, slices.Concat(names, variant.Catalogue())...); err != nil {
			return err
		}
		if slices.Contains(names, name) {
			left++
		}
	}
	if left == len(games) {
		return fmt.Errorf("all %d games are left out, expected at least one to learn from", left)
	}
	return nil
}

// read reads the positions of the games to learn from and of those that are left out.
func (c SharedConfig) read(games []*rules.Game, folder string, workers int) (known, others []*network.Data, err error) {
	for _, g := range games {
		weights := c.terms(g)
		for i, w := range weights {
			var paths []string
			for chunk := i; chunk < c.Play.Chunks(); chunk += len(weights) {
				paths = append(paths, datagen.Path(filepath.Join(folder, g.Variant.Name), chunk))
			}
			if len(paths) == 0 {
				continue
			}
			d, err := network.Read(g, paths, w, workers)
			if err != nil {
				return nil, nil, err
			}
			if slices.Contains(c.LeftOut, g.Variant.Name) {
				others = append(others, d)
			} else {
				known = append(known, d)
			}
		}
	}
	return known, others, nil
}

// foreign returns the weights that a game would have if it were not in the catalogue.
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

// terms returns the weights to which the network learns to add its score, one for each part of the files. With
// tuned weights it learns what these lack, with foreign ones what weights for a new game lack.
func (c SharedConfig) terms(g *rules.Game) []*eval.Weights {
	switch {
	case slices.Contains(c.LeftOut, g.Variant.Name):
		return []*eval.Weights{c.foreign(g)}
	case c.tuned(g):
		return []*eval.Weights{eval.Default(g), c.foreign(g)}
	}
	return []*eval.Weights{c.foreign(g), eval.Prior(g)}
}
