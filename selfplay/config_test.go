package selfplay

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDefaults(t *testing.T) {
	want := Config{Pairs: 500, Nodes: 300, MaxPlies: 600, RandomPlies: 2, Openings: ArmyOpenings, Units: 4, MissingPawns: 3, MaxImbalance: 5}
	if diff := cmp.Diff(want, Config{}.Resolved()); diff != "" {
		t.Error(diff)
	}
	full := Config{9, 8, 7, 60, -1, StandardOpenings, 4, 2, 3, true, ""}
	if diff := cmp.Diff(full, full.Resolved()); diff != "" {
		t.Error("a full configuration changes when resolved:", diff)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []Config{{}, {RandomPlies: -1}, {Openings: StandardOpenings}, {Exchange: "pawn="}, quick} {
		if err := c.Validate(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, tc := range []struct {
		cfg  Config
		want string
	}{
		{Config{Pairs: -1}, "pairs is -1, expected 1 to"},
		{Config{Nodes: -5}, "nodes is -5, expected 1 to"},
		{Config{MaxPlies: 1}, "max-plies is 1, expected 2 to"},
		{Config{RandomPlies: -2}, "random-plies is -2, expected -1 to 100"},
		{Config{RandomPlies: 20, MaxPlies: 20}, "more than random-plies, which is 20"},
		{Config{Units: 21}, "units is 21, expected 1 to 20"},
		{Config{MissingPawns: 21}, "missing-pawns is 21, expected -1 to 20"},
		{Config{MaxImbalance: -1}, "max-imbalance is -1"},
		{Config{MaxImbalance: math.NaN()}, "max-imbalance is NaN"},
		{Config{Openings: OddsOpenings}, `exchange is empty, expected what one army has`},
		{Config{Exchange: "pawn=", Openings: ArmyOpenings}, `exchange is "pawn=" and openings is "armies"`},
		{Config{Openings: "army"}, `openings is "army", expected "armies" or "standard"`},
	} {
		if err := tc.cfg.Validate(); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: got %v, want %q", tc.cfg, err, tc.want)
		}
	}
}
