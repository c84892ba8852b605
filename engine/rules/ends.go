package rules

import (
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// ending numbers the rules other than mate that end a game.
type ending uint8

const (
	noEnding ending = iota
	emptyPool
	extinct
	goalReached
	blownUp
	checksGiven
	bothPassed
	lineMade
)

// endings are the reasons by number.
var endings = [...]Reason{NoReason, EmptyPool, Extinction, GoalReached, BlownUp, ChecksGiven, BothPassed, LineMade}

// extinction is a rule by which a side's loss of pieces ends the game.
type extinction struct {
	variant.Extinction
	kinds []Type
}

// goal is a rule by which pieces on some squares win.
type goal struct {
	variant.Goal
	squares [2]Set
	kinds   []Type
}

// lineRule is a rule by which a line or a square of pieces ends the game.
type lineRule struct {
	variant.Line
	kinds []Type
	steps []betza.Vec
}

func (g *Game) compileEnds() {
	rules := &g.Variant.Rules
	if rules.Extinction.Result != variant.NoEnd {
		g.extinction = &extinction{rules.Extinction, g.typesNamed(rules.Extinction.Pieces)}
	}
	if len(rules.Goal.White)+len(rules.Goal.Black) > 0 {
		squares := [2]Set{g.region(rules.Goal.White), g.region(rules.Goal.Black)}
		g.goal = &goal{rules.Goal, squares, g.typesNamed(rules.Goal.Pieces)}
		if len(g.goal.kinds) == 0 {
			g.goal.kinds = g.Types()
		}
	}
	if l := &rules.Line; l.Count+l.OnLine+l.Square > 0 {
		g.lines = &lineRule{Line: *l, kinds: g.typesNamed(l.Pieces)}
		for i, on := range []bool{l.Horizontal, l.Vertical, l.Diagonal, l.Diagonal} {
			if on {
				g.lines.steps = append(g.lines.steps, []betza.Vec{{DX: 1}, {DY: 1}, {DX: 1, DY: 1}, {DX: -1, DY: 1}}[i])
			}
		}
		if len(g.lines.kinds) == 0 {
			g.lines.kinds = g.Types()
		}
	}
	g.judged = g.extinction != nil || g.goal != nil || g.lines != nil || g.CountsChecks()
	perpetual := rules.PerpetualCheck == variant.PerpetualLoss
	g.repeats = perpetual || rules.RepetitionResult != variant.RepetitionDraw
	g.judged = g.judged || perpetual
	g.obliges = rules.MustCapture || rules.ChecksForbidden || rules.Hand.MustDrop
}

func (g *Game) typesNamed(names []string) []Type {
	var types []Type
	for _, name := range names {
		types = append(types, g.TypeNamed(name))
	}
	return types
}

// region returns the union of some rectangles.
func (g *Game) region(parts []string) (set Set) {
	for _, part := range parts {
		a, _ := variant.ParseArea(part)
		for sq := range g.Squares() {
			if at := Square(sq); a.Holds(g.File(at), g.Rank(at)) && !g.IsHole(at) {
				set.Add(at)
			}
		}
	}
	return set
}

// Goal returns the set of squares that a side has to reach; empty in a game without a goal.
func (g *Game) Goal(c Color) (s Set) {
	if g.goal != nil {
		s = g.goal.squares[c]
	}
	return s
}

// GoalTypes lists the types that win on their goal.
func (g *Game) GoalTypes() []Type {
	if g.goal == nil {
		return nil
	}
	return g.goal.kinds
}

// Ended returns the result if a rule other than mate has ended the game. There are
// no legal moves then.
func (p *Position) Ended() Result { return p.ended }

func (p *Position) end(r Result, why ending) { p.ended, p.why = r, why }

// judge ends the game if a rule other than mate says so.
func (p *Position) judge() {
	if p.g.repeats {
		p.inCheck = p.InCheck()
	}
	if p.ended != Ongoing || !p.g.judged || p.inHand > 0 {
		return
	}
	if p.g.extinction != nil {
		p.judgeExtinction(p.g.extinction)
	}
	if p.g.goal != nil && p.ended == Ongoing {
		p.judgeGoal(p.g.goal)
	}
	if p.g.lines != nil && p.ended == Ongoing {
		p.judgeLine(p.g.lines)
	}
	if p.g.CountsChecks() && p.ended == Ongoing {
		p.judgeChecks()
	}
}

// judgeExtinction ends the game if a side has lost the pieces that it needs. The side that
// has just moved is judged first.
func (p *Position) judgeExtinction(e *extinction) {
	for _, c := range [2]Color{p.turn.Other(), p.turn} {
		other := e.OpponentCount
		if e.Claim && c == p.turn {
			other++
		}
		gone := false
		if len(e.kinds) == 0 {
			gone = p.pieceCount(c, NoType) <= e.Count && p.pieceCount(c.Other(), NoType) >= other
		}
		for _, t := range e.kinds {
			gone = gone || p.pieceCount(c, t) <= e.Count && p.pieceCount(c.Other(), t) >= other
		}
		if gone {
			p.end(resultFor(c, e.Result), extinct)
			return
		}
	}
}

// pieceCount returns the number of a side's pieces of a type, or of all its pieces for
// NoType, on the board and in hand.
func (p *Position) pieceCount(c Color, t Type) int {
	if t == NoType {
		return p.side[c].Count() + p.handSize(c)
	}
	return p.pieces[CodeOf(t, c)].Count() + int(p.hand[c][t])
}

// resultFor returns the result of a game that side c wins, loses or draws.
func resultFor(c Color, r variant.EndResult) Result {
	switch r {
	case variant.EndWin:
		return win(c)
	case variant.EndLoss:
		return win(c.Other())
	}
	return Draw
}

// judgeLine ends the game if the side that has just moved has a line or a square of its
// pieces.
func (p *Position) judgeLine(l *lineRule) {
	them := p.turn.Other()
	var on Set
	for _, t := range l.kinds {
		on = on.Or(&p.pieces[CodeOf(t, them)])
	}
	made := false
	on.Squares(func(first Square) {
		for _, step := range l.steps {
			made = made || l.Count > 0 && p.inLine(&on, first, step, l.Count) == l.Count
			made = made || l.OnLine > 0 && p.inLine(&on, first, step, 0) >= l.OnLine
		}
		made = made || l.Square > 0 && p.inSquare(&on, first, l.Square)
	})
	if made {
		p.end(resultFor(them, l.Result), lineMade)
	}
}

// inLine counts the squares of a set from one of them on: side by side, up to a number, or,
// if that is 0, on the whole line, which ends at the edge or at a hole.
func (p *Position) inLine(on *Set, first Square, step betza.Vec, most int) int {
	n := 1
	for at, ok := p.g.offset(first, step, White); ok && at != first && (most == 0 || n < most); at, ok = p.g.offset(at, step, White) {
		if on.Has(at) {
			n++
		} else if most > 0 {
			break
		}
	}
	return n
}

// inSquare reports whether a set has all squares of the square with a lower left corner.
func (p *Position) inSquare(on *Set, corner Square, side int) bool {
	for at, ok, n := corner, true, 0; n < side; n++ {
		if !ok || p.inLine(on, at, betza.Vec{DX: 1}, side) < side || !on.Has(at) {
			return false
		}
		at, ok = p.g.offset(at, betza.Vec{DY: 1}, White)
	}
	return true
}

func (p *Position) judgeGoal(g *goal) {
	us, them := p.turn, p.turn.Other()
	replies := g.Reply != variant.NoReply
	switch {
	case (replies || g.Safe) && p.reached(g, us): // one move ago
		shared := g.Reply == variant.BlackReply && us == White || g.Safe && !replies
		if shared && p.reached(g, them) {
			p.end(Draw, goalReached)
		} else {
			p.end(win(us), goalReached)
		}
	case (g.Reply != variant.AnyReply || g.Safe) && p.reached(g, them):
		if g.Reply != variant.BlackReply || us == White || !p.canReach(g) {
			p.end(win(them), goalReached)
		}
	}
}

// reached reports whether a side has enough pieces on its goal.
func (p *Position) reached(g *goal, c Color) bool {
	var on Set
	for _, t := range g.kinds {
		have := g.squares[c].And(&p.pieces[CodeOf(t, c)])
		on = on.Or(&have)
	}
	n := on.Count()
	if n == 0 || n < g.Count && !(g.Blocked && p.all.Holds(&g.squares[c])) {
		return false
	}
	if !g.Safe || n > g.Count || g.Reply == variant.AnyReply && c == p.turn {
		return true
	}
	safe := true
	on.Squares(func(sq Square) { safe = safe && !p.Attacked(sq, c.Other()) })
	return safe
}

// canReach reports whether the side to move has a move to its goal.
func (p *Position) canReach(g *goal) bool {
	var buf [512]Move
	for _, m := range p.Moves(buf[:0]) {
		kind := p.board[m.From()].Type()
		if g.squares[p.turn].Has(m.To()) && slices.Contains(g.kinds, kind) {
			return true
		}
	}
	return false
}
