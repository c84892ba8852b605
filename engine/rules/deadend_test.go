package rules_test

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestDeadEnds(t *testing.T) {
	for _, name := range variant.Catalogue() {
		testkit.Same(t, name, 0, len(rulestest.Game(t, name).DeadEnds()))
	}
	for name, test := range map[string]struct {
		change func(v *variant.Variant)
		want   []string
	}{
		"no promotion": {func(v *variant.Variant) { v.Rules.Promotions = nil }, []string{
			"White's pawn cannot move again from a8, b8, c8, d8 and 4 other squares, and does not promote there",
			"Black's pawn cannot move again from a1, b1, c1, d1 and 4 other squares, and does not promote there"}},
		"a pawn on the last rank": {func(v *variant.Variant) { v.Array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1Np" },
			[]string{"Black's pawn on h1 never moves"}},
		"a wall of holes": {func(v *variant.Variant) { v.Holes = []string{"d6", "c6", "b6", "a6"} },
			[]string{"White's pawn cannot move again from a5, b5, c5, and does not promote there",
				"Black's pawn on a7, b7, c7 never moves"}},
		"a goal for pawns": {func(v *variant.Variant) {
			v.Rules.Promotions = nil
			v.Rules.Goal = variant.Goal{Pieces: []string{"pawn"}, Count: 1, White: []string{"a8-h8"}, Black: []string{"a1-g1"}}
		}, []string{"Black's pawn cannot move again from h1, and does not promote there"}},
	} {
		v := rulestest.Game(t, "chess").Variant.Canonical()
		test.change(v)
		g, err := rules.Compile(v)
		testkit.OK(t, err)
		testkit.Same(t, name, test.want, g.DeadEnds())
	}
}
