package eval

import (
	"math"

	"bestiary/engine/network"
	"bestiary/engine/rules"
)

const (
	// pawnEntries is the size of a scorer's table of pawn structures, a power of
	// two. A search of a few thousand nodes meets a few hundred of them.
	pawnEntries = 1024
	// scoreEntries is the size of a scorer's table of scores, a power of two. A
	// search returns to a position in the next iteration and by transpositions.
	scoreEntries = 1 << 13
)

// Scorer scores positions for one search. It gives the scores of its evaluator
// and remembers them, and pawn structures. It is not safe for concurrent use.
type Scorer struct {
	*view
	network *network.Accumulators // nil without a network
	pawns   [pawnEntries]pawnEntry
	scores  [scoreEntries]scoreEntry
}

// scoreEntry is the score of a position and the score of the terms alone; each may be notScored.
type scoreEntry struct {
	hash         uint64
	score, terms int32
}

const notScored = math.MinInt32

// NewScorer prepares a scorer.
func (e *Evaluator) NewScorer() *Scorer {
	s := &Scorer{view: e.newView()}
	if e.network != nil {
		s.network = e.network.NewAccumulators()
		s.noteSeen = e.network.Attacks && e.network.Terms != ""
	}
	s.Reset()
	return s
}

// Reset forgets everything.
func (s *Scorer) Reset() {
	// No hash of a slot is the complement of the slot's index.
	for i := range s.scores {
		s.scores[i].hash = ^uint64(i)
	}
	for i := range s.pawns {
		s.pawns[i].hash = ^uint64(i)
	}
}

// Score returns the evaluation in centipawns for the side to move.
func (s *Scorer) Score(p *rules.Position) int {
	score, _ := s.ScoreWithin(p, -2*maxScore, 2*maxScore)
	return score
}

// outside is how far the score of the terms must be outside a window for the network to be
// left out; networks mostly add less than half of it.
const outside = 100

// ScoreWithin returns the evaluation and true. If the score of the terms alone is far outside
// the window from alpha to beta, it returns that score and false.
func (s *Scorer) ScoreWithin(p *rules.Position, alpha, beta int) (score int, whole bool) {
	hash := p.Hash()
	known := &s.scores[hash%scoreEntries]
	if known.hash != hash {
		*known = scoreEntry{hash, notScored, notScored}
	}
	if known.score != notScored {
		return int(known.score), true
	}
	withNetwork := s.network != nil && ForNetwork(p)
	if withNetwork && s.e.network.Terms == "" {
		known.score = int32(s.network.Score(p, nil))
		return int(known.score), true
	}
	far := func(terms int32) bool {
		return withNetwork && terms != notScored && (int(terms) >= beta+outside || int(terms) <= alpha-outside)
	}
	if far(known.terms) {
		return int(known.terms), false
	}
	s.look(p)
	score = s.score()
	if known.terms = int32(score); far(known.terms) {
		return score, false
	}
	if withNetwork {
		if share := NetworkShare(score); share > 0 {
			score = min(max(score+share*s.network.Score(p, s.seen)/NetworkWhole, -maxScore), maxScore)
		}
	}
	known.score = int32(score)
	return score, true
}

// If a side is far ahead according to the terms, the network's addition does not matter. It counts
// in full up to networkFull centipawns and falls to 0 at networkNone.
const networkFull, networkNone = 400, 600

// NetworkWhole is the share of a network that counts in full.
const NetworkWhole = networkNone - networkFull

// NetworkShare returns how much of the score of a network is added to a score of the
// terms, in 1/NetworkWhole.
func NetworkShare(terms int) int {
	return min(max(networkNone-max(terms, -terms), 0), NetworkWhole)
}

// look turns the view to a position.
func (s *Scorer) look(p *rules.Position) {
	hash := p.PawnHash()
	s.view.p, s.view.pawns = p, &s.pawns[hash%pawnEntries]
	if s.view.pawns.hash != hash {
		s.read(p, s.view.pawns)
	}
}

// maxPhase is the phase of a full board.
const maxPhase = 256

// setShares weighs the pieces by their value before tuning, so that the phase of a
// position does not depend on the weights.
func (e *Evaluator) setShares() {
	for code := range e.pieces {
		if t := rules.Code(code).Type(); t != rules.NoType && officer(e.g, t) {
			e.pieces[code].share = max(int32(math.Round(e.l.kinds[t].value/100)), 1)
		}
	}
	e.full = max(e.fullness(e.g.NewPosition()), 1)
	for n := range e.full + 1 {
		e.phases = append(e.phases, int64(n*maxPhase/e.full))
	}
}

// fullness adds up the shares of all pieces, waiting ones included.
func (e *Evaluator) fullness(p *rules.Position) int32 {
	var n int32
	for i := range e.pieces {
		code := rules.Code(i)
		have := p.Pieces(code)
		n += e.pieces[i].share * int32(have.Count()+p.InHand(code.Type(), code.Color()))
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { n += e.pieces[p.Behind(sq)].share })
	return n
}

// Phase returns a number from 0, with pawns and royal pieces only, to 1, with at least
// the pieces of the start.
func (e *Evaluator) Phase(p *rules.Position) float64 {
	return float64(min(e.fullness(p), e.full)) / float64(e.full)
}

// packed is a middle-game and an endgame value in 1/unit centipawns, the first
// in the upper half of the word, so that one addition or one multiplication
// serves both.
type packed int64

const unit = 16

func pack(mg, eg int32) packed { return packed(mg)<<32 + packed(eg) }
func (s packed) mg() int64     { return int64((s + 1<<31) >> 32) }
func (s packed) eg() int64     { return int64(int32(s)) }

// share returns n/of times s.
func (s packed) share(n, of int32) packed {
	return pack(int32(s.mg()*int64(n)/int64(of)), int32(s.eg()*int64(n)/int64(of)))
}

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
