package rules

import (
	"math/bits"
	"slices"

	"bestiary/engine/variant"
)

// promotion is where a piece of one colour promotes and to what.
type promotion struct {
	zone       Set
	must       Set  // where the piece cannot stay what it is
	leaving    bool // moves that start in the zone promote, too
	onCapture  bool // only captures promote
	passing    bool // captures en passant do not
	always     bool // a piece that may promote must do so
	captured   bool // the choice is among captured pieces
	losesEmpty bool // a piece that must promote to none loses the game
	overlaps   bool // several choices are the same type
	choices    []choice
}

// choice is a type that a piece may become.
type choice struct {
	to     Type
	limit  int  // pieces of the type that a side may have; 0 for any number
	zone   Set  // where, which is a part of the promotion's zone
	resets bool // resets the half-move clock
}

func (g *Game) compilePromotions() {
	for i := range g.Variant.Rules.Promotions {
		rule := &g.Variant.Rules.Promotions[i]
		g.pooled = g.pooled || rule.Captured
		for _, name := range rule.Pieces {
			for _, c := range []Color{White, Black} {
				if rule.For(c == Black) {
					g.types[g.TypeNamed(name)].promotes[c].add(g, rule, c)
				}
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

// add adds a rule to those that the pieces of one colour already have.
func (pr *promotion) add(g *Game, rule *variant.Promotion, c Color) {
	pr.captured, pr.leaving, pr.onCapture = rule.Captured, rule.Leaving, rule.OnCapture
	pr.passing = pr.passing || rule.EnPassantStays
	pr.always = (rule.Leaving || rule.OnCapture) && !rule.Optional
	pr.losesEmpty = rule.Captured && rule.EmptyPool != variant.EmptyPoolForbidden
	squares := g.region(rule.Squares)
	var zone Set
	for sq := range g.Squares() {
		sq := Square(sq)
		depth := g.Ranks() - g.HomeRank(sq, c)
		if depth <= rule.Zone && squares.Empty() || rule.Zone > 0 && squares.Has(sq) {
			zone.Add(sq)
			if !rule.OnCapture && (!rule.Optional || depth <= rule.Compulsory) {
				pr.must.Add(sq)
			}
		}
	}
	pr.zone = pr.zone.Or(&zone)
	for _, name := range rule.Choices {
		to := g.TypeNamed(name)
		pr.overlaps = pr.overlaps || slices.ContainsFunc(pr.choices, func(c choice) bool { return c.to == to })
		pr.choices = append(pr.choices, choice{to: to, limit: rule.Limit, zone: zone, resets: rule.ResetsNMove})
	}
}

// markPromoting marks the squares from which a piece has a move that may
// promote it.
func (g *Game) markPromoting(p Code, pr *promotion) {
	for sq := range g.programs[p] {
		steps := g.everyStep(p, Square(sq))
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
	var squares [maxPassed]Square
	p.openPassed(p.g.between(squares[:0], m.From(), m.To()))
}

// openPassed opens squares that p.passer has passed to en-passant capture, but only those
// where such a capture is legal: any other square would make positions with the same moves
// look different.
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
	stays := p.g.sequel.stays(code) // where it captures
	for _, m := range p.walk(buf[:0], code, from, 0) {
		takes := m.Kind() == EnPassant && m.To() == sq || stays && m.Kind() == Locust
		if takes && !p.g.spares(code, p.board[p.passer]) && p.keepsKingSafe(m) {
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

// promotes reports whether the rule applies to a move.
func (pr *promotion) promotes(p *Position, m Move) bool {
	if pr.passing && m.Kind() == EnPassant {
		return false
	}
	return (pr.zone.Has(m.To()) || pr.leaving && pr.zone.Has(m.From())) && (!pr.onCapture || p.IsCapture(m))
}

// mayChoose reports whether the side to move may promote to a type with a move to which
// one of the rules applies.
func (pr *promotion) mayChoose(p *Position, m Move, c *choice) bool {
	if pr.captured && p.pool[p.turn][c.to] == 0 || !c.zone.Has(m.To()) && !pr.leaving {
		return false
	}
	have := &p.pieces[CodeOf(c.to, p.turn)]
	return c.limit == 0 || have.Count() < c.limit
}

// resets reports whether a promotion to a type resets the half-move clock.
func (pr *promotion) resets(to Type) bool {
	return slices.ContainsFunc(pr.choices, func(c choice) bool { return c.to == to && c.resets })
}

// forbidImmobility keeps pieces from squares where they could never move again.
func (g *Game) forbidImmobility() {
	for _, code := range g.codes {
		pr := &g.types[code.Type()].promotes[code.Color()]
		for sq := range g.Squares() {
			if sq := Square(sq); !g.IsHole(sq) && g.stuck(code, sq) {
				pr.must.Add(sq)
			}
		}
	}
}

// hasForm reports whether a type has a promoted form.
func (g *Game) hasForm(t Type) bool {
	return slices.ContainsFunc(g.Variant.Pieces, func(p variant.Piece) bool { return p.PromotedFrom == g.types[t].name })
}
