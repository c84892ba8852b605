package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/selfplay/player"
)

// benchOutput is the output of bench --json.
type benchOutput struct {
	Depth int          `json:"depth"`
	Limit uint64       `json:"limit"`
	Games []benchEntry `json:"games"`
	Total benchEntry   `json:"total"`
}

// benchEntry is the measurement of a game, or the total.
type benchEntry struct {
	Game string `json:"game,omitempty"`
	search.Measurement
	Seconds   float64 `json:"seconds"`   // of search
	Rate      float64 `json:"rate"`      // nodes per second
	LeafRate  float64 `json:"leaf-rate"` // leaves per second
	Signature string  `json:"signature"` // changes when the engine plays differently
}

func newBenchEntry(game string, m search.Measurement) benchEntry {
	return benchEntry{game, m, m.Searching.Seconds(), m.NodesPerSecond(), m.LeavesPerSecond(), fmt.Sprintf("%08x", m.Signature)}
}

func benchCommand() *cli.Command {
	var cfg search.BenchConfig
	about := map[string]int{"Perft": search.BenchPerft, "Rounds": peerRounds}
	measure := func(c *cli.Context) error {
		cfg.Nodes, cfg.Middle = c.Uint64("nodes"), c.Bool("middle")
		if c.IsSet("nodes") && cfg.Nodes < 1 {
			return misused("bench: --nodes 0: expected at least 1")
		}
		return measureSpeed(c, cfg)
	}
	return declare("engine-bench", about, measure,
		positiveFlag("depth", "search to `PLIES`", &cfg.Depth, fmt.Sprintf("%d without --nodes", search.BenchDepth)),
		&cli.Uint64Flag{Name: "nodes", Usage: "search `N` nodes", DefaultText: fmt.Sprintf("no limit; %d with --peer", peerNodes)},
		switchFlag("middle", "search positions of the middle game"),
		&cli.StringFlag{Name: "peer", Usage: "compare the speed with that of `PLAYER`, such as uci:PATH"},
		jsonFlag(benchOutput{}, "With --peer", peerOutput{}),
	)
}

func measureSpeed(c *cli.Context, config search.BenchConfig) error {
	games, err := benchGames(c)
	if err != nil {
		return err
	}
	if c.IsSet("peer") {
		return besidePeer(c, games)
	}
	var entries []benchEntry
	var parts []search.Measurement
	for _, g := range games {
		m, err := search.Bench(g, config)
		if err != nil {
			return err
		}
		parts = append(parts, m)
		entries = append(entries, newBenchEntry(g.Variant.Name, m))
	}
	if config.Depth == 0 && config.Nodes == 0 {
		config.Depth = search.BenchDepth
	}
	out := benchOutput{config.Depth, config.Nodes, entries, newBenchEntry("", search.BenchTotal(parts))}
	return printText(c, out, printedTable("bench", append(out.Games, out.Total)))
}

// benchGames returns the games given by the arguments, or else all games of the catalogue, or
// those that have positions of the middle game.
func benchGames(c *cli.Context) ([]*rules.Game, error) {
	names, read := c.Args().Slice(), func(name string) (*variant.Variant, error) { return readVariant(c, name) }
	if len(names) == 0 {
		names, read = variant.Catalogue(), variant.Find // omits the warnings about approximations
		if c.Bool("middle") || c.IsSet("peer") {
			names = search.MiddleGames()
		}
	}
	var games []*rules.Game
	for _, name := range names {
		v, err := read(name)
		if err != nil {
			return nil, err
		}
		g, err := compile(v)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// The defaults of bench --peer.
const (
	peerNodes  = 20000
	peerRounds = 5
)

// peerOutput is the output of bench --peer --json.
type peerOutput struct {
	Peer  string      `json:"peer"`
	Limit uint64      `json:"limit"`
	Games []peerEntry `json:"games"`
	Total peerEntry   `json:"total"`
}

// peerEntry compares the speed in a game, or in all.
type peerEntry struct {
	Game     string  `json:"game,omitempty"`
	Rate     float64 `json:"rate"`      // positions per second in the median round
	PeerRate float64 `json:"peer-rate"` // of the other program
	Ratio    float64 `json:"ratio"`     // of the median round
	Low      float64 `json:"low"`       // least ratio of a round
	High     float64 `json:"high"`      // greatest ratio of a round
}

func newPeerEntry(game string, c search.Comparison) peerEntry {
	e := peerEntry{Game: game, Rate: search.MedianRate(c.Own), PeerRate: search.MedianRate(c.Peer)}
	e.Ratio, e.Low, e.High = c.Ratio()
	return e
}

// besidePeer compares the speed of the engine with another program's.
func besidePeer(c *cli.Context, games []*rules.Game) error {
	out := peerOutput{Limit: cmp.Or(c.Uint64("nodes"), peerNodes)}
	spec, err := player.Parse(c.String("peer"), fmt.Sprintf("nodes=%d", out.Limit))
	switch {
	case err != nil:
		return misused("bench: --peer: %v", err)
	case !spec.IsProgram():
		return misused("bench: --peer %q: expected another program, such as uci:PATH", c.String("peer"))
	case spec.Limit != player.Limit{Nodes: out.Limit}:
		return misused("bench: --peer %q: expected no limit; --nodes limits the searches of both programs", c.String("peer"))
	case c.IsSet("depth"):
		return misused("bench: --depth does not go with --peer: depth means another amount of work to each program")
	}
	var parts []search.Comparison
	for _, g := range games {
		part, name, err := beside(c.Context, g, spec.Resolved().Program, out.Limit)
		var fault *external.Fault
		switch {
		case errors.As(err, &fault) && fault.Kind == external.WrongGame:
			fmt.Fprintf(c.App.ErrWriter, "%s is left out: %v\n", g.Variant.Name, err)
			continue
		case err != nil:
			return err
		}
		out.Peer, parts = name, append(parts, part)
		out.Games = append(out.Games, newPeerEntry(g.Variant.Name, part))
	}
	if len(parts) == 0 {
		return errors.New("bench: the program knows none of the games")
	}
	out.Total = newPeerEntry("", search.Together(parts))
	return printText(c, out, printedTable("peer", map[string]any{"Peer": out.Peer, "Rows": append(out.Games, out.Total)}))
}

// beside compares the speed in one game, and returns the name of the other program.
func beside(ctx context.Context, g *rules.Game, cfg external.Config, nodes uint64) (part search.Comparison, name string, err error) {
	positions, err := search.MiddlePositions(g)
	if err != nil {
		return part, "", err
	}
	e, err := external.Start(ctx, cfg, g)
	if err != nil {
		return part, "", err
	}
	part, err = search.Beside(g, positions, nodes, peerRounds, func(p *rules.Position, nodes uint64) (search.Effort, error) {
		if err := e.NewGame(ctx); err != nil {
			return search.Effort{}, err
		}
		reply, err := e.Go(ctx, external.Request{Start: p.FEN(), Limit: external.Limit{Nodes: nodes}})
		if err == nil && reply.Nodes == 0 {
			err = fmt.Errorf("bench: %s does not say how many nodes it has searched", e.Name())
		}
		return search.Effort{Nodes: reply.Nodes, Time: reply.Elapsed}, err
	})
	return part, e.Name(), errors.Join(err, e.Close())
}
