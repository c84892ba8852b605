package rules

import (
	"fmt"
	"strings"

	"bestiary/engine/variant"
)

// tally counts what random games of one game have seen.
type tally struct {
	g        *Game
	plies    int
	events   [numEvents]int
	ends     map[Reason]int
	castled  []int                           // by castling
	moved    [maxTypes + 1]int               // by type
	took     [maxTypes + 1]int               // captures by a type
	taken    [maxTypes + 1]int               // captures of a type
	promoted [maxTypes + 1][maxTypes + 1]int // by type and choice
}

func newTally(g *Game) *tally {
	return &tally{g: g, ends: map[Reason]int{}, castled: make([]int, len(g.castlings))}
}

// count enters a move that s is about to make.
func (c *tally) count(s *selfPlay, m Move, kind event) {
	c.plies++
	c.events[kind]++
	switch mover := s.p.At(m.From()).Type(); m.Kind() {
	case Placing:
	case Castling:
		c.castled[m.Extra()]++
	default:
		c.moved[mover]++
		if m.IsPromotion() {
			c.promoted[mover][m.Promotion()]++
		}
		if victim := s.p.At(m.To()).Type(); victim != NoType && m.Kind() != Exploding {
			c.took[mover]++
			c.taken[victim]++
		}
	}
}

// countMade enters what can be told only once a move has been made.
func (c *tally) countMade(p *Position) {
	r := &p.history[len(p.history)-1]
	if p.InCheck() {
		c.events[check]++
	}
	if r.move.Kind() == Castling && r.entered|r.second != 0 {
		c.events[entryWhenCastling]++
	}
}

// String lists the counts of the events and of the reasons why games ended.
func (c *tally) String() string {
	var parts []string
	for e, n := range c.events {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", eventNames[e], n))
		}
	}
	for _, why := range reasons {
		if n := c.ends[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", why, n))
		}
	}
	return strings.Join(parts, ", ")
}

var reasons = [...]Reason{Checkmate, Stalemate, Repetition, NMoveRule, InsufficientMaterial, EmptyPool, Extinction, GoalReached, ChecksGiven, BlownUp}

// enough is how many games surely show everything that the rules have; any
// number above a few shows what is common.
const (
	enough = 2000
	few    = 20
)

// missing names what the rules of the game have and none of so many games has
// shown.
func (c *tally) missing(games int) []string {
	var out []string
	need := func(n int, what string, args ...any) {
		if n == 0 {
			out = append(out, fmt.Sprintf(what, args...))
		}
	}
	for e, has := range c.g.events() {
		if has && (games >= enough || games >= few && !rare[e]) {
			need(c.events[e], "%s", eventNames[e])
		}
	}
	if games < enough {
		return out
	}
	for why, has := range c.g.ends() {
		if has {
			need(c.ends[reasons[why]], "end by %s", reasons[why])
		}
	}
	for i, n := range c.castled {
		w := &c.g.castlings[i]
		need(n, "castling %s%s", c.g.SquareName(w.kingFrom), c.g.SquareName(w.kingTo))
	}
	for _, t := range c.g.Types() {
		name := c.g.TypeName(t)
		need(c.moved[t], "move of a %s", name)
		need(c.took[t], "capture by a %s", name)
		if t != c.g.Royal() {
			need(c.taken[t], "capture of a %s", name)
		}
		for _, choice := range c.g.types[t].promotes[White].choices {
			need(c.promoted[t][choice.to], "promotion of a %s to a %s", name, c.g.TypeName(choice.to))
		}
	}
	return out
}

// events are those that the rules allow.
func (g *Game) events() (has [numEvents]bool) {
	rule := &g.Variant.Rules
	has[quietMove], has[capture], has[check] = true, true, rule.Royals != variant.NoRoyals && !rule.ChecksForbidden
	var kinds [Pass + 1]bool
	stay := map[Type]bool{}
	for _, code := range g.codes {
		for _, steps := range g.programs[code] {
			for i := range steps {
				if kind := steps[i].kind; kind == staying {
					kinds[Locust], stay[code.Type()] = true, true
				} else {
					kinds[kind] = true
				}
			}
		}
	}
	has[passing], has[enPassant], has[locust] = kinds[Passing], kinds[Passing] && kinds[EnPassant], kinds[Locust]
	has[castlingMove] = len(g.castlings) > 0
	if len(stay) == len(g.types)-1 { // captures do not move a piece
		has[capture], has[enPassant] = false, false
	}
	enters := g.gated || g.entering != nil
	has[entryWhenCastling] = enters && has[castlingMove]
	has[placing], has[captureOfFront], has[entry], has[captureWithEntry] = g.gated || g.drops, g.gated, enters, enters
	has[explosion] = g.blasts != nil && g.blast == nil
	has[lonelyExplosion] = has[explosion] && rule.Explosion.Alone
	for t := range g.types {
		pr := &g.types[t].promotes[White]
		if pr.zone.Empty() {
			continue
		}
		has[promotionMove], has[promotionWithCapture] = has[promotionMove] || !pr.onCapture, has[promotionWithCapture] || !stay[Type(t)]
		has[noPromotion] = has[noPromotion] || pr.zone != pr.must && !pr.always
		has[lossByEmptyPool] = has[lossByEmptyPool] || pr.losesEmpty
	}
	return has
}

// ends are the reasons, in the order of reasons, why a game can end.
func (g *Game) ends() [len(reasons)]bool {
	rule := &g.Variant.Rules
	return [...]bool{
		g.events()[check], true, rule.Repetition > 0, rule.NMove > 0,
		rule.InsufficientMaterial == variant.BareKings, g.events()[lossByEmptyPool],
		g.extinction != nil, g.goal != nil, rule.Checks > 0, rule.Blast.OnCapture,
	}
}
