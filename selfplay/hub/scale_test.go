package hub

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Many workers with instant games: the connections and messages of many machines, here in
// one process. It reports how many results a hub takes in a second.
func TestManyWorkers(t *testing.T) {
	connections, pairs := testkit.Choose(20, 1000), testkit.Choose(200, 3000)
	g := rulestest.Game(t, "chess")
	cfg := match.Default()
	cfg.Pairs, cfg.MaxPlies, cfg.RandomPlies = pairs, 10, 1
	var specs []player.Spec
	for _, name := range []string{"random", "random:name=other"} {
		s := testkit.Must(player.Parse(name, ""))(t)
		specs = append(specs, s)
	}
	r := testkit.Must(match.New(g, cfg, specs))(t)
	hubConfig := config(t, t.TempDir())
	hubConfig.AckWait = 30 * time.Second
	h := open(t, hubConfig)
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for range connections {
		group.Go(func() {
			if err := Work(ctx, WorkConfig{URL: "nats://" + h.cfg.Listen, Workers: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	for h.server.NumClients() <= connections {
		time.Sleep(10 * time.Millisecond)
	}
	games := testkit.Must(r.Open(t.TempDir()))(t)
	defer games.Close()
	limit, stop := context.WithTimeout(context.Background(), 8*time.Minute)
	defer stop()
	began := time.Now()
	played, err := r.Play(limit, games, match.Crew{Hub: smallRanges{h}}, nil, match.Events{})
	took := time.Since(began)
	cancel()
	group.Wait()
	testkit.OK(t, err)
	if played.Games() != 2*pairs {
		t.Errorf("%d games, want %d", played.Games(), 2*pairs)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%d workers, %d results: %.0f results/s; %d MB from the system for the hub and all workers", connections, pairs, float64(pairs)/took.Seconds(), memory.Sys>>20)
}

// smallRanges hands out pair by pair.
type smallRanges struct{ *Hub }

func (s smallRanges) Play(ctx context.Context, r *match.Run, todo []match.Range, take func(store.Author, []store.Record) error) error {
	var single []match.Range
	for _, x := range todo {
		for i := range x.Count {
			single = append(single, match.Range{First: x.First + i, Count: 1})
		}
	}
	return s.Hub.Play(ctx, r, single, take)
}
