package rules

import (
	"slices"

	"bestiary/engine/variant"
)

// sequelFor is the sequel of captures if it is for a kind of piece, by the words of the rule.
func sequelFor(g *Game, code Code) variant.Sequel {
	rule := g.Variant.Rules.Capture
	if code == 0 || code == Wall {
		return variant.NoSequel
	}
	piece := g.Variant.Pieces[code.Type()-1]
	if len(rule.Pieces) > 0 && !slices.Contains(rule.Pieces, piece.Name) || len(rule.Pieces) == 0 && piece.Royal && rule.Then != variant.Stays {
		return variant.NoSequel
	}
	return rule.Then
}

// slowCaptures drops the captures that a piece may not make, and leaves a piece that
// captures without moving where it is.
func (b *slowBoard) slowCaptures(from [2]int, ends []slowEnd) []slowEnd {
	code := b.pieces[from]
	if code == 0 || code == Wall {
		return nil
	}
	may := func(at [2]int) bool {
		victim := b.pieces[at]
		return victim == 0 || victim == Wall || at == from ||
			!slices.Contains(b.g.Variant.Pieces[code.Type()-1].MayNotCapture, b.g.TypeName(victim.Type()))
	}
	var out []slowEnd
	for _, e := range ends {
		if e.takes && !may(e.to) || e.locust && !may(e.victim) || e.enPassant && !may(b.passer) {
			continue
		}
		if sequelFor(b.g, code) == variant.Stays && (e.takes || e.enPassant) {
			e.locust, e.victim = true, e.to
			if e.enPassant {
				e.victim = b.passer
			}
			e.to, e.takes, e.enPassant = from, false, false
		}
		out = append(out, e)
	}
	return out
}

// slowSequel does on a board what follows a capture, which has been made there.
func (b *slowBoard) slowSequel(after *slowBoard, from [2]int, e slowEnd) {
	var victims [][2]int
	if e.takes && e.to != from {
		victims = append(victims, e.to)
	}
	if e.locust {
		victims = append(victims, e.victim)
	}
	if e.enPassant {
		victims = append(victims, b.passer)
	}
	if len(victims) == 0 {
		return
	}
	switch sequelFor(b.g, b.pieces[from]) {
	case variant.ChangesSides:
		after.pieces[e.to] ^= 1
	case variant.Petrifies:
		after.pieces[e.to] = Wall
	}
	for _, at := range victims {
		if code := b.pieces[at]; sequelFor(b.g, code) == variant.Reborn {
			if home, ok := b.g.slowHome(code, at); ok && after.pieces[home] == 0 {
				after.pieces[home] = code
			}
		}
	}
}

// slowHome is where a captured piece comes back.
func (g *Game) slowHome(code Code, at [2]int) (home [2]int, ok bool) {
	shade := func(at [2]int) int { return (at[0] + at[1]) % 2 }
	start := g.NewPosition()
	var starts [][2]int
	for sq := range g.Squares() {
		if start.At(Square(sq)) == code {
			starts = append(starts, [2]int{g.File(Square(sq)), g.Rank(Square(sq))})
		}
	}
	switch pawn := g.Variant.Pieces[code.Type()-1].Pawn; {
	case len(starts) == 0:
		home = [2]int{at[0], (g.Ranks() - 1) * (1 - int(code.Color()))}
	case pawn:
		home = [2]int{at[0], starts[0][1]}
	case len(starts) == 2 && shade(starts[0]) != shade(at):
		home = starts[1]
	default:
		home = starts[0]
	}
	return home, !g.IsHole(g.SquareAt(home[0], home[1]))
}

// sequelOnBoard does what follows a capture on the squares of p alone, where before held
// what was there before the move.
func (p *Position) sequelOnBoard(m Move, before [256]Code) {
	from, to := m.From(), m.To()
	victims := []Square{}
	if before[to] != 0 && to != from {
		victims = append(victims, to)
	}
	if k := m.Kind(); k == EnPassant || k == Locust {
		victims = append(victims, Square(m.Extra()))
	}
	if len(victims) == 0 {
		return
	}
	switch sequelFor(p.g, before[from]) {
	case variant.ChangesSides:
		p.board[to] ^= 1
	case variant.Petrifies:
		if p.g.blast == nil || p.board[to] == 0 {
			p.board[to] = Wall
		}
	}
	for _, sq := range victims {
		if sequelFor(p.g, before[sq]) == variant.Reborn {
			home, ok := p.g.slowHome(before[sq], [2]int{p.g.File(sq), p.g.Rank(sq)})
			if at := p.g.SquareAt(home[0], home[1]); ok && p.board[at] == 0 {
				p.board[at] = before[sq]
			}
		}
	}
}
