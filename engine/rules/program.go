package rules

import (
	"fmt"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// step is one square of a step program. Programs are trees of squares in
// preorder: when the square does not let the piece pass, the walk goes on at
// skip, behind the subtree.
//
// The low three bits of flags say on what the move may end (empty, enemy,
// friend), the next three on what the path may go on; the order of the bits is
// that of betza.Occupancy, so that one mask answers both.
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

// branch holds how walks end on one square, and which of them go on under what
// condition.
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

// advance moves a walker to a square and records how it may end or go on there.
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

// pass files a walk that goes on when the square is in the given relation. The
// square that the piece itself has left counts as empty.
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
			return // a move that changes nothing is no move
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

// emit writes the steps of one square. If possible, the walks that go on share a step with
// the first ending.
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

// condition says what one square must hold for a path to be open.
type condition struct {
	sq  Square
	rel uint8
}

// markShared sets stepMarked on every ending that another ending can repeat:
// same square, same kind of move, and paths that can be open at the same time. This
// is so for a falcon's three paths, but not for a cannon's paths over different
// mounts, which exclude each other. It gives up when the effort is too great; the caller
// checks that.
func markShared(steps []step, effort *effort) {
	conds := make([][]condition, len(steps)) // what the squares before each step must hold
	walkTree(steps, func(i int, path []condition) { conds[i] = slices.Clone(path) })
	byTarget := map[Square][]int{}
	for i, s := range steps {
		if s.flags&relAll != 0 {
			byTarget[s.to] = append(byTarget[s.to], i)
		}
	}
	for i := range steps {
		for _, j := range byTarget[steps[i].to] {
			if j <= i || steps[i].flags&relAll == 0 {
				continue
			}
			if effort.check() != nil {
				return
			}
			a, b := &steps[i], &steps[j]
			if a.flags&b.flags&relAll == 0 || a.kind != b.kind || a.extra != b.extra {
				continue
			}
			if !contradict(conds[i], conds[j], effort) {
				a.flags |= stepMarked
				b.flags |= stepMarked
			}
		}
	}
}

// walkTree visits the steps in order with the conditions on the way to each.
func walkTree(steps []step, visit func(i int, path []condition)) {
	var ends []int // of the subtrees around a step
	var path []condition
	for i, s := range steps {
		for len(ends) > 0 && ends[len(ends)-1] <= i {
			ends = ends[:len(ends)-1]
			path = path[:len(path)-1]
		}
		visit(i, path)
		if int(s.skip) > i+1 {
			ends = append(ends, int(s.skip))
			path = append(path, condition{s.to, s.flags >> passShift & relAll})
		}
	}
}

// contradict reports whether no position satisfies both lists.
func contradict(a, b []condition, effort *effort) bool {
	effort.compared++
	for _, x := range a {
		effort.compared += len(b)
		for _, y := range b {
			if x.sq == y.sq && x.rel&y.rel == 0 {
				return true
			}
		}
	}
	return false
}

// compileMoves compiles the moves of all pieces, promotions and explosions.
func (g *Game) compileMoves() error {
	g.attacks = newAttackTable(g.Squares(), 2*len(g.types), g.shy)
	g.rays.shy = g.shy
	g.addNothing()
	for i, p := range g.Variant.Pieces {
		sets := parseMoveSets(p)
		for _, c := range []Color{White, Black} {
			code := CodeOf(Type(i+1), c)
			if err := g.compilePiece(code, sets); err != nil {
				return fmt.Errorf("piece %s: %w", p.Name, err)
			}
			g.types[i+1].returns = g.types[i+1].returns || g.returns(code)
			g.namesPassed = g.namesPassed || slices.ContainsFunc(g.programs[code], stepsWhereItPasses)
			g.takesOwn = g.takesOwn || g.anyStep(code, func(s *step) bool { return s.flags&relFriend != 0 })
		}
	}
	g.attacks.finish(g.types)
	g.compilePromotions()
	g.markForms()
	return nil
}

// addNothing lets an empty square count as a piece that cannot move. So does the royal piece
// of a game without one.
func (g *Game) addNothing() {
	n := g.Squares()
	for _, code := range []Code{CodeOf(NoType, White), CodeOf(NoType, Black)} {
		g.programs[code] = make([][]step, n)
		g.attacks.reachTo[code], g.attacks.passTo[code] = make([]Set, n), make([]Set, n)
	}
}

// stepsWhereItPasses reports whether steps from a square lead to one both by a capture en passant and
// by a move without capture.
func stepsWhereItPasses(steps []step) bool {
	return slices.ContainsFunc(steps, func(s step) bool {
		return s.kind == EnPassant && slices.ContainsFunc(steps, func(o step) bool { return o.kind != EnPassant && o.to == s.to && o.flags&relEmpty != 0 })
	})
}

// anyStep reports whether a piece has such a step from any square.
func (g *Game) anyStep(p Code, such func(*step) bool) bool {
	for _, steps := range g.programs[p] {
		for i := range steps {
			if such(&steps[i]) {
				return true
			}
		}
	}
	return false
}

// returns reports whether a piece has a move that is not forward, so that it
// can come back to where it was.
func (g *Game) returns(p Code) bool {
	for from, steps := range g.programs[p] {
		rank := g.HomeRank(Square(from), p.Color())
		for i := range steps {
			if steps[i].flags&relAll != 0 && g.HomeRank(steps[i].to, p.Color()) <= rank {
				return true
			}
		}
	}
	return false
}

// moveSet is a parsed move set.
type moveSet struct {
	variant.MoveSet
	expr betza.Expression
}

// parseMoveSets parses the moves of a piece of a valid game.
func parseMoveSets(p variant.Piece) []moveSet {
	var sets []moveSet
	for _, m := range p.Moves {
		e, _ := betza.Parse(m.Betza)
		sets = append(sets, moveSet{m, e})
	}
	return sets
}

func (g *Game) compilePiece(p Code, sets []moveSet) error {
	n := g.Squares()
	g.programs[p] = make([][]step, n)
	g.rays.grow(p, n)
	for sq := range n {
		from := Square(sq)
		if g.IsHole(from) {
			continue
		}
		walks, threats := g.walkers(p, from, sets)
		steps, err := compileProgram(g.geometry, p.Color(), from, walks, g.sequel.stays(p), &g.effort)
		if err != nil {
			return err
		}
		if err := g.checkPassing(from, steps); err != nil {
			return err
		}
		royalOnly, err := compileProgram(g.geometry, p.Color(), from, threats, false, &g.effort)
		if err != nil {
			return err
		}
		g.programs[p][sq] = steps
		g.rays.add(p, from, steps)
		if err := g.attacks.add(p, from, steps, royalOnly); err != nil {
			return err
		}
	}
	return nil
}

// walkers returns the paths that a piece may take from one square, and those on
// which it only threatens the royal piece.
func (g *Game) walkers(p Code, from Square, sets []moveSet) (walks, threats []walker) {
	rank := g.HomeRank(from, p.Color()) + 1
	for i := range sets {
		s := &sets[i]
		if s.FirstRank != 0 && (rank < s.FirstRank || rank > s.LastRank) {
			continue
		}
		area := g.area(s.Area, p.Color())
		if area != nil && !area.Has(from) {
			continue
		}
		for j := range s.expr.Paths {
			path := &s.expr.Paths[j]
			if s.Flying {
				path = flying(path)
			}
			w := walker{path: path, area: area, start: from, passes: s.LeavesEnPassant || path.LeavesEnPassant}
			if s.RoyalOnly {
				threats = append(threats, w)
			} else {
				walks = append(walks, w)
			}
		}
	}
	return walks, threats
}

// area returns the set of squares of an area for one side; nil for the whole board.
func (g *Game) area(text string, c Color) *Set {
	if text == "" {
		return nil
	}
	a, _ := variant.ParseAreas(text)
	var set Set
	for sq := range g.Squares() {
		if g.inAreas(a, Square(sq), c) {
			set.Add(Square(sq))
		}
	}
	return &set
}

// flying returns a path that passes over everything and ends on an empty square.
func flying(path *betza.Path) *betza.Path {
	out := *path
	out.Legs = append([]betza.Leg(nil), path.Legs...)
	for i := range out.Legs {
		out.Legs[i].Through = betza.Anything
		out.Legs[i].End = betza.Anything
		out.Legs[i].Takes = false
	}
	out.Legs[len(out.Legs)-1].End = betza.Empty
	return &out
}

// checkPassing makes sure that a move which leaves en-passant targets behind
// goes straight and not too far.
func (g *Game) checkPassing(from Square, steps []step) error {
	for i := range steps {
		if s := &steps[i]; s.kind == Passing {
			if n := len(g.between(nil, from, s.to)); n > maxPassed {
				return fmt.Errorf("the move %s%s leaves %d squares for en-passant capture; at most %d are supported",
					g.SquareName(from), g.SquareName(s.to), n, maxPassed)
			}
		}
	}
	return nil
}
