package experiments

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/selfplay"
	"bestiary/tuning"
)

func TestResolved(t *testing.T) {
	got := EstimateConfig{}.Resolved()
	want := EstimateConfig{
		Pairs: 8000, Rounds: 3, RoundPairs: 300, OddsPairs: 1000, Damping: 0.7,
		Play: selfplay.Config{Pairs: 8000}.Resolved(), Fit: tuning.Settings{}.Resolved(),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
	for name, cfg := range map[string]EstimateConfig{
		"defaults": {}, "quick": QuickConfig(), "no rounds": {Rounds: -1, Play: selfplay.Config{RandomPlies: -1, MissingPawns: -1, Pairs: 7}},
	} {
		once := cfg.Resolved()
		if diff := cmp.Diff(once, once.Resolved()); diff != "" {
			t.Errorf("%s: resolved twice (-once +twice):\n%s", name, diff)
		}
		if once.Play.Pairs != once.Pairs {
			t.Errorf("%s: play.pairs is %d, want %d", name, once.Play.Pairs, once.Pairs)
		}
		if err := cfg.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, test := range []struct {
		cfg  EstimateConfig
		want string // part of the error; none if empty
	}{
		{EstimateConfig{Pairs: 2, Rounds: 20, RoundPairs: 2, Damping: 1}, ""},
		{EstimateConfig{Pairs: 1}, "pairs is 1, expected 2 to 10000000"},
		{EstimateConfig{Pairs: -3}, "pairs is -3"},
		{EstimateConfig{Rounds: -2}, "rounds is -2, expected -1 to 20"},
		{EstimateConfig{Rounds: 21}, "rounds is 21"},
		{EstimateConfig{RoundPairs: 1}, "round-pairs is 1, expected 2 to 1000000"},
		{EstimateConfig{Damping: -0.1}, "damping is -0.1, expected a number above 0, at most 1"},
		{EstimateConfig{Damping: 1.1}, "damping is 1.1"},
		{EstimateConfig{Damping: math.NaN()}, "damping is NaN"},
		{EstimateConfig{Play: selfplay.Config{Openings: selfplay.StandardOpenings}}, `openings is "standard", expected "armies"`},
		{EstimateConfig{Play: selfplay.Config{Nodes: -1}}, "nodes is -1"},
		{EstimateConfig{Fit: tuning.Settings{Level: 2}}, "confidence level: found 2"},
	} {
		err := test.cfg.Validate()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q", test.cfg, err, test.want)
		}
	}
}

func TestDifferences(t *testing.T) {
	was := EstimateConfig{}.Resolved()
	for _, test := range []struct {
		name   string
		change func(*EstimateConfig)
		want   string
	}{
		{"nothing", func(*EstimateConfig) {}, ""},
		{"a run may grow", func(c *EstimateConfig) { c.Pairs = 9000 }, ""},
		{"play is for the store", func(c *EstimateConfig) { c.Play.Nodes = 7 }, ""},
		{"loop", func(c *EstimateConfig) { c.Rounds, c.Damping = -1, 0.5 }, "rounds was 3 and is now -1; damping was 0.7 and is now 0.5"},
		{"fit", func(c *EstimateConfig) { c.RoundPairs, c.Fit.Level = 9, 0.9 }, "round-pairs was 300 and is now 9; level was 0.95 and is now 0.9"},
	} {
		now := was
		test.change(&now)
		if got := strings.Join(differences(was, now), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
