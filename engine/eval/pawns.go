package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// masks are the sets of squares, indexed by square, that the pawn and king
// terms use.
type masks struct {
	pawnTypes   []rules.Type
	board       rules.Set
	light, dark rules.Set
	corners     [4]rules.Square

	firstFile, lastFile rules.Set
	around              int // files less 1, if the first and the last file are next to each other

	front    [2][256]rules.Set    // the square in front, if there is one
	next     [2][256]rules.Square // the same; the square itself on the last rank
	kingZone [256]rules.Set       // the king's square and those around it
	shelter  [2][256]rules.Set    // two ranks in front of the king, three files wide
	progress [2][256]int32        // squared share of the way to the last rank, in 1/part

	path      [2][256]rules.Set // the squares in front on the same file
	abreast   [256]rules.Set    // the square and its neighbours on the rank
	flank     [2][256]rules.Set // two files to both sides of a king, own half of the board
	nearer    [2][256]rules.Set // one rank in front of the king, three files wide
	stormNear [2][256]rules.Set // one to three ranks in front of the king
	strong    [2]rules.Set      // ranks of outposts
	distance  [256][256]uint8   // king's moves on an empty board
}

func newMasks(g *rules.Game) *masks {
	f, r := g.Files()-1, g.Ranks()-1
	m := &masks{corners: [4]rules.Square{g.SquareAt(0, 0), g.SquareAt(f, 0), g.SquareAt(0, r), g.SquareAt(f, r)}}
	if joined, _ := g.Joined(); joined {
		m.around = f
	}
	for _, t := range g.Types() {
		if g.IsPawn(t) {
			m.pawnTypes = append(m.pawnTypes, t)
		}
	}
	for i := range g.Squares() {
		sq := rules.Square(i)
		m.board.Add(sq)
		switch g.File(sq) {
		case 0:
			m.firstFile.Add(sq)
		case f:
			m.lastFile.Add(sq)
		}
		m.next[0][sq], m.next[1][sq] = sq, sq
		if shade(g, sq) == 0 {
			m.dark.Add(sq)
		} else {
			m.light.Add(sq)
		}
		for j := range g.Squares() {
			m.relate(g, sq, rules.Square(j))
		}
		for c := range m.strong {
			if rank := g.HomeRank(sq, rules.Color(c)); rank >= (g.Ranks()-1)/2 && rank < g.Ranks()-2 {
				m.strong[c].Add(sq)
			}
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
	df, dr := g.Distance(sq, o)
	df = max(df, -df)
	m.distance[sq][o] = uint8(max(df, dr, -dr))
	if df <= 1 && dr >= -1 && dr <= 1 {
		m.kingZone[sq].Add(o)
	}
	dr = g.Rank(o) - g.Rank(sq) // of pawns, which promote on the last rank
	if df <= 1 && dr == 0 {
		m.abreast[sq].Add(o)
	}
	for c, up := range [2]int{dr, -dr} {
		if df == 0 && up == 1 {
			m.next[c][sq] = o
		}
		for _, mask := range []struct {
			holds bool
			set   *rules.Set
		}{
			{df == 0 && up == 1, &m.front[c][sq]},
			{df == 0 && up > 0, &m.path[c][sq]},
			{df <= 2 && 2*g.HomeRank(o, rules.Color(c)) < g.Ranks(), &m.flank[c][sq]},
			{df <= 1 && up == 1, &m.nearer[c][sq]},
			{df <= 1 && (up == 1 || up == 2), &m.shelter[c][sq]},
			{df <= 1 && up >= 1 && up <= 3, &m.stormNear[c][sq]},
		} {
			if mask.holds {
				mask.set.Add(o)
			}
		}
	}
}

// pawnsOf returns the set of a side's pawns of all kinds.
func (m *masks) pawnsOf(p *rules.Position, c rules.Color) rules.Set {
	var all rules.Set
	for _, t := range m.pawnTypes {
		set := p.Pieces(rules.CodeOf(t, c))
		all = all.Or(&set)
	}
	return all
}

// pawnEntry holds everything that depends on the placement of the pawns alone, by side.
type pawnEntry struct {
	hash      uint64
	sum       packed // White's terms of pawns less Black's
	of        [2]rules.Set
	attacks   [2]rules.Set // where the pawns capture
	passed    [2]rules.Set
	promising [2]bool // there are pawns that can promote

	outposts [2]rules.Set // protected by a pawn, and no pawn of the opponent can attack them
	bare     [2]rules.Set // files without pawns of the side
	open     rules.Set    // files without pawns
	onColour [2][2]int    // pawns on light and on dark squares
	king     [2]int       // the square of the king that kings is for, or none
	kings    [2]packed    // terms by the king's square
	pushed   [2]rules.Set // where pawns would attack after a step that no pawn can punish
}

// around holds squares that lie in some relation to any pawn of a side.
type around struct {
	beside, rear rules.Set // to the left and right; behind on the same file
	neighbours   rules.Set // on the adjacent files
	span         rules.Set // ahead on the same file and the adjacent ones
	assault      rules.Set // ahead on the adjacent files
	file         rules.Set // the whole file
}

// read evaluates the pawns of a position; the view looks at it from now on.
func (v *view) read(p *rules.Position, out *pawnEntry) {
	e := v.e
	v.p, v.pawns = p, out
	*out = pawnEntry{hash: p.PawnHash(), king: [2]int{-1, -1}}
	placed := [2]packed{v.spread(rules.White), v.spread(rules.Black)}
	out.sum = placed[0] - placed[1]
	for c := range out.of {
		passed := out.of[c].AndNot(&v.around[c].rear)
		out.passed[c] = passed.AndNot(&v.around[1-c].span)
		out.promising[c] = p.Count(e.drawish.pawns[c]) > 0
	}
	v.weigh(out)
	for i := range e.pawns {
		t := &e.pawns[i]
		out.sum += t.weight * packed(t.count(v, rules.White)-t.count(v, rules.Black))
	}
	out.sum += v.passers(rules.White, e.passers) - v.passers(rules.Black, e.passers)
}

// spread finds the pawns of a side and the squares around them, and returns the
// sum of their terms by piece.
func (v *view) spread(c rules.Color) (s packed) {
	geo, words := v.e.geo, v.e.words
	own, attacks, all := &v.pawns.of[c], &v.pawns.attacks[c], &v.around[c]
	*own = geo.pawnsOf(v.p, c)
	var ahead, rear rules.Set
	for w := 0; w < words; w++ {
		for word := own[w&3]; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			piece := &v.e.pieces[v.p.At(sq)]
			s += piece.placed[sq]
			captures, path, back := &piece.attacks[sq], &geo.path[c][sq], &geo.path[1-c][sq]
			for i := 0; i < words; i++ {
				attacks[i&3] |= captures[i&3]
				ahead[i&3] |= path[i&3]
				rear[i&3] |= back[i&3]
			}
		}
	}
	all.rear = rear
	all.file = own.Or(&ahead)
	all.file = all.file.Or(&rear)
	all.beside, all.neighbours, all.assault = geo.sideways(own), geo.sideways(&all.file), geo.sideways(&ahead)
	all.span = ahead.Or(&all.assault)
	return s
}

// sideways returns the squares to the left and right of a set.
func (m *masks) sideways(s *rules.Set) (out rules.Set) {
	for i := range out {
		right, left := s[i]&^m.lastFile[i], s[i]&^m.firstFile[i]
		out[i] |= right<<1 | left>>1
		out[(i+1)&3] |= right >> 63
		out[(i-1)&3] |= left << 63
	}
	if m.around > 0 {
		first, last := s.And(&m.firstFile), s.And(&m.lastFile)
		first.Squares(func(sq rules.Square) { out.Add(sq + rules.Square(m.around)) })
		last.Squares(func(sq rules.Square) { out.Add(sq - rules.Square(m.around)) })
	}
	return out
}

// weigh finds the squares where the pawns help or hinder officers.
func (v *view) weigh(out *pawnEntry) {
	geo := v.e.geo
	for c := range out.of {
		strong := out.attacks[c].And(&geo.strong[c])
		out.outposts[c] = strong.AndNot(&v.around[1-c].assault)
		out.bare[c] = geo.board.AndNot(&v.around[c].file)
		out.pushed[c] = v.pushes(rules.Color(c))
		out.onColour[c] = [2]int{v.common(&out.of[c], &geo.light), v.common(&out.of[c], &geo.dark)}
	}
	out.open = out.bare[0].And(&out.bare[1])
}

// pushes returns the squares that the pawns of a side would attack after a step forward
// onto a square that is free of pawns and safe from enemy pawns.
func (v *view) pushes(c rules.Color) (s rules.Set) {
	out, words := v.pawns, v.e.words
	closed := out.of[0].Or(&out.of[1])
	closed = closed.Or(&out.attacks[c.Other()])
	for w := 0; w < words; w++ {
		for word := out.of[c][w&3]; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			to := v.e.geo.next[c][sq]
			if closed.Has(to) {
				continue
			}
			captures := &v.e.pieces[v.p.At(sq)].attacks[to]
			for i := 0; i < words; i++ {
				s[i&3] |= captures[i&3]
			}
		}
	}
	return s
}

// passers adds up terms of the passed pawns of a side.
func (v *view) passers(c rules.Color, terms []passerTerm) (s packed) {
	for w, word := range &v.pawns.passed[c] {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			for i := range terms {
				s += terms[i].weight.share(terms[i].count(v, c, sq), part)
			}
		}
	}
	return s
}
