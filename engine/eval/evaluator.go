package eval

import (
	"math"
	"math/bits"

	"bestiary/engine/rules"
)

// Evaluator scores positions of one game with one set of weights. It is
// read-only, so that any number of searches can share it; each of them scores
// faster with a Scorer of its own.
type Evaluator struct {
	g *rules.Game
	l *layout

	placed                         [][256]packed // material, centre and advance by code and square
	mobility                       []packed      // by code
	kingAttack                     []packed      // by code
	waiting                        []packed      // by code, material included
	material                       []packed      // by type
	paired                         [2][]colourBound
	passed                         [2][256]packed // by colour and square
	passedSupported, passedBlocked [2][256]packed
	supported, phalanx             packed
	pawnThreat, unsafeMobility     packed
	doubled                        packed
	isolated                       packed
	shelter                        packed
	tempo                          packed

	geo     *masks
	attacks attackTerms
	drawish drawish
	share   []int32 // how much of a full board a piece is, by code
	full    int32
	words   int // of a set that can hold squares of the board
}

// colourBound is a kind of piece that counts more when both colours of squares
// have one.
type colourBound struct {
	code  rules.Code
	bonus packed
}

// maxScore bounds a score in centipawns, so that none looks like a mate.
const maxScore = 25000

// New prepares an evaluator.
func New(g *rules.Game, w *Weights) *Evaluator {
	l := w.layout
	at := func(i int) packed {
		if i < 0 {
			return 0
		}
		return pack(int32(math.Round(w.MG[i]*unit)), int32(math.Round(w.EG[i]*unit)))
	}
	n := len(g.Types()) + 1
	e := &Evaluator{
		g: g, l: l, geo: newMasks(g),
		placed: make([][256]packed, 2*n), mobility: make([]packed, 2*n), kingAttack: make([]packed, 2*n),
		waiting: make([]packed, 2*n), material: make([]packed, n), share: make([]int32, 2*n),
		doubled: at(l.doubled), isolated: at(l.isolated), shelter: at(l.shelter), tempo: at(l.tempo),
		supported: at(l.supported), phalanx: at(l.phalanx), pawnThreat: at(l.pawnThreat), unsafeMobility: at(l.unsafeMobility),
		words: (g.Squares() + 63) / 64,
	}
	e.attacks = newAttackTerms(g, l.values)
	e.attacks.danger, e.attacks.hanging, e.attacks.lesser = at(l.kingDanger), at(l.hanging), at(l.lesserThreat)
	share, full := phaseShares(g, l.values)
	e.full = full
	e.drawish = newDrawish(g, l.values, share)
	for _, t := range g.Types() {
		e.material[t] = at(l.material[t])
		for c := range e.paired {
			color := rules.Color(c)
			code := rules.CodeOf(t, color)
			e.mobility[code], e.kingAttack[code] = at(l.mobility[t]), at(l.kingAttack[t])
			e.waiting[code] = at(l.material[t]) + at(l.waiting[t])
			e.share[code] = share[t]
			if l.pair[t] >= 0 {
				e.paired[c] = append(e.paired[c], colourBound{code, at(l.pair[t])})
			}
			for sq := range g.Squares() {
				e.placed[code][sq] = at(l.material[t]) + at(l.centre[t])*packed(e.geo.centre[sq]) +
					at(l.advance[t])*packed(g.HomeRank(rules.Square(sq), color))
			}
		}
	}
	for c := range e.passed {
		for sq := range g.Squares() {
			e.passedSupported[c][sq] = at(l.passedSupported).share(e.geo.progress[c][sq], progressUnit)
			e.passedBlocked[c][sq] = at(l.passedBlocked).share(e.geo.progress[c][sq], progressUnit)
			e.passed[c][sq] = at(l.passed) + at(l.passedRank).share(e.geo.progress[c][sq], progressUnit)
		}
	}
	return e
}

// Score is the evaluation in centipawns for the side to move.
func (e *Evaluator) Score(p *rules.Position) int {
	var pawns pawnEntry
	e.readPawns(p, &pawns)
	return e.score(p, &pawns, e.newAttackMap())
}

// score needs room for what both sides attack, or nil if no term asks for it.
func (e *Evaluator) score(p *rules.Position, pawns *pawnEntry, a *attackMap) int {
	white, full1 := e.sideScore(p, rules.White, pawns, a)
	black, full2 := e.sideScore(p, rules.Black, pawns, a)
	sum := white - black + pawns.sum
	if a != nil {
		sum += e.attackScore(p, rules.White, a) - e.attackScore(p, rules.Black, a)
	}
	if p.Turn() == rules.Black {
		sum = -sum
	}
	sum += e.tempo
	full := full1 + full2
	phase := int64(min(full*maxPhase/e.full, maxPhase))
	score := sum.mg()*phase + sum.eg()*(maxPhase-phase)
	if f := e.factor(p, pawns, full); f != wholeScale*maxPhase {
		score = score * f / (wholeScale * maxPhase)
	}
	score /= maxPhase * unit
	return int(min(max(score, -maxScore), maxScore))
}

// sideScore adds up the terms of one side, those of single pawns aside, and notes what
// it attacks unless a is nil.
func (e *Evaluator) sideScore(p *rules.Position, c rules.Color, pawns *pawnEntry, a *attackMap) (s packed, full int32) {
	zone := &e.geo.kingZone[p.King(c.Other())]
	var to, guarded rules.Set
	side := p.Side(c)
	var m *sideAttacks
	if a != nil {
		m = a.begin(e, p, c, pawns)
	}
	taken := &pawns.takes[c.Other()]
	for w := 0; w < e.words; w++ {
		for word := side[w&3] &^ pawns.of[c][w&3]; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			code := p.At(sq)
			s += e.placed[code][sq]
			share := e.share[code]
			if share == 0 {
				continue
			}
			full += share
			if m == nil {
				p.Reached(code, sq, &to)
			} else {
				p.Attacks(code, sq, &to, &guarded)
				e.note(m, p, code, &to, &guarded, zone)
			}
			reached, unsafe, hits := 0, 0, 0
			for i := 0; i < e.words; i++ {
				word := to[i&3]
				reached += bits.OnesCount64(word)
				unsafe += bits.OnesCount64(word & taken[i&3])
				hits += bits.OnesCount64(word & zone[i&3])
			}
			s += e.mobility[code]*packed(reached) + e.unsafeMobility*packed(unsafe) + e.kingAttack[code]*packed(hits)
		}
	}
	s += e.pawnThreat * packed(e.threatened(p, c, pawns))
	s += e.blockedScore(p, c, pawns)
	for i := range e.paired[c] {
		b := &e.paired[c][i]
		if have := p.Pieces(b.code); have.Meets(&e.geo.light) && have.Meets(&e.geo.dark) {
			s += b.bonus
		}
	}
	cover := pawns.of[c].And(&e.geo.shelter[c][p.King(c)])
	s += e.shelter * packed(cover.Count())
	s1, full1 := e.waitingScore(p, c)
	return s + s1, full + full1
}

// threatened is the number of pieces, pawns aside, that the other side could
// lose to pawns.
func (e *Evaluator) threatened(p *rules.Position, c rules.Color, pawns *pawnEntry) int {
	side := p.Side(c.Other())
	hit := side.AndNot(&pawns.of[c.Other()])
	hit = hit.And(&pawns.takes[c])
	return hit.Count()
}

// blockedScore adds up the passed pawns that a piece of the opponent stops.
func (e *Evaluator) blockedScore(p *rules.Position, c rules.Color, pawns *pawnEntry) (s packed) {
	if pawns.passed[c].Empty() {
		return 0
	}
	opp := p.Side(c.Other())
	for w, word := range pawns.passed[c] {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			if opp.Meets(&e.geo.front[c][sq]) {
				s += e.passedBlocked[c][sq]
			}
		}
	}
	return s
}

// Game is the game that the evaluator is for.
func (e *Evaluator) Game() *rules.Game { return e.g }

// Value is the material value of a type in centipawns, half way between middle
// game and endgame.
func (e *Evaluator) Value(t rules.Type) int {
	i := e.l.material[t]
	if i < 0 {
		return 0
	}
	return int(e.material[t].mg()+e.material[t].eg()) / (2 * unit)
}
