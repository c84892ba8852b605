package rules

import (
	"strings"
	"testing"
)

// Where pieces capture does not depend on what stands there, but on the direction in
// which they go.
func TestCaptureReach(t *testing.T) {
	for _, test := range []struct {
		game, piece string
		color       Color
		from, want  string
	}{
		{"chess", "pawn", White, "e4", "d5 f5"},
		{"chess", "pawn", Black, "e4", "d3 f3"},
		{"chess", "pawn", White, "a2", "b3"},
		{"chess", "pawn", White, "h8", ""},
		{"chess", "knight", White, "a1", "c2 b3"},
		{"chess", "king", Black, "h8", "g7 h7 g8"},
		{"falcon-chess", "pawn", Black, "j8", "i7"},
		{"al-ces", "pawn", White, "a2", "b3"},
	} {
		g := gameWith(t, test.game)
		from, _, err := g.geo.parseSquare(test.from)
		if err != nil {
			t.Fatal(err)
		}
		set := g.CaptureReach(CodeOf(g.TypeNamed(test.piece), test.color), from)
		var names []string
		set.Squares(func(sq Square) { names = append(names, g.SquareName(sq)) })
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: a %v %s on %s captures on %q, want %q", test.game, test.color, test.piece, test.from, got, test.want)
		}
	}
}
