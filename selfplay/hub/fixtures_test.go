package hub

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net"
	"testing"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay"
	"bestiary/selfplay/match"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

var long = flag.Bool("long", false, "kill more processes and simulate more workers")

func compile(t testing.TB, name string) *rules.Game {
	t.Helper()
	v, err := variant.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.Compile(v)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tiny is a run of some short games.
var tiny = func() selfplay.Config {
	c := selfplay.Default()
	c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 5, 150, 100, 40
	return c
}()

// playTiny plays round 0 of a tiny run of chess.
func playTiny(ctx context.Context, g *rules.Game, cfg selfplay.Config, folder string, crew match.Crew) (err error) {
	s, err := selfplay.OpenRun(folder, g, cfg)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = selfplay.Play(ctx, g, cfg, eval.Prior(g), 0, crew, s, selfplay.Events{})
	return err
}

// games are the games of the run in a folder, as text.
func games(t testing.TB, folder string) string {
	t.Helper()
	s, err := store.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var b bytes.Buffer
	if err := pgn.Export(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// whole is a run that one process plays alone.
func whole(t testing.TB, g *rules.Game, cfg selfplay.Config) string {
	t.Helper()
	folder := t.TempDir()
	if err := playTiny(context.Background(), g, cfg, folder, match.Workers(2)); err != nil {
		t.Fatal(err)
	}
	return games(t, folder)
}

// address is one of this machine that is free.
func address(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// config is a hub for tests, with times that suit them.
func config(t testing.TB, folder string) Config {
	cfg := Default()
	cfg.Listen, cfg.Folder, cfg.AckWait = address(t), folder, time.Second
	cfg.Events.Message = func(text string) { t.Log(text) }
	return cfg
}

func open(t testing.TB, cfg Config) *Hub {
	t.Helper()
	h, err := Open(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// join starts workers that end with the test.
func join(t testing.TB, h *Hub, n int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- Work(ctx, WorkConfig{URL: "nats://" + h.cfg.Listen, Workers: n, Events: WorkEvents{Message: func(text string) { fmt.Println(text) }}})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
