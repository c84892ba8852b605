//go:build !js

package measure

import (
	"fmt"
	"strconv"

	"bestiary/engine/rules"
	"bestiary/experiments/page"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// measureSheet returns measures.csv, with a row for each measure. Empty cells are unknown numbers.
func (res *Result) measureSheet() files.File {
	const head = "measure,label,unit,first,first_lo,first_hi,second,second_lo,second_hi,difference,difference_lo,difference_hi," +
		"size,size_lo,size_hi,p,holm,gain,pairs,games_per_side,level"
	return page.Sheet("measures.csv", head, res.Measures, func(m *Measure) []any {
		return []any{m.Name, m.Label, m.Unit, m.First, m.Second, m.Difference, m.Size, m.P, m.Holm, m.Gain,
			res.Pairs, len(res.Sides[0].Games), res.Config.Level}
	})
}

// column is a column of games.csv.
type column struct {
	name string
	of   func(*Game) string
}

// columns lists the columns: the facts of a game, then its measures. Lists have spaces between
// their numbers; Black's plies are negative.
func columns() []column {
	number := func(of func(*Game) float64) func(*Game) string {
		return func(g *Game) string { return format.Cell(of(g)) }
	}
	list := []column{
		{"pair", func(g *Game) string { return strconv.Itoa(g.Dealt) }},
		{"game", func(g *Game) string { return strconv.Itoa(g.Index) }},
		{"result", func(g *Game) string { return g.Result.String() }},
		{"reason", func(g *Game) string { return string(g.Reason) }},
		{"opening", func(g *Game) string { return g.Opening }},
		{"middle_ply", func(g *Game) string { return strconv.Itoa(g.Middle()) }},
		{"middle_white", number(func(g *Game) float64 { return g.At(g.Middle()).White })},
		{"middle_black", number(func(g *Game) float64 { return g.At(g.Middle()).Black })},
		{"material_start", number(func(g *Game) float64 { return g.At(0).White + g.At(0).Black })},
		{"white_waiting", func(g *Game) string { return g.Placement(rules.White) }},
		{"black_waiting", func(g *Game) string { return g.Placement(rules.Black) }},
	}
	for _, q := range measures {
		if q.column == "" {
			continue
		}
		if q.cell == nil {
			q.cell = number(q.Of)
		}
		list = append(list, column{q.column, q.cell})
	}
	return list
}

// gameRows returns a row for each game of both sides.
func (res *Result) gameRows() [][]string {
	head, list := []string{"side", "label"}, columns()
	for _, c := range list {
		head = append(head, c.name)
	}
	rows := [][]string{head}
	for i, s := range res.Sides {
		for k := range s.Games {
			row := []string{fmt.Sprint(i + 1), s.Label}
			for _, c := range list {
				row = append(row, c.of(&s.Games[k]))
			}
			rows = append(rows, row)
		}
	}
	return rows
}
