package main

import "bestiary/engine/betza"

// freedom says what a piece needs on the squares between to make a move. More
// is better.
type freedom int

const (
	never        freedom = iota
	overPiece            // a piece somewhere on the way
	throughEmpty         // empty squares on the way
	always               // nothing: it jumps, or there is nothing between
)

// target is how a piece can go to a square.
type target struct{ quiet, capture freedom }

func (t target) better(o target) target {
	return target{max(t.quiet, o.quiet), max(t.capture, o.capture)}
}

// reach collects where the paths of a move string lead on a board without
// edges, with whatever stands on it, up to betza.MaxBoard-1 squares away.
type reach struct {
	targets map[betza.Vec]target
	// finite is the greatest distance to which paths lead that end by
	// themselves, endless whether others go on to the edge of any board.
	finite  int
	endless bool
	// jumps is the greatest distance of a target that nothing can bar.
	jumps int
}

func newReach(expressions ...betza.Expression) *reach {
	r := &reach{targets: map[betza.Vec]target{}}
	for _, e := range expressions {
		for i := range e.Paths {
			path := &e.Paths[i]
			endless := false
			for _, leg := range path.Legs {
				endless = endless || leg.Max == 0
			}
			r.endless = r.endless || endless
			r.walk(path, 0, betza.Vec{}, always, endless)
		}
	}
	return r
}

// walk follows a path from the start of a leg.
func (r *reach) walk(path *betza.Path, i int, at betza.Vec, free freedom, endless bool) {
	leg := path.Legs[i]
	for n := 1; leg.Max == 0 || n <= leg.Max; n++ {
		at = betza.Vec{DX: at.DX + leg.Step.DX, DY: at.DY + leg.Step.DY}
		if free == never || distance(at) >= betza.MaxBoard {
			return
		}
		if n >= leg.Min {
			if i == len(path.Legs)-1 {
				r.end(at, leg.End, path.EnPassant, free, endless)
			} else {
				r.walk(path, i+1, at, min(free, needs(leg.End)), endless)
			}
		}
		free = min(free, needs(leg.Through))
	}
}

// end notes that a path can end on a square.
func (r *reach) end(at betza.Vec, on betza.Occupancy, enPassant bool, free freedom, endless bool) {
	if at == (betza.Vec{}) {
		return
	}
	var t target
	if on&betza.Empty != 0 {
		t.quiet = free
	}
	if on&betza.Occupied != 0 || enPassant {
		t.capture = free
	}
	r.targets[at] = r.targets[at].better(t)
	if free == always {
		r.jumps = max(r.jumps, distance(at))
	}
	if !endless {
		r.finite = max(r.finite, distance(at))
	}
}

// needs translates what a square on the way must hold.
func needs(o betza.Occupancy) freedom {
	switch {
	case o == betza.Anything:
		return always
	case o&betza.Empty != 0:
		return throughEmpty
	case o != 0:
		return overPiece
	}
	return never
}

// distance counts king's steps.
func distance(v betza.Vec) int {
	return max(v.DX, -v.DX, v.DY, -v.DY)
}
