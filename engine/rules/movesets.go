package rules

import (
	"fmt"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// compileMoves compiles the moves of all pieces, promotions and explosions.
func (g *Game) compileMoves() error {
	g.attacks = newAttackTable(g.Squares(), 2*len(g.types), g.shy)
	g.rays.shy = g.shy
	g.findUnmoved()
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
	for sq := range g.programs[p] {
		steps := g.everyStep(p, Square(sq))
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
		if err := g.compileSquare(p, from, sets); err != nil {
			return err
		}
	}
	return nil
}

// compileSquare compiles the moves of a piece from one square.
func (g *Game) compileSquare(p Code, from Square, sets []moveSet) error {
	var err error
	program := func(walks []walker, stays bool) (steps []step) {
		if err == nil {
			steps, err = compileProgram(g.geometry, p.Color(), from, walks, stays, &g.effort)
		}
		return steps
	}
	walks, royalOnly := g.walkers(p, from, sets)
	usual, first := cutInitial(walks)
	usualRoyal, firstRoyal := cutInitial(royalOnly)
	stays := g.sequel.stays(p)
	g.programs[p][from] = program(usual, stays)
	attacks := []threats{{steps: g.programs[p][from]}, {steps: program(usualRoyal, false), royalOnly: true}}
	if g.startsOn(p, from) {
		right := g.unmoved.right[from]
		g.unmoved.programs[p][from] = program(walks, stays)
		attacks = append(attacks, threats{program(first, stays), false, right}, threats{program(firstRoyal, false), true, right})
	} else {
		g.rays.add(p, from, g.programs[p][from])
	}
	if err != nil {
		return err
	}
	if err := g.checkPassing(from, g.everyStep(p, from)); err != nil {
		return err
	}
	return g.attacks.add(p, from, attacks...)
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
				flying := path.Flying()
				path = &flying
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
