package measure

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// reported lists the quantities that occur in these games, and those that are claimed to
// be the same.
func reported(sides [2][]Game, same map[string]float64) []Quantity {
	list := slices.Clone(results)
	for _, drawn := range []bool{true, false} {
		if found := reasons(sides, drawn); len(found) > 1 { // a single one is the share of all draws, or wins
			for _, reason := range found {
				list = append(list, endedFor(reason, drawn))
			}
		}
	}
	for _, q := range measures[len(results):] {
		if q.Per == nil && !q.occasional || happens(sides, q) {
			list = append(list, q)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(same)) {
		q, err := Find(name)
		if err == nil && !slices.ContainsFunc(list, func(q Quantity) bool { return q.Name == name }) {
			list = append(list, q)
		}
	}
	return list
}

// happens reports whether a quantity occurs. A quantity with Per must occur on both
// sides, since otherwise a mean would not exist.
func happens(sides [2][]Game, q Quantity) bool {
	of, both := q.Of, q.Per != nil
	if both {
		of = q.Per
	}
	found := 0
	for _, games := range sides {
		if slices.ContainsFunc(games, func(g Game) bool { return of(&g) != 0 }) {
			found++
		}
	}
	return found == 2 || found == 1 && !both
}

// reasons lists the reasons for which games ended in a draw, or in a win, by name.
func reasons(sides [2][]Game, drawn bool) []rules.Reason {
	found := map[rules.Reason]bool{}
	for _, games := range sides {
		for i := range games {
			if g := &games[i]; isDrawn(g) == drawn {
				found[g.Reason] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// checkNames rejects claims about unknown quantities before any game is played.
func checkNames(same map[string]float64) error {
	for _, name := range slices.Sorted(maps.Keys(same)) {
		if _, err := Find(name); err != nil {
			return err
		}
	}
	return nil
}

// measureRows returns a row for each measure. Empty cells are unknown numbers.
func (res *Result) measureRows() [][]string {
	rows := [][]string{{"measure", "label", "unit", "first", "first_lo", "first_hi", "second", "second_lo", "second_hi",
		"difference", "difference_lo", "difference_hi", "size", "size_lo", "size_hi", "p", "holm", "gain", "pairs", "games_per_side", "level"}}
	for _, m := range res.Measures {
		row := []string{m.Name, m.Label, string(m.Unit)}
		for _, v := range []stat.Interval{m.First, m.Second, m.Difference, m.Size} {
			row = append(row, format.Cell(v.Estimate), format.Cell(v.Lo), format.Cell(v.Hi))
		}
		rows = append(rows, append(row, format.Cell(float64(m.P)), format.Cell(float64(m.Holm)), format.Cell(float64(m.Gain)),
			strconv.Itoa(res.Config.Play.Pairs), strconv.Itoa(len(res.Sides[0].Games)), format.Cell(res.Config.Level)))
	}
	return rows
}

// column is a column of games.csv.
type column struct {
	name string
	of   func(*Game) string
}

// columns lists the columns: what a game is, then its measures. Lists have spaces
// between their numbers; Black's plies are negative.
func columns() []column {
	number := func(of func(*Game) float64) func(*Game) string {
		return func(g *Game) string { return format.Cell(of(g)) }
	}
	list := []column{
		{"pair", func(g *Game) string { return strconv.Itoa(g.Pair) }},
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
