package opening

import (
	"os"
	"path/filepath"
	"testing"

	"bestiary/engine/rules"
)

func source(t testing.TB, g *rules.Game, cfg Config, seed uint64) *Source {
	t.Helper()
	s, err := New(g, cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func start(t testing.TB, s *Source, pair, index int) Start {
	t.Helper()
	got, err := s.Start(0, pair, index)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// file writes a file for one test.
func file(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// with is the default configuration with some changes.
func with(edit func(*Config)) Config {
	c := Default()
	edit(&c)
	return c
}
