package match

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/testkit"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// The environment variables that make the test binary play into a folder instead of
// running tests: the folder, the run, and the largest file size.
const (
	childFolder = "SELFPLAY_TEST_FOLDER"
	childRun    = "SELFPLAY_TEST_RUN"
	childLimit  = "SELFPLAY_TEST_LIMIT"
)

// playAsChild prints the name of each game reported as finished.
func playAsChild(folder string) error {
	if limit, err := strconv.ParseUint(os.Getenv(childLimit), 10, 64); err == nil {
		if err := testkit.LimitFiles(limit); err != nil {
			return err
		}
	}
	return playRun(folder, runs[os.Getenv(childRun)], 2, Events{GameDone: func(p Progress) { fmt.Println(p.Record.Name()) }})
}

// quick is a run that takes about a second, tiny a run of little more than openings.
var (
	quick = selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 7, 60, 60, 120 })
	tiny  = selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 3, 300, 2, 12 })
	runs  = map[string]Config{"quick": quick, "tiny": tiny}
)

// playRun plays round 0 of a run of chess.
func playRun(folder string, cfg Config, workers int, ev Events) error {
	g := chess()
	s, err := OpenRun(folder, g, cfg)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(workers), s, ev)
	return err
}

func create(t testing.TB, g *rules.Game, cfg Config) *store.Store {
	t.Helper()
	s := testkit.Must(OpenRun(t.TempDir(), g, cfg))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func export(t testing.TB, s *store.Store) string {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, pgn.Export(&b, s))
	return b.String()
}

// exportOf returns the PGN of the run in a folder.
func exportOf(t testing.TB, folder string) string {
	t.Helper()
	s := testkit.Must(store.Open(folder))(t)
	defer s.Close()
	return export(t, s)
}

// selfPlay returns the default configuration with some changes.
func selfPlay(edit func(*Config)) Config {
	c := SelfPlay()
	edit(&c)
	return c
}

// stored returns the set of games of round 0.
func stored(t testing.TB, s *store.Store) *store.KeySet {
	t.Helper()
	have := &store.KeySet{}
	for o, err := range s.Outcomes(0) {
		testkit.OK(t, err)
		have.Add(o.Key())
	}
	return have
}
