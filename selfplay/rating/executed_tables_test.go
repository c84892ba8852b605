package rating

import (
	"fmt"
	"strings"
	"testing"
)

// executedTable computes a rating of three players.
func executedTable(t *testing.T, row map[string]string) float64 {
	table := readTable(t, row["input"])
	quantity := row["quantity"]
	config := PlayersConfig{Model: RaoKupper}
	switch {
	case strings.HasPrefix(quantity, "rating_"):
		config = PlayersConfig{NoAdvantage: true}
	case strings.HasPrefix(quantity, "Davidson"):
		config.Model = Davidson
	}
	config.NoAdvantage = config.NoAdvantage || strings.Contains(quantity, "noadv")
	r, err := Rate(table, config)
	if err != nil {
		t.Fatal(err)
	}
	elo := map[string]float64{}
	for _, p := range r.Players {
		elo[p.Name] = p.Elo.Estimate
	}
	switch _, name, _ := strings.Cut(strings.ReplaceAll(quantity, "_", " "), " "); name {
	case "A", "B", "C":
		if strings.HasPrefix(quantity, "rating_") {
			return elo[name] * 202 / Elo(0.76) // Ordo's unit: 202 points are a score of 76 %
		}
		return elo[name]
	case "diff A-B", "diff B-C":
		d, err := r.Difference(name[5:6], name[7:8])
		if err != nil {
			t.Fatal(err)
		}
		return r.Scale * d.Estimate
	case "advantage", "":
		return r.Advantage.Estimate
	case "logL":
		return r.LogLikelihood
	case "drawelo", "noadv drawelo", "noadv nu":
		return r.Draws.Estimate
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], quantity)
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
		if _, err := fmt.Sscanf(results, "%d/%d/%d", &m.Result.Wins, &m.Result.Draws, &m.Result.Losses); err != nil {
			t.Fatal(err)
		}
		table = append(table, m)
	}
	return table
}

// executedContingency computes a test of two rows of counts.
func executedContingency(t *testing.T, row map[string]string) float64 {
	first, second, _ := strings.Cut(row["input"], " | ")
	table := [][]int{integers(t, first), integers(t, second)}
	var h Homogeneity
	var e Exact
	var err error
	switch quantity := row["quantity"]; quantity {
	case "chi2", "chi2_p":
		h, err = Pearson(table)
	case "G", "G_p":
		h, err = LikelihoodRatio(table)
	case "yates_p":
		h, err = Yates(table)
	case "fisher_p", "odds_ratio":
		e, err = Fisher(table[0][0], table[0][1], table[1][0], table[1][1])
	default:
		t.Fatalf("%s: unknown quantity %q", row["id"], quantity)
	}
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case row["quantity"] == "odds_ratio":
		return e.OddsRatio
	case row["quantity"] == "fisher_p":
		return e.P
	case strings.HasSuffix(row["quantity"], "_p"):
		return h.P
	}
	return h.Statistic
}

// executedSurvival computes a value of lengths of games.
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
	s, err := NewSurvival(lengths, ended)
	if err != nil {
		t.Fatal(err)
	}
	share, standardError := s.At(30, Level95)
	mean, meanError, err := s.RestrictedMean(100)
	if err != nil {
		t.Fatal(err)
	}
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
	case "RMST tau=100":
		return mean
	case "RMST se":
		return meanError
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], row["quantity"])
	return 0
}
