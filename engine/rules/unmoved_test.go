package rules

import (
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Each piece with moves for its first move only needs a right of its own, and there are 64.
func TestTooManyUnmovedPieces(t *testing.T) {
	for _, c := range []struct {
		rows int // of pawns on either side
		want string
	}{{2, ""}, {3, "72 pieces have moves with the modifier i; at most 64 may"}} {
		pawns := func(pawn string) string { return strings.Repeat(strings.Repeat(pawn, 12)+"/", c.rows) }
		v := &variant.Variant{Name: "crowd", Files: 12, Ranks: 10, Array: "6k5/" + pawns("p") + strings.Repeat("12/", 8-2*c.rows) + pawns("P") + "6K5"}
		v.Pieces = []variant.Piece{{Name: "pawn", Symbol: "P", Moves: []variant.MoveSet{{Betza: "fmWfcFifmnD"}}}, {Name: "king", Symbol: "K", Royal: true, Moves: []variant.MoveSet{{Betza: "K"}}}}
		_, err := Compile(v)
		if c.want == "" {
			testkit.OK(t, err)
		} else {
			testkit.Fails(t, err, c.want)
		}
	}
}
