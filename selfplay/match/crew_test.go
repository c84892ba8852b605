package match

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// The merged shards of a run equal the run.
func TestShards(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	cfg := with(func(c *Config) { c.Seed, c.Pairs, c.MaxPlies = 3, 5, 60 })
	r := prepare(t, g, cfg, "engine:nodes=10", "random", "engine:nodes=15")
	whole := open(t, r)
	want := play(t, r, whole, 2, Events{})
	var folders []string
	games := 0
	for i := range 4 {
		crew := Crew{Workers: 2, Shard: Shard{i, 4}}
		folder := t.TempDir()
		s := testkit.Must(r.Open(folder))(t)
		last := Progress{}
		for range 2 { // the second time there is nothing left to do
			if _, err := r.Play(context.Background(), s, crew, nil, Events{GameDone: func(p Progress) { last = p }}); !errors.Is(err, ErrPartial) {
				t.Fatal(err)
			}
		}
		played := records(t, s)
		for _, rec := range played {
			if rec.Pair%4 != i {
				t.Errorf("shard %d has game %s", i, rec.Name())
			}
		}
		if n := crew.Games(15); len(played) != n || last.Done != n || last.Total != n {
			t.Errorf("shard %d has %d games, progress %d of %d, want %d", i, len(played), last.Done, last.Total, n)
		}
		games += len(played)
		folders = append(folders, folder)
		testkit.OK(t, s.Close())
	}
	if games != r.Total() {
		t.Errorf("%d games, want %d", games, r.Total())
	}
	out := filepath.Join(t.TempDir(), "merged")
	if parts, err := store.Merge(out, folders, Openings("")); err != nil || len(parts) != 1 || len(parts[0].Missing) != 0 {
		t.Fatal(parts, err)
	}
	merged := testkit.Must(r.Open(out))(t)
	defer merged.Close()
	testkit.Same(t, "", records(t, whole), records(t, merged))
	tally := play(t, r, merged, 1, Events{GameDone: func(Progress) { t.Error("a game is played again") }})
	testkit.Same(t, "", want, tally, ignoreHidden)
}

func TestShardsRefused(t *testing.T) {
	g := rulestest.Game(t, "chess")
	test := with(func(c *Config) { c.SPRT = &rating.SPRT{Elo1: 10, Alpha: 0.05, Beta: 0.05} })
	for _, c := range []struct {
		cfg   Config
		shard Shard
		want  string
	}{
		{Default(), Shard{3, 3}, "shard: index is 3, expected 0 to 2"},
		{Default(), Shard{0, -1}, "shard: number of shards is -1"},
		{test, Shard{0, 3}, "a test cannot be played in shards"},
	} {
		r := prepare(t, g, c.cfg, "engine", "random")
		testkit.Fails(t, testkit.Error(r.Play(context.Background(), open(t, r), Crew{Shard: c.shard}, nil, Events{})), c.want)
	}
}

// A worker pauses between its games, and not before the first or after the last. The end of
// the context ends the pause.
func TestWait(t *testing.T) {
	g := rulestest.Game(t, "chess")
	r := prepare(t, g, with(func(c *Config) { c.Pairs, c.MaxPlies = 1, 20 }), "random", "random:name=B")
	const wait = 800 * time.Millisecond
	began := time.Now()
	if _, err := r.Play(context.Background(), open(t, r), Crew{Workers: 1, Wait: wait}, nil, Events{}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < wait || took >= 2*wait {
		t.Errorf("two games took %v, want one pause of %v", took, wait)
	}
	ctx, cancel := context.WithCancel(context.Background())
	events := Events{GameDone: func(Progress) { cancel() }}
	if _, err := r.Play(ctx, open(t, r), Crew{Workers: 1, Wait: time.Hour}, nil, events); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
