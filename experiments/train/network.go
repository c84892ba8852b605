package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/internal/check"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/datagen"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning/network"
)

// NetworkConfig specifies how a network is made. Use DefaultNetwork to make one.
type NetworkConfig struct {
	// Generations is the number of rounds of playing and training; 1 to 20.
	Generations int
	// Play describes the games of a generation.
	Play datagen.Config
	Fit  network.Config
	// Match is the test of the last network against the tuned weights, which visit its
	// Nodes a move. The network visits as many as it does in the same processor time.
	Match match.Config
}

// DefaultNetwork returns 3 generations of 12,000 games, and a match of at most 2000 pairs at
// 1000 nodes a move that tests 10 Elo against 0.
func DefaultNetwork() NetworkConfig {
	c := NetworkConfig{Generations: 3, Play: datagen.Default(), Fit: network.Default(), Match: Default().Match}
	c.Match.Pairs, c.Match.Nodes = 2000, 1000
	c.Match.SPRT = &rating.SPRT{Elo0: 0, Elo1: 10}
	return c
}

// Validate reports the first field that is out of range.
func (c NetworkConfig) Validate() error {
	return check.First(check.Range("generations", c.Generations, 1, 20), c.Play.Validate(), c.Fit.Validate(), checkMatch(c.Match))
}

// Games returns the number of games of all generations, not counting the match.
func (c NetworkConfig) Games() int { return c.Generations * c.Play.Chunks() * datagen.ChunkGames }

// NetworkEvents report the progress of RunNetwork.
type NetworkEvents struct {
	match.Events
	// Played is called as games end: done in all generations, and how many of them were
	// played since the last call. The others were in the folder.
	Played func(done, played int)
}

// Generation is a round of playing and training.
type Generation struct {
	Number    int `json:"generation"`
	Games     int `json:"games"` // of this and the generations before
	Positions int `json:"positions"`
	*network.Result
}

// NetworkResult is the result of RunNetwork.
type NetworkResult struct {
	Game        *rules.Game
	Network     *engine.Network
	Generations []Generation // those trained by this call
	// Nodes is how many positions a move the network visits in the match: as many as it does in
	// the processor time that the tuned weights take for theirs.
	Nodes int
	Match *MatchResult
}

// networkName is the file of the network in the folder of a generation.
const networkName = "network.net"

// RunNetwork plays, trains and tests in a folder that keeps the games and the network of each
// generation. The first generation plays with the tuned weights, each later one with the network
// before it, and learns from the games of all generations. The same call continues after an
// interruption; only the match starts again. A network made with other settings is an error.
func RunNetwork(
	ctx context.Context, g *rules.Game, cfg NetworkConfig, folder string, crew match.Crew, ev NetworkEvents,
) (*NetworkResult, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	r := &NetworkResult{Game: g, Generations: []Generation{}}
	w := eval.Default(g)
	var paths []string // of the games of all generations
	done := 0
	for number := 1; number <= cfg.Generations; number++ {
		place := filepath.Join(folder, fmt.Sprintf("generation-%d", number))
		games, name := filepath.Join(place, "games"), filepath.Join(place, networkName)
		play := cfg.Play
		play.Seed = opening.Seed(cfg.Play.Seed, number)
		paths = append(paths, play.Paths(games)...)
		var err error
		if r.Network, err = kept(name, g, len(paths)*datagen.ChunkGames, cfg.Fit); err != nil {
			return nil, err
		}
		ev.Start(match.Part{Label: fmt.Sprintf("generation %d", number), Games: play.Chunks() * datagen.ChunkGames})
		if err = datagen.Play(ctx, g, w, play, games, crew, func(n, played int) {
			done += n
			ev.Played(done, played)
		}); err != nil {
			return nil, err
		}
		if crew.Shard.Of > 1 {
			return nil, match.ErrPartial // training needs the games of all shards
		}
		if r.Network == nil {
			if err = r.train(ctx, number, cfg.Fit, name, paths, crew.Workers, ev); err != nil {
				return nil, err
			}
		}
		w = eval.Default(g)
		w.Network = r.Network
	}
	return r, r.test(ctx, w, cfg, paths[0], crew, ev)
}

// train trains the network of a generation and writes its file.
func (r *NetworkResult) train(
	ctx context.Context, number int, cfg network.Config, name string, paths []string, workers int, ev NetworkEvents,
) error {
	d, err := network.Read(r.Game, paths, eval.Default(r.Game), workers)
	if err != nil {
		return err
	}
	each := float64(d.Positions) / float64(max(d.Weights(), 1))
	ev.Find("generation %d: %d positions of %d games, %.1f for each weight", number, d.Positions, d.Games, each)
	fit, err := network.Train(ctx, d, cfg, workers, func(e network.Epoch) {
		ev.Find("epoch %d: loss %.5f, held out %.5f", e.Number, e.Train, e.HeldOut)
	})
	if err != nil {
		return err
	}
	r.Generations = append(r.Generations, Generation{number, d.Games, d.Positions, fit})
	r.Network = fit.Network
	return fit.Network.Save(name)
}

// kept returns the network of a generation, nil if it is not trained yet. One that was
// trained in another way is an error.
func kept(path string, g *rules.Game, games int, cfg network.Config) (*engine.Network, error) {
	w, err := eval.Load(path, g)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.As(err, new(*fs.PathError)):
		return nil, err
	case err == nil && w.Network == nil:
		err = fmt.Errorf("%s holds no network", path)
	}
	if err != nil {
		return nil, fmt.Errorf("%w; remove it, or use another folder", err)
	}
	n, o := w.Network, w.Network.Origin
	for _, f := range []struct {
		name       string
		have, want any
	}{{"games", o.Games, games}, {"epochs", o.Epochs, cfg.Epochs}, {"seed", o.Seed, cfg.Seed}, {"alone", n.Terms == "", !cfg.Adds}} {
		if f.have != f.want {
			return nil, fmt.Errorf("network %s: %s is %v, expected %v; use another folder for another run", path, f.name, f.have, f.want)
		}
	}
	return n, nil
}

// test plays the match at equal processor time, measured on positions from a file of games.
func (r *NetworkResult) test(
	ctx context.Context, w *eval.Weights, cfg NetworkConfig, path string, crew match.Crew, ev NetworkEvents,
) error {
	m := cfg.Match
	m.Seed = opening.Seed(cfg.Play.Seed, matchStream)
	ratio, err := r.speed(ctx, w, path)
	if err != nil {
		return err
	}
	r.Nodes = max(int(float64(m.Nodes)*ratio), 1)
	ev.Find("the network visits %d positions while the tuned weights visit %d", r.Nodes, m.Nodes)
	r.Match, err = Match(ctx, r.Game, w, eval.Default(r.Game), r.Nodes, m, crew, ev.Events)
	if err == nil {
		r.Match.Accepted = r.Match.State.Decision == rating.AcceptH1 // a network costs more than weights
	}
	return err
}

// speedPositions of the games, speedNodes and speedRounds specify the searches that measure speed.
const speedPositions, speedNodes, speedRounds = 20, 10_000, 3

// speed returns how many positions an engine with a network searches in the time in which
// one with the tuned weights searches one. They search positions of the games in turns; the
// shortest time of each counts.
func (r *NetworkResult) speed(ctx context.Context, w *eval.Weights, path string) (float64, error) {
	var positions []*rules.Position
	if err := datagen.Read(path, r.Game, func(e datagen.Example) {
		if e.Game >= len(positions)*datagen.ChunkGames/speedPositions && e.Fullmove() > 12 {
			positions = append(positions, e.Clone())
		}
	}); err != nil {
		return 0, err
	}
	var searchers [2]*search.Searcher
	for i, w := range []*eval.Weights{w, eval.Default(r.Game)} {
		searchers[i] = search.New(eval.New(r.Game, w), search.Options{})
	}
	var spent [2]time.Duration
	for _, p := range positions {
		var least [2]time.Duration
		for range speedRounds {
			for i, s := range searchers {
				s.Reset()
				began := time.Now()
				s.Search(p, search.Limits{Nodes: speedNodes})
				if took := time.Since(began); least[i] == 0 || took < least[i] {
					least[i] = took
				}
			}
		}
		spent[0], spent[1] = spent[0]+least[0], spent[1]+least[1]
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	if spent[0] == 0 {
		return 1, nil
	}
	return float64(spent[1]) / float64(spent[0]), nil
}
