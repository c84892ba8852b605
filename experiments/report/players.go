package report

import (
	"fmt"
	"math"

	"bestiary/internal/present/doc"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
)

// players says what the intervals are made of, and how far the players differ.
func (p *page) players() []doc.Block {
	if p.Panel == nil {
		return nil
	}
	parts := doc.Table{
		Caption: fmt.Sprintf("What the %s intervals of the values by the games alone are made of, %s: half-widths.", format.Level(p.Measurement.Level), p.inUnits()),
		Head:    []string{"piece", "value", "games", "players", "together"},
		Foot: doc.T(doc.Italic("games"), ": the luck of the games. ", doc.Italic("players"),
			fmt.Sprintf(": other players would find other values; one standard deviation is %.1f %% of a value%s. ", 100*p.Panel.Spread, p.spreadSource()),
			"Both are added in squares."),
	}
	for _, v := range p.ranked {
		if v.Worth.Bounded() && !v.Worth.Exact() {
			total, luck := p.Panel.Worth(v.Worth, indexOf(p.Measurement.Design.Values, v.Piece), p.Measurement.Scale).HalfWidth(), v.Worth.HalfWidth()
			parts.Rows = append(parts.Rows, doc.Row(words(v.Piece), format.Value.Number(v.Worth.Estimate), "±"+format.Value.Number(luck),
				"±"+format.Value.Number(math.Sqrt(max(0, total*total-luck*luck))), "±"+format.Value.Number(total)))
		}
	}
	if len(p.Players) < 2 {
		return []doc.Block{parts}
	}
	each := doc.Table{
		Caption: fmt.Sprintf("Values by armies %s in the games of each player, with sampling intervals.", p.inUnits()),
		Head:    p.otherPieces("player", "nodes a move", "games"),
		Foot:    doc.T(p.playerNotes()),
	}
	for _, x := range p.Players {
		nodes := format.None
		if x.Nodes > 0 {
			nodes = format.Count(x.Nodes)
		}
		row := doc.Row(x.Name, nodes, format.Count(2*x.Pairs))
		for i, v := range p.Measurement.Design.Values {
			if !v.Worth.Exact() {
				value := stat.Unknown()
				if x.Estimate != nil {
					value = x.Estimate.Values[i].Worth
				}
				row = append(row, doc.T(format.Value.Interval(value)))
			}
		}
		each.Rows = append(each.Rows, row)
	}
	return []doc.Block{parts, each}
}

func (p *page) spreadSource() string {
	if p.Panel.Players > 1 {
		return ", estimated from the players below"
	}
	return ", assumed because the games do not tell"
}

// playerNotes says how each player plays.
func (p *page) playerNotes() string {
	text := ""
	for _, x := range p.Players {
		text += format.Title(x.Name) + " plays with " + x.Says + ". "
	}
	return text
}
