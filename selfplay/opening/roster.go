package opening

import (
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// roster holds the facts about a game that are needed to draw armies.
type roster struct {
	g        *rules.Game
	arrays   [2]army         // by colour, both seen from White's side
	differ   bool            // each side keeps to its own array
	units    []rules.Type    // all but the royal type
	officers []rules.Type    // units that are not pawns
	pawns    []rules.Type    // units that are pawns
	waiting  []rules.Type    // the different types that may wait outside the board
	guests   []rules.Type    // officers that no army has without an exchange
	inHand   []rules.Type    // kinds that can be in hand, in a game with drops
	values   []float64       // prior values in pawns, by type
	bound    []bool          // whether a type never leaves its colour of squares, by type
	partners uint32          // types that castle with the king, a bit each
	wings    [2][]rules.Wing // castling rights by colour, on White's squares
	front    int             // the rank in front of the pawns; 0 if the armies might meet there
}

func newRoster(g *rules.Game) *roster {
	r := &roster{g: g, differ: g.ArmiesDiffer(), values: PriorValues(g), bound: make([]bool, len(g.Types())+1)}
	for t := range r.values {
		r.values[t] /= eval.PawnValue // 0 for a king that is never captured
	}
	for _, t := range Valued(g) {
		if IsInHand(t) {
			r.inHand = append(r.inHand, t)
			continue
		}
		r.units = append(r.units, t)
		if !g.IsPawn(t) {
			r.officers = append(r.officers, t)
			r.bound[t] = eval.ColourBound(g, t)
			if Guest(g, t) {
				r.guests = append(r.guests, t)
			}
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
	if r.differ {
		r.arrays[rules.Black].side = rules.Black
	}
	for c := range r.arrays {
		r.arrays[c].hand = r.g.Waiting()
		for _, t := range r.inHand {
			r.arrays[c].hand = append(r.arrays[c].hand, slices.Repeat([]rules.Type{t}, start.InHand(OnBoard(t), rules.Color(c)))...)
		}
	}
}

// seen returns a square as seen by c: mirrored if c is Black.
func (r *roster) seen(sq rules.Square, c rules.Color) rules.Square {
	if c == rules.Black {
		return r.g.MirrorSquare(sq)
	}
	return sq
}

// findWings collects the castling rights. Where an army may have either colour, it leaves
// out those that only one side has.
func (r *roster) findWings() {
	all := r.g.Wings()
	for _, w := range all {
		r.partners |= 1 << w.Piece
		if r.differ || slices.ContainsFunc(all, func(o rules.Wing) bool {
			return o.Color != w.Color && o.Piece == w.Piece &&
				r.g.MirrorSquare(o.King) == w.King && r.g.MirrorSquare(o.Partner) == w.Partner
		}) {
			w.King, w.Partner = r.seen(w.King, w.Color), r.seen(w.Partner, w.Color)
			r.wings[w.Color] = append(r.wings[w.Color], w)
		}
	}
	r.partners &^= 1 << rules.NoType // a right with any piece ties no type to its square
}

// mayHave reports whether a side may be given a piece that its array lacks. Where the
// armies differ, a piece that promotes for the other side alone stays with that side.
func (r *roster) mayHave(side rules.Color, t rules.Type) bool {
	bound := false
	for i := range r.g.Variant.Rules.Promotions {
		if p := &r.g.Variant.Rules.Promotions[i]; r.differ && slices.Contains(p.Pieces, r.g.TypeName(OnBoard(t))) {
			if p.For(side == rules.Black) {
				return true
			}
			bound = true
		}
	}
	return !bound
}

func (r *roster) mayHaveAll(side rules.Color, list []rules.Type) bool {
	return !slices.ContainsFunc(list, func(t rules.Type) bool { return !r.mayHave(side, t) })
}

// isPartner reports whether a type castles with the king from its square.
func (r *roster) isPartner(t rules.Type) bool { return r.partners>>t&1 != 0 }

// findFront finds the rank in front of the pawns, or in front of all pieces in a game
// without pawns. If the board is too low for both sides' ranks, front stays 0.
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
