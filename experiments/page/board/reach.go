package board

import (
	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// Freedom describes the condition of a move on the squares in between; more is better.
type Freedom int

// The degrees of freedom.
const (
	Never        Freedom = iota
	OverPiece            // needs a piece on the way
	ThroughEmpty         // needs empty squares on the way
	Always               // no condition: it jumps, or no squares lie between
)

// Target describes how a piece can reach a square, without and with a capture.
type Target struct {
	Quiet, Capture Freedom
	// OverQuiet and OverCapture report whether some way leads over a piece, even if others
	// do not.
	OverQuiet, OverCapture bool
	// Threat reports whether it attacks the opposing royal piece there, by a move that is
	// never made.
	Threat bool
}

// Step is a step between two squares, given as offsets from the piece's square.
type Step struct{ From, To betza.Vec }

// Reach collects the destinations of moves on a board without edges, for any occupation,
// up to betza.MaxBoard-1 squares away.
type Reach struct {
	Targets map[betza.Vec]Target
	// Steps holds all steps of the paths; the value is true if the path bends.
	Steps map[Step]bool
	// finite is the greatest distance reached by paths of limited length; endless reports
	// whether other paths continue to the edge of any board.
	finite  int
	endless bool
	// jumps is the greatest distance of a target that cannot be blocked.
	jumps int
}

// reachOf returns the reach of a piece with the given moves. If at is not nil, the piece is on that
// square and moves stay within their areas.
func reachOf(at *variant.Square, moves ...Move) *Reach {
	r := &Reach{Targets: map[betza.Vec]Target{}, Steps: map[Step]bool{}}
	for _, m := range moves {
		for i := range m.Expression.Paths {
			path := &m.Expression.Paths[i]
			w := walk{reach: r, move: m, from: at, path: path, trail: []betza.Vec{{}}, bent: bends(*path)}
			for _, leg := range w.path.Legs {
				w.endless = w.endless || leg.Max == 0
			}
			r.endless = r.endless || w.endless
			w.follow(0, Always, false)
		}
	}
	return r
}

// bends reports whether the legs of a path have different directions.
func bends(p betza.Path) bool {
	first := p.Legs[0].Step
	for _, leg := range p.Legs[1:] {
		if first.DX*leg.Step.DY != first.DY*leg.Step.DX || first.DX*leg.Step.DX+first.DY*leg.Step.DY < 0 {
			return true
		}
	}
	return false
}

// walk follows a path for all lengths of its legs.
type walk struct {
	reach         *Reach
	move          Move
	from          *variant.Square // square of the piece; nil means any
	path          *betza.Path
	trail         []betza.Vec // the squares so far, starting with the piece's own
	bent, endless bool
}

// follow continues from the start of leg i. Took reports whether a piece was captured on
// the way.
func (w *walk) follow(i int, free Freedom, took bool) {
	leg := w.path.Legs[i]
	start := len(w.trail)
	for n := 1; leg.Max == 0 || n <= leg.Max; n++ {
		at := w.trail[len(w.trail)-1]
		at = betza.Vec{DX: at.DX + leg.Step.DX, DY: at.DY + leg.Step.DY}
		if free == Never || Distance(at) >= betza.MaxBoard || !w.move.holds(w.from, at) {
			break
		}
		w.trail = append(w.trail, at)
		if n >= leg.Min {
			if i == len(w.path.Legs)-1 {
				w.end(leg.End, free, took)
			} else {
				w.follow(i+1, min(free, needs(leg.End)), took || leg.Takes && leg.End&betza.Empty == 0)
			}
		}
		free = min(free, needs(leg.Through))
	}
	w.trail = w.trail[:start]
}

// end records that the path can end on the last square of the trail.
func (w *walk) end(on betza.Occupancy, free Freedom, took bool) {
	r, at := w.reach, w.trail[len(w.trail)-1]
	if at == (betza.Vec{}) {
		return
	}
	t := Target{Threat: w.move.RoyalOnly}
	if on&betza.Empty != 0 && !took {
		t.Quiet, t.OverQuiet = free, free == OverPiece
	}
	if !t.Threat && (on&betza.Occupied != 0 || w.path.EnPassant || took) {
		t.Capture, t.OverCapture = free, free == OverPiece
	}
	best := r.Targets[at]
	r.Targets[at] = Target{max(t.Quiet, best.Quiet), max(t.Capture, best.Capture),
		t.OverQuiet || best.OverQuiet, t.OverCapture || best.OverCapture, t.Threat || best.Threat}
	for i := 1; i < len(w.trail); i++ {
		s := Step{w.trail[i-1], w.trail[i]}
		r.Steps[s] = r.Steps[s] || w.bent
	}
	if free == Always && !t.Threat {
		r.jumps = max(r.jumps, Distance(at))
	}
	if !w.endless {
		r.finite = max(r.finite, Distance(at))
	}
}

// needs returns the freedom of a move that requires o on a square on the way.
func needs(o betza.Occupancy) Freedom {
	switch {
	case o == betza.Anything:
		return Always
	case o&betza.Empty != 0:
		return ThroughEmpty
	case o != 0:
		return OverPiece
	}
	return Never
}

// Distance returns the distance in king's steps.
func Distance(v betza.Vec) int {
	return max(v.DX, -v.DX, v.DY, -v.DY)
}

// Sizes of a drawing, in squares on each side of the piece.
const (
	sliderRadius = 4 // enough to show that a line continues
	maxRadius    = 7
)
