package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
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
	return declare("bench", about, measure,
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
