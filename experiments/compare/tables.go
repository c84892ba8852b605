package compare

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
)

// measuresCSV has a row for each measure. Empty cells are what does not exist.
func (res *Result) measuresCSV() ([]byte, error) {
	rows := [][]string{{"measure", "label", "unit", "first", "first_lo", "first_hi", "second", "second_lo", "second_hi",
		"difference", "difference_lo", "difference_hi", "size", "size_lo", "size_hi", "p", "holm", "gain", "pairs", "games_per_side", "level"}}
	for _, m := range res.Measures {
		row := []string{m.Name, m.Label, string(m.Unit)}
		for _, v := range []stat.Interval{m.First, m.Second, m.Difference, m.Size} {
			row = append(row, format.Cell(v.Estimate), format.Cell(v.Lo), format.Cell(v.Hi))
		}
		rows = append(rows, append(row, format.Cell(m.P), format.Cell(m.Holm), format.Cell(m.Gain),
			strconv.Itoa(res.Config.Play.Pairs), strconv.Itoa(len(res.Sides[0].Games)), format.Cell(res.Config.Level)))
	}
	return writeCSV(rows)
}

// gamesCSV has a row for each game, side by side.
func (res *Result) gamesCSV() ([]byte, error) {
	head := []string{"side", "label", "pair", "game", "result", "reason", "plies", "lead_changes", "captures", "checks", "men", "officers",
		"branching", "counter_moves", "end_counter_moves", "middle_ply", "middle_white", "middle_black", "material_start", "castling_plies",
		"white_waiting", "black_waiting", "entry_plies", "lost_waiting_plies", "explosion_gains", "opening"}
	for _, s := range specialNames {
		head = append(head, s.name)
	}
	rows := [][]string{head}
	for i, s := range res.Sides {
		for _, g := range s.Games {
			rows = append(rows, append([]string{strconv.Itoa(i + 1), s.Label}, g.row()...))
		}
	}
	return writeCSV(rows)
}

// row is a game in gamesCSV. Lists have spaces between their numbers; those of
// Black's castlings and pieces are negative.
func (g *Game) row() []string {
	middle, start := g.At(g.Middle()), g.At(0)
	row := []string{strconv.Itoa(g.Pair), strconv.Itoa(g.Index), g.Result.String(), string(g.Reason),
		strconv.Itoa(g.Plies), strconv.Itoa(g.LeadChanges), strconv.Itoa(len(g.Captures)), strconv.Itoa(g.Checks), strconv.Itoa(g.Men),
		format.Cell(g.Officers), format.Cell(g.Branching), format.Cell(g.Counter), format.Cell(g.EndCounter),
		strconv.Itoa(g.Middle()), format.Cell(middle.White), format.Cell(middle.Black), format.Cell(start.White + start.Black)}
	var castlings, entries, losses, gains []string
	for _, c := range g.Castlings {
		castlings = append(castlings, signed(c.Ply, c.Color))
	}
	for _, w := range g.Waits {
		if w.Entered > 0 {
			entries = append(entries, signed(w.Entered, w.Color))
		}
		if w.Lost > 0 {
			losses = append(losses, signed(w.Lost, w.Color))
		}
	}
	for _, e := range g.Explosions {
		gains = append(gains, format.Cell(e.Won-e.Lost))
	}
	row = append(row, strings.Join(castlings, " "), g.Placement(rules.White), g.Placement(rules.Black),
		strings.Join(entries, " "), strings.Join(losses, " "), strings.Join(gains, " "), g.Opening)
	for _, n := range g.Special {
		row = append(row, strconv.Itoa(n))
	}
	return row
}

func signed(ply int, c rules.Color) string {
	if c == rules.Black {
		ply = -ply
	}
	return strconv.Itoa(ply)
}

func writeCSV(rows [][]string) ([]byte, error) {
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// document is compare.json: how the figures came about, and the figures.
func (res *Result) document(run RunInfo) ([]byte, error) {
	figures := res.Figures()
	figures.Folder = "" // the same run in another folder is the same document
	data, err := json.MarshalIndent(struct {
		Version string  `json:"version"`
		Command string  `json:"command"`
		Config  Config  `json:"config"`
		Figures Figures `json:"figures"`
	}{run.Version, run.Command, res.Config, figures}, "", "  ")
	return append(data, '\n'), err
}
