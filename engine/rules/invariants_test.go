package rules

import (
	"strings"
	"testing"
)

// CheckInvariants notices when any part of a position is not what the others
// say.
func TestCheckInvariants(t *testing.T) {
	g := gameWith(t, "hannibal-manticore")
	last := Square(g.Squares() - 1)
	manticore := CodeOf(g.TypeNamed("manticore"), Black)
	for _, c := range []struct {
		what, want string
		corrupt    func(p *Position)
	}{
		{"nothing", "", func(*Position) {}},
		{"a piece that no set knows of", "the sets of occupied squares", func(p *Position) { p.board[last] = manticore }},
		{"a set with one square too many", "the sets of occupied squares", func(p *Position) { p.all.Add(last) }},
		{"a side's set with one square too many", "the sets of occupied squares", func(p *Position) { p.side[White].Add(last) }},
		{"a gate with nothing behind", "the set of gates", func(p *Position) { p.gates.Add(last) }},
		{"a hash of something else", "the hash", func(p *Position) { p.hash ^= 1 }},
		{"a pawn hash of something else", "the hash of the pawns", func(p *Position) { p.pawnHash ^= 1 }},
		{"a right that the hash does not know of", "the hash", func(p *Position) { p.rights = 1 }},
		{"a king elsewhere", "white's king is not on a1", func(p *Position) { p.king[White] = 0 }},
		{"a hand that nobody has", "0 pieces in hand, counted as 1", func(p *Position) { p.inHand++ }},
		{"a waiting piece off its home rank", "a piece waits behind a5", func(p *Position) { p.wait(manticore, g.SquareAt(0, 4)) }},
		{"a waiting piece behind the other side's last square", "a piece waits behind j9", func(p *Position) { p.wait(manticore^1, last) }},
	} {
		p := parsed(t, g, "5k4/10/10/10/10/10/10/10/R3K5 w - - 0 1")
		c.corrupt(p)
		err := p.CheckInvariants()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
}
