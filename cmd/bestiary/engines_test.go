package main

import (
	"context"
	"testing"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// The program plays short games as an engine, in both protocols.
func TestEngines(t *testing.T) {
	for _, c := range []struct {
		game, command string
		protocol      external.Protocol
	}{
		{"chess", "uci", external.UCI},
		{"hannibal-manticore", "uci", external.UCI},
		{"al-ces", "uci", external.UCI},
		{"chess", "xboard", external.XBoard},
		{"falcon-chess", "xboard", external.XBoard},
		{"hannibal-manticore", "xboard", external.XBoard},
		{"grand", "xboard", external.XBoard},
		{"al-ces", "xboard", external.XBoard},
	} {
		t.Run(c.command+"/"+c.game, func(t *testing.T) {
			v, err := variant.Find(c.game)
			testkit.OK(t, err)
			g, err := rules.Compile(v)
			testkit.OK(t, err)
			e, err := external.Start(context.Background(), external.Config{
				Command: "bestiary", Args: []string{c.command}, Protocol: c.protocol,
				Options: []external.Option{{Name: "MultiPV", Value: "1"}},
			}, g)
			testkit.OK(t, err)
			defer func() {
				if err := e.Close(); err != nil {
					t.Error(err)
				}
			}()
			for range 2 {
				playAlone(t, e, g)
			}
		})
	}
}

// playAlone lets an engine play both sides of a short game, after placing the waiting
// pieces.
func playAlone(t *testing.T, e *external.Engine, g *rules.Game) {
	t.Helper()
	testkit.OK(t, e.NewGame(context.Background()))
	p := g.NewPosition()
	for p.Placing() {
		p.Make(p.Moves(nil)[0])
	}
	start := p.FEN()
	var moves []rules.Move
	for range 24 {
		if result, _ := p.Outcome(); result != rules.Ongoing {
			break
		}
		reply := testkit.Must(e.Go(context.Background(), external.Request{Start: start, Moves: moves, Limit: external.Limit{Depth: 3}}))(t)
		if !reply.HasScore || reply.Depth == 0 {
			t.Errorf("reply %+v", reply)
		}
		p.Make(reply.Move)
		moves = append(moves, reply.Move)
	}
	if len(moves) < 10 {
		t.Errorf("the game ended after %d moves", len(moves))
	}
}
