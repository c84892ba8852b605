package eval

import (
	"math/bits"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// The units of danger to a king. Danger grows with their square: an attack by
// one piece is harmless, an attack by four is decisive.
const (
	attackerUnits = 4 // for each piece that attacks a square of the king's zone
	hitUnits      = 1 // for each square of the zone and each piece that attacks it
	weakUnits     = 3 // for each attacked square of the zone that only the king protects
	checkUnits    = 8 // for each kind of piece that has a safe check

	maxUnits = 100
)

// outrankedBy is the number of centipawns of the prior by which a protected
// piece must exceed its attacker for the attack to be a threat.
const outrankedBy = 100

// attackData holds the data of a game that the attack terms need.
type attackData struct {
	officers []rules.Type
	value    []int             // by type, before tuning
	royal    [2][256]rules.Set // what a king attacks from each square
	looks    [][]rules.Set     // of officers, by code and square, see rules.Game.Looks
}

func newAttackData(g *rules.Game, kinds []kind) attackData {
	a := attackData{value: make([]int, len(kinds)), looks: make([][]rules.Set, 2*len(kinds))}
	for _, t := range g.Types() {
		a.value[t] = int(kinds[t].value)
		if !officer(g, t) {
			continue
		}
		a.officers = append(a.officers, t)
		for c := range rules.Color(2) {
			looks := make([]rules.Set, g.Squares())
			for sq := range looks {
				looks[sq] = g.Looks(rules.CodeOf(t, c), rules.Square(sq))
			}
			a.looks[rules.CodeOf(t, c)] = looks
		}
	}
	for c := range a.royal {
		if !g.Crowned() {
			break
		}
		for sq := range g.Squares() {
			a.royal[c][sq] = g.CaptureReach(rules.CodeOf(g.Royal(), rules.Color(c)), rules.Square(sq))
		}
	}
	return a
}

// attackMap holds what each side attacks in one position.
type attackMap [2]sideAttacks

// sideAttacks holds the attacks of all pieces of a side except the king.
type sideAttacks struct {
	once, twice rules.Set   // by officers and pawns; by two officers, or an officer and a pawn
	targets     rules.Set   // officers of the opponent
	zone        rules.Set   // around the king of the opponent
	pawns       rules.Set   // what pawns of the opponent attack
	enemy       rules.Set   // all pieces of the opponent
	empty       rules.Set   // squares without a piece
	units       int         // of danger to that king
	lesser      int32       // attacks by officers on officers that are worth more
	checked     bool        // checks are found
	checks      uint64      // see view.checks
	tallied     bool        // tally is filled in
	tally       tally       // see view.tally
	moves       []rules.Set // where officers could go, by type
}

func newAttackMap(g *rules.Game) *attackMap {
	a := &attackMap{}
	for c := range a {
		a[c].moves = make([]rules.Set, len(g.Types())+1)
	}
	return a
}

// begin clears the attacks of a side in the previous position.
func (v *view) begin(c rules.Color) *sideAttacks {
	m := &v.attacks[c]
	m.once, m.twice, m.units, m.lesser = v.pawns.attacks[c], rules.Set{}, 0, 0
	m.checked, m.checks, m.tallied = false, 0, false
	m.zone, m.pawns = *nearEnemyKing.squares(v, c), *byEnemyPawns.squares(v, c)
	occupied := v.p.Occupied()
	m.enemy, m.empty = v.p.Side(c.Other()), v.e.geo.board.AndNot(&occupied)
	m.targets = v.officers[c.Other()]
	if v.e.crowned {
		m.targets.Remove(v.p.King(c.Other()))
	}
	clear(m.moves)
	return m
}

// noted holds the number of squares that an officer reaches, how many of them are near the
// enemy king and how many are attacked by enemy pawns, and the number of squares near its
// own king that it guards.
type noted struct{ reached, near, unsafe, hits int }

// note adds what an officer sees in words i and i+1 of the sets; i is even. A king's zone
// takes up less than a word, so its parts in two words have no bit in common.
func (v *view) note(m *sideAttacks, s *rules.Sight, code rules.Code, i int) (n noted) {
	i &= 2
	j := i + 1
	guards0, guards1 := s.Guards[i], s.Guards[j]
	to0, to1 := guards0&m.enemy[i]|s.Quiets[i]&m.empty[i], guards1&m.enemy[j]|s.Quiets[j]&m.empty[j]
	m.twice[i] |= m.once[i] & guards0
	m.twice[j] |= m.once[j] & guards1
	m.once[i] |= guards0
	m.once[j] |= guards1
	moves := &m.moves[code.Type()]
	moves[i] |= to0
	moves[j] |= to1
	if hit0, hit1 := to0&m.targets[i], to1&m.targets[j]; hit0|hit1 != 0 {
		m.lesser += v.lesser(code, hit0, i) + v.lesser(code, hit1, j)
	}
	n.hits = bits.OnesCount64(guards0&m.zone[i] | guards1&m.zone[j])
	n.near = bits.OnesCount64(to0&m.zone[i] | to1&m.zone[j])
	n.unsafe = bits.OnesCount64(to0&m.pawns[i]) + bits.OnesCount64(to1&m.pawns[j])
	n.reached = bits.OnesCount64(to0) + bits.OnesCount64(to1)
	return n
}

// lesser counts the officers in word i of a set that are worth more than their attacker.
func (v *view) lesser(attacker rules.Code, word uint64, i int) (n int32) {
	worth := v.e.attack.value[attacker.Type()] + outrankedBy
	for ; word != 0; word &= word - 1 {
		target := v.p.At(rules.Square(i<<6 + bits.TrailingZeros64(word)))
		if v.e.attack.value[target.Type()] > worth {
			n++
		}
	}
	return n
}

// danger returns the squared units of danger to the enemy king. Weak is the number of
// attacked squares that only the king protects.
func (v *view) danger(c rules.Color, weak int32) int32 {
	own := &v.attacks[c]
	if own.units == 0 {
		return 0
	}
	units := own.units + weakUnits*int(weak) + checkUnits*bits.OnesCount64(v.checks(c))
	units = min(units, maxUnits)
	return int32(units * units)
}

// checks returns the set of kinds of officers that have a safe check, one bit each: a check from a
// square that no piece protects, or that only the king protects and a second piece attacks.
// Checking pieces are found by moving backwards from the king, which is exact for moves that can be
// made in both directions. A side that attacks no square around the king has no safe checks.
func (v *view) checks(c rules.Color) uint64 {
	own, opp := &v.attacks[c], &v.attacks[c.Other()]
	if own.checked {
		return own.checks
	}
	own.checked = true
	if own.units == 0 {
		return 0
	}
	king := v.p.King(c.Other())
	royal := &v.e.attack.royal[c.Other()][king]
	var safe rules.Set
	side := v.p.Side(c)
	for w := range v.e.words {
		w &= 3
		safe[w] = ^side[w] & ^opp.once[w] & (^royal[w] | own.twice[w])
	}
	for _, t := range v.e.attack.officers {
		code := rules.CodeOf(t, c.Other())
		goals := own.moves[t].And(&safe)
		if !goals.Meets(&v.e.attack.looks[code][king]) {
			continue
		}
		if v.p.Sight(code, king).Guards.Meets(&goals) {
			own.checks |= 1 << (t & 63)
		}
	}
	return own.checks
}

// ShortLeaper returns the value of a short leaper by Muller's rule of thumb, in centipawns: (30 +
// ⅝·n)·n with n the number of squares that it attacks from the middle of the board. It reports
// false for other pieces. A leaper is a piece that cannot be blocked and that captures as it moves,
// on the whole board; a short leaper attacks squares at most two steps away.
//
// Source: H.G. Muller, comments on chessvariants.com, 2008 to 2013.
func ShortLeaper(g *rules.Game, t rules.Type) (centipawns float64, ok bool) {
	if t == g.Royal() || g.IsPawn(t) || inArea(g, t) {
		return 0, false
	}
	none, full := rules.Set{}, g.Board()
	code, most := rules.CodeOf(t, rules.White), 0
	for sq := range g.Squares() {
		from := rules.Square(sq)
		if g.IsHole(from) {
			continue
		}
		quiet, _ := g.Reach(code, from, &none)
		_, captures := g.Reach(code, from, &full)
		if quiet != captures || !near(g, from, quiet) {
			return 0, false
		}
		most = max(most, quiet.Count())
	}
	n := float64(most)
	return (30 + 5*n/8) * n, most > 0
}

// inArea reports whether a piece has moves that are limited to an area or to ranks.
func inArea(g *rules.Game, t rules.Type) bool {
	p := g.Variant.Piece(g.TypeName(t))
	return p != nil && slices.ContainsFunc(p.Moves, func(m variant.MoveSet) bool { return m.Area != "" || m.FirstRank > 0 })
}

// shortLeap is the greatest distance of a short leap along a file or rank.
const shortLeap = 2

func near(g *rules.Game, from rules.Square, to rules.Set) bool {
	far := false
	to.Squares(func(sq rules.Square) {
		file, rank := g.Distance(from, sq)
		far = far || max(file, -file, rank, -rank) > shortLeap
	})
	return !far
}

// Terms by the attacks of both sides, danger to the king aside.

// attackCount is something counted once for a side.
type attackCount int

const (
	notCounted   attackCount = iota
	hanging                  // enemy officers attacked and not protected
	weakOfficers             // enemy officers attacked and not firmly protected
	weakPawns                // enemy pawns attacked and not protected
	kingThreats              // unprotected enemy pieces that the king attacks
	restricted               // squares that both sides attack and the opponent does not hold firmly
	kingWeak                 // attacked squares around the enemy king that only it protects
	kingFlank                // attacked squares on the flank of the enemy king, twice those attacked twice
	lesserThreat             // attacks of officers on officers that are worth more
	kingDanger               // squared units of danger to the enemy king; the square of 8 counts 1
	attackCounts
	safeCheck // 1 for a kind that has a safe check; the only one counted by kind
)

// parts returns the number of parts into which a count is divided.
func (a attackCount) parts() int64 {
	if a == kingDanger {
		return part
	}
	return 1
}

// tally holds the counts of the attack terms for a side.
type tally [attackCounts]int32

// tally fills in the tally of a side. A side holds a square firmly with a pawn, or with
// two pieces if the other side does not attack it twice.
func (v *view) tally(c rules.Color) *tally {
	own, opp := &v.attacks[c], &v.attacks[1-c]
	t := &own.tally
	if own.tallied {
		return t
	}
	own.tallied = true
	*t = tally{lesserThreat: own.lesser}
	royal, enemyRoyal := &v.e.attack.royal[c][v.p.King(c)], &v.e.attack.royal[1-c][v.p.King(1-c)]
	flank, pawns, pawnAttacks := &v.e.geo.flank[1-c][v.p.King(1-c)], &v.pawns.of[1-c], &v.pawns.attacks[1-c]
	side := v.p.Side(1 - c)
	for i := 0; i < v.e.words; i++ {
		w := i & 3
		once, twice, enemy := own.once[w], own.twice[w], opp.once[w]
		firm := pawnAttacks[w] | opp.twice[w]&^twice
		guarded := enemy | enemyRoyal[w]
		near := once & flank[w]
		t[restricted] += int32(bits.OnesCount64(once & enemy &^ firm))
		t[kingWeak] += int32(bits.OnesCount64(once & own.zone[w] &^ enemy))
		t[kingFlank] += int32(bits.OnesCount64(near) + bits.OnesCount64(near&twice))
		if hit := once & own.targets[w]; hit&^(guarded&firm) != 0 {
			t[hanging] += int32(bits.OnesCount64(hit &^ guarded))
			t[weakOfficers] += int32(bits.OnesCount64(hit &^ firm))
		}
		if hit := once & pawns[w] &^ guarded; hit != 0 {
			t[weakPawns] += int32(bits.OnesCount64(hit))
		}
		if hit := royal[w] & side[w] &^ guarded; hit != 0 {
			t[kingThreats] += int32(bits.OnesCount64(hit))
		}
	}
	t[kingDanger] = v.danger(c, t[kingWeak])
	return t
}

// counted returns how often an attack term holds for a side, or for one of its kinds.
func (v *view) counted(a attackCount, code rules.Code) int32 {
	if a == safeCheck {
		return int32(v.checks(code.Color()) >> (code.Type() & 63) & 1)
	}
	return v.tally(code.Color())[a]
}

// passedPath counts the progress of passed pawns that cannot be stopped before the last rank: the
// way is free and the opponent attacks none of its squares.
func passedPath(v *view, c rules.Color, sq rules.Square) int32 {
	path, all := &v.e.geo.path[c][sq], v.p.Occupied()
	if path.Meets(&all) || path.Meets(&v.attacks[c.Other()].once) || path.Meets(&v.e.attack.royal[c.Other()][v.p.King(c.Other())]) {
		return 0
	}
	return v.e.geo.progress[c][sq]
}

// passedStop counts the progress of passed pawns that can advance safely.
func passedStop(v *view, c rules.Color, sq rules.Square) int32 {
	front, all := &v.e.geo.front[c][sq], v.p.Occupied()
	if front.Meets(&all) || front.Meets(&v.attacks[c.Other()].once) && !front.Meets(&v.attacks[c].once) {
		return 0
	}
	return v.e.geo.progress[c][sq]
}
