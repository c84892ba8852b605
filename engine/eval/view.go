package eval

import (
	"math/bits"
	"strconv"

	"bestiary/engine/network"
	"bestiary/engine/rules"
)

// view is a position as the functions that count terms see it.
type view struct {
	e       *Evaluator
	p       *rules.Position
	pawns   *pawnEntry
	attacks *attackMap

	around   [2]around    // the pawns of each side
	officers [2]rules.Set // all pieces except pawns, the royal one included

	on [maxOn]rules.Set // by term by on, for the side that is counted

	seen     []network.Seen // what the pieces see, pawns aside
	noteSeen bool           // for a network
}

// maxOn is the maximum number of terms by on.
const maxOn = 3

// maxFree is one more than the largest number of squares that terms by squares distinguish.
const maxFree = 32

// newView returns a view with space for any position.
func (e *Evaluator) newView() *view {
	return &view{e: e, attacks: newAttackMap(e.g)}
}

// score returns the evaluation in centipawns for the side to move.
func (v *view) score() int {
	e := v.e
	v.findOfficers()
	v.seen = v.seen[:0]
	white, full1 := v.side(rules.White)
	black, full2 := v.side(rules.Black)
	sum := white - black + v.pawns.sum
	sum += v.hits(rules.White) - v.hits(rules.Black)
	if v.p.Turn() == rules.Black {
		sum = -sum
	}
	if full1 == 0 || full2 == 0 {
		if score, ok := v.driven(); ok {
			return score
		}
	}
	full := full1 + full2
	phase := e.phases[min(full, e.full)]
	score := sum.mg()*phase + sum.eg()*(maxPhase-phase)
	if f := v.factor(full); f != wholeScale*maxPhase {
		score = score * f / (wholeScale * maxPhase)
	}
	score /= maxPhase * unit
	return int(min(max(score, -maxScore), maxScore))
}

// hits adds up the terms of one side that depend on the attacks of both.
func (v *view) hits(c rules.Color) packed {
	e, t := v.e, v.tally(c)
	var mg, eg int64
	for i := range t {
		mg += e.attacks[i].mg * int64(t[i])
		eg += e.attacks[i].eg * int64(t[i])
	}
	for set := v.checks(c); set != 0; set &= set - 1 {
		w := &e.checks[bits.TrailingZeros64(set)]
		mg, eg = mg+w.mg, eg+w.eg
	}
	s := pack(int32(mg/part), int32(eg/part))
	if !v.pawns.passed[c].Empty() {
		s += v.passers(c, e.passersHit)
	}
	return s
}

func (v *view) findOfficers() {
	for c := range v.officers {
		side := v.p.Side(rules.Color(c))
		v.officers[c] = side.AndNot(&v.pawns.of[c])
	}
}

// side adds up the terms of one side, except the terms for pawns and attacks, and the shares of its
// pieces. It records the attacks of the side.
func (v *view) side(c rules.Color) (s packed, full int32) {
	e, p, words := v.e, v.p, v.e.words
	for k, on := range e.on {
		v.on[k] = *on(v, c)
	}
	m := v.begin(c)
	for w := 0; w < words; w++ {
		on0, on1, on2 := v.on[0][w&3], v.on[1][w&3], v.on[2][w&3]
		for word := v.officers[c][w&3]; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			sq := rules.Square(w<<6 + bit)
			code := p.At(sq)
			piece := &e.pieces[code]
			s += piece.placed[sq]
			if piece.share == 0 { // a royal piece
				if v.noteSeen {
					v.seen = append(v.seen, network.Seen{Code: code, Square: sq, Guards: *e.network.Fixed(code, sq)})
				}
				continue
			}
			full += piece.share
			sight := p.Sight(code, sq)
			n := v.note(m, sight, code, 0)
			if words > 2 {
				more := v.note(m, sight, code, 2)
				n = noted{n.reached + more.reached, n.near + more.near, n.unsafe + more.unsafe, n.hits + more.hits}
			}
			if v.noteSeen {
				v.seen = append(v.seen, network.Seen{Code: code, Square: sq, Reached: uint8(n.reached), Guards: sight.Guards})
			}
			m.units += hitUnits*n.hits + attackerUnits*min(n.hits, 1)
			s += piece.reach[everywhere]*packed(n.reached) + piece.reach[nearEnemyKing]*packed(n.near) + piece.reach[byEnemyPawns]*packed(n.unsafe)
			s += piece.free[min(n.reached-n.unsafe, maxFree-1)]
			s += piece.on[on0>>(bit&63)&1|on1>>(bit&63)&1<<1|on2>>(bit&63)&1<<2]
		}
	}
	if !v.pawns.passed[c].Empty() {
		s += v.passers(c, e.passersNow)
	}
	if king := int(p.King(c)); v.pawns.king[c] != king {
		v.pawns.king[c], v.pawns.kings[c] = king, v.besideKing(c)
	}
	s += v.pawns.kings[c]
	for i := range e.sides[c] {
		t := &e.sides[c][i]
		s += t.weight * packed(t.count(v, t.code))
	}
	if e.gated {
		s1, full1 := v.waiting(c)
		s, full = s+s1, full+full1
	}
	return s, full
}

// besideKing adds up the terms of one side by its king's square.
func (v *view) besideKing(c rules.Color) (s packed) {
	for i := range v.e.kings {
		t := &v.e.kings[i]
		s += t.weight * packed(t.count(v, c))
	}
	return s
}

// common returns the number of squares that two sets have in common.
func (v *view) common(a, b *rules.Set) (n int) {
	for i := 0; i < v.e.words; i++ {
		n += bits.OnesCount64(a[i&3] & b[i&3])
	}
	return n
}

// waiting adds up the pieces that are not on the board yet.
func (v *view) waiting(c rules.Color) (s packed, full int32) {
	gates := v.p.Gates()
	for w, word := range gates {
		for ; word != 0; word &= word - 1 {
			if code := v.p.Behind(rules.Square(w<<6 + bits.TrailingZeros64(word))); code.Color() == c {
				s += v.e.pieces[code].waiting
				full += v.e.pieces[code].share
			}
		}
	}
	if v.p.Placing() || !v.e.g.Places() {
		for t := range v.e.value {
			code := rules.CodeOf(rules.Type(t), c)
			n := v.p.InHand(rules.Type(t), c)
			s += v.e.pieces[code].waiting * packed(n)
			full += v.e.pieces[code].share * int32(n)
		}
	}
	return s, full
}

// Terms by the place of a piece and by squares that pawns mark.

// rankNames number the ranks from the side's own first rank.
func rankNames(g *rules.Game) []string {
	return numbers(g.Ranks())
}

func numbers(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}

func rankOf(g *rules.Game, at place) int {
	if at.waits {
		return -1
	}
	return g.HomeRank(at.sq, at.code.Color())
}

// fileNames number the files from the nearer edge.
func fileNames(g *rules.Game) []string {
	return numbers((g.Files() + 1) / 2)
}

func fileOf(g *rules.Game, at place) int {
	if at.waits {
		return -1
	}
	f := g.File(at.sq)
	return min(f, g.Files()-1-f)
}

// confined returns 1, in 1/part, for a piece without a safe square. It falls with the square of their
// number, to 0 at two thirds of the average mobility of the piece.
func confined(k kind, n int) int32 {
	enough := 2 * k.mobility / 3
	if float64(n) >= enough {
		return 0
	}
	lack := 1 - float64(n)/enough
	return int32(part * lack * lack)
}

func outposts(v *view, c rules.Color) *rules.Set { return &v.pawns.outposts[c] }

func withoutOwnPawns(v *view, c rules.Color) *rules.Set { return &v.pawns.bare[c] }

func withoutPawns(v *view, _ rules.Color) *rules.Set { return &v.pawns.open }

// pawnsOfColour counts for each piece the pawns of its side on squares of its colour.
func pawnsOfColour(v *view, code rules.Code) int {
	have, pawns := v.p.Pieces(code), &v.pawns.onColour[code.Color()]
	return v.common(&have, &v.e.geo.light)*pawns[0] + v.common(&have, &v.e.geo.dark)*pawns[1]
}

// backward counts pawns that no pawn can come to protect and whose next square an enemy
// pawn attacks.
func backward(v *view, c rules.Color) int {
	n := 0
	alone := v.pawns.of[c].AndNot(&v.around[c].assault)
	alone = alone.AndNot(&v.around[c].beside)
	alone.Squares(func(sq rules.Square) {
		if v.e.geo.front[c][sq].Meets(&v.pawns.attacks[c.Other()]) {
			n++
		}
	})
	return n
}

// exposed counts pawns that no pawn protects or is next to, on files without enemy pawns.
func exposed(v *view, c rules.Color) int {
	weak := v.pawns.of[c].And(&v.pawns.bare[c.Other()])
	weak = weak.AndNot(&v.pawns.attacks[c])
	weak = weak.AndNot(&v.around[c].beside)
	return weak.Count()
}

// aroundKing counts the squares of a mask around the king that are in a set.
func aroundKing(v *view, c rules.Color, mask *[256]rules.Set, set *rules.Set) int {
	return v.common(&mask[v.p.King(c)], set)
}

// kingHalfOpen counts the files next to the king without own pawns, its own included.
func kingHalfOpen(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.abreast, &v.pawns.bare[c])
}

func kingOpen(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.abreast, &v.pawns.open)
}

func shelterNear(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.nearer[c], &v.pawns.of[c])
}

func stormNear(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.stormNear[c], &v.pawns.of[c.Other()])
}

// pushThreats counts the enemy officers that a pawn would attack after a step.
func pushThreats(v *view, code rules.Code) int {
	return v.common(&v.pawns.pushed[code.Color()], &v.officers[code.Color().Other()])
}

// nearness returns the progress of a passed pawn, less the further a king is away, and 0 from
// eight steps.
func nearness(v *view, c rules.Color, sq, king rules.Square) int32 {
	const far = 8
	away := min(int32(v.e.geo.distance[sq][king]), far)
	return v.e.geo.progress[c][sq] * (far - away) / far
}

func passedOwnKing(v *view, c rules.Color, sq rules.Square) int32 {
	return nearness(v, c, sq, v.p.King(c))
}

func passedEnemyKing(v *view, c rules.Color, sq rules.Square) int32 {
	return nearness(v, c, sq, v.p.King(c.Other()))
}
