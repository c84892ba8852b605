package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

// maxFEN bounds the length of a FEN in bytes.
const maxFEN = 2048

// fenReader holds the state of reading a FEN.
type fenReader struct {
	fen    string
	g      *Game
	p      *Position
	passed []Square // as written, even if nothing can capture there
}

// fail says which field of the FEN is wrong, and why.
func (r *fenReader) fail(field, format string, args ...any) error {
	return fmt.Errorf("FEN %q: %s: %s", r.fen, field, fmt.Sprintf(format, args...))
}

// ParseFEN reads a position. Trailing fields may be left out: castling and en
// passant default to none, the counters to 0 and 1. In games with waiting
// pieces the board may have an extra first and last row for them, with * where
// nothing waits, and pieces not placed yet are in brackets after the board.
func (g *Game) ParseFEN(fen string) (*Position, error) {
	r := &fenReader{fen: fen, g: g, p: g.emptyPosition()}
	if len(fen) > maxFEN {
		r.fen = fen[:40] + "…"
		return nil, r.fail("length", "longer than %d characters", maxFEN)
	}
	fields, err := r.cutChecks(strings.Fields(fen))
	if err != nil {
		return nil, err
	}
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
	if err := r.check(); err != nil {
		return nil, err
	}
	r.p.loseByStranded()
	r.p.judge()
	r.p.openPassed(r.passed)
	r.p.hash = r.p.hashFromScratch()
	return r.p, nil
}

// board reads the placement, the waiting pieces and the hands.
func (r *fenReader) board(text string) error {
	i := strings.IndexByte(text, '[')
	pools := i >= 0
	if i >= 0 {
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
	if r.g.pooled && !pools {
		r.derivePools()
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
		if c == '~' && r.mayRevert(file, rank) {
			r.p.promoted.Add(r.g.SquareAt(file-1, rank))
			continue
		}
		if c == variant.Hole && file < r.g.Files() && r.g.IsHole(r.g.SquareAt(file, rank)) {
			file++
			continue
		}
		code, n := r.g.readSymbol(row[i:])
		i += n - 1
		switch {
		case code == 0:
			return r.fail("board", "%q on rank %d is no piece of this game; the pieces are %s", c, rank+1, r.g.symbolList())
		case file >= r.g.Files():
			return r.fail("board", "rank %d (%q) has more than %d files", rank+1, row, r.g.Files())
		case r.g.IsHole(r.g.SquareAt(file, rank)):
			return r.fail("board", "%s is not part of the board", r.g.SquareName(r.g.SquareAt(file, rank)))
		}
		r.p.stand(code, r.g.SquareAt(file, rank))
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
	for f := range len(row) {
		if row[f] == '*' {
			continue
		}
		code, _ := r.g.readSymbol(row[f : f+1])
		if code == 0 {
			return r.fail("board", "%q in the row of %s's waiting pieces is no piece of this game", row[f], c)
		}
		if code.Color() != c {
			return r.fail("board", "%q in the row of %s's waiting pieces is a piece of the other side", row[f], c)
		}
		if code.Type() == r.g.royal {
			return r.fail("board", "the %s cannot wait outside the board", r.g.TypeName(r.g.royal))
		}
		r.p.wait(code, r.g.firstRank(f, c))
	}
	return nil
}

// hands reads the pieces that are not placed yet, as in "[MFmf]", or, in games
// with pools, those that have been captured.
func (r *fenReader) hands(text string) error {
	if !strings.HasSuffix(text, "]") {
		return r.fail("board", "%q has no closing bracket", text)
	}
	if text = text[1 : len(text)-1]; text == "-" {
		return nil
	}
	for text != "" {
		code, n := r.g.readSymbol(text)
		if code == 0 {
			return r.fail("board", "%q in the hand is no piece of this game; the pieces are %s", text[0], r.g.symbolList())
		}
		text = text[n:]
		if r.g.pooled {
			if err := r.captured(code); err != nil {
				return err
			}
			continue
		}
		if !r.g.CanHold(code.Type()) {
			return r.fail("board", "a %s cannot be in hand in this game", r.g.TypeName(code.Type()))
		}
		held := int(r.p.hand[code.Color()][code.Type()])
		if held >= r.g.maxHeld() {
			return r.fail("board", "too many pieces in hand")
		}
		r.p.setHand(code.Type(), code.Color(), held+1)
	}
	return nil
}

func (g *Game) symbolList() string {
	var b strings.Builder
	for _, code := range g.of[White] {
		b.WriteString(g.CodeSymbol(code))
	}
	return b.String() + " and in lower case"
}

// FEN writes the position in the form that ParseFEN reads.
func (p *Position) FEN() string { return p.fen(false) }

// WalledFEN is FEN with asterisks on the squares that are not part of the board, as Fairy-Stockfish
// writes them.
func (p *Position) WalledFEN() string { return p.fen(true) }

func (p *Position) fen(walled bool) string {
	g := p.g
	var b strings.Builder
	if g.gated {
		p.writeGates(&b, Black)
		b.WriteByte('/')
	}
	p.writeBoard(&b, walled)
	if g.gated {
		b.WriteByte('/')
		p.writeGates(&b, White)
	}
	switch {
	case g.pooled:
		writeBrackets(&b, g, &p.pool)
	case g.drops || g.entering != nil || p.inHand > 0:
		writeBrackets(&b, g, &p.hand)
	}
	b.WriteString(" " + "wb"[p.turn:p.turn+1] + " ")
	p.writeRights(&b)
	b.WriteByte(' ')
	if p.passedN == 0 {
		b.WriteByte('-')
	}
	for _, sq := range p.passed[:p.passedN] {
		b.WriteString(g.SquareName(sq))
	}
	if g.CountsChecks() {
		fmt.Fprintf(&b, " %d+%d", p.left[White], p.left[Black])
	}
	b.WriteString(" " + strconv.Itoa(int(p.halfmove)) + " " + strconv.Itoa(p.fullmove))
	return b.String()
}

// writeBoard writes the placement, with a ~ behind each piece that reverts when it is
// captured.
func (p *Position) writeBoard(b *strings.Builder, walled bool) {
	board := make(variant.Array, p.g.Ranks())
	for sq := range p.g.Squares() {
		row := &board[p.g.Rank(Square(sq))]
		if walled && p.g.IsHole(Square(sq)) {
			*row = append(*row, variant.Hole)
			continue
		}
		*row = append(*row, p.g.symbols[p.board[sq]])
		if p.promoted.Has(Square(sq)) {
			*row = append(*row, '~')
		}
	}
	b.WriteString(board.String())
}

func (p *Position) writeGates(b *strings.Builder, c Color) {
	for f := range p.g.Files() {
		if code := p.behind[p.g.firstRank(f, c)]; code != 0 {
			b.WriteByte(p.g.symbols[code])
		} else {
			b.WriteByte('*')
		}
	}
}

// writeBrackets writes pieces that are not on the board, White's first.
func writeBrackets(b *strings.Builder, g *Game, count *[2][maxTypes + 1]uint8) {
	b.WriteByte('[')
	for _, c := range []Color{White, Black} {
		for t, n := range count[c] {
			for range n {
				b.WriteString(g.CodeSymbol(CodeOf(Type(t), c)))
			}
		}
	}
	b.WriteByte(']')
}

func (p *Position) writeRights(b *strings.Builder) {
	if p.rights == 0 {
		b.WriteByte('-')
	}
	for _, c := range []Color{White, Black} {
		for i, w := range p.g.wings {
			if w.Color == c && p.rights>>i&1 != 0 {
				b.WriteByte(w.Letter)
			}
		}
		if p.g.entering != nil {
			b.WriteString(p.entryText(c))
		}
	}
}

// NewPosition returns the start of the game.
func (g *Game) NewPosition() *Position { return g.start.Clone() }

// historyRoom is the room for moves that a new position has before its history
// must grow.
const historyRoom = 256

func (g *Game) emptyPosition() *Position {
	p := &Position{g: g, fullmove: 1, history: make([]record, 0, historyRoom)}
	p.startChecks()
	return p
}

// arrayBoard returns the initial placement by square. startPosition reports what is wrong
// with it.
func (g *Game) arrayBoard() []Code {
	r := &fenReader{fen: g.Variant.Array, g: g, p: g.emptyPosition()}
	_ = r.board(g.Variant.Array + "[]") // nothing captured yet
	return r.p.board[:g.Squares()]
}

func (g *Game) startPosition() (*Position, error) {
	array := g.Variant.Array
	switch {
	case g.pooled:
		array += "[]"
	case g.drops || g.gated || g.entering != nil:
		array += g.startHands()
	}
	rights := g.wingLetters()
	if has := g.Variant.Rules.Castling.Rights; has != "" {
		rights = strings.Map(func(letter rune) rune {
			if strings.ContainsRune(has, letter) {
				return letter
			}
			return -1
		}, rights)
	}
	if g.entering != nil {
		rights += g.startEntries()
	}
	if rights == "" {
		rights = "-"
	}
	return g.ParseFEN(array + " " + g.First().String()[:1] + " " + rights + " - 0 1")
}

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

// checkKings counts the royal pieces and notes where they stand.
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

// checkHands makes sure that the placement phase can go on to its end.
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
	if r.g.castlesChess960() {
		var err error
		if text, err = r.fitWings(text); err != nil {
			return err
		}
	}
	for i := range len(text) {
		n := r.g.wingNamed(text[i], &r.p.board)
		if n < 0 && r.g.entering != nil {
			if err := r.readEntry(text[i]); err != nil {
				return err
			}
			continue
		}
		if n < 0 {
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
	return nil
}

// wingNamed returns the castling right with a letter. If there are several, it prefers the
// one whose pieces are in place; without any it returns -1.
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
		for from, steps := range r.g.programs[code] {
			// Only a waiting piece can stand where the passer came from.
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
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n > maxCounter {
		return r.fail("halfmove", "found %q, expected a number of plies", text)
	}
	r.p.state.halfmove = int32(n)
	return nil
}

func (r *fenReader) fullmove(text string) error {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n > maxCounter {
		return r.fail("fullmove", "found %q, expected a move number", text)
	}
	r.p.fullmove = max(int(n), 1)
	return nil
}

// maxCounter bounds the counters in a FEN.
const maxCounter = 100_000
