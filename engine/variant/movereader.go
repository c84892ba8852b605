package variant

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
)

// moveReader reads the move strings of a game, each once.
type moveReader struct {
	budget *betza.Budget
	known  map[string]moveFacts
}

// moveFacts are the properties of a move string that the checks need.
type moveFacts struct {
	faults   Errors // without a field; empty if the string can be used
	parsed   bool   // the string can at least be read
	paths    int
	slides   bool // every path runs straight to an empty square
	captures bool // every path can end on an enemy
}

// newMoveReader returns a reader whose budget is the number of paths that a game
// may have. Strings in the game's own options count even while they are not in
// use.
func newMoveReader() *moveReader {
	return &moveReader{budget: betza.NewBudget(MaxPaths), known: map[string]moveFacts{}}
}

// read returns the facts about a move string. ok is false for a string that was
// not read because earlier ones had spent the budget.
func (r *moveReader) read(move string) (facts moveFacts, ok bool) {
	facts, ok = r.known[move]
	if ok || r.budget.Spent() {
		return facts, ok
	}
	expression, err := r.budget.Parse(move)
	facts = moveFacts{
		faults:   moveFaults(move, expression, err),
		parsed:   err == nil,
		paths:    len(expression.Paths),
		slides:   !slices.ContainsFunc(expression.Paths, func(p betza.Path) bool { return !slides(&p) }),
		captures: !slices.ContainsFunc(expression.Paths, func(p betza.Path) bool { return p.Legs[len(p.Legs)-1].End&betza.Enemy == 0 }),
	}
	r.known[move] = facts
	return facts, true
}

// moveFaults says why a move string cannot be used.
func moveFaults(move string, expression betza.Expression, err error) Errors {
	var faults Errors
	report := func(offset int, found, expected string) {
		faults = append(faults, &FieldError{Found: fmt.Sprintf("%s, column %d: %s", Quote(move), offset+1, found), Expected: expected})
	}
	var syntax *betza.SyntaxError
	if errors.As(err, &syntax) {
		report(syntax.Offset, syntax.Msg, "")
	} else if err != nil {
		faults = append(faults, &FieldError{Found: fmt.Sprintf("%s: %v", Quote(move), err)})
	}
	if len(expression.Castlings) > 0 {
		report(expression.Castlings[0].At, "castling", "castling to be given in [rules.castling]")
	}
	if i := slices.IndexFunc(expression.Paths, func(p betza.Path) bool { return p.Initial }); i >= 0 {
		report(expression.Paths[i].At, "the modifier i", "a move limited to the ranks where the piece starts, in more-moves")
	}
	return faults
}

// lopsided says whether some piece, perhaps by an option of the game's own, moves
// differently to the left and to the right.
func (v *Variant) lopsided() bool {
	differs := func(m MoveSet) bool { return v.turnsArea(m.Area) || turnsMove(m.Betza) }
	for _, p := range v.Pieces {
		if slices.ContainsFunc(p.Moves, differs) {
			return true
		}
	}
	for _, o := range v.OwnOptions {
		for _, value := range o.Values {
			for _, m := range value.Moves {
				if slices.ContainsFunc(m.Moves, differs) {
					return true
				}
			}
		}
	}
	return false
}

// turnsArea says whether a mirror that exchanges left and right changes an area.
func (v *Variant) turnsArea(text string) bool {
	area, ok := ParseArea(text)
	return ok && area.FirstFile+area.LastFile != v.Files-1
}

// turnsMove says whether a mirror that exchanges left and right changes a move
// string that can be read. Only the letters h, l and r tell left from right.
func turnsMove(move string) bool {
	if !strings.ContainsAny(move, "hlr") {
		return false
	}
	expression, err := betza.Parse(move)
	if err != nil {
		return false
	}
	count := map[string]int{}
	for _, p := range expression.Paths {
		p.At = 0
		count[fmt.Sprint(p)]++
		p.Legs = slices.Clone(p.Legs)
		for i := range p.Legs {
			p.Legs[i].Step.DX = -p.Legs[i].Step.DX
		}
		count[fmt.Sprint(p)]--
	}
	for _, n := range count {
		if n != 0 {
			return true
		}
	}
	return false
}

// slides says whether a path runs straight through empty squares to an empty
// square.
func slides(p *betza.Path) bool {
	leg := p.Legs[0]
	return len(p.Legs) == 1 && !p.EnPassant && leg.Min == 1 && leg.Max != 1 &&
		leg.Through == betza.Empty && leg.End == betza.Empty
}
