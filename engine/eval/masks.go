package eval

import "bestiary/engine/rules"

// masks are sets of squares by square that the pawn and king terms ask for.
type masks struct {
	pawnTypes   []rules.Type
	board       rules.Set
	light, dark rules.Set

	around   [2][256]around    // by side and square of a pawn
	front    [2][256]rules.Set // the square in front, if there is one
	kingZone [256]rules.Set    // the king's square and those around it
	shelter  [2][256]rules.Set // two ranks in front of the king, three files wide
	progress [2][256]int32     // squared share of the way to the last rank, in 1/part
}

func newMasks(g *rules.Game) *masks {
	m := &masks{}
	for _, t := range g.Types() {
		if g.IsPawn(t) {
			m.pawnTypes = append(m.pawnTypes, t)
		}
	}
	for i := range g.Squares() {
		sq := rules.Square(i)
		m.board.Add(sq)
		if shade(g, sq) == 0 {
			m.dark.Add(sq)
		} else {
			m.light.Add(sq)
		}
		for j := range g.Squares() {
			m.relate(g, sq, rules.Square(j))
		}
		for c := range m.progress {
			way := g.HomeRank(sq, rules.Color(c))
			whole := max(g.Ranks()-2, 1)
			m.progress[c][sq] = int32(way * way * part / (whole * whole))
		}
	}
	return m
}

// relate enters the square o into the masks of sq.
func (m *masks) relate(g *rules.Game, sq, o rules.Square) {
	df, dr := g.File(o)-g.File(sq), g.Rank(o)-g.Rank(sq)
	if df < -1 || df > 1 {
		return
	}
	if dr >= -1 && dr <= 1 {
		m.kingZone[sq].Add(o)
	}
	for c, up := range [2]int{dr, -dr} {
		near := &m.around[c][sq]
		for _, mask := range []struct {
			holds bool
			set   *rules.Set
		}{
			{df != 0, &near.neighbours},
			{df != 0 && up == 0, &near.beside},
			{df == 0 && up < 0, &near.rear},
			{up > 0, &near.span},
			{df == 0 && up == 1, &m.front[c][sq]},
			{up == 1 || up == 2, &m.shelter[c][sq]},
		} {
			if mask.holds {
				mask.set.Add(o)
			}
		}
	}
}

// pawnsOf is the set of a side's pawns of all kinds.
func (m *masks) pawnsOf(p *rules.Position, c rules.Color) rules.Set {
	var all rules.Set
	for _, t := range m.pawnTypes {
		set := p.Pieces(rules.CodeOf(t, c))
		all = all.Or(&set)
	}
	return all
}
