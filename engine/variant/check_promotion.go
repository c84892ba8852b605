package variant

import (
	"fmt"
	"slices"
)

func (c *checker) promotions(promotions []Promotion) {
	if len(promotions) > MaxPieces {
		c.report("rules.promotion", fmt.Sprintf("%d promotions", len(promotions)), fmt.Sprintf("at most %d", MaxPieces))
		return
	}
	var promoting []string
	for i, p := range promotions {
		path := item("rules.promotion", i+1)
		c.ruleTable(path, promotionTable, scope{Promotion: &p, v: c.v})
		for n, piece := range c.pieceList(path+".pieces", p.Pieces) {
			at := item(path+".pieces", n+1)
			switch {
			case piece == nil:
			case piece.Royal:
				c.report(at, Quote(piece.Name)+" is royal", "a piece that is not")
			case slices.Contains(promoting, piece.Name):
				c.report(at, Quote(piece.Name)+" is named before", "each piece in one promotion only")
			default:
				promoting = append(promoting, piece.Name)
			}
		}
		c.choices(path+".choices", p)
	}
}

func (c *checker) choices(path string, p Promotion) {
	if p.Captured && len(p.Choices) == 0 {
		p.Choices = c.v.allChoices(p)
	}
	for n, piece := range c.pieceList(path, p.Choices) {
		at := item(path, n+1)
		switch {
		case piece == nil:
		case piece.Royal:
			c.report(at, Quote(piece.Name)+" is royal", "a piece that is not")
		case slices.Contains(p.Pieces, piece.Name):
			c.report(at, Quote(piece.Name)+" is the piece that promotes", "another piece")
		case piece.Pawn:
			c.report(at, Quote(piece.Name)+" is a pawn", "a piece that is not")
		case slices.Contains(p.Choices[:n], piece.Name):
			c.report(at, Quote(piece.Name)+" is named before", "each choice once")
		}
	}
}
