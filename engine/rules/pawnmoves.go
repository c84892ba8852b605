package rules

import (
	"math/bits"

	"bestiary/engine/variant"
)

// promotion is where a piece of one colour promotes and to what.
type promotion struct {
	zone       Set
	must       Set  // where the piece cannot stay what it is
	leaving    bool // moves that start in the zone promote, too
	onCapture  bool // only captures promote
	always     bool // what may promote must, wherever it goes
	limit      int  // pieces of a choice that a side may have; 0 for any number
	captured   bool // the choice is among captured pieces
	losesEmpty bool // a piece that must promote to none loses the game
	choices    []Type
}

func (g *Game) compilePromotions() {
	for _, p := range g.Variant.Rules.Promotions {
		var choices []Type
		for _, name := range p.Choices {
			choices = append(choices, g.TypeNamed(name))
		}
		for _, name := range p.Pieces {
			squares := g.region(p.Squares)
			for _, c := range []Color{White, Black} {
				if !p.For(c == Black) {
					continue
				}
				pr := promotion{
					choices: choices, captured: p.Captured,
					leaving: p.Leaving, always: (p.Leaving || p.OnCapture) && !p.Optional, onCapture: p.OnCapture, limit: p.Limit,
					losesEmpty: p.Captured && p.EmptyPool != variant.EmptyPoolForbidden,
				}
				g.pooled = g.pooled || p.Captured
				for sq := range g.geo.size() {
					depth := g.geo.ranks - g.geo.homeRank(Square(sq), c)
					if depth <= p.Zone && squares.Empty() || p.Zone > 0 && squares.Has(Square(sq)) {
						pr.zone.Add(Square(sq))
						if !p.OnCapture && (!p.Optional || depth <= p.Compulsory) {
							pr.must.Add(Square(sq))
						}
					}
				}
				g.types[g.TypeNamed(name)].promotes[c] = pr
			}
		}
	}
	if g.Variant.Rules.ImmobilityIllegal {
		g.forbidImmobility()
	}
	for _, code := range g.codes {
		if pr := &g.types[code.Type()].promotes[code.Color()]; !pr.zone.Empty() || !pr.must.Empty() {
			g.markPromoting(code, pr)
		}
	}
}

// markPromoting marks the squares from which a piece has a move that may
// promote it.
func (g *Game) markPromoting(p Code, pr *promotion) {
	for sq, steps := range g.programs[p] {
		for i := range steps {
			to := steps[i].to
			if steps[i].flags&relAll != 0 && (pr.zone.Has(to) || pr.must.Has(to) || pr.leaving && pr.zone.Has(Square(sq))) {
				g.rays.forms[p][sq] |= rayPromotes
			}
		}
	}
}

func (p *Position) clearPassed() {
	for _, sq := range p.passed[:p.passedN] {
		p.hash ^= p.g.zobrist.passed[sq]
	}
	p.passedN = 0
}

// setPassed opens the squares that a passing move has left behind.
func (p *Position) setPassed(m Move) {
	p.passer = m.To()
	geo := &p.g.geo
	from, to := m.From(), m.To()
	dx, dy := geo.file(to)-geo.file(from), geo.rank(to)-geo.rank(from)
	n := gcd(abs(dx), abs(dy))
	var squares [maxPassed]Square
	for i := 1; i < n; i++ {
		squares[i-1] = Square(int(from) + (dy/n*geo.files+dx/n)*i)
	}
	p.openPassed(squares[:n-1])
}

// openPassed opens squares that p.passer has passed to en-passant capture, as
// far as the side to move has such a capture that is legal: any other square
// would make positions with the same moves look different.
func (p *Position) openPassed(squares []Square) {
	for _, sq := range squares {
		p.addPassed(sq)
		if !p.canTakePassed(sq) {
			p.passedN--
			p.hash ^= p.g.zobrist.passed[sq]
		}
	}
}

func (p *Position) addPassed(sq Square) {
	p.passed[p.passedN] = sq
	p.passedN++
	p.hash ^= p.g.zobrist.passed[sq]
}

// canTakePassed reports whether the side to move has a legal en-passant capture
// on sq, one of the open squares.
func (p *Position) canTakePassed(sq Square) bool {
	for _, code := range p.g.of[p.turn] {
		reach := &p.g.attacks.passTo[code][sq]
		have := &p.pieces[code]
		for w := range have {
			for cand := have[w] & reach[w]; cand != 0; cand &= cand - 1 {
				from := Square(w<<6 + bits.TrailingZeros64(cand))
				if p.takesPassed(code, from, sq) {
					return true
				}
			}
		}
	}
	return false
}

func (p *Position) takesPassed(code Code, from, sq Square) bool {
	var buf [256]Move
	for _, m := range p.walk(buf[:0], code, from, 0) {
		if m.Kind() == EnPassant && m.To() == sq && p.keepsKingSafe(m) {
			return true
		}
	}
	return false
}

// Promotes reports whether pieces of a type can become others.
func (g *Game) Promotes(t Type) bool {
	zones := &g.types[t].promotes
	return !zones[White].zone.Empty() || !zones[Black].zone.Empty()
}
