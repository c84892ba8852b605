package eval

import "bestiary/engine/rules"

// Trace lists how often each term holds for White minus how often it holds for
// Black, in the order of Weights.Names; tempo counts 1 when White is to move
// and -1 when Black is. In drawish endings all of it is scaled down. Out must
// have one element per term.
//
// The score of Score is the dot product of the trace and the weights at the
// position's phase, seen from the side to move, up to rounding.
func (e *Evaluator) Trace(p *rules.Position, out []float64) {
	clear(out)
	var pawns pawnEntry
	e.readPawns(p, &pawns)
	e.traceSide(p, rules.White, 1, &pawns, out)
	e.traceSide(p, rules.Black, -1, &pawns, out)
	e.traceAttacks(p, &pawns, out)
	out[e.l.tempo] = 1
	if p.Turn() == rules.Black {
		out[e.l.tempo] = -1
	}
	if f := e.factor(p, &pawns, e.filled(p)); f != wholeScale*maxPhase {
		for i := range out {
			out[i] *= float64(f) / (wholeScale * maxPhase)
		}
	}
}

func (e *Evaluator) traceSide(p *rules.Position, c rules.Color, sign float64, pawns *pawnEntry, out []float64) {
	add := func(term int, n float64) {
		if term >= 0 {
			out[term] += sign * n
		}
	}
	zone := &e.geo.kingZone[p.King(c.Other())]
	var to rules.Set
	for _, t := range e.g.Types() {
		code := rules.CodeOf(t, c)
		have := p.Pieces(code)
		have.Squares(func(sq rules.Square) {
			add(e.l.material[t], 1)
			add(e.l.centre[t], float64(e.geo.centre[sq]))
			add(e.l.advance[t], float64(e.g.HomeRank(sq, c)))
			if e.l.mobility[t] >= 0 {
				add(e.l.mobility[t], float64(p.Targets(code, sq, &to)))
				hits := to.And(zone)
				add(e.l.kingAttack[t], float64(hits.Count()))
				unsafe := to.And(&pawns.takes[c.Other()])
				add(e.l.unsafeMobility, float64(unsafe.Count()))
			}
		})
		if have.Meets(&e.geo.light) && have.Meets(&e.geo.dark) {
			add(e.l.pair[t], 1)
		}
		if n := p.InHand(t, c); n > 0 {
			add(e.l.material[t], float64(n))
			add(e.l.waiting[t], float64(n))
		}
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) {
		if code := p.Behind(sq); code.Color() == c {
			add(e.l.material[code.Type()], 1)
			add(e.l.waiting[code.Type()], 1)
		}
	})
	add(e.l.pawnThreat, float64(e.threatened(p, c, pawns)))
	e.tracePawns(p, c, pawns, add)
}

func (e *Evaluator) tracePawns(p *rules.Position, c rules.Color, pawns *pawnEntry, add func(int, float64)) {
	own, opp := pawns.of[c], p.Side(c.Other())
	own.Squares(func(sq rules.Square) {
		if own.Meets(&e.geo.ahead[c][sq]) {
			add(e.l.doubled, 1)
		}
		beside, supported := own.Meets(&e.geo.beside[sq]), pawns.takes[c].Has(sq)
		if beside {
			add(e.l.phalanx, 1)
		}
		if supported {
			add(e.l.supported, 1)
		}
		if pawns.passed[c].Has(sq) {
			progress := float64(e.geo.progress[c][sq]) / progressUnit
			add(e.l.passed, 1)
			add(e.l.passedRank, progress)
			if beside || supported {
				add(e.l.passedSupported, progress)
			}
			if opp.Meets(&e.geo.front[c][sq]) {
				add(e.l.passedBlocked, progress)
			}
		}
		if !own.Meets(&e.geo.neighbours[sq]) {
			add(e.l.isolated, 1)
		}
	})
	cover := own.And(&e.geo.shelter[c][p.King(c)])
	add(e.l.shelter, float64(cover.Count()))
}

// traceAttacks traces the terms that depend on what both sides attack.
func (e *Evaluator) traceAttacks(p *rules.Position, pawns *pawnEntry, out []float64) {
	a := e.emptyAttackMap()
	e.sideScore(p, rules.White, pawns, a)
	e.sideScore(p, rules.Black, pawns, a)
	for c, sign := range [2]float64{1, -1} {
		c := rules.Color(c)
		out[e.l.kingDanger] += sign * float64(e.dangerOf(p, c, a)) / dangerUnit
		out[e.l.hanging] += sign * float64(e.hangs(p, c, a))
		out[e.l.lesserThreat] += sign * float64(a.sides[c].lesser)
	}
}
