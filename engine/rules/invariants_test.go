package rules

import (
	"strings"
	"testing"
)

// checkInvariants notices when any part of a position is not what the others
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
		{"a right without its king", "white may castle with a1, but the pieces are not in place", func(p *Position) {
			p.remove(p.king[White])
			p.king[White] = p.g.SquareAt(4, 1)
			p.put(CodeOf(p.g.Royal(), White), p.king[White])
			p.setRights(2)
		}},
		{"a right of no castling", "are rights of no castling", func(p *Position) { p.setRights(1 << 40) }},
		{"nothing to be captured en passant", "nothing on a5 can be captured", func(p *Position) {
			p.addPassed(g.SquareAt(0, 3))
			p.passer = g.SquareAt(0, 4)
		}},
		{"a passed square that is taken", "a1 has been passed but is not empty", func(p *Position) {
			p.addPassed(0)
			p.passer = p.king[Black]
		}},
		{"a waiting piece off its home rank", "a piece waits behind a5", func(p *Position) { p.wait(manticore, g.SquareAt(0, 4)) }},
		{"a waiting piece behind the other side's last square", "a piece waits behind j9", func(p *Position) { p.wait(manticore^1, last) }},
	} {
		p := parsed(t, g, "5k4/10/10/10/10/10/10/10/R3K5 w - - 0 1")
		c.corrupt(p)
		err := p.checkInvariants()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
}
