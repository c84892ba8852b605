package selfplay

import (
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// roster is what drawing armies needs to know about a game.
type roster struct {
	g        *rules.Game
	arrays   [2]army      // by colour, both seen from White's side
	units    []rules.Type // all but the royal type
	officers []rules.Type // units that are no pawns
	pawns    []rules.Type // units that are
	waiting  []rules.Type // the different types that may wait outside the board
	values   []float64    // prior values in pawns, by type
	bound    []bool       // whether a type never leaves its colour of squares, by type
	partner  rules.Type   // castles with the king; NoType without castling
	wings    []wing
	front    int // the rank in front of the pawns; 0 when the armies might meet there
}

// wing is a castling right that both sides have, on squares seen from White's
// side.
type wing struct {
	letter        byte // White's in FEN
	king, partner rules.Square
}

func newRoster(g *rules.Game) *roster {
	r := &roster{g: g, values: eval.PriorValues(g), bound: make([]bool, len(g.Types())+1)}
	for _, t := range g.Types() {
		if t == g.Royal() {
			continue
		}
		r.units = append(r.units, t)
		r.values[t] /= eval.PawnValue
		if !g.IsPawn(t) {
			r.officers = append(r.officers, t)
			r.bound[t] = eval.ColourBound(g, t)
		} else {
			r.pawns = append(r.pawns, t)
		}
	}
	for _, t := range g.Waiting() {
		if !slices.Contains(r.waiting, t) {
			r.waiting = append(r.waiting, t)
		}
	}
	r.readArrays()
	r.findWings()
	r.findFront()
	return r
}

// readArrays splits the start of the game into the two sides.
func (r *roster) readArrays() {
	start := r.g.NewPosition()
	for sq := range r.g.Squares() {
		sq := rules.Square(sq)
		if code := start.At(sq); code != 0 {
			r.arrays[code.Color()].board[r.seen(sq, code.Color())] = code.Type()
		}
	}
	for c := range r.arrays {
		r.arrays[c].hand = r.g.Waiting()
	}
}

// seen is a square as the other side of the board would see it when c is Black.
func (r *roster) seen(sq rules.Square, c rules.Color) rules.Square {
	if c == rules.Black {
		return r.g.MirrorSquare(sq)
	}
	return sq
}

// findWings collects the castling rights at the start. Where the sides castle
// on different files an army could use a right with one colour only; such
// rights are left out.
func (r *roster) findWings() {
	rule := r.g.Variant.Rules.Castling
	if rule.Kind == "" || rule.Kind == variant.NoCastling {
		return
	}
	r.partner = r.g.TypeNamed(rule.Partner)
	rights := strings.Fields(r.g.NewPosition().FEN())[2]
	for _, side := range []struct {
		white, black string
		dir          int
	}{{"K", "k", 1}, {"Q", "q", -1}} {
		if !strings.Contains(rights, side.white) || !strings.Contains(rights, side.black) {
			continue
		}
		white, black := r.wingOf(&r.arrays[rules.White], side.dir), r.wingOf(&r.arrays[rules.Black], side.dir)
		if white == black {
			white.letter = side.white[0]
			r.wings = append(r.wings, white)
		}
	}
}

// wingOf is the king and its outermost castling partner in a direction.
func (r *roster) wingOf(a *army, dir int) wing {
	king := rules.Square(slices.Index(a.board[:], r.g.Royal()))
	w := wing{king: king, partner: king}
	for f := r.g.File(king) + dir; f >= 0 && f < r.g.Files(); f += dir {
		if sq := r.g.SquareAt(f, r.g.Rank(king)); a.board[sq] == r.partner {
			w.partner = sq
		}
	}
	return w
}

// findFront finds the rank in front of the pawns, or of all pieces in a game
// without pawns. Of a board too low for two such ranks none is used.
func (r *roster) findFront() {
	pawns, pieces := 0, 0
	for _, a := range r.arrays {
		for sq, t := range a.board[:r.g.Squares()] {
			if t == rules.NoType {
				continue
			}
			rank := r.g.Rank(rules.Square(sq))
			pieces = max(pieces, rank)
			if r.g.IsPawn(t) {
				pawns = max(pawns, rank)
			}
		}
	}
	front := pawns + 1
	if pawns == 0 {
		front = pieces + 1
	}
	if 2*front < r.g.Ranks()-1 {
		r.front = front
	}
}
