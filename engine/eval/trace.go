package eval

import "bestiary/engine/rules"

// Trace lists how often each term holds for White minus how often it holds for
// Black, in the order of Weights.Names. In drawish endings all counts are scaled
// down. Out must have one element per term.
//
// Up to rounding, Score is the dot product of the trace and the weights at the
// position's phase, seen from the side to move; positions with a bare king that may lose
// are scored differently.
func (e *Evaluator) Trace(p *rules.Position, out []float64) {
	clear(out)
	v := e.newView()
	v.read(p, new(pawnEntry))
	v.findOfficers()
	v.side(rules.White)
	v.side(rules.Black)
	for i := range terms {
		at := e.l.at[i]
		for c, sign := range [2]float64{1, -1} {
			v.count(&terms[i], rules.Color(c), func(t rules.Type, place, n, parts int) {
				if at[t] >= 0 {
					out[at[t]+place] += sign * float64(n) / float64(parts)
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

// count reports how often a term holds for a side: n/parts for a kind of piece and a
// place, or for NoType if the term is not about a kind.
func (v *view) count(t *term, c rules.Color, add func(kind rules.Type, place, n, parts int)) {
	passers := func(count func(*view, rules.Color, rules.Square) int32) {
		v.pawns.passed[c].Squares(func(sq rules.Square) { add(rules.NoType, 0, int(count(v, c, sq)), part) })
	}
	switch {
	case t.piece != nil:
		v.eachPiece(c, func(at place, n int) { add(at.code.Type(), 0, n*t.piece(v.e.g, at), 1) })
	case t.place != nil:
		v.eachPiece(c, func(at place, n int) {
			if k := t.place(v.e.g, at); k >= 0 {
				add(at.code.Type(), k, n, 1)
			}
		})
	case t.reach != noRegion:
		v.eachOfficer(c, func(at place) { add(at.code.Type(), 0, v.reaches(at, t.reach.squares(v, c)), 1) })
	case t.on != nil:
		v.eachOfficer(c, func(at place) {
			if t.on(v, c).Has(at.sq) {
				add(at.code.Type(), 0, 1, 1)
			}
		})
	case t.squares != nil:
		v.eachOfficer(c, func(at place) {
			n := v.reaches(at, everywhere.squares(v, c)) - v.reaches(at, byEnemyPawns.squares(v, c))
			add(at.code.Type(), 0, int(t.squares(v.e.l.kinds[at.code.Type()], min(n, maxFree-1))), part)
		})
	case t.pawn != nil:
		add(rules.NoType, 0, t.pawn(v, c), 1)
	case t.passer != nil:
		passers(t.passer)
	case t.passerNow != nil:
		passers(t.passerNow)
	case t.passerAttack != nil:
		passers(t.passerAttack)
	case t.king != nil:
		add(rules.NoType, 0, t.king(v, c), 1)
	default:
		for _, kind := range append(v.e.g.Types(), rules.NoType) {
			code := rules.CodeOf(kind, c)
			if (t.of == nil) != (kind == rules.NoType) {
				continue
			}
			if t.attack != notCounted {
				add(kind, 0, int(v.counted(t.attack, code)), int(t.attack.parts()))
			} else {
				add(kind, 0, t.side(v, code), 1)
			}
		}
	}
}

// eachOfficer calls f for each officer of a side on the board.
func (v *view) eachOfficer(c rules.Color, f func(at place)) {
	v.eachPiece(c, func(at place, _ int) {
		if !at.waits && v.e.pieces[at.code].share > 0 {
			f(at)
		}
	})
}

// reaches returns the number of squares of a set that an officer reaches.
func (v *view) reaches(at place, set *rules.Set) int {
	var to rules.Set
	v.p.Reached(at.code, at.sq, &to)
	to = to.And(set)
	return to.Count()
}

// eachPiece calls f for each piece of a side on the board and for each kind that
// waits, with the number of pieces.
func (v *view) eachPiece(c rules.Color, f func(at place, n int)) {
	for _, t := range v.e.g.Types() {
		code := rules.CodeOf(t, c)
		have := v.p.Pieces(code)
		have.Squares(func(sq rules.Square) { f(place{code: code, sq: sq}, 1) })
		if v.e.enters(t) {
			f(place{code: code, waits: true}, v.p.InHand(t, c))
		}
	}
	gates := v.p.Gates()
	gates.Squares(func(sq rules.Square) {
		if code := v.p.Behind(sq); code.Color() == c {
			f(place{code: code, waits: true}, 1)
		}
	})
}
