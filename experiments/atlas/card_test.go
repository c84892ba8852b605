package atlas

import (
	"testing"

	"bestiary/internal/testkit"
)

// Only a card with a doubt has an interval that is twice as wide: that of a piece like none that
// the prior was checked on is wide for that reason.
func TestDoubtDoublesTheInterval(t *testing.T) {
	for moves, doubt := range map[string]string{"N": "", "mRcB": "captures otherwise than it moves, as none of them does", "A": "", "fN": ""} {
		c := testkit.Must(Describe(Board{8, 8}, moves))(t)
		if c.Doubt != doubt || (c.Unchecked != "") != (moves == "A" || moves == "fN") {
			t.Errorf("%s: doubt %q, unchecked %q; expected the doubt %q", moves, c.Doubt, c.Unchecked, doubt)
		}
	}
}
