package match

import (
	"encoding/json"
	"testing"

	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
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
		{func(c *Config) { c.Kind = "army" }, `openings is "army", expected one of ["armies" "standard" "array" "odds" "exchanges"]`},
		{func(c *Config) { c.Config = opening.FromBook("a.epd") }, `openings is "book"`},
	} {
		testkit.Fails(t, selfPlay(tc.edit).Validate(), tc.want)
	}
}

// Folders of experiments are named after a hash of this text.
func TestConfigJSON(t *testing.T) {
	const want = `{"seed":0,"pairs":500,"nodes":300,"max-plies":600,"random-plies":2,"openings":"armies","units":4,"missing-pawns":3,"max-imbalance":5,"no-permute":false}`
	if got, err := json.Marshal(SelfPlay()); string(got) != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}
