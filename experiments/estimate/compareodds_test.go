package estimate

import (
	"math"
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
)

// types returns the types of the pieces with the given names.
func types(t *testing.T, res *Result, names ...string) []rules.Type {
	t.Helper()
	var out []rules.Type
	for _, name := range names {
		out = append(out, res.Game.TypeNamed(name))
	}
	return out
}

// Exchanges in matches are compared with the sums of the values of their pieces.
func TestCompareOdds(t *testing.T) {
	res := measured(t, "chess", usual)
	if list, err := res.CompareOdds(); list != nil || err != nil {
		t.Errorf("without matches: %+v, %v", list, err)
	}
	sum := res.Measurement.Design.Sum(types(t, res, "rook"), types(t, res, "knight", "pawn"), res.Game.TypeNamed("pawn"), 0.95)
	want := (usual["rook"] - usual["knight"] - usual["pawn"]) / usual["pawn"]
	if math.Abs(sum.Estimate-want) > 1e-9 || !(sum.Lo < want && want < sum.Hi) {
		t.Fatalf("rook=knight+pawn by the values: %+v, want %v", sum, want)
	}
	line := func(exchange string, pawns, half float64) OddsLine {
		return OddsLine{Exchange: exchange, Pawns: stat.Symmetric(pawns, half, 0.95)}
	}
	near, far, saturated := line("rook=knight+pawn", want+0.2, 0.3), line("queen=rook", 0.5, 0.3), line("queen=", 1, 0.1)
	saturated.Saturated = true
	unknown := line("bishop=knight", 1, 1)
	unknown.Pawns = stat.Unbounded(1, 0.95)
	res.Odds = &OddsResult{Config: DefaultOdds(), Lines: []OddsLine{line("pawn=", 1, 0), near, far, line("=", 0, 0.2), saturated, unknown}}
	list, err := res.CompareOdds()
	if err != nil || len(list) != 4 {
		t.Fatalf("%d comparisons, error %v, want 4: all but the unit and the same army", len(list), err)
	}
	for i, want := range []bool{false, true, false, false} {
		if list[i].Disagree != want || !list[i].Design.Known() || list[i].Texel.Known() {
			t.Errorf("%s: %+v, want disagreement %v", list[i].Exchange, list[i], want)
		}
	}
	res.Odds.Lines[1].Exchange = "dragon="
	if _, err := res.CompareOdds(); err == nil {
		t.Error("no error for an unknown piece")
	}
}
