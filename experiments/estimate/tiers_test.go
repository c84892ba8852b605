package estimate

import (
	"fmt"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

func TestRank(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, test := range []struct {
		name   string
		values map[string]float64
		half   float64
		want   string
	}{
		{"all apart", map[string]float64{"pawn": 0.3, "knight": 0.9, "rook": 1.5, "queen": 3}, 0.05,
			"queen 1, rook 2, knight 3, pawn 4"},
		{"minor pieces together", map[string]float64{"pawn": 0.3, "knight": 0.9, "bishop": 1, "rook": 1.5, "queen": 3}, 0.04,
			"queen 1, rook 2, bishop 3, knight 3, pawn 4"},
		{"at the ratio", map[string]float64{"knight": 1, "bishop": 1.5}, 0.01, "bishop 1, knight 1"},
		{"above the ratio", map[string]float64{"knight": 1, "bishop": 1.51}, 0.01, "bishop 1, knight 2"},
		{"a chain of small steps is cut where it grows too long", map[string]float64{"knight": 1, "bishop": 1.3, "rook": 1.7}, 0.01,
			"rook 1, bishop 2, knight 2"},
		{"the closer pair joins first", map[string]float64{"knight": 1, "bishop": 1.3, "rook": 1.6}, 0.01,
			"rook 1, bishop 1, knight 2"},
		{"below nothing", map[string]float64{"knight": -1, "bishop": 1, "rook": -1.1}, 0.01, "bishop 1, knight 2, rook 2"},
		{"what games do not tell apart is one tier", map[string]float64{"pawn": 0.3, "knight": 1, "bishop": 1.6, "queen": 3}, 0.45,
			"queen 1, bishop 2, knight 2, pawn 3"},
		{"the ends of a chain of which no neighbours differ", map[string]float64{"pawn": 0.5, "knight": 1, "bishop": 1.6, "rook": 2.5, "queen": 4}, 0.8,
			"queen 1, rook 2, bishop 2, knight 3, pawn 3"},
		{"a border between two", map[string]float64{"knight": 1, "bishop": 1.6}, 0.4, "bishop 1, knight 2"},
		{"what luck may do among six pairs", map[string]float64{"pawn": 0.1, "knight": 1, "bishop": 1.6, "queen": 9}, 0.4,
			"queen 1, bishop 2, knight 2, pawn 3"},
		{"equals keep the order of the game", map[string]float64{"queen": 1, "bishop": 1, "knight": 1}, 0.1, "knight 1, bishop 1, queen 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := estimateOf(g, test.half, test.values)
			var list []string
			for _, v := range rank(g, measurementOf(g, e), nil) {
				list = append(list, fmt.Sprintf("%s %d", v.Piece, v.Tier))
			}
			if got := strings.Join(list, ", "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// measurementOf returns a measurement all of whose estimates are e.
func measurementOf(g *rules.Game, e tuning.Estimate) *tuning.Measurement {
	m := &tuning.Measurement{Design: e, Luck: e, Posterior: e, Level: 0.95, Scale: tuning.NewScale(g, tuning.Points)}
	for range e.Values {
		m.Assumed = append(m.Assumed, stat.Symmetric(1, stat.Quantile(m.Level)*tuning.PosteriorSpread, m.Level))
		m.Decided = append(m.Decided, 1)
	}
	return m
}

// Waiting pieces belong to the army.
func TestRankCounts(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	e := estimateOf(g, 0.1, map[string]float64{"pawn": 1, "manticore": 2, "falcon": 3})
	want := map[string]int{"pawn": 10, "manticore": 1, "falcon": 1}
	for _, v := range rank(g, measurementOf(g, e), nil) {
		if v.Count != want[v.Piece] || v.Symbol != strings.ToUpper(v.Piece[:1]) {
			t.Errorf("%s: symbol %s, %d a side, want %d", v.Piece, v.Symbol, v.Count, want[v.Piece])
		}
	}
}

// A piece whose value the games cannot tell has no tier and does not join other pieces.
func TestRankWithoutTelling(t *testing.T) {
	g := rulestest.Game(t, "chess")
	e := estimateOf(g, 0.05, map[string]float64{"pawn": 0.3, "knight": 0.9, "bishop": 1.5, "queen": 3})
	e.Values[2].Worth = stat.Interval{Estimate: 5, Lo: 1.5, Hi: 8, Level: 0.95}
	var list []string
	for _, v := range rank(g, measurementOf(g, e), nil) {
		list = append(list, fmt.Sprintf("%s %d", v.Piece, v.Tier))
	}
	if got, want := strings.Join(list, ", "), "queen 1, bishop 0, knight 2, pawn 3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCannotTell(t *testing.T) {
	for _, test := range []struct {
		v    stat.Interval
		want bool
	}{
		{stat.Exact(1), false},
		{stat.Interval{Estimate: 3, Lo: 1, Hi: 5}, false},
		{stat.Interval{Estimate: 3, Lo: 1, Hi: 5.1}, true},
		{stat.Interval{Estimate: 1, Lo: -0.1, Hi: 3}, true},
		{stat.Interval{Estimate: -2, Lo: -3, Hi: -1}, false},
		{stat.Unbounded(3, 0.95), true},
		{stat.Unknown(), true},
	} {
		if got := CannotTell(test.v); got != test.want {
			t.Errorf("CannotTell(%v) = %v", test.v, got)
		}
	}
}

// A tier of many kinds of different values is no step of a pyramid.
func TestLooseTiers(t *testing.T) {
	for _, test := range []struct {
		values []float64
		tiers  []int
		want   bool
	}{
		{[]float64{9, 6, 5.9, 5.5}, []int{1, 1, 1, 1}, true},
		{[]float64{8, 6, 5.9, 5.5}, []int{1, 1, 1, 1}, false},
		{[]float64{9, 6, 5.5, 2}, []int{1, 1, 1, 2}, false},
		{[]float64{9, 5, 4, 3, 2}, []int{0, 1, 1, 1, 1}, true},
		{[]float64{9, 5, 4, 3}, []int{0, 1, 1, 1}, false},
	} {
		var r Result
		for i, v := range test.values {
			r.Ranking = append(r.Ranking, RankedValue{Total: stat.Symmetric(v, 0.1, 0.95), Tier: test.tiers[i]})
		}
		if got := r.Loose(); got != test.want {
			t.Errorf("values %v in tiers %v: loose is %v", test.values, test.tiers, got)
		}
	}
}

// Where a point is worth little the notes say so; what a unit is worth follows the values.
func TestUnitElo(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for scale, little := range map[float64]bool{1: false, 0.1: true} {
		res := syntheticOf(t, g, pieces)
		res.Measurement.Luck = inventedOf(g, "design", scale, 0.05)
		res.Measurement.Scale = tuning.NewScale(g, tuning.Pawn)
		pawn, _ := res.Measurement.Luck.Of(g.TypeNamed("pawn"))
		testkit.Near(t, "a pawn in Elo", res.UnitElo().Estimate, pawn.Elo.Estimate, 1e-9)
		testkit.Near(t, "its limit", res.UnitElo().Hi, pawn.Elo.Hi, 1e-3)
		if res.SaysLittle() {
			t.Error("of a pawn, nobody says that it is little")
		}
		res.Measurement.Scale = tuning.NewScale(g, tuning.Points)
		if text := testkit.Must(res.Text(80))(t); strings.Contains(text, "Material decides little") != little {
			t.Errorf("scale %v:\n%s", scale, text)
		}
	}
}
