package eval

import (
	"math/bits"

	"bestiary/engine/rules"
)

// The units of danger to a king. Their square is what counts: an attack by one
// piece is nothing, one by four is decisive.
const (
	attackerUnits = 4 // for each piece that attacks a square of the king's zone
	hitUnits      = 1 // for each square of the zone and each piece that attacks it
	weakUnits     = 3 // for each attacked square of the zone that the king alone protects
	checkUnits    = 8 // for each kind of piece with a check that loses nothing

	mostUnits  = 100
	dangerUnit = 64 // squared units that count one
)

// outrankedBy is how much more than an attacker a piece must be worth, in
// centipawns of Prior, that attacking it is a threat although it is protected.
const outrankedBy = 100

// attackTerms are the terms that depend on what both sides attack, and what
// they need to know of the game.
type attackTerms struct {
	danger, hanging, lesser packed

	officers []rules.Type
	value    []int             // by type, of Prior
	royal    [2][256]rules.Set // what a king attacks from each square
}

func newAttackTerms(g *rules.Game, values []float64) attackTerms {
	a := attackTerms{value: make([]int, len(values))}
	for _, t := range g.Types() {
		a.value[t] = int(values[t])
		if t != g.Royal() && !g.IsPawn(t) {
			a.officers = append(a.officers, t)
		}
	}
	for c := range a.royal {
		for sq := range g.Squares() {
			a.royal[c][sq] = g.CaptureReach(rules.CodeOf(g.Royal(), rules.Color(c)), rules.Square(sq))
		}
	}
	return a
}

// attackMap is what both sides attack in one position.
type attackMap struct{ sides [2]sideAttacks }

// sideAttacks is what a side attacks, its king aside.
type sideAttacks struct {
	once, twice rules.Set   // by officers and pawns; by two officers, or an officer and a pawn
	targets     rules.Set   // officers of the opponent
	units       int         // of danger to the king of the opponent
	lesser      int         // attacks by officers on officers that are worth more
	moves       []rules.Set // where officers could go, by type
}

// newAttackMap is nil if no weight asks for it.
func (e *Evaluator) newAttackMap() *attackMap {
	if e.attacks.danger == 0 && e.attacks.hanging == 0 && e.attacks.lesser == 0 {
		return nil
	}
	return e.emptyAttackMap()
}

func (e *Evaluator) emptyAttackMap() *attackMap {
	a := &attackMap{}
	for c := range a.sides {
		a.sides[c].moves = make([]rules.Set, len(e.attacks.value))
	}
	return a
}

// begin forgets the position before.
func (a *attackMap) begin(e *Evaluator, p *rules.Position, c rules.Color, pawns *pawnEntry) *sideAttacks {
	m := &a.sides[c]
	opp := p.Side(c.Other())
	m.once, m.twice, m.units, m.lesser = pawns.takes[c], rules.Set{}, 0, 0
	m.targets = opp.AndNot(&pawns.of[c.Other()])
	m.targets.Remove(p.King(c.Other()))
	for _, t := range e.attacks.officers {
		m.moves[t] = rules.Set{}
	}
	return m
}

// note adds an officer that reaches some squares and attacks or protects others.
func (e *Evaluator) note(m *sideAttacks, p *rules.Position, code rules.Code, reached, guarded, zone *rules.Set) {
	hits := 0
	worth := e.attacks.value[code.Type()] + outrankedBy
	moves := &m.moves[code.Type()]
	for i := 0; i < e.words; i++ {
		word, guards := reached[i&3], guarded[i&3]
		hits += bits.OnesCount64(guards & zone[i&3])
		m.twice[i&3] |= m.once[i&3] & guards
		m.once[i&3] |= guards
		moves[i&3] |= word
		for word &= m.targets[i&3]; word != 0; word &= word - 1 {
			target := p.At(rules.Square(i<<6 + bits.TrailingZeros64(word)))
			if e.attacks.value[target.Type()] > worth {
				m.lesser++
			}
		}
	}
	if hits > 0 {
		m.units += attackerUnits + hitUnits*hits
	}
}

// attackScore adds up the terms of a side that depend on what both attack.
func (e *Evaluator) attackScore(p *rules.Position, c rules.Color, a *attackMap) packed {
	return e.attacks.danger.share(int32(e.dangerOf(p, c, a)), dangerUnit) +
		e.attacks.hanging*packed(e.hangs(p, c, a)) + e.attacks.lesser*packed(a.sides[c].lesser)
}

// hangs is the number of officers of the opponent that a side attacks and nothing
// protects.
func (e *Evaluator) hangs(p *rules.Position, c rules.Color, a *attackMap) int {
	own, opp := &a.sides[c], &a.sides[c.Other()]
	hit := own.once.And(&own.targets)
	hit = hit.AndNot(&opp.once)
	hit = hit.AndNot(&e.attacks.royal[c.Other()][p.King(c.Other())])
	return hit.Count()
}

// dangerOf is the squared units of danger to the king of a side's opponent.
func (e *Evaluator) dangerOf(p *rules.Position, c rules.Color, a *attackMap) int {
	own, opp := &a.sides[c], &a.sides[c.Other()]
	if own.units == 0 {
		return 0
	}
	king := p.King(c.Other())
	zone, royal := &e.geo.kingZone[king], &e.attacks.royal[c.Other()][king]
	weak := zone.And(&own.once)
	weak = weak.AndNot(&opp.once)
	units := own.units + weakUnits*weak.Count() + checkUnits*e.checks(p, c, a, king, royal)
	units = min(units, mostUnits)
	return units * units
}

// checks is the number of kinds of officers that could give check from a square
// where they would not be lost: nothing protects it, or the king alone does and a
// second piece attacks it. What gives check is found backwards from the king, which
// is exact for moves that can be made in both directions.
func (e *Evaluator) checks(p *rules.Position, c rules.Color, a *attackMap, king rules.Square, royal *rules.Set) int {
	own, opp := &a.sides[c], &a.sides[c.Other()]
	var safe, from rules.Set
	side := p.Side(c)
	for w := range safe {
		safe[w] = ^side[w] & ^opp.once[w] & (^royal[w] | own.twice[w])
	}
	n := 0
	for _, t := range e.attacks.officers {
		if !own.moves[t].Meets(&safe) {
			continue
		}
		p.Guarded(rules.CodeOf(t, c.Other()), king, &from)
		from = from.And(&safe)
		if from.Meets(&own.moves[t]) {
			n++
		}
	}
	return n
}
