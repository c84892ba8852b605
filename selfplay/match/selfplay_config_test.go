package match

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

func TestValidateSelfPlay(t *testing.T) {
	for _, c := range []Config{SelfPlay(), selfPlay(func(c *Config) { c.Kind = opening.Standard }), quick,
		selfPlay(func(c *Config) { c.Kind, c.Exchange, c.RandomPlies = opening.Odds, "pawn=", 0 })} {
		if err := c.Validate(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, tc := range []struct {
		edit func(*Config)
		want string
	}{
		{func(c *Config) { c.Pairs = 0 }, "pairs is 0, expected 1 to 10000000"},
		{func(c *Config) { c.Nodes = -5 }, "nodes is -5, expected 1 to"},
		{func(c *Config) { c.MaxPlies = 1 }, "max-plies is 1, expected 3 to"},
		{func(c *Config) { c.RandomPlies = -1 }, "random-plies is -1, expected 0 to 100"},
		{func(c *Config) { c.RandomPlies, c.MaxPlies = 20, 20 }, "max-plies is 20, expected 21 to 10000"},
		{func(c *Config) { c.Units = 21 }, "units is 21, expected 1 to 20"},
		{func(c *Config) { c.MissingPawns = 21 }, "missing-pawns is 21, expected 0 to 20"},
		{func(c *Config) { c.MaxImbalance = -1 }, "max-imbalance is -1"},
		{func(c *Config) { c.MaxImbalance = math.NaN() }, "max-imbalance is NaN"},
		{func(c *Config) { c.Kind = opening.Odds }, `kind is "odds" and exchange is ""`},
		{func(c *Config) { c.Exchange = "pawn=" }, `kind is "armies" and exchange is "pawn="`},
		{func(c *Config) { c.Kind = "army" }, `openings is "army", expected one of ["armies" "standard" "array" "odds" "exchanges"]`},
		{func(c *Config) { c.Config = opening.FromBook("a.epd") }, `openings is "book"`},
	} {
		if err := selfPlay(tc.edit).Validate(); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
}

// Runs that earlier versions stored, with -1 for none, go on with the same
// configuration and with no other.
func TestStoredSelfPlay(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, tc := range []struct {
		stored string
		now    func(*Config)
	}{
		{`{"seed":4,"pairs":4,"nodes":20,"max-plies":600,"random-plies":-1,"openings":"armies","units":4,"missing-pawns":-1,"max-imbalance":5,"no-permute":false}`,
			func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.RandomPlies, c.MissingPawns = 4, 9, 20, 0, 0 }},
		{`{"seed":0,"pairs":500,"nodes":300,"max-plies":600,"random-plies":2,"openings":"standard","units":4,"missing-pawns":3,"max-imbalance":5,"no-permute":false}`,
			func(c *Config) { c.Kind = opening.Standard }},
		{`{"seed":0,"pairs":500,"nodes":300,"max-plies":600,"random-plies":2,"openings":"odds","units":4,"missing-pawns":3,"max-imbalance":5,"no-permute":true,"exchange":"pawn="}`,
			func(c *Config) { c.Kind, c.Exchange, c.NoPermute, c.Units = opening.Odds, "pawn=", true, 2 }},
	} {
		folder := t.TempDir()
		var fields map[string]any
		if err := json.Unmarshal([]byte(tc.stored), &fields); err != nil {
			t.Fatal(err)
		}
		s, err := store.OpenOrCreate(folder, g, fields)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Put(store.Record{Result: rules.Draw}), s.Close()); err != nil {
			t.Fatal(err)
		}
		cfg := selfPlay(tc.now)
		if s, err = OpenRun(folder, g, cfg); err != nil {
			t.Errorf("%s: %v", tc.stored, err)
			continue
		}
		var read Config
		if err := s.Config(&read); err != nil || read.RandomPlies != cfg.RandomPlies || read.Nodes != cfg.Nodes {
			t.Errorf("%s: read as %+v, %v", tc.stored, read, err)
		}
		s.Close()
		cfg.RandomPlies++
		if _, err := OpenRun(folder, g, cfg); err == nil || !strings.Contains(err.Error(), "random-plies was") {
			t.Errorf("%s: continued with other random plies: %v", tc.stored, err)
		}
	}
}

// Folders of experiments are named after a hash of this text.
func TestConfigJSON(t *testing.T) {
	const want = `{"seed":0,"pairs":500,"nodes":300,"max-plies":600,"random-plies":2,"openings":"armies","units":4,"missing-pawns":3,"max-imbalance":5,"no-permute":false}`
	if got, err := json.Marshal(SelfPlay()); string(got) != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}
