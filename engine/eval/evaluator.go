package eval

import (
	"math"
	"math/bits"

	"bestiary/engine/rules"
)

// pair is a middle-game and an endgame value in 1/unit centipawns.
type pair struct{ mg, eg int32 }

const unit = 16

func (p *pair) add(q pair)           { p.mg += q.mg; p.eg += q.eg }
func (p *pair) addN(q pair, n int32) { p.mg += q.mg * n; p.eg += q.eg * n }
func (p *pair) sub(q pair)           { p.mg -= q.mg; p.eg -= q.eg }

// Evaluator scores positions of one game with one set of weights. It is
// read-only, so that any number of searches can share it.
type Evaluator struct {
	g *rules.Game
	l *layout

	placed                                                [2][][256]pair // material, centre and advance by colour, type and square
	material                                              []pair         // by type
	mobility                                              []pair
	kingAttack                                            []pair
	waiting                                               []pair // material included
	pairBonus                                             []pair
	passed, passedRank, doubled, isolated, shelter, tempo pair

	geo   *masks
	share []int32 // how much of a full board a type is, by type
	full  int32
}

// maxScore bounds a score in centipawns, so that none looks like a mate.
const maxScore = 25000

// maxPhase is the phase of a full board.
const maxPhase = 256

// New prepares an evaluator.
func New(g *rules.Game, w *Weights) *Evaluator {
	l := w.layout
	at := func(i int) pair {
		if i < 0 {
			return pair{}
		}
		return pair{int32(math.Round(w.MG[i] * unit)), int32(math.Round(w.EG[i] * unit))}
	}
	n := len(g.Types()) + 1
	e := &Evaluator{
		g: g, l: l, geo: newMasks(g),
		material: make([]pair, n), mobility: make([]pair, n), kingAttack: make([]pair, n), waiting: make([]pair, n), pairBonus: make([]pair, n),
		passed: at(l.passed), passedRank: at(l.passedRank), doubled: at(l.doubled),
		isolated: at(l.isolated), shelter: at(l.shelter), tempo: at(l.tempo),
	}
	e.placed = [2][][256]pair{make([][256]pair, n), make([][256]pair, n)}
	for _, t := range g.Types() {
		e.mobility[t], e.kingAttack[t], e.pairBonus[t] = at(l.mobility[t]), at(l.kingAttack[t]), at(l.pair[t])
		e.material[t] = at(l.material[t])
		e.waiting[t] = e.material[t]
		e.waiting[t].add(at(l.waiting[t]))
		for sq := range g.Squares() {
			for c := range e.placed {
				p := at(l.material[t])
				p.addN(at(l.centre[t]), e.geo.centre[sq])
				p.addN(at(l.advance[t]), int32(g.HomeRank(rules.Square(sq), rules.Color(c))))
				e.placed[c][t][sq] = p
			}
		}
	}
	e.share, e.full = phaseShares(g, l.values)
	return e
}

// phaseShares weighs the types by their prior value, so that the phase of a
// position does not depend on the weights.
func phaseShares(g *rules.Game, values []float64) ([]int32, int32) {
	share := make([]int32, len(values))
	for _, t := range g.Types() {
		if t != g.Royal() && !g.IsPawn(t) {
			share[t] = max(int32(math.Round(values[t]/100)), 1)
		}
	}
	return share, max(fullness(g.NewPosition(), share), 1)
}

// fullness adds up the shares of all pieces, waiting ones included.
func fullness(p *rules.Position, share []int32) int32 {
	g := p.Game()
	var n int32
	for _, t := range g.Types() {
		if share[t] == 0 {
			continue
		}
		for _, c := range []rules.Color{rules.White, rules.Black} {
			set := p.Pieces(rules.CodeOf(t, c))
			n += share[t] * int32(set.Count()+p.InHand(t, c))
		}
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { n += share[p.Behind(sq).Type()] })
	return n
}

// Phase is between 0, with pawns and royal pieces only, and 1, with at least
// the pieces of the start.
func (e *Evaluator) Phase(p *rules.Position) float64 {
	return float64(min(fullness(p, e.share), e.full)) / float64(e.full)
}

// Score is the evaluation in centipawns for the side to move.
func (e *Evaluator) Score(p *rules.Position) int {
	us := p.Turn()
	own, full1 := e.sideScore(p, us)
	opp, full2 := e.sideScore(p, us.Other())
	own.sub(opp)
	own.add(e.tempo)
	phase := min((full1+full2)*maxPhase/e.full, maxPhase)
	score := (int64(own.mg)*int64(phase) + int64(own.eg)*int64(maxPhase-phase)) / (maxPhase * unit)
	return int(min(max(score, -maxScore), maxScore))
}

// sideScore adds up the terms of one side.
func (e *Evaluator) sideScore(p *rules.Position, c rules.Color) (s pair, full int32) {
	zone := &e.geo.kingZone[p.King(c.Other())]
	var to rules.Set
	for t := 1; t < len(e.mobility); t++ {
		code := rules.CodeOf(rules.Type(t), c)
		have := p.Pieces(code)
		if have.Empty() {
			continue
		}
		placed := &e.placed[c][t]
		mob, att, share := e.mobility[t], e.kingAttack[t], e.share[t]
		for w, word := range have {
			for ; word != 0; word &= word - 1 {
				sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
				s.add(placed[sq])
				if share == 0 {
					continue
				}
				full += share
				n := p.Targets(code, sq, &to)
				s.addN(mob, int32(n))
				if to.Meets(zone) {
					hits := to.And(zone)
					s.addN(att, int32(hits.Count()))
				}
			}
		}
		if e.l.pair[t] >= 0 && have.Meets(&e.geo.light) && have.Meets(&e.geo.dark) {
			s.add(e.pairBonus[t])
		}
	}
	full += e.addWaiting(p, c, &s)
	e.addPawns(p, c, &s)
	return s, full
}

// addWaiting adds the pieces that are not on the board yet.
func (e *Evaluator) addWaiting(p *rules.Position, c rules.Color, s *pair) (full int32) {
	gates := p.Gates()
	for w, word := range gates {
		for ; word != 0; word &= word - 1 {
			if code := p.Behind(rules.Square(w<<6 + bits.TrailingZeros64(word))); code.Color() == c {
				s.add(e.waiting[code.Type()])
				full += e.share[code.Type()]
			}
		}
	}
	if p.Placing() {
		for t := 1; t < len(e.waiting); t++ {
			n := int32(p.InHand(rules.Type(t), c))
			s.addN(e.waiting[t], n)
			full += e.share[t] * n
		}
	}
	return full
}

// addPawns adds the pawn structure and the pawns in front of the king.
func (e *Evaluator) addPawns(p *rules.Position, c rules.Color, s *pair) {
	own, opp := e.geo.pawnsOf(p, c), e.geo.pawnsOf(p, c.Other())
	for w, word := range own {
		for ; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			if own.Meets(&e.geo.ahead[c][sq]) {
				s.add(e.doubled)
			} else if !opp.Meets(&e.geo.span[c][sq]) {
				s.add(e.passed)
				s.mg += e.passedRank.mg * e.geo.progress[c][sq] / progressUnit
				s.eg += e.passedRank.eg * e.geo.progress[c][sq] / progressUnit
			}
			if !own.Meets(&e.geo.neighbours[sq]) {
				s.add(e.isolated)
			}
		}
	}
	cover := own.And(&e.geo.shelter[c][p.King(c)])
	s.addN(e.shelter, int32(cover.Count()))
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
	return int(e.material[t].mg+e.material[t].eg) / (2 * unit)
}

// HasOfficers reports whether a side has anything on the board besides pawns
// and its royal piece.
func (e *Evaluator) HasOfficers(p *rules.Position, c rules.Color) bool {
	pawns := e.geo.pawnsOf(p, c)
	side := p.Side(c)
	return side.Count() > pawns.Count()+1
}
