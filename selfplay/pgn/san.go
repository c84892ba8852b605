package pgn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
)

// ParseSAN finds the legal move with a text in standard algebraic notation. It accepts the
// output of rules.Position.SAN and spellings of other programs: more or less of the square
// of origin than needed, missing marks of captures and checks, annotation marks,
// promotions without =, castling with zeros, and coordinates (g1f3, e7e8q).
func ParseSAN(p *rules.Position, text string) (rules.Move, error) {
	var buf [512]rules.Move
	moves := p.Moves(buf[:0])
	s := spell(p.Game(), text)
	var found []rules.Move
	for _, m := range moves {
		if s.fits(p, m) {
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		for _, m := range moves {
			if p.Game().MoveText(m) == s.text {
				return m, nil
			}
		}
	}
	// A short text that leaves something open, such as whether a pawn moves sideways, means the ordinary
	// move: the one that SAN writes exactly like it, if there is one.
	if len(found) > 1 {
		other := func(m rules.Move) bool { return strings.TrimRight(p.SAN(m), "+#") != s.text }
		if same := slices.DeleteFunc(slices.Clone(found), other); len(same) > 0 {
			found = same
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("move %q is not legal here%s", text, nearTo(p, &s, moves))
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("move %q is ambiguous; it can be %s", text, list(p, found))
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
	castling                        // O-O
	castlingTo                      // K~c1
	whole                           // M@b1, Nb1*: the text of the move itself
	plain
)

// form matches a general move: piece, origin, capture, destination, another captured
// square, promotion.
var form = regexp.MustCompile(`^((?:\+?[A-Z])?)([a-p]?)(\d{0,2})[-x:]?([a-p]\d{1,2})(?:x([a-p]\d{1,2}))?(?:=?(\+?[A-Za-z]))?$`)

// spell splits the text of a move into its parts.
func spell(g *rules.Game, text string) spelling {
	t := strings.TrimSuffix(strings.TrimRight(text, "+#!?"), "e.p.")
	s := spelling{text: t}
	t, s.enters, _ = strings.Cut(t, "/")
	switch strings.NewReplacer("0", "O", "o", "O").Replace(t) {
	case "O-O", "OO":
		s.kind, s.kingside = castling, true
		return s
	case "O-O-O", "OOO":
		s.kind = castling
		return s
	}
	royal := g.Symbol(g.Royal())
	switch {
	case strings.HasPrefix(t, royal+"~"):
		s.kind, s.to = castlingTo, t[len(royal)+1:]
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
func (s *spelling) fits(p *rules.Position, m rules.Move) bool {
	g := p.Game()
	if s.enters != entering(g, m) {
		return false
	}
	switch s.kind {
	case coordinates:
		return false
	case castling:
		return m.Kind() == rules.Castling && (g.File(m.To()) > g.File(m.From())) == s.kingside
	case castlingTo:
		return m.Kind() == rules.Castling && g.SquareName(m.To()) == s.to
	case whole:
		return (m.Kind() == rules.Placing || m.Kind() == rules.Exploding) && g.MoveText(m) == s.text &&
			(s.symbol == "" || g.Symbol(p.At(m.From()).Type()) == s.symbol)
	}
	switch m.Kind() {
	case rules.Castling, rules.Placing, rules.Exploding:
		return false
	}
	promotion := ""
	if m.IsPromotion() {
		promotion = g.Symbol(m.Promotion())
	}
	return s.fitsPiece(g, p.At(m.From()).Type()) && s.fitsSquares(g, m) && s.promotion == promotion
}

// entering returns what SAN writes after the slash of a move by which a piece enters.
func entering(g *rules.Game, m rules.Move) string {
	t, at := g.Enters(m)
	switch {
	case t == rules.NoType:
		return ""
	case m.Kind() == rules.Castling:
		return g.Symbol(t) + g.SquareName(at)
	}
	return g.Symbol(t)
}

func (s *spelling) fitsPiece(g *rules.Game, t rules.Type) bool {
	if s.symbol == "" {
		return g.IsPawn(t)
	}
	return g.Symbol(t) == s.symbol
}

func (s *spelling) fitsSquares(g *rules.Game, m rules.Move) bool {
	victim := ""
	if m.Kind() == rules.Locust {
		victim = g.SquareName(rules.Square(m.Extra()))
	}
	return g.SquareName(m.To()) == s.to && victim == s.victim &&
		(s.file == "" || s.file == string(rune('a'+g.File(m.From())))) &&
		(s.rank == "" || s.rank == strconv.Itoa(g.Rank(m.From())+1))
}

// nearTo lists legal moves that a text may have meant: moves of the same kind of piece, or
// else moves to the same square.
func nearTo(p *rules.Position, s *spelling, moves []rules.Move) string {
	if len(moves) == 0 {
		return "; the game is over"
	}
	g := p.Game()
	var near []rules.Move
	for _, same := range []func(rules.Move) bool{
		func(m rules.Move) bool { return s.symbol != "" && s.fitsPiece(g, p.At(m.From()).Type()) },
		func(m rules.Move) bool { return s.to != "" && g.SquareName(m.To()) == s.to },
		func(rules.Move) bool { return true },
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

func list(p *rules.Position, moves []rules.Move) string {
	var names []string
	for _, m := range moves[:min(len(moves), 4)] {
		names = append(names, p.SAN(m))
	}
	return strings.Join(names, ", ")
}
