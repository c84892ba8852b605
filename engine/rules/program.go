package rules

import (
	"fmt"

	"bestiary/engine/betza"
)

// step is one square of a step program. Programs are trees of squares in preorder: when the square
// does not let the piece pass, the walk continues at skip, behind the subtree.
//
// The low three bits of flags say on what the move may end (empty, enemy, friend), the next three
// on what the path may continue; the order of the bits is the order of betza.Occupancy, so that one
// mask answers both.
type step struct {
	to    Square
	flags uint8
	skip  uint16 // index of the first step behind this subtree
	extra Square // locust victim, with stepSpecial
	kind  Kind
}

// staying is the kind of a step where a piece captures without moving. The move is a Locust.
const staying Kind = 8

const ( // the first four are as in betza.Occupancy
	relEmpty  = 1
	relEnemy  = 2
	relFriend = 4
	relAll    = 7

	passShift = 3

	// stepMarked: another path that may be open at the same time ends here
	// too, so the generator has to remember that it has been here.
	stepMarked = 1 << 6
	// stepSpecial: ending here is more than an ordinary move, see kind.
	stepSpecial = 1 << 7
)

// maxProgram is the maximum number of steps of a program, which follows from
// the width of skip.
const maxProgram = 1<<16 - 1

// walker is one path of an expression on its way over the board: it has done
// `done` repeats of leg `leg`.
type walker struct {
	path   *betza.Path
	leg    int
	done   int
	area   *Set   // the squares that exist for this path; nil for the whole board
	start  Square // where the leg began
	passes bool   // the moving piece leaves en-passant targets
	victim Square // piece captured in passing
	locust bool
}

// compiler unrolls move expressions over a board.
type compiler struct {
	geo    geometry
	color  Color
	origin Square
	stays  bool // captures do not move the piece
	effort *effort
	steps  []step
	err    error
}

// compileProgram unrolls walkers from one square into a step program.
func compileProgram(geo geometry, c Color, origin Square, start []walker, stays bool, effort *effort) ([]step, error) {
	cc := compiler{geo: geo, color: c, origin: origin, stays: stays, effort: effort}
	cc.expand(origin, start, 0)
	if cc.err != nil {
		return nil, cc.err
	}
	markShared(cc.steps, effort)
	return cc.steps, effort.check()
}

// branch holds how walks end on one square, and which of them continue under what condition.
type branch struct {
	to      Square
	ends    []step      // endings: only flags, kind and extra are set
	onward  [8][]walker // by the relation that lets the path pass
	relayed []walker    // walks through the origin, which counts as empty
}

// maxDepth bounds the length of a path in squares.
const maxDepth = 256

func (cc *compiler) expand(at Square, walks []walker, depth int) {
	if cc.err != nil {
		return
	}
	if depth > maxDepth || len(cc.steps) > maxProgram {
		cc.err = fmt.Errorf("the move has too many paths from one square")
		return
	}
	cc.effort.walked += len(walks)
	if cc.err = cc.effort.check(); cc.err != nil {
		return
	}
	var branches []*branch
	for _, w := range walks {
		to, ok := cc.geo.offset(at, w.path.Legs[w.leg].Step, cc.color)
		if !ok || w.area != nil && !w.area.Has(to) {
			continue
		}
		branches = cc.advance(branches, to, w)
	}
	for _, b := range branches {
		cc.emit(b, depth)
	}
}

// advance moves a walker to a square and records how it may end or continue there.
func (cc *compiler) advance(branches []*branch, to Square, w walker) []*branch {
	var b *branch
	for _, have := range branches {
		if have.to == to {
			b = have
		}
	}
	if b == nil {
		b = &branch{to: to}
		branches = append(branches, b)
	}
	leg := &w.path.Legs[w.leg]
	w.done++
	last := w.leg == len(w.path.Legs)-1
	if w.done >= leg.Min {
		if last {
			cc.end(b, w, leg)
		} else {
			cc.next(b, w, leg)
		}
	}
	if (leg.Max == 0 || w.done < leg.Max) && !cc.circled(to, w, leg) {
		b.pass(cc.origin, uint8(leg.Through), w)
	}
	return branches
}

// circled reports whether a slide over joined edges has come back to where it began, or to
// the square of the piece, which it does not go over.
func (cc *compiler) circled(to Square, w walker, leg *betza.Leg) bool {
	return leg.Max != leg.Min && cc.geo.joined != [2]bool{} && (to == w.start || to == cc.origin)
}

// pass files a walk that continues when the square is in the given relation. The square that the
// piece itself has left counts as empty.
func (b *branch) pass(origin Square, rel uint8, w walker) {
	if b.to == origin {
		if rel&relEmpty != 0 {
			b.relayed = append(b.relayed, w)
		}
		return
	}
	b.onward[rel] = append(b.onward[rel], w)
}

// next files a walk that turns to its next leg.
func (cc *compiler) next(b *branch, w walker, leg *betza.Leg) {
	rel := uint8(leg.End)
	w.leg++
	w.done, w.start = 0, b.to
	if !leg.Takes {
		b.pass(cc.origin, rel, w)
		return
	}
	if rel&relEmpty != 0 {
		b.pass(cc.origin, relEmpty, w)
	}
	if rel &^= relEmpty; rel == 0 {
		return
	}
	if w.locust {
		cc.err = fmt.Errorf("a move that captures in passing more than once is not supported")
		return
	}
	w.locust, w.victim = true, b.to
	b.pass(cc.origin, rel, w)
}

// end files an ending.
func (cc *compiler) end(b *branch, w walker, leg *betza.Leg) {
	s := step{flags: uint8(leg.End)}
	if b.to == cc.origin { // where the piece itself stands
		if !w.locust || s.flags&relEmpty == 0 {
			return // a move without effect is no move
		}
		s.flags = relFriend
	}
	if takes := s.flags &^ relEmpty; cc.stays && takes != 0 {
		b.addEnd(step{flags: takes | stepSpecial, kind: staying})
		s.flags &= relEmpty
	}
	switch {
	case w.locust:
		s.flags |= stepSpecial
		s.kind, s.extra = Locust, w.victim
	case w.passes && s.flags&relEmpty != 0 && len(cc.geo.between(nil, cc.origin, b.to)) > 0:
		s.flags |= stepSpecial
		s.kind = Passing
	}
	if s.flags != 0 {
		b.addEnd(s)
	}
	if w.path.EnPassant {
		b.addEnd(step{flags: relEmpty | stepSpecial, kind: EnPassant})
	}
}

func (b *branch) addEnd(s step) {
	for i := range b.ends {
		if e := &b.ends[i]; e.kind == s.kind && e.extra == s.extra {
			e.flags |= s.flags
			return
		}
	}
	b.ends = append(b.ends, s)
}

// emit writes the steps of one square. If possible, the walks that continue share a step with the
// first ending.
func (cc *compiler) emit(b *branch, depth int) {
	if len(b.relayed) > 0 {
		cc.expand(b.to, b.relayed, depth+1)
	}
	ends := b.ends
	for rel := 1; rel <= relAll; rel++ {
		walks := b.onward[rel]
		if len(walks) == 0 {
			continue
		}
		s := step{}
		if len(ends) > 0 {
			s, ends = ends[0], ends[1:]
		}
		s.to = b.to
		s.flags |= uint8(rel) << passShift
		at := len(cc.steps)
		cc.steps = append(cc.steps, s)
		cc.expand(b.to, walks, depth+1)
		if len(cc.steps) > maxProgram {
			cc.err = fmt.Errorf("the move has more than %d steps from one square", maxProgram)
			return
		}
		cc.steps[at].skip = uint16(len(cc.steps))
	}
	for _, s := range ends {
		s.to = b.to
		s.skip = uint16(len(cc.steps) + 1)
		cc.steps = append(cc.steps, s)
	}
}

// effort counts the work of compiling the step programs of a game. A few move
// strings can have thousands of paths from each of 256 squares, and compiling them
// could take hours and all memory. So the work is limited, to several times what the
// largest games need.
type effort struct {
	walked   int // squares that paths were followed over
	compared int // conditions of paths that were compared with each other
}

const (
	maxWalked   = 1 << 20
	maxCompared = 1 << 27
)

// check returns an error when a limit has been exceeded.
func (e *effort) check() error {
	switch {
	case e.walked > maxWalked:
		return fmt.Errorf("the moves up to here pass over more than %d squares, counted for every path from every square of the board; expected fewer or shorter paths", maxWalked)
	case e.compared > maxCompared:
		return fmt.Errorf("the moves up to here have too many paths to the same squares (more than %d comparisons); expected fewer", maxCompared)
	}
	return nil
}
