package rules

import (
	"regexp"
	"strconv"
	"strings"
)

// exactly narrows moves to those that SAN writes exactly like s, if there are any: a short
// text that leaves something open, such as whether a pawn moves sideways, means the
// ordinary move.
func exactly(p *Position, s *spelling, found []Move) []Move {
	var same []Move
	for _, m := range found {
		if strings.TrimRight(p.SAN(m), "+#") == s.text {
			same = append(same, m)
		}
	}
	if len(same) == 0 {
		return found
	}
	return same
}

// spelling is the text of a move split into its parts. Squares are named, and empty if the
// text omits them.
type spelling struct {
	text       string // without marks
	kind       spellingKind
	symbol     string // of the piece; empty for a pawn
	file, rank string // of origin
	to, victim string
	promotion  string // symbol
	enters     string // symbol of a piece that enters, with its square when castling
	kingside   bool
}

type spellingKind uint8

const (
	coordinates spellingKind = iota // or unknown
	bySide                          // O-O
	bySquare                        // K~c1
	whole                           // M@b1, Nb1*: the text of the move itself
	plain
)

// form matches a general move: piece, origin, capture, destination, another captured
// square, promotion.
var form = regexp.MustCompile(`^((?:\+?[A-Z])?)([a-p]?)(\d{0,2})[-x:]?([a-p]\d{1,2})(?:x([a-p]\d{1,2}))?(?:=?(\+?[A-Za-z]))?$`)

// spell splits the text of a move into its parts.
func spell(g *Game, text string) spelling {
	t := strings.TrimRight(text, "+#!?")
	s := spelling{text: t}
	t, s.enters, _ = strings.Cut(t, "/")
	switch strings.NewReplacer("0", "O", "o", "O").Replace(t) {
	case "O-O", "OO":
		s.kind, s.kingside = bySide, true
		return s
	case "O-O-O", "OOO":
		s.kind = bySide
		return s
	}
	royal := g.Symbol(g.Royal())
	switch {
	case strings.HasPrefix(t, royal+"~"):
		s.kind, s.to = bySquare, t[len(royal)+1:]
	case strings.IndexByte(t, '@') > 0:
		s.kind = whole
	case len(t) > 2 && strings.HasSuffix(t, "*") && t[0] >= 'A' && t[0] <= 'Z':
		s.kind, s.symbol, s.text = whole, t[:1], t[1:]
	default:
		if f := form.FindStringSubmatch(t); f != nil {
			s.kind = plain
			s.symbol, s.file, s.rank, s.to, s.victim, s.promotion = f[1], f[2], f[3], f[4], f[5], strings.ToUpper(f[6])
		}
	}
	return s
}

// fits reports whether a spelling may denote a legal move.
func (s *spelling) fits(p *Position, m Move) bool {
	g := p.Game()
	if enters := g.entersText(m); s.enters != enters && (s.kind != bySide || enters == "" || s.enters != enters[:1]) {
		return false
	}
	switch s.kind {
	case coordinates:
		return false
	case bySide:
		return m.Kind() == Castling && g.castlings[m.Extra()].towardsH() == s.kingside
	case bySquare:
		return m.Kind() == Castling && g.SquareName(m.To()) == s.to
	case whole:
		return (m.Kind() == Placing || m.Kind() == Exploding) && g.MoveText(m) == s.text &&
			(s.symbol == "" || g.Symbol(p.At(m.From()).Type()) == s.symbol)
	}
	switch m.Kind() {
	case Castling, Placing, Exploding:
		return false
	}
	promotion := ""
	if m.IsPromotion() {
		promotion = g.Symbol(m.Promotion())
	}
	return s.fitsPiece(g, p.At(m.From()).Type()) && s.fitsSquares(g, m) && s.promotion == promotion
}

// entersText returns what SAN writes after the slash of a move by which a piece enters.
func (g *Game) entersText(m Move) string {
	t, at := g.Enters(m)
	switch {
	case t == NoType:
		return ""
	case m.Kind() == Castling:
		return g.Symbol(t) + g.SquareName(at)
	}
	return g.Symbol(t)
}

func (s *spelling) fitsPiece(g *Game, t Type) bool {
	if s.symbol == "" {
		return g.IsPawn(t)
	}
	return g.Symbol(t) == s.symbol
}

func (s *spelling) fitsSquares(g *Game, m Move) bool {
	victim := ""
	if m.Kind() == Locust {
		victim = g.SquareName(Square(m.Extra()))
	}
	return g.SquareName(m.To()) == s.to && victim == s.victim &&
		(s.file == "" || s.file == string(rune('a'+g.File(m.From())))) &&
		(s.rank == "" || s.rank == strconv.Itoa(g.Rank(m.From())+1))
}

// nearTo lists legal moves that a string may have meant: moves of the same kind of piece, or else
// moves to the same square.
func nearTo(p *Position, s *spelling, moves []Move) string {
	if len(moves) == 0 {
		return "; the game is over"
	}
	g := p.Game()
	var near []Move
	for _, same := range []func(Move) bool{
		func(m Move) bool { return s.symbol != "" && s.fitsPiece(g, p.At(m.From()).Type()) },
		func(m Move) bool { return s.to != "" && g.SquareName(m.To()) == s.to },
		func(Move) bool { return true },
	} {
		for _, m := range moves {
			if len(near) < 4 && same(m) {
				near = append(near, m)
			}
		}
		if len(near) > 0 {
			break
		}
	}
	return "; legal are, among others, " + list(p, near)
}

func list(p *Position, moves []Move) string {
	var names []string
	for _, m := range moves[:min(len(moves), 4)] {
		names = append(names, p.SAN(m))
	}
	return strings.Join(names, ", ")
}
