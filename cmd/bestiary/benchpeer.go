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
	"bestiary/selfplay/player"
)

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
