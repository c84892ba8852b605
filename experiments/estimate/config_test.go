package estimate

import (
	"math"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/run"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// estimate returns the default configuration with some changes.
func estimate(edit func(*Config)) Config {
	c := Default()
	edit(&c)
	return c
}

// odds returns the default configuration with some changes.
func odds(edit func(*OddsConfig)) OddsConfig {
	c := DefaultOdds()
	edit(&c)
	return c
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		edit func(*Config)
		want string // part of the error; no error if empty
	}{
		{func(c *Config) {}, ""},
		{func(c *Config) { *c = Quick() }, ""},
		{func(c *Config) { c.SetPrecision(0.1) }, ""},
		{func(c *Config) { c.Pairs, c.Rounds, c.RoundPairs, c.Damping = 2, 20, 2, 1 }, ""},
		{func(c *Config) { c.Rounds, c.OddsPairs, c.Play.RandomPlies, c.Play.MissingPawns = 0, 0, 0, 0 }, ""},
		{func(c *Config) { c.Pairs = 1 }, "pairs is 1, expected 2 to 10000000"},
		{func(c *Config) { c.Pairs = -3 }, "pairs is -3"},
		{func(c *Config) { c.Rounds = -1 }, "rounds is -1, expected 0 to 20"},
		{func(c *Config) { c.Rounds = 21 }, "rounds is 21"},
		{func(c *Config) { c.RoundPairs = 1 }, "round-pairs is 1, expected 2 to 1000000"},
		{func(c *Config) { c.Damping = 0 }, "damping is 0, expected a number above 0, at most 1"},
		{func(c *Config) { c.Damping = 1.1 }, "damping is 1.1"},
		{func(c *Config) { c.Damping = math.NaN() }, "damping is NaN"},
		{func(c *Config) { c.Play.Nodes = -1 }, "nodes is -1"},
		{func(c *Config) { c.Fit.Level = 2 }, "confidence level is 2"},
	} {
		err := estimate(test.edit).Validate()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

// A run cannot be continued if, and only if, a change affects its games or values.
func TestHeldConfig(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"nothing", func(*Config) {}, ""},
		{"a run may grow", func(c *Config) { c.Pairs = 9000 }, ""},
		{"play is for the store", func(c *Config) { c.Play.Nodes = 7 }, ""},
		{"loop", func(c *Config) { c.Rounds, c.Damping = 0, 0.5 }, "damping was 0.7 and is now 0.5; rounds was 3 and is now 0;"},
		{"fit", func(c *Config) { c.RoundPairs, c.Fit.Level = 9, 0.9 }, "fit.level was 0.95 and is now 0.9; round-pairs was 300 and is now 9;"},
	} {
		games, err := store.OpenOrCreate(t.TempDir(), rulestest.Game(t, "chess"), map[string]int{})
		testkit.OK(t, err)
		defer games.Close()
		now := Default()
		testkit.OK(t, games.HoldConfig(metaEstimate, now, freeFields...))
		test.change(&now)
		err = games.HoldConfig(metaEstimate, now, freeFields...)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// The cost of a run is that of its games: in a game with tuned weights 800 of a quick run and 600 learning ones, and twice
// as many learning ones where all terms are learned.
func TestCost(t *testing.T) {
	c := Quick()
	for name, games := range map[string]float64{"chess": 1400, "unequal": 2000} {
		if got := c.Cost(rulestest.Game(t, name)); got != 300*games {
			t.Errorf("%s: %v, want %v", name, got, 300*games)
		}
	}
	c.Panel = []string{run.Learned, run.Deep}
	if got := c.Cost(rulestest.Game(t, "chess")); got != 300*(600+2*800) {
		t.Errorf("with a player of four times the nodes, who has a third of the games: %v", got)
	}
}
