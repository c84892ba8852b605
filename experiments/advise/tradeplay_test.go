package advise

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// An exchange is played by our players among those of the values; forecast and match together are nearer to even than
// the match of a few games and more certain than either; another program is less certain. More games contain fewer.
func TestTradeIsPlayed(t *testing.T) {
	g := rulestest.Game(t, "chess")
	values := testkit.Must(estimate.Bundled(g))(t)
	values.Nodes = 30
	how := TradePlay{Pairs: 12, Weights: testkit.Must(values.Weights(g))(t), Folder: t.TempDir(), Seed: 3}
	play := func(pairs int) *TradeMatch {
		x := testkit.Must(NewTrade(values.Model, g, "queen=rook"))(t)
		how.Pairs = pairs
		testkit.OK(t, x.Play(context.Background(), values.Model, g, how, match.Workers(2), match.Events{}))
		m := x.Match
		within := func(a, b stat.Interval) bool { return a.Hi-a.Lo < b.Hi-b.Lo }
		if m.Pairs != pairs || !slices.Equal(m.Players, []string{"learned", "prior", "perturbed", "deep", "network"}) || len(m.Matches) != 5 {
			t.Errorf("%+v", m)
		}
		if !(m.Found.Estimate > 0.6) || !within(m.These, m.Found) || !within(m.These, x.Predicted) || !within(m.These, m.Another) {
			t.Errorf("predicted %v, found %v, these players %v, another %v", x.Predicted, m.Found, m.These, m.Another)
		}
		return m
	}
	first, more := play(12), play(20)
	for i, p := range first.Matches {
		if more.Matches[i].Pairs < p.Pairs {
			t.Errorf("%d pairs of %s, and %d of a longer match", p.Pairs, p.Player, more.Matches[i].Pairs)
		}
	}
	if again := play(12); math.Abs(again.Found.Estimate-first.Found.Estimate) > 1e-12 {
		t.Errorf("%v, and %v from the same games", first.Found, again.Found)
	}
	how.Time = time.Second
	x := testkit.Must(NewTrade(values.Model, g, "queen=rook"))(t)
	testkit.OK(t, x.Play(context.Background(), values.Model, g, how, match.Workers(2), match.Events{}))
	if x.Match.Pairs < firstPairs {
		t.Errorf("%d pairs in a second", x.Match.Pairs)
	}
	others := *values.Model
	others.Players = []estimate.ModelPlayer{{Name: "uci:other,nodes=600", Weight: 1}}
	testkit.Fails(t, x.Play(context.Background(), &others, g, how, match.Workers(2), match.Events{}), "queen=rook: all players of these values are other programs")
	for _, bad := range []TradePlay{{}, {Pairs: 1}, {Pairs: -3}, {Time: time.Millisecond}, {Time: -time.Second}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}
