package eval

import (
	"testing"

	"bestiary/engine/rules/rulestest"
)

// What sets a piece apart from those by which the prior was checked follows from its moves.
func TestUnchecked(t *testing.T) {
	g := rulestest.Parse(t, `name = "odd"
board = { files = 10, ranks = 9, array = "gvadbcnwkl/pppppppppp/10/10/10/10/10/PPPPPPPPPP/GVADBCNWKL" }
piece = [
  { name = "pawn", symbol = "P", pawn = true, move = "fmWfcF" },
  { name = "ghost", symbol = "G", move = "mU" },
  { name = "vulture", symbol = "V", move = "cQ" },
  { name = "alfil", symbol = "A", move = "A" },
  { name = "dabbaba", symbol = "D", move = "D" },
  { name = "bishop", symbol = "B", move = "B" },
  { name = "cannon", symbol = "C", move = "mRcpR" },
  { name = "knight", symbol = "N", move = "mNcK" },
  { name = "wazir", symbol = "W", more-moves = [{ move = "W", area = "a1-i4" }] },
  { name = "locust", symbol = "L", move = "mKcafmK" },
  { name = "king", symbol = "K", move = "K", royal = true },
]
[[rules.promotion]]
pieces = ["pawn"]
choices = ["bishop"]
`)
	for name, want := range map[string]string{
		"pawn": "", "bishop": "", "cannon": "", "knight": "", "ghost": "never captures", "vulture": "moves only by captures",
		"alfil": "never comes to half of the board", "dabbaba": "never comes to half of the board", "wazir": "never comes to half of the board",
		"locust": "captures only in passing",
	} {
		if got := Unchecked(g, g.TypeNamed(name)); got != want {
			t.Errorf("the %s %q, want %q", name, got, want)
		}
	}
}
