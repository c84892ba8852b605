package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
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
	return &cli.Command{
		Name:      "bench",
		Usage:     "measure the speed of the engine",
		ArgsUsage: "[GAME...]",
		Description: fmt.Sprintf(`Searches fixed positions of the games, by default of all games of the catalogue, each with
an empty table, and counts their legal moves to %d plies. Nodes and signature are the same
in every run; they change when the engine plays differently.

With --peer the engine and another program search positions of the middle game by turns,
%d times each. PLAYER is one of bestiary match that takes nodes. Games that it does not know
are left out.`, search.BenchPerft, peerRounds),
		Flags: []cli.Flag{
			countFlag("depth", "search to `PLIES`", fmt.Sprintf("%d without --nodes", search.BenchDepth)),
			&cli.Uint64Flag{Name: "nodes", Usage: "search `N` nodes", DefaultText: fmt.Sprintf("no limit; %d with --peer", peerNodes)},
			&cli.BoolFlag{Name: "middle", Usage: "search positions of the middle game", DisableDefaultText: true},
			&cli.StringFlag{Name: "peer", Usage: "compare the speed with that of `PLAYER`, such as uci:PATH"},
			jsonFlag(benchOutput{}, "With --peer", peerOutput{}),
		},
		Action: measureSpeed,
	}
}

func measureSpeed(c *cli.Context) error {
	games, err := benchGames(c)
	if err != nil {
		return err
	}
	config := search.BenchConfig{Depth: c.Int("depth"), Nodes: c.Uint64("nodes"), Middle: c.Bool("middle")}
	if c.IsSet("depth") && config.Depth < 1 {
		return misused("bench: --depth %d: expected 1 to %d plies", config.Depth, search.MaxDepth)
	}
	if c.IsSet("nodes") && config.Nodes < 1 {
		return misused("bench: --nodes 0: expected at least 1")
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
	return printAnswer(c, answer{Value: out, Text: func(w io.Writer) { printBench(w, out) }})
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

func printBench(w io.Writer, out benchOutput) {
	t := doc.Table{Head: []string{"game", "nodes", "time", "nodes", "perft", "signature"}}
	out.Total.Game = "total"
	for _, e := range append(out.Games, out.Total) {
		t.Rows = append(t.Rows, doc.Row(e.Game, format.Count(int(e.Nodes)), format.Fixed(e.Seconds, 3)+" s",
			format.Fixed(e.Rate/1e3, 0)+" k/s", format.Fixed(e.LeafRate/1e6, 1)+" M/s", e.Signature))
	}
	fmt.Fprint(w, t.Text(textWidth))
}
