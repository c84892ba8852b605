package gamefile

import (
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Values are for letters of the section, as whole numbers that are not 0, and the section is read
// as without them.
func TestINIValues(t *testing.T) {
	v := testkit.Must(variant.Find("shogi"))(t)
	points := map[string]float64{
		"king": 4, "pawn": 1, "shogi-pawn": 1, "dragon-king": 9, "rook": 5, "bishop": 1000, "lance": 0.001, "gold": -1,
	}
	got := INIValues(v, points)
	testkit.Same(t, "lines", "pieceValueMg = b:10000 r:1262\npieceValueEg = b:10000 r:1369\n", got)
	testkit.Same(t, "lines without values", "", INIValues(v, nil))
	text, _, err := WriteINI(v)
	testkit.OK(t, err)
	plain, _, err := ParseINI("", text, v.Name, true)
	testkit.OK(t, err)
	valued, warnings, err := ParseINI("", append(text, got...), v.Name, true)
	testkit.OK(t, err)
	testkit.Same(t, "hash", plain.Hash(), valued.Hash())
	for _, w := range warnings {
		if strings.Contains(w.String(), "pieceValue") {
			t.Error(w)
		}
	}
}
