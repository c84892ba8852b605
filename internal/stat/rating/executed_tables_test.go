package rating

import (
	"bestiary/internal/testkit"
	"fmt"
	"strings"
	"testing"
)

// executedTable computes a rating of Ordo, whose unit is such that 202 points are a score of
// 76 %. Its ratings are without an advantage of White: here every result counts for both
// colours.
func executedTable(t *testing.T, row map[string]string) float64 {
	table := readTable(t, row["input"])
	for _, m := range table {
		table = append(table, Match{White: m.Black, Black: m.White, Result: WDL{m.Result.Losses, m.Result.Draws, m.Result.Wins}})
	}
	r := rate(t, table, 0)
	for _, p := range r.Players {
		if row["quantity"] == "rating_"+p.Name {
			return p.Elo.Estimate * 202 / Elo(0.76)
		}
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], row["quantity"])
	return 0
}

// readTable reads rows such as A-B:70/55/48.
func readTable(t *testing.T, text string) Table {
	t.Helper()
	var table Table
	for cell := range strings.FieldsSeq(text) {
		var m Match
		players, results, _ := strings.Cut(cell, ":")
		m.White, m.Black, _ = strings.Cut(players, "-")
		testkit.Must(fmt.Sscanf(results, "%d/%d/%d", &m.Result.Wins, &m.Result.Draws, &m.Result.Losses))(t)
		table = append(table, m)
	}
	return table
}

// executedSurvival computes the statistic of game lengths that a row names.
func executedSurvival(t *testing.T, row map[string]string) float64 {
	times, events, _ := strings.Cut(strings.TrimPrefix(row["input"], "t="), " event=")
	var lengths []float64
	var ended []bool
	for _, n := range integers(t, times) {
		lengths = append(lengths, float64(n))
	}
	for _, n := range integers(t, events) {
		ended = append(ended, n == 1)
	}
	s := survival(t, lengths, ended...)
	share, standardError := s.At(30, Level95)
	switch row["quantity"] {
	case "se Greenwood S(30)":
		return standardError
	case "loglog CI lower S(30)":
		return share.Lo
	case "loglog CI upper S(30)":
		return share.Hi
	case "median":
		return s.Median(Level95).Estimate
	case "median CI lower (log)":
		return s.Median(Level95).Lo
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], row["quantity"])
	return 0
}
