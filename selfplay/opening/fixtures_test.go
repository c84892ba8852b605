package opening

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/testkit"
)

func source(t testing.TB, g *rules.Game, cfg Config, seed uint64) *Source {
	t.Helper()
	return testkit.Must(New(g, cfg, seed))(t)
}

func start(t testing.TB, s *Source, pair, index int) Start {
	t.Helper()
	return testkit.Must(s.Start(0, pair, index))(t)
}

// with returns the default configuration with some changes.
func with(edit func(*Config)) Config {
	c := Default()
	edit(&c)
	return c
}
