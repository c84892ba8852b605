package variant

import (
	"errors"
	"fmt"

	"bestiary/engine/betza"
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
		path := item(piece+".more-moves", more)
		c.betza(path+".move", m.Betza)
		c.ranks(path+".ranks", m)
		if m.Flying {
			c.flying(path, m)
		}
	}
}

// betza reports a move string that cannot be used.
func (c *checker) betza(field, move string) {
	if move == "" {
		c.report(field, "missing", "a move in (X)Betza notation")
		return
	}
	if c.sound[move] {
		return
	}
	before := len(c.errs)
	expression, err := betza.Parse(move)
	var syntax *betza.SyntaxError
	switch {
	case errors.As(err, &syntax):
		c.report(field, fmt.Sprintf("%s, column %d: %s", quote(move), syntax.Offset+1, syntax.Msg), "")
	case err != nil:
		c.report(field, fmt.Sprintf("%s: %v", quote(move), err), "")
	case len(expression.Castlings) > 0:
		c.report(field, fmt.Sprintf("%s, column %d: castling", quote(move), expression.Castlings[0].At+1),
			"castling to be given in [rules.castling]")
	}
	for _, path := range expression.Paths {
		if path.Initial {
			c.report(field, fmt.Sprintf("%s, column %d: the modifier i", quote(move), path.At+1),
				"a move limited to the ranks where the piece starts, in more-moves")
			break
		}
	}
	c.sound[move] = len(c.errs) == before
}

// ranks reports a limit to ranks that the board does not have.
func (c *checker) ranks(field string, m MoveSet) {
	if m.FirstRank == 0 && m.LastRank == 0 {
		return
	}
	if m.FirstRank < 1 || m.LastRank < m.FirstRank || m.LastRank > c.ranksOfBoard() {
		c.report(field, quote(formatRanks(m.FirstRank, m.LastRank)),
			fmt.Sprintf("ranks from 1 to %d, the lower one first", c.ranksOfBoard()))
	}
}

// flying reports a flying set that is not of moves without capture that slide.
func (c *checker) flying(path string, m MoveSet) {
	if m.LeavesEnPassant {
		c.report(path+".leaves-en-passant", "has no meaning with flying = true", "")
	}
	expression, err := betza.Parse(m.Betza)
	if err != nil {
		return // reported
	}
	for i := range expression.Paths {
		if !slides(&expression.Paths[i]) {
			c.report(path+".flying", "true, but "+quote(m.Betza)+" captures or does not slide",
				"a move without capture (m) of a slider, as in \"mQ\"")
			return
		}
	}
}

// slides says whether a path runs straight through empty squares to an empty
// square.
func slides(p *betza.Path) bool {
	leg := p.Legs[0]
	return len(p.Legs) == 1 && !p.EnPassant && leg.Min == 1 && leg.Max != 1 &&
		leg.Through == betza.Empty && leg.End == betza.Empty
}
