package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/train"
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
