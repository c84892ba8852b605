package estimate

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// estimate is the default configuration with some changes.
func estimate(edit func(*Config)) Config {
	c := Default()
	edit(&c)
	return c
}

// odds is the default configuration with some changes.
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
		{func(c *Config) { c.Play.Kind = opening.Standard }, `openings is "standard", expected "armies"`},
		{func(c *Config) { c.Play.Nodes = -1 }, "nodes is -1"},
		{func(c *Config) { c.Fit.Level = 2 }, "confidence level is 2"},
	} {
		err := estimate(test.edit).Validate()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

// A configuration that an earlier version stored, with -1 for none, is that of a run
// without learning rounds and without a match at pawn odds.
func TestStoredEstimate(t *testing.T) {
	const stored = `{"pairs":12,"rounds":-1,"round-pairs":6,"odds-pairs":-1,"damping":0.7,
		"play":{"seed":2,"pairs":12,"nodes":10,"max-plies":600,"random-plies":-1,"openings":"armies","units":4,"missing-pawns":3,"max-imbalance":5,"no-permute":false},
		"fit":{"positions-per-game":6,"pawn-share":0.5,"level":0.95}}`
	games, err := store.OpenOrCreate(t.TempDir(), rulestest.Game(t, "chess"), map[string]int{})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	if err := games.SetMeta(metaEstimate, stored); err != nil {
		t.Fatal(err)
	}
	var cfg Config
	if err := json.Unmarshal([]byte(stored), &cfg); err != nil {
		t.Fatal(err)
	}
	cfg.Normalize()
	if cfg.Rounds != 0 || cfg.OddsPairs != 0 || cfg.Play.RandomPlies != 0 {
		t.Errorf("read as %+v", cfg)
	}
	if err := holdConfig(games, "run", &cfg); err != nil {
		t.Error(err)
	}
	cfg.Rounds = 1
	if err := holdConfig(games, "run", &cfg); err == nil || !strings.Contains(err.Error(), "rounds was 0 and is now 1") {
		t.Errorf("error %v", err)
	}
}

func TestDifferences(t *testing.T) {
	was := Default()
	for _, test := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"nothing", func(*Config) {}, ""},
		{"a run may grow", func(c *Config) { c.Pairs = 9000 }, ""},
		{"play is for the store", func(c *Config) { c.Play.Nodes = 7 }, ""},
		{"loop", func(c *Config) { c.Rounds, c.Damping = 0, 0.5 }, "rounds was 3 and is now 0; damping was 0.7 and is now 0.5"},
		{"fit", func(c *Config) { c.RoundPairs, c.Fit.Level = 9, 0.9 }, "round-pairs was 300 and is now 9; level was 0.95 and is now 0.9"},
	} {
		now := was
		test.change(&now)
		if got := strings.Join(differences(was, now), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
