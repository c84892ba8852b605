package eval

import "bestiary/engine/rules"

// Trace lists how often each term holds for White minus how often it holds for
// Black, in the order of Weights.Names. In drawish endings all counts are scaled
// down. Out must have one element per term.
//
// Up to rounding, Score is the dot product of the trace and the weights at the
// position's phase, seen from the side to move.
func (e *Evaluator) Trace(p *rules.Position, out []float64) {
	clear(out)
	v := e.newView()
	v.attacks = newAttackMap(e.g)
	v.read(p, new(pawnEntry))
	v.findOfficers()
	v.side(rules.White)
	v.side(rules.Black)
	for i := range terms {
		at := e.l.at[i]
		for c, sign := range [2]float64{1, -1} {
			v.count(&terms[i], rules.Color(c), func(t rules.Type, n, parts int) {
				if at[t] >= 0 {
					out[at[t]] += sign * float64(n) / float64(parts)
				}
			})
		}
	}
	if f := v.factor(e.fullness(p)); f != wholeScale*maxPhase {
		for i := range out {
			out[i] *= float64(f) / (wholeScale * maxPhase)
		}
	}
}

// count reports how often a term holds for a side: n/parts for a kind of piece,
// or for NoType if the term is not about one.
func (v *view) count(t *term, c rules.Color, add func(kind rules.Type, n, parts int)) {
	passers := func(count func(*view, rules.Color, rules.Square) int32) {
		v.pawns.passed[c].Squares(func(sq rules.Square) { add(rules.NoType, int(count(v, c, sq)), part) })
	}
	switch {
	case t.piece != nil:
		v.eachPiece(c, func(at place, n int) { add(at.code.Type(), n*t.piece(v.e.g, at), 1) })
	case t.reach != nil:
		set := t.reach(v, c)
		v.eachPiece(c, func(at place, _ int) {
			var to rules.Set
			if !at.waits && v.e.pieces[at.code].share > 0 {
				v.p.Reached(at.code, at.sq, &to)
				to = to.And(set)
				add(at.code.Type(), to.Count(), 1)
			}
		})
	case t.pawn != nil:
		add(rules.NoType, t.pawn(v, c), 1)
	case t.passer != nil:
		passers(t.passer)
	case t.passerNow != nil:
		passers(t.passerNow)
	case t.attack != nil:
		add(rules.NoType, int(t.attack(v, c)), part)
	case t.of == nil:
		add(rules.NoType, t.side(v, rules.CodeOf(rules.NoType, c)), 1)
	default:
		for _, kind := range v.e.g.Types() {
			add(kind, t.side(v, rules.CodeOf(kind, c)), 1)
		}
	}
}

// eachPiece calls f for each piece of a side on the board and for each kind that
// waits, with the number of pieces.
func (v *view) eachPiece(c rules.Color, f func(at place, n int)) {
	for _, t := range v.e.g.Types() {
		code := rules.CodeOf(t, c)
		have := v.p.Pieces(code)
		have.Squares(func(sq rules.Square) { f(place{code: code, sq: sq}, 1) })
		f(place{code: code, waits: true}, v.p.InHand(t, c))
	}
	gates := v.p.Gates()
	gates.Squares(func(sq rules.Square) {
		if code := v.p.Behind(sq); code.Color() == c {
			f(place{code: code, waits: true}, 1)
		}
	})
}
