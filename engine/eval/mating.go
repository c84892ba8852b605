package eval

import "bestiary/engine/rules"

// CanMate reports whether a king and one piece of a kind can mate a bare king
// anywhere on the board. A piece that cannot, as the orthodox bishop and knight,
// wins nothing on its own; nearly all that can do so by force.
func CanMate(g *rules.Game, t rules.Type) bool {
	if t == g.Royal() || g.IsPawn(t) {
		return false
	}
	var board, none rules.Set
	for sq := range g.Squares() {
		if !g.IsHole(rules.Square(sq)) {
			board.Add(rules.Square(sq))
		}
	}
	var flights [256]rules.Set // of the bare king
	board.Squares(func(sq rules.Square) {
		_, flights[sq] = g.Reach(rules.CodeOf(g.Royal(), rules.Black), sq, &none)
	})
	found := false
	board.Squares(func(king rules.Square) {
		_, guarded := g.Reach(rules.CodeOf(g.Royal(), rules.White), king, &none)
		open := board.AndNot(&guarded)
		open.Remove(king)
		board.Squares(func(sq rules.Square) {
			if !found && sq != king {
				found = matesFrom(g, rules.CodeOf(t, rules.White), sq, king, open, &flights)
			}
		})
	})
	return found
}

// matesFrom reports whether a piece gives mate from a square, with its king on
// another, to a bare king on one of the open squares, which the king leaves it.
func matesFrom(g *rules.Game, code rules.Code, from, king rules.Square, open rules.Set, flights *[256]rules.Set) bool {
	var occupied rules.Set
	occupied.Add(king)
	_, attacked := g.Reach(code, from, &occupied)
	checked := open.And(&attacked)
	checked.Remove(from)
	safe := open.AndNot(&attacked) // with the square of the piece, if the king does not protect it
	mate := false
	checked.Squares(func(sq rules.Square) { mate = mate || !safe.Meets(&flights[sq]) })
	return mate
}
