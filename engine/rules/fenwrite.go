package rules

import (
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

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
		b.WriteString(p.unmovedText(c))
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

// arrayBoard returns the initial placement by square. startPosition reports its faults.
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
	if g.unmoved != nil {
		rights += g.startUnmoved()
	}
	if rights == "" {
		rights = "-"
	}
	return g.ParseFEN(array + " " + g.First().String()[:1] + " " + rights + " - 0 1")
}
