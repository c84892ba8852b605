package rules

// A game may have a kind of piece that avoids its own: its moves neither hop over nor capture
// another of its kind, of either side. To it, its kind is in no relation, so that no move ends or
// continues there.

// sides are the squares of White's pieces, of Black's, and of the kind that avoids its own.
type sides [3]Set

// shy is the index in sides of the kind that avoids its own.
const shy = 2

// without returns the sides without the pieces on some squares.
func (s *sides) without(gone *Set) sides {
	return sides{s[0].AndNot(gone), s[1].AndNot(gone), s[2].AndNot(gone)}
}

// moveShy brings the third of the sides up to date when a piece has come to a square.
func (p *Position) moveShy(own *sides, code Code, from, to Square) {
	if p.g.shy == NoType {
		return
	}
	own[shy].Remove(from)
	own[shy].Remove(to)
	if code.Type() == p.g.shy {
		own[shy].Add(to)
	}
}

// arriving returns the piece on the target square after a move of one piece.
func (p *Position) arriving(m Move) Code {
	if t := m.Promotion(); t != NoType {
		return CodeOf(t, p.turn)
	}
	return p.board[m.From()]
}

// compileRelations determines how each piece sees the others.
func (g *Game) compileRelations() {
	var seen [2][256]uint8
	for _, c := range []Color{White, Black} {
		for _, code := range g.of[c] {
			seen[c][code], seen[c.Other()][code] = relFriend, relEnemy
		}
		seen[c][0] = relEmpty
		if g.Petrifies() {
			seen[c][Wall] = relFriend // it is in the way, and no piece captures friends there
		}
		g.relation[CodeOf(NoType, c)] = &seen[c]
		for _, code := range g.of[c] {
			g.relation[code] = &seen[c]
		}
	}
	if g.shy == NoType {
		return
	}
	for _, c := range []Color{White, Black} {
		avoiding := seen[c]
		avoiding[CodeOf(g.shy, White)], avoiding[CodeOf(g.shy, Black)] = 0, 0
		g.relation[CodeOf(g.shy, c)] = &avoiding
	}
}
