package variant

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/internal/toml"
)

func (c *checker) moves(piece string, sets []MoveSet) {
	if len(sets) == 0 {
		c.report(piece+".move", "missing", "a move in (X)Betza notation")
		return
	}
	if len(sets) > maxMoveSets {
		c.report(piece+".more-moves", fmt.Sprintf("%d moves", len(sets)), fmt.Sprintf("at most %d", maxMoveSets))
		return
	}
	more := 0
	for i, m := range sets {
		if i == 0 && m.everywhere() {
			c.betza(piece+".move", m.Betza)
			continue
		}
		more++
		path := toml.Item(piece+".more-moves", more)
		c.betza(path+".move", m.Betza)
		c.ranks(path+".ranks", m)
		c.area(path+".area", m)
		switch {
		case m.RoyalOnly:
			c.royalOnly(path, m)
		case m.Flying:
			c.flying(path, m)
		}
	}
}

// betza reports an unusable move string.
func (c *checker) betza(field, move string) {
	if move == "" {
		c.report(field, "missing", "a move in (X)Betza notation")
		return
	}
	read, ok := c.reader.read(move)
	if !ok {
		return // already reported
	}
	for _, fault := range read.faults {
		c.report(field, fault.Found, fault.Expected)
	}
	if before := c.paths; before <= MaxPaths {
		if c.paths += read.paths; c.paths > MaxPaths {
			c.report(field, fmt.Sprintf("brings the number of paths of all moves to %d", c.paths),
				fmt.Sprintf("at most %d, with fewer legs or directions", MaxPaths))
		}
	}
}

// ranks reports a limit to ranks that the board does not have.
func (c *checker) ranks(field string, m MoveSet) {
	if m.FirstRank == 0 && m.LastRank == 0 {
		return
	}
	ranks := sideOrMax(c.v.Ranks)
	c.refuse(m.FirstRank < 1 || m.LastRank < m.FirstRank || m.LastRank > ranks, field, toml.Quote(formatRanks(m.FirstRank, m.LastRank)),
		fmt.Sprintf("ranks from 1 to %d, the lower one first", ranks))
}

// area reports an area that is not a rectangle of the board.
func (c *checker) area(field string, m MoveSet) {
	if m.Area == "" {
		return
	}
	areas, ok := ParseAreas(m.Area)
	if !ok || slices.ContainsFunc(areas, func(a Area) bool { return !c.onBoard(a) }) {
		c.report(field, toml.Quote(m.Area), `squares and rectangles of the board, given by their first and last squares, as in "d1-f3, e4"`)
	}
}

// royalOnly reports a set of royal-only attacks that cannot capture or that has a property
// reserved for real moves.
func (c *checker) royalOnly(path string, m MoveSet) {
	const because = "has no meaning with royal-only = true"
	c.refuse(m.Flying, path+".flying", because, "")
	c.refuse(m.LeavesEnPassant, path+".leaves-en-passant", because, "")
	read, ok := c.reader.read(m.Betza)
	c.refuse(ok && read.parsed && !read.captures,
		path+".royal-only", "true, but "+toml.Quote(m.Betza)+" has moves that do not capture", "captures")
}

// flying reports a flying set with moves that capture or are not slides.
func (c *checker) flying(path string, m MoveSet) {
	c.refuse(m.LeavesEnPassant, path+".leaves-en-passant", "has no meaning with flying = true", "")
	read, ok := c.reader.read(m.Betza)
	c.refuse(ok && read.parsed && !read.slides, path+".flying", "true, but "+toml.Quote(m.Betza)+" captures or does not slide",
		"a move without capture (m) of a slider, as in \"mQ\"")
}

// moveReader parses each move string of a game once.
type moveReader struct {
	budget *betza.Budget
	known  map[string]moveFacts
}

// moveFacts holds the properties of a move string that the checks need.
type moveFacts struct {
	faults   toml.Errors // without a field; empty if the string is usable
	parsed   bool        // the string could be parsed
	paths    int
	slides   bool // every path leads straight to an empty square
	captures bool // every path can end on an enemy
}

// read returns the facts about a move string. It reports false if the string was not read
// because earlier strings used up the budget.
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

// moveFaults explains why a move string is unusable.
func moveFaults(move string, expression betza.Expression, err error) toml.Errors {
	var faults toml.Errors
	report := func(offset int, found, expected string) {
		faults = append(faults, &toml.FieldError{Found: fmt.Sprintf("%s, column %d: %s", toml.Quote(move), offset+1, found), Expected: expected})
	}
	var syntax *betza.SyntaxError
	if errors.As(err, &syntax) {
		report(syntax.Offset, syntax.Msg, "")
	}
	if len(expression.Castlings) > 0 {
		report(expression.Castlings[0].At, "castling", "castling to be given in [rules.castling]")
	}
	if i := slices.IndexFunc(expression.Paths, func(p betza.Path) bool { return p.Initial && p.EnPassant }); i >= 0 {
		report(expression.Paths[i].At, "the modifier i of a capture en passant", "i of other moves")
	}
	return faults
}

// lopsided reports whether some piece, possibly only under one of the game's own options,
// moves differently to the left and to the right.
func (v *Variant) lopsided() bool {
	var sets []MoveSet
	for _, p := range v.Pieces {
		sets = append(sets, p.Moves...)
		for _, area := range slices.Concat(p.DropArea, p.BlackDropArea) {
			sets = append(sets, MoveSet{Area: area})
		}
	}
	for _, o := range v.OwnOptions {
		for _, value := range o.Values {
			for _, m := range value.Moves {
				sets = append(sets, m.Moves...)
			}
		}
	}
	return slices.ContainsFunc(sets, func(m MoveSet) bool { return v.turnsArea(m.Area) || turnsMove(m.Betza) })
}

// turnsArea reports whether mirroring left and right changes an area.
func (v *Variant) turnsArea(text string) bool {
	areas, ok := ParseAreas(text)
	for i := range v.Files * v.Ranks {
		if file, rank := i%v.Files, i/v.Files; ok && areas.Holds(file, rank) != areas.Holds(v.Files-1-file, rank) {
			return true
		}
	}
	return false
}

// turnsMove reports whether mirroring left and right changes a valid move string. Only the
// letters h, l and r distinguish left from right.
func turnsMove(move string) bool {
	if !strings.ContainsAny(move, "hlr") {
		return false
	}
	expression, err := betza.Parse(move)
	if err != nil {
		return false
	}
	turned := betza.Expression{Paths: slices.Clone(expression.Paths)}
	for i := range turned.Paths {
		legs := slices.Clone(turned.Paths[i].Legs)
		for j := range legs {
			legs[j].Step.DX = -legs[j].Step.DX
		}
		turned.Paths[i].Legs = legs
	}
	return turned.Key() != expression.Key()
}

// slides reports whether a path runs straight through empty squares to an empty
// square.
func slides(p *betza.Path) bool {
	leg := p.Legs[0]
	return len(p.Legs) == 1 && !p.EnPassant && leg.Min == 1 && leg.Max != 1 &&
		leg.Through == betza.Empty && leg.End == betza.Empty
}
