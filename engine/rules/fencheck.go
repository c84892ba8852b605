package rules

import (
	"slices"
	"strconv"
	"strings"
)

// check makes sure that the position can be played.
func (r *fenReader) check() error {
	for _, stage := range []func() error{r.checkKings, r.checkWaiting, r.checkHands} {
		if err := stage(); err != nil {
			return err
		}
	}
	p := r.p
	if p.inHand > 0 {
		// Attacks on the king of the side that moves first begin to count when the last
		// piece is placed; the other's would be captured.
		if first := r.g.First(); p.Attacked(p.king[first.Other()], first) {
			return r.fail("board", "%s's %s is attacked, but %s moves first after the placements", first.Other(), r.g.TypeName(r.g.royal), first)
		}
		return nil
	}
	if p.checked(p.turn.Other()) {
		return r.fail("board", "%s is in check, but it is %s's turn", p.turn.Other(), p.turn)
	}
	return nil
}

// checkKings counts the royal pieces and notes their squares.
func (r *fenReader) checkKings() error {
	if !r.g.crowned {
		r.p.crown()
		return nil
	}
	for _, c := range []Color{White, Black} {
		kings := r.p.pieces[CodeOf(r.g.royal, c)]
		n := kings.Count()
		if n == 0 && r.g.blast != nil && r.p.ended == Ongoing {
			r.p.end(win(c.Other()), blownUp)
			continue
		}
		if n != 1 {
			return r.fail("board", "%s has %d of the royal piece %s, expected 1", c, n, r.g.TypeName(r.g.royal))
		}
		kings.Squares(func(sq Square) { r.p.king[c] = sq })
	}
	return nil
}

func (r *fenReader) checkWaiting() error {
	var err error
	r.p.gates.Squares(func(sq Square) {
		if front := r.p.board[sq]; front != 0 && front.Color() != r.p.behind[sq].Color() {
			err = r.fail("board", "a piece waits behind %s, where an opposing piece stands", r.g.SquareName(sq))
		}
	})
	return err
}

// checkHands makes sure that the placement phase can be completed.
func (r *fenReader) checkHands() error {
	p := r.p
	if p.inHand == 0 {
		return nil
	}
	if p.handSize(p.turn) == 0 {
		return r.fail("turn", "%s has nothing in hand to place, but %s has", p.turn, p.turn.Other())
	}
	for _, c := range []Color{White, Black} {
		fronts := p.fronts(c)
		if have, room := p.handSize(c), fronts.Count(); have > room {
			return r.fail("board", "%s has %d pieces in hand, but they can be placed behind %d pieces only", c, have, room)
		}
	}
	return nil
}

func (r *fenReader) turn(text string) error {
	switch text {
	case "w":
	case "b":
		r.p.turn = Black
	default:
		return r.fail("turn", "found %q, expected w or b", text)
	}
	return nil
}

func (r *fenReader) castling(text string) error {
	if text == "-" {
		return nil
	}
	text, err := r.unmovedSquares(text)
	if err != nil {
		return err
	}
	if r.g.castlesChess960() {
		if text, err = r.fitWings(text); err != nil {
			return err
		}
	}
	for i := range len(text) {
		n := r.g.wingNamed(text[i], &r.p.board)
		if n < 0 && r.g.entering == nil {
			n = r.g.wingOfFile(text[i], &r.p.board)
		}
		if n < 0 && r.g.entering != nil {
			if err := r.readEntry(text[i]); err != nil {
				return err
			}
			continue
		}
		if n < 0 {
			if ok, err := r.unmovedFile(text[i]); ok && err == nil {
				continue
			} else if err != nil {
				return err
			}
			return r.fail("castling", "%q is no castling right of this game; expected letters of %q or -", text[i], r.g.wingLetters())
		}
		w := r.g.wings[n]
		if !r.g.standsOn(w, &r.p.board) {
			partner := "a piece"
			if w.Piece != NoType {
				partner = r.g.TypeName(w.Piece)
			}
			return r.fail("castling", "%q needs %s's %s on %s and %s on %s", text[i], w.Color,
				r.g.TypeName(r.g.castler), r.g.SquareName(w.King), partner, r.g.SquareName(w.Partner))
		}
		r.p.rights |= 1 << n
	}
	if r.g.entering != nil {
		r.settleEntries()
	}
	r.p.rights |= r.p.impliedUnmoved()
	return nil
}

// wingNamed returns the castling right with a letter. If there are several, it prefers the one
// whose pieces are in place; if there is none it returns -1.
func (g *Game) wingNamed(letter byte, board *[256]Code) int {
	first := -1
	for i, w := range g.wings {
		switch {
		case w.Letter != letter:
		case g.standsOn(w, board):
			return i
		case first < 0:
			first = i
		}
	}
	return first
}

// wingOfFile returns the castling right whose partner is on the file with a letter, as Shredder
// writes rights, or -1.
func (g *Game) wingOfFile(letter byte, board *[256]Code) int {
	return slices.IndexFunc(g.wings, func(w Wing) bool {
		return fileLetter(g.File(w.Partner), w.Color) == letter && g.standsOn(w, board)
	})
}

func (g *Game) wingLetters() string {
	var b strings.Builder
	for _, w := range g.wings {
		if strings.IndexByte(b.String(), w.Letter) < 0 {
			b.WriteByte(w.Letter)
		}
	}
	return b.String()
}

// enPassant reads the squares that the opponent's last move has passed over.
func (r *fenReader) enPassant(text string) error {
	if text == "-" {
		return nil
	}
	for rest := text; rest != ""; {
		sq, after, err := r.g.parseSquare(rest)
		if err != nil {
			return r.fail("en passant", "%v", err)
		}
		rest = after
		switch {
		case r.p.board[sq] != 0:
			return r.fail("en passant", "%s is not empty", r.g.SquareName(sq))
		case slices.Contains(r.passed, sq):
			return r.fail("en passant", "%s is named twice", r.g.SquareName(sq))
		}
		r.passed = append(r.passed, sq)
	}
	passer, ok := r.passer()
	if !ok {
		return r.fail("en passant", "no move of %s's can just have passed %s", r.p.turn.Other(), text)
	}
	r.p.passer = passer
	return nil
}

// passer finds the opposing piece that has just passed the squares read.
func (r *fenReader) passer() (Square, bool) {
	them := r.p.turn.Other()
	for _, code := range r.g.of[them] {
		for from := range r.g.programs[code] {
			steps := r.g.everyStep(code, Square(from))
			// Only a waiting piece can be where the passer came from.
			if r.p.board[from] != 0 && !(r.g.gated && r.g.homeRow[them].Has(Square(from))) {
				continue
			}
			for i := range steps {
				s := &steps[i]
				if s.kind == Passing && r.p.board[s.to] == code && r.liesBetween(Square(from), s.to) {
					return s.to, true
				}
			}
		}
	}
	return 0, false
}

// liesBetween reports whether all squares read lie between two others.
func (r *fenReader) liesBetween(from, to Square) bool {
	between := r.g.between(nil, from, to)
	return !slices.ContainsFunc(r.passed, func(sq Square) bool { return !slices.Contains(between, sq) })
}

func (r *fenReader) halfmove(text string) error {
	n, err := r.counter("halfmove", "a number of plies", text)
	r.p.state.halfmove = int32(n)
	return err
}

func (r *fenReader) fullmove(text string) error {
	n, err := r.counter("fullmove", "a move number", text)
	r.p.fullmove = max(n, 1)
	return err
}

func (r *fenReader) counter(field, what, text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n > maxCounter {
		return 0, r.fail(field, "found %q, expected %s", text, what)
	}
	return int(n), nil
}

// maxCounter bounds the counters in a FEN.
const maxCounter = 100_000
