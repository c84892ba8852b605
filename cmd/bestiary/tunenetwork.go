package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/experiments/train"
	"bestiary/internal/files"
)

// networkJSON is the output of tune --network --json.
type networkJSON struct {
	Game        string             `json:"game"`
	Generations []train.Generation `json:"generations"` // trained by this call
	Nodes       int                `json:"nodes"`       // of the network in the match, for the same processor time
	Match       trainMatch         `json:"match"`       // of the network against the tuned weights
	Accepted    bool               `json:"accepted"`
}

func (s *tuneSetup) tuneNetwork(c *cli.Context) error {
	cfg := s.network
	if c.IsSet("blend") {
		cfg.Fit.Blend = c.Float64("blend")
	}
	cfg.Fit.Adds = !c.Bool("alone")
	cfg.Fit.Seed, cfg.Play.Seed = c.Uint64("seed"), c.Uint64("seed")
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return err
	}
	folder := runFolder(c, g.Variant, "network")
	return playGames(c, folder, func(ctx context.Context, s *stage) (a answer, err error) {
		s.Show.SetTotal(cfg.Games())
		events := train.NetworkEvents{Events: trainEvents(s.Show)}
		events.Played = func(done, played int) { s.Show.Tick(done, played, func() string { return "" }) }
		r, err := train.RunNetwork(ctx, g, cfg, folder, s.Crew, events)
		if err != nil {
			return a, err
		}
		if path := c.String("weights"); path != "" && r.Match.Accepted {
			err = r.Network.Save(path)
		}
		out := networkJSON{g.Variant.Name, r.Generations, r.Nodes, newTrainMatch(r.Match), r.Match.Accepted}
		return answer{Value: out, Text: printed("network", struct {
			networkJSON
			Against int
			Result  any
		}{out, cfg.Match.Nodes, r.Match})}, err
	})
}

// tuneShared makes the network for all games.
func (s *tuneSetup) tuneShared(c *cli.Context) error {
	cfg := s.shared
	if c.IsSet("blend") {
		cfg.Fit.Blend = c.Float64("blend")
	}
	cfg.Fit.Seed, cfg.Play.Seed = c.Uint64("seed"), c.Uint64("seed")
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	var games []*rules.Game
	for _, name := range c.Args().Slice() {
		g, err := loadGame(c, name)
		if err != nil {
			return err
		}
		games = append(games, g)
	}
	folder := cmp.Or(c.String("out"), fmt.Sprintf("%s/network-%d", runsFolder, cfg.Play.Seed))
	return playGames(c, folder, func(ctx context.Context, s *stage) (a answer, err error) {
		s.Show.SetTotal(cfg.Games(len(games)))
		events := train.NetworkEvents{Events: trainEvents(s.Show)}
		events.Played = func(done, played int) { s.Show.Tick(done, played, func() string { return "" }) }
		r, err := train.RunShared(ctx, games, cfg, folder, s.Crew, events)
		if err != nil {
			return a, err
		}
		path := cmp.Or(c.String("weights"), filepath.Join(folder, "shared.net"))
		r.Network.Origin.Command = commandLine(c, c.Args().Slice(), nil)
		err = files.Replace(path, r.Network.Encode())
		return answer{Value: r, Text: printed("shared", struct {
			*train.SharedResult
			Path string
		}{r, path})}, err
	})
}
