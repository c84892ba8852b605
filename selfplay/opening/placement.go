package opening

import (
	"math/rand/v2"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// maxShuffles bounds the search for a shuffle that keeps colour-bound pieces
// apart; a few are enough on any board where such a shuffle exists.
const maxShuffles = 100

// permute shuffles the pieces of the first rank, king and castling partners
// aside. Colour-bound pieces that the army has on both colours stay on both.
func (r *roster) permute(rng *rand.Rand, a *army) {
	var squares []rules.Square
	for f := range r.g.Files() {
		sq := r.g.SquareAt(f, 0)
		if t := a.board[sq]; t != rules.NoType && t != r.g.Royal() && !r.isPartner(t) {
			squares = append(squares, sq)
		}
	}
	array := a.board
	both := r.onBothColours(a)
	for range maxShuffles {
		rng.Shuffle(len(squares), func(i, j int) {
			x, y := squares[i], squares[j]
			a.board[x], a.board[y] = a.board[y], a.board[x]
		})
		if r.onBothColours(a)&both == both {
			return
		}
	}
	a.board = array
}

// onBothColours is the set of colour-bound types, a bit each, that the army has
// on light and dark squares.
func (r *roster) onBothColours(a *army) uint32 {
	var on [2]uint32
	for sq, t := range a.board[:r.g.Squares()] {
		if r.bound[t] {
			on[(r.g.File(rules.Square(sq))+r.g.Rank(rules.Square(sq)))&1] |= 1 << t
		}
	}
	return on[0] & on[1]
}

// placeWaiting places the waiting pieces at random, with a as White's army and b as
// Black's.
func (r *roster) placeWaiting(rng *rand.Rand, a, b *army) error {
	if len(a.hand)+len(b.hand) == 0 {
		return nil
	}
	p, err := r.g.ParseFEN(r.fen(a, b))
	if err == nil {
		err = placeAtRandom(rng, p)
	}
	if err != nil {
		return err
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) {
		code := p.Behind(sq)
		[]*army{a, b}[code.Color()].behind[r.seen(sq, code.Color())] = code.Type()
	})
	a.hand, b.hand = nil, nil
	return nil
}

// fen describes the board with two armies on it. White is to move or, when only
// Black has pieces to place, Black.
func (r *roster) fen(white, black *army) string {
	var rows []string
	gated := len(r.waiting) > 0
	if gated {
		rows = append(rows, r.gateRow(black, rules.Black))
	}
	rows = append(rows, r.board(white, black))
	if gated {
		rows = append(rows, r.gateRow(white, rules.White))
	}
	text, turn := strings.Join(rows, "/"), " w "
	if r.g.Pooled() {
		text += "[]" // what an army lacks has not been captured
	}
	if len(white.hand)+len(black.hand) > 0 {
		text += "[" + r.letters(white.hand, rules.White) + r.letters(black.hand, rules.Black) + "]"
		if len(white.hand) == 0 {
			turn = " b "
		}
	}
	return text + turn + r.rights(white, black) + " - 0 1"
}

func (r *roster) letters(types []rules.Type, c rules.Color) string {
	var b strings.Builder
	for _, t := range types {
		b.WriteString(r.g.CodeSymbol(rules.CodeOf(t, c)))
	}
	return b.String()
}

func (r *roster) gateRow(a *army, c rules.Color) string {
	var b strings.Builder
	for f := range r.g.Files() {
		if t := a.behind[r.g.SquareAt(f, 0)]; t != rules.NoType {
			b.WriteString(r.g.CodeSymbol(rules.CodeOf(t, c)))
		} else {
			b.WriteByte('*')
		}
	}
	return b.String()
}

// board is the placement of two armies, as in a FEN.
func (r *roster) board(white, black *army) string {
	board := variant.NewArray(r.g.Files(), r.g.Ranks())
	for i := range r.g.Squares() {
		sq := rules.Square(i)
		code := rules.CodeOf(white.board[sq], rules.White)
		if t := black.board[r.g.MirrorSquare(sq)]; t != rules.NoType {
			code = rules.CodeOf(t, rules.Black)
		}
		if code.Type() != rules.NoType {
			board[r.g.Rank(sq)][r.g.File(sq)] = r.g.CodeSymbol(code)[0]
		}
	}
	return board.String()
}

// rights are the castling rights of two armies: those whose king and partner
// stand on their squares.
func (r *roster) rights(white, black *army) string {
	var b strings.Builder
	for c, a := range []*army{white, black} {
		for _, w := range r.wings {
			if r.holds(a, w) {
				b.WriteByte(w.Letter + byte(c)*('a'-'A'))
			}
		}
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}
