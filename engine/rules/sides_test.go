package rules

import "testing"

// Each side has promotions of its own.
func TestPromotionsOfOneSide(t *testing.T) {
	for _, c := range []struct{ rule, game, fen, from, want string }{
		{"white's choices", "chigorin", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "a7", "a8c a8n a8r"},
		{"black's choices", "chigorin", "4k3/P7/8/8/8/8/7p/4K3 b - - 0 1", "h2", "h1b h1q h1r"},
		{"a piece of one side alone", "khans", "4k3/8/8/8/8/8/s7/4K3 b - - 0 1", "a2", "c1t"},
		{"squares instead of ranks", "legan-corners", "7k/8/3P4/8/8/8/8/K7 w - - 0 1", "d6", "c7"},
		{"a square of the corner", "legan-corners", "7k/8/1P6/8/8/8/8/K7 w - - 0 1", "b6", "a7b a7n a7q a7r"},
		{"the squares of the other side", "legan-corners", "7k/8/8/8/6P1/8/8/K7 w - - 0 1", "g4", "f5"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			if got := from(p, c.from); got != c.want {
				t.Errorf("%s from %s: %q, want %q", c.fen, c.from, got, c.want)
			}
			if p.g.Mirrors() {
				t.Error("the sides are taken for mirror images")
			}
		})
	}
}
