package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// FENError says what is wrong with which field of a FEN.
type FENError struct {
	FEN   string
	Field string // "board", "turn", "castling", …
	Msg   string
}

// Error names the field.
func (e *FENError) Error() string {
	return fmt.Sprintf("FEN %q: %s: %s", e.FEN, e.Field, e.Msg)
}

// maxFEN bounds the length of a FEN in bytes.
const maxFEN = 2048

// fenReader carries what the field readers share.
type fenReader struct {
	fen string
	g   *Game
	p   *Position
}

func (r *fenReader) fail(field, format string, args ...any) error {
	return &FENError{r.fen, field, fmt.Sprintf(format, args...)}
}

// ParseFEN reads a position. Trailing fields may be left out: castling and en
// passant default to none, the counters to 0 and 1. In games with waiting
// pieces the board may have an extra first and last row for them, with * where
// nothing waits, and pieces not placed yet stand in brackets behind the board.
func (g *Game) ParseFEN(fen string) (*Position, error) {
	r := &fenReader{fen: fen, g: g, p: g.emptyPosition()}
	if len(fen) > maxFEN {
		r.fen = fen[:40] + "…"
		return nil, r.fail("length", "longer than %d characters", maxFEN)
	}
	fields := strings.Fields(fen)
	if len(fields) == 0 || len(fields) > 6 {
		return nil, r.fail("fields", "found %d, expected board, turn, castling, en passant, halfmove, fullmove", len(fields))
	}
	defaults := []string{"", "w", "-", "-", "0", "1"}
	for i, read := range []func(string) error{
		r.board, r.turn, r.castling, r.enPassant, r.halfmove, r.fullmove,
	} {
		text := defaults[i]
		if i < len(fields) {
			text = fields[i]
		}
		if err := read(text); err != nil {
			return nil, err
		}
	}
	r.p.hash = r.p.hashFromScratch()
	if err := r.check(); err != nil {
		return nil, err
	}
	return r.p, nil
}

// board reads the placement, the waiting pieces and the hands.
func (r *fenReader) board(text string) error {
	if i := strings.IndexByte(text, '['); i >= 0 {
		if err := r.hands(text[i:]); err != nil {
			return err
		}
		text = text[:i]
	}
	rows := strings.Split(text, "/")
	if r.g.gated && len(rows) == r.g.Ranks()+2 {
		if err := r.gates(rows[0], Black); err != nil {
			return err
		}
		if err := r.gates(rows[len(rows)-1], White); err != nil {
			return err
		}
		rows = rows[1 : len(rows)-1]
	}
	if len(rows) != r.g.Ranks() {
		return r.fail("board", "%d rows, expected %d", len(rows), r.g.Ranks())
	}
	for i, row := range rows {
		if err := r.row(row, r.g.Ranks()-1-i); err != nil {
			return err
		}
	}
	return nil
}

func (r *fenReader) row(row string, rank int) error {
	file := 0
	for i := 0; i < len(row); i++ {
		c := row[i]
		if c >= '0' && c <= '9' {
			n := int(c - '0')
			if i+1 < len(row) && row[i+1] >= '0' && row[i+1] <= '9' {
				i++
				n = n*10 + int(row[i]-'0')
			}
			file += n
			continue
		}
		code := r.g.bySym[c]
		switch {
		case code == 0:
			return r.fail("board", "%q on rank %d is no piece of this game; the pieces are %s", c, rank+1, r.g.symbolList())
		case file >= r.g.Files():
			return r.fail("board", "rank %d (%q) has more than %d files", rank+1, row, r.g.Files())
		case r.g.IsHole(r.g.SquareAt(file, rank)):
			return r.fail("board", "%s is not part of the board", r.g.SquareName(r.g.SquareAt(file, rank)))
		}
		r.p.put(code, r.g.SquareAt(file, rank))
		file++
	}
	if file != r.g.Files() {
		return r.fail("board", "rank %d (%q) has %d files, expected %d", rank+1, row, file, r.g.Files())
	}
	return nil
}

// gates reads the row of a side's waiting pieces. A piece may wait behind an
// empty square, though play never leads there; it enters when a piece of its
// side next leaves that square.
func (r *fenReader) gates(row string, c Color) error {
	if len(row) != r.g.Files() {
		return r.fail("board", "the row %q of %s's waiting pieces has %d files, expected %d", row, c, len(row), r.g.Files())
	}
	rank := 0
	if c == Black {
		rank = r.g.Ranks() - 1
	}
	for f := range len(row) {
		if row[f] == '*' {
			continue
		}
		code := r.g.bySym[row[f]]
		if code == 0 || code.Color() != c {
			return r.fail("board", "%q in the row of %s's waiting pieces is no piece of that side", row[f], c)
		}
		if code.Type() == r.g.royal {
			return r.fail("board", "the %s cannot wait outside the board", r.g.TypeName(r.g.royal))
		}
		r.p.wait(code, r.g.SquareAt(f, rank))
	}
	return nil
}

// hands reads the pieces that are not placed yet, as in "[MFmf]".
func (r *fenReader) hands(text string) error {
	if !strings.HasSuffix(text, "]") {
		return r.fail("board", "%q has no closing bracket", text)
	}
	for _, c := range []byte(text[1 : len(text)-1]) {
		code := r.g.bySym[c]
		if code == 0 {
			return r.fail("board", "%q in the hand is no piece of this game; the pieces are %s", c, r.g.symbolList())
		}
		if !r.g.waits(code.Type()) {
			return r.fail("board", "a %s cannot be in hand in this game", r.g.TypeName(code.Type()))
		}
		n := int(r.p.hand[code.Color()][code.Type()])
		if n >= 15 {
			return r.fail("board", "too many pieces in hand")
		}
		r.p.setHand(code.Type(), code.Color(), n+1)
	}
	return nil
}

func (g *Game) waits(t Type) bool {
	for _, w := range g.Waiting() {
		if w == t {
			return true
		}
	}
	return false
}

func (g *Game) symbolList() string {
	var b strings.Builder
	for _, code := range g.of[White] {
		b.WriteByte(g.symbols[code])
	}
	return b.String() + " and in lower case"
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
	for i := range len(text) {
		n := r.g.wingNamed(text[i])
		if n < 0 {
			return r.fail("castling", "%q is no castling right of this game; expected letters of %q or -", text[i], r.g.wingLetters())
		}
		w := r.g.wings[n]
		if r.p.board[w.king] != codeOf(r.g.royal, w.color) || r.p.board[w.partner] != r.g.partnerCode(w.color) {
			return r.fail("castling", "%q needs %s's %s on %s and %s on %s", text[i], w.color,
				r.g.TypeName(r.g.royal), r.g.SquareName(w.king), r.g.Variant.Rules.Castling.Partner, r.g.SquareName(w.partner))
		}
		r.p.rights |= 1 << n
	}
	return nil
}

func (g *Game) partnerCode(c Color) Code {
	return codeOf(g.TypeNamed(g.Variant.Rules.Castling.Partner), c)
}

func (g *Game) wingNamed(letter byte) int {
	for i, w := range g.wings {
		if w.letter == letter {
			return i
		}
	}
	return -1
}

func (g *Game) wingLetters() string {
	var b strings.Builder
	for _, w := range g.wings {
		b.WriteByte(w.letter)
	}
	return b.String()
}

// enPassant reads the passed squares. The piece that passed stands beyond
// them, seen from its own side.
func (r *fenReader) enPassant(text string) error {
	if text == "-" {
		return nil
	}
	for rest := text; rest != ""; {
		sq, after, err := r.g.geo.parseSquare(rest)
		if err != nil {
			return r.fail("en passant", "%v", err)
		}
		rest = after
		if r.p.passedN == maxPassed {
			return r.fail("en passant", "more than %d squares", maxPassed)
		}
		if err := r.passed(sq); err != nil {
			return err
		}
	}
	return nil
}

func (r *fenReader) passed(sq Square) error {
	p, g := r.p, r.g
	them := p.turn.Other()
	dir := g.Files()
	if them == Black {
		dir = -dir
	}
	if p.board[sq] != 0 {
		return r.fail("en passant", "%s is not empty", g.SquareName(sq))
	}
	for i, at := 0, int(sq)+dir; i < maxPassed && at >= 0 && at < g.Squares(); i, at = i+1, at+dir {
		code := p.board[at]
		if code == 0 {
			continue
		}
		if code.Color() != them || !g.passes(code) {
			break
		}
		p.passer = Square(at)
		for _, c := range g.of[p.turn] {
			if g.attacks.passTo[c][sq].Meets(&p.pieces[c]) {
				p.addPassed(sq)
				break
			}
		}
		return nil
	}
	return r.fail("en passant", "no %s piece that could have passed %s stands beyond it", them, g.SquareName(sq))
}

// passes reports whether a piece has moves that leave en-passant targets.
func (g *Game) passes(p Code) bool {
	for _, steps := range g.programs[p] {
		for i := range steps {
			if steps[i].kind == Passing {
				return true
			}
		}
	}
	return false
}

func (r *fenReader) halfmove(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 100000 {
		return r.fail("halfmove", "found %q, expected a number of plies", text)
	}
	r.p.state.halfmove = int32(n)
	return nil
}

func (r *fenReader) fullmove(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 100000 {
		return r.fail("fullmove", "found %q, expected a move number", text)
	}
	r.p.fullmove = max(n, 1)
	return nil
}

// check makes sure that the position can be played.
func (r *fenReader) check() error {
	p, g := r.p, r.g
	for _, c := range []Color{White, Black} {
		kings := p.pieces[codeOf(g.royal, c)]
		if n := kings.Count(); n != 1 {
			return r.fail("board", "%s has %d of the royal piece %s, expected 1", c, n, g.TypeName(g.royal))
		}
		kings.Squares(func(sq Square) { p.king[c] = sq })
	}
	var err error
	p.gates.Squares(func(sq Square) {
		if front := p.board[sq]; front != 0 && front.Color() != p.behind[sq].Color() {
			err = r.fail("board", "a piece waits behind %s, where an opposing piece stands", g.SquareName(sq))
		}
	})
	if err != nil {
		return err
	}
	if p.inHand == 0 && p.Attacked(p.king[p.turn.Other()], p.turn) {
		return r.fail("board", "%s is in check, but it is %s's turn", p.turn.Other(), p.turn)
	}
	return nil
}
