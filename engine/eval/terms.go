package eval

import (
	"bestiary/engine/rules"
)

// Term names. Those that exist per kind of piece are followed by a dot and the
// name of the piece.
const (
	termMaterial   = "material."
	termMobility   = "mobility."
	termCentre     = "centre."
	termKingAttack = "king-attack."
	termAdvance    = "advance."
	termWaiting    = "waiting."
	termPair       = "pair."
	termPassed     = "passed"
	termPassedRank = "passed-rank"
	termDoubled    = "doubled"
	termIsolated   = "isolated"
	termShelter    = "shelter"
	termTempo      = "tempo"

	termSupported       = "supported"
	termPhalanx         = "phalanx"
	termPassedSupported = "passed-supported"
	termPassedBlocked   = "passed-blocked"
	termPawnThreat      = "pawn-threat"
	termUnsafeMobility  = "unsafe-mobility"

	termKingDanger   = "king-danger"
	termHanging      = "hanging"
	termLesserThreat = "lesser-threat"
)

// layout says which terms a game has and where each is in a weight vector; -1
// marks terms that do not exist for a type.
type layout struct {
	mobilities, values []float64 // by type, before any tuning

	names                                  []string
	material, mobility, centre, kingAttack []int
	advance, waiting, pair                 []int
	passed, passedRank, doubled, isolated  int
	shelter, tempo                         int
	supported, phalanx                     int
	passedSupported, passedBlocked         int
	pawnThreat, unsafeMobility             int
	kingDanger, hanging, lesserThreat      int
}

func newLayout(g *rules.Game) *layout {
	l := &layout{mobilities: Mobility(g, priorFilling)}
	l.values = valuesOf(g, l.mobilities)
	add := func(name string) int {
		l.names = append(l.names, name)
		return len(l.names) - 1
	}
	perType := func(prefix string, has func(rules.Type) bool) []int {
		at := make([]int, len(g.Types())+1)
		at[0] = -1
		for _, t := range g.Types() {
			at[t] = -1
			if has(t) {
				at[t] = add(prefix + g.TypeName(t))
			}
		}
		return at
	}
	waits := map[rules.Type]bool{}
	for _, t := range g.Waiting() {
		waits[t] = true
	}
	officer := func(t rules.Type) bool { return t != g.Royal() && !g.IsPawn(t) }
	l.material = perType(termMaterial, func(t rules.Type) bool { return t != g.Royal() })
	l.mobility = perType(termMobility, officer)
	l.kingAttack = perType(termKingAttack, officer)
	l.centre = perType(termCentre, func(rules.Type) bool { return true })
	l.advance = perType(termAdvance, g.IsPawn)
	l.waiting = perType(termWaiting, func(t rules.Type) bool { return waits[t] })
	l.pair = perType(termPair, func(t rules.Type) bool { return officer(t) && ColourBound(g, t) })
	l.passed = add(termPassed)
	l.passedRank = add(termPassedRank)
	l.doubled = add(termDoubled)
	l.isolated = add(termIsolated)
	l.shelter = add(termShelter)
	l.supported = add(termSupported)
	l.phalanx = add(termPhalanx)
	l.passedSupported = add(termPassedSupported)
	l.passedBlocked = add(termPassedBlocked)
	l.pawnThreat = add(termPawnThreat)
	l.unsafeMobility = add(termUnsafeMobility)
	l.kingDanger = add(termKingDanger)
	l.hanging = add(termHanging)
	l.lesserThreat = add(termLesserThreat)
	l.tempo = add(termTempo)
	return l
}

// ColourBound reports whether a piece never leaves the colour of its square.
func ColourBound(g *rules.Game, t rules.Type) bool {
	code := rules.CodeOf(t, rules.White)
	var none rules.Set
	for sq := range g.Squares() {
		from := rules.Square(sq)
		if g.IsHole(from) {
			continue
		}
		quiet, captures := g.Reach(code, from, &none)
		both := quiet.Or(&captures)
		bound := true
		both.Squares(func(to rules.Square) {
			bound = bound && shade(g, to) == shade(g, from)
		})
		if !bound {
			return false
		}
	}
	return true
}

// shade is the colour of a square: 0 for that of a1.
func shade(g *rules.Game, sq rules.Square) int { return (g.File(sq) + g.Rank(sq)) & 1 }
