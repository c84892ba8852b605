package rules

import (
	"fmt"
	"strings"

	"bestiary/engine/variant"
)

// castlesChess960 reports whether castling is that of Chess960 or Chess480. The wings of a position
// then follow from its FEN, and the game's wings are only its array's.
func (g *Game) castlesChess960() bool {
	return g.Variant.Rules.Castling.Kind.Shuffled()
}

// addChess960 lets the king go to the third or the last file but one, and its partner to the square
// next to it on the inner side, whatever their squares. In Chess480 the king goes two squares or,
// next to the edge of the board, one, to the square of its partner.
func (g *Game) addChess960(n, dir int) error {
	w := g.wings[n]
	rank, kf, pf := g.Rank(w.King), g.File(w.King), g.File(w.Partner)
	kingTo := 2
	if dir > 0 {
		kingTo = g.Files() - 2
	}
	if g.Variant.Rules.Castling.Kind == variant.Chess480Castling {
		kingTo = min(max(kf+2*dir, 0), g.Files()-1)
	}
	partnerTo := kingTo - dir
	c := castling{
		wing: n, color: w.Color, kingFrom: w.King, partnerFrom: w.Partner,
		kingTo: g.SquareAt(kingTo, rank), partnerTo: g.SquareAt(partnerTo, rank),
	}
	for f := min(kf, pf, kingTo, partnerTo); f <= max(kf, pf, kingTo, partnerTo); f++ {
		sq := g.SquareAt(f, rank)
		switch {
		case g.IsHole(sq):
			return fmt.Errorf("castling: %s is not part of the board", g.SquareName(sq))
		case f != kf && f != pf && (within(f, kf, kingTo) || within(f, pf, partnerTo)):
			c.empty.Add(sq)
		}
		if f != kf && f != kingTo && within(f, kf, kingTo) {
			c.safe = append(c.safe, sq)
		}
	}
	g.addCastling(c)
	return nil
}

// within reports whether f lies between a and b or is one of them.
func within(f, a, b int) bool { return min(a, b) <= f && f <= max(a, b) }

// towardsH reports whether the partner is to the right of the king from White's point of view.
func (c *castling) towardsH() bool { return c.partnerFrom > c.kingFrom }

// fitWings reads castling rights: letters of the partners' files, or KQkq for the outermost
// partners. It returns the letters of the files. If the game lacks one of these wings, the reader
// continues with a copy of the game that has exactly these.
func (r *fenReader) fitWings(text string) (string, error) {
	var files []byte
	var wings [2][2]*Wing // by colour and side of the king
	fits := true
	for i := range len(text) {
		w, err := r.wing(text[i])
		if err != nil {
			return "", err
		}
		side := &wings[w.Color][0]
		if w.Partner < w.King {
			side = &wings[w.Color][1]
		}
		if *side != nil && (*side).Partner != w.Partner {
			return "", r.fail("castling", "%q: two castlings of %s on the same side of the %s", text, w.Color, r.g.TypeName(r.g.castler))
		}
		*side = &w
		n := r.g.wingNamed(w.Letter, &r.p.board)
		fits = fits && n >= 0 && r.g.wings[n] == w
		files = append(files, w.Letter)
	}
	if fits {
		return string(files), nil
	}
	g, err := r.g.withWings(&wings)
	if err != nil {
		return "", r.fail("castling", "%v", err)
	}
	r.g, r.p.g = g, g
	return string(files), nil
}

// wing finds the king and the partner that a letter of the castling rights names.
func (r *fenReader) wing(letter byte) (Wing, error) {
	c, upper := White, strings.ToUpper(string(letter))[0]
	if upper != letter {
		c = Black
	}
	start, ok := findPiece(r.g.arrayBoard(), CodeOf(r.g.castler, c))
	home := r.g.Rank(start)
	king, found := findPiece(r.p.board[:r.g.Squares()], CodeOf(r.g.castler, c))
	if !ok || !found || r.g.Rank(king) != home {
		return Wing{}, r.fail("castling", "%q needs %s's %s on its first rank", letter, c, r.g.TypeName(r.g.castler))
	}
	dir, partner := 0, Square(0)
	switch file := int(upper) - 'A'; {
	case upper == 'K':
		dir = 1
	case upper == 'Q':
		dir = -1
	case file < 0 || file >= r.g.Files():
		return Wing{}, r.fail("castling", "%q is no castling right; expected letters of files, of KQkq or -", letter)
	default:
		partner, dir = r.g.SquareAt(file, home), 1
		if partner < king {
			dir = -1
		}
	}
	rule := r.g.Variant.Rules.Castling
	if dir < 0 {
		rule = rule.TowardsA()
	}
	piece := r.g.TypeNamed(rule.Partner)
	if upper == 'K' || upper == 'Q' {
		partner, ok = r.g.outermost(r.p.board[:r.g.Squares()], []string{rule.Partner}, c, king, dir)
	}
	if !ok || r.p.board[partner] != CodeOf(piece, c) {
		return Wing{}, r.fail("castling", "%q: %s has no %s there", letter, c, r.g.TypeName(piece))
	}
	return Wing{c, king, partner, piece, fileLetter(r.g.File(partner), c)}, nil
}

// withWings returns a copy of the game with other wings, which shares everything else.
func (g *Game) withWings(wings *[2][2]*Wing) (*Game, error) {
	other := *g
	other.wings, other.castlings = nil, nil
	other.resetKeeps()
	rule := g.Variant.Rules.Castling
	for c := range wings {
		for i, w := range wings[c] {
			if w == nil {
				continue
			}
			rule := [2]variant.Castling{rule, rule.TowardsA()}[i]
			wing := Wing{Color(c), w.King, w.Partner, g.TypeNamed(rule.Partner), fileLetter(g.File(w.Partner), Color(c))}
			if err := other.addWing(rule, wing); err != nil {
				return nil, err
			}
		}
	}
	other.compileRotation()
	return &other, nil
}

// mirrored returns the game with the wings of the sides exchanged.
func (g *Game) mirrored() *Game {
	var wings [2][2]*Wing
	same := true
	for n, w := range g.wings {
		same = same && g.opposite(g.wings[n]) < len(g.wings)
		w.King, w.Partner = g.MirrorSquare(w.King), g.MirrorSquare(w.Partner)
		side := 0
		if w.Partner < w.King {
			side = 1
		}
		wings[w.Color.Other()][side] = &w
	}
	if same {
		return g
	}
	if other, err := g.withWings(&wings); err == nil {
		return other
	}
	return g
}

// TakesText writes a move as MoveText does, but a castling of Chess960 as the king's
// capture of its partner, as in UCI. The move is from a position of exactly this game:
// see Position.Game.
func (g *Game) TakesText(m Move) string {
	if m.Kind() != Castling || !g.castlesChess960() {
		return g.MoveText(m)
	}
	c := &g.castlings[m.Extra()]
	return g.SquareName(c.kingFrom) + g.SquareName(c.partnerFrom)
}
