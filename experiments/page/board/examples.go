package board

import (
	"cmp"
	"fmt"
	"slices"

	"bestiary/engine/betza"
)

// examples returns panels that show how a piece jumps over others: one for each kind of
// jump, regardless of direction.
func examples(f *Frame) []Panel {
	var list []*jump
	for _, m := range f.Moves {
		if m.RoyalOnly {
			continue
		}
		for _, path := range m.Expression.Paths {
			if j := jumpOf(path); j != nil {
				list = append(list, j)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *jump) int {
		return cmp.Or(slices.Compare(a.distances(), b.distances()), cmp.Compare(a.awkward(), b.awkward()))
	})
	list = slices.CompactFunc(list, func(a, b *jump) bool { return slices.Equal(a.distances(), b.distances()) })
	var panels []Panel
	for _, j := range list {
		panels = append(panels, j.panel(f))
	}
	return panels
}

// jump is a path over other pieces, with pieces that make it possible.
type jump struct {
	trail   []betza.Vec // from the piece's own square to the landing square
	beyond  betza.Vec   // the square after the landing square
	pieces  map[betza.Vec]betza.Occupancy
	caption string
}

// shownFlight is the length of a flying leg in an example.
const shownFlight = 4

// jumpOf returns the jump in a path. It returns nil if only single leaps pass over other
// pieces, if none do, or if the path ends on its own square or out of sight.
func jumpOf(path betza.Path) *jump {
	j := &jump{trail: []betza.Vec{{}}, pieces: map[betza.Vec]betza.Occupancy{}}
	flight, takes := false, false
	at := betza.Vec{}
	for i, leg := range path.Legs {
		last := i == len(path.Legs)-1
		hop := !last && leg.End != 0 && leg.End&betza.Empty == 0
		n := leg.Min
		switch {
		case leg.Through == betza.Anything && leg.Max != leg.Min:
			flight, n = true, atMost(leg, shownFlight)
		case hop:
			n = max(n, atMost(leg, 2)) // leave a gap before the piece to jump over
		}
		for k := 1; k <= n; k++ {
			at = betza.Vec{DX: at.DX + leg.Step.DX, DY: at.DY + leg.Step.DY}
			j.trail = append(j.trail, at)
			switch {
			case k == n && hop:
				j.pieces[at] = leg.End
				takes = takes || leg.Takes
			case k < n && leg.Through&betza.Empty == 0:
				j.pieces[at] = leg.Through
			case k < n && flight && k%2 == 1:
				j.pieces[at] = betza.Occupied
			}
		}
		j.beyond = betza.Vec{DX: at.DX + leg.Step.DX, DY: at.DY + leg.Step.DY}
	}
	if len(j.pieces) == 0 || j.pieces[betza.Vec{}] != 0 || at == (betza.Vec{}) || Distance(at) > maxRadius {
		return nil
	}
	switch {
	case takes:
		j.caption = "capturing on the way"
	case flight:
		j.caption = "whatever stands between"
	case len(j.pieces) == 1:
		j.caption = "over a piece"
	default:
		j.caption = fmt.Sprintf("over %d pieces", len(j.pieces))
	}
	return j
}

// atMost returns the maximum length of a leg, capped at limit but never below its minimum.
func atMost(leg betza.Leg, limit int) int {
	if leg.Max > 0 {
		limit = min(limit, leg.Max)
	}
	return max(limit, leg.Min)
}

// distances returns the number of pieces jumped over, their distances and the distance of
// the landing square, which identify a kind of jump.
func (j *jump) distances() []int {
	list := []int{len(j.pieces)}
	for _, v := range j.trail {
		if j.pieces[v] != 0 {
			list = append(list, Distance(v))
		}
	}
	return append(list, Distance(j.trail[len(j.trail)-1]))
}

// awkward ranks directions by how hard they are to draw; directions along a row are
// easiest.
func (j *jump) awkward() int {
	switch end := j.trail[len(j.trail)-1]; {
	case end.DX > 0 && end.DY == 0:
		return 0
	case end.DX > 0 && end.DY > 0:
		return 1
	case end.DY > 0:
		return 2
	}
	return 3
}

// panel shows all moves of the piece with the pieces to jump over in place.
func (j *jump) panel(f *Frame) Panel {
	p := Panel{Caption: j.caption, Pieces: j.pieces, Jump: j.trail}
	p.Box = p.Box.with(j.beyond)
	for _, v := range j.trail {
		p.Box = p.Box.with(v)
	}
	var all betza.Expression
	for _, m := range f.Moves {
		if !m.RoyalOnly {
			all.Paths = append(all.Paths, m.Expression.Paths...)
		}
	}
	p.Targets = p.among(all, func(v betza.Vec) bool { return Distance(v) <= maxRadius })
	for v, t := range p.Targets {
		if j.pieces[v] != 0 {
			delete(p.Targets, v)
			continue
		}
		if t.Quiet != Never { // readers see the pieces in the way
			t.Quiet = max(t.Quiet, f.All.Targets[v].Quiet)
		}
		if t.Capture != Never {
			t.Capture = max(t.Capture, f.All.Targets[v].Capture)
		}
		p.Targets[v] = t
	}
	return p
}

// among returns where a piece goes among the other pieces of the panel, of which neutral ones count
// as friends, on a board whose squares are inside. It captures on an empty square if it could
// capture an enemy there.
func (p *Panel) among(e betza.Expression, inside func(betza.Vec) bool) map[betza.Vec]Target {
	destinations := func(enemy betza.Vec) (quiet, captures []betza.Vec) {
		return e.Destinations(func(dx, dy int) (betza.Occupancy, bool) {
			v := betza.Vec{DX: dx, DY: dy}
			on := betza.Empty
			switch who := p.Pieces[v]; {
			case who == betza.Enemy || v == enemy:
				on = betza.Enemy
			case who != 0:
				on = betza.Friend // either side would do; a friend cannot be captured
			}
			return on, inside(v)
		})
	}
	targets := map[betza.Vec]Target{}
	quiet, captures := destinations(betza.Vec{})
	p.each(func(v betza.Vec) {
		onEnemy := captures
		if v == (betza.Vec{}) {
			return
		} else if p.Pieces[v] == 0 {
			_, onEnemy = destinations(v)
		}
		var t Target
		if slices.Contains(quiet, v) {
			t.Quiet = ThroughEmpty
		}
		if slices.Contains(captures, v) || slices.Contains(onEnemy, v) {
			t.Capture = ThroughEmpty
		}
		if t != (Target{}) {
			targets[v] = t
		}
	})
	return targets
}
