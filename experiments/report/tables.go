package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"

	"bestiary/experiments"
	"bestiary/internal/stat"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// valuesCSV has one row per piece and estimate. Empty cells are quantities that
// an estimate does not have or games are too few to give; unbounded ends are
// written as -Inf and +Inf.
func valuesCSV(res *experiments.EstimateResult) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"game", "method", "piece", "symbol", "tier",
		"pawns", "pawns_lo", "pawns_hi", "basket", "basket_lo", "basket_hi",
		"logit", "logit_lo", "logit_hi", "elo", "elo_lo", "elo_hi",
		"support", "weight_of_data", "rows", "pairs", "level"})
	m := res.Measurement
	for _, e := range estimates(m) {
		for _, v := range e.Values {
			row := []string{res.Game.Variant.Name, e.Method, v.Piece, res.Game.Symbol(v.Type), tierOf(res, v)}
			row = append(row, cells(v.Pawns, 3)...)
			row = append(row, cells(v.Basket, 3)...)
			if e.Method == "prior" {
				row = append(row, "", "", "", "", "", "", "", "", "", "", "")
			} else {
				row = append(row, cells(v.Logit, 4)...)
				row = append(row, cells(v.Elo, 1)...)
				row = append(row, strconv.Itoa(v.Support), number(v.WeightOfData, 3),
					strconv.Itoa(e.Rows), strconv.Itoa(e.Pairs), number(m.Level, 3))
			}
			w.Write(row)
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

func tierOf(res *experiments.EstimateResult, v tuning.Value) string {
	for _, r := range res.Ranking {
		if r.Type == v.Type && r.Tier > 0 {
			return strconv.Itoa(r.Tier)
		}
	}
	return ""
}

func cells(v stat.Interval, digits int) []string {
	if !v.Known() {
		return []string{"", "", ""}
	}
	return []string{number(v.Estimate, digits), number(v.Lo, digits), number(v.Hi, digits)}
}

func number(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }

// runJSON is the resolved configuration of the run.
func runJSON(res *experiments.EstimateResult, run Run) ([]byte, error) {
	v := res.Game.Variant
	options := map[string]string{}
	for _, s := range v.Settings() {
		options[s.Name] = s.Value
	}
	doc := struct {
		Game    string                     `json:"game"`
		Rules   string                     `json:"rules-hash"`
		Options map[string]string          `json:"options"`
		Version string                     `json:"version"`
		Command string                     `json:"command"`
		Config  experiments.EstimateConfig `json:"config"`
		Games   string                     `json:"games"`
	}{v.Name, v.Hash(), options, run.Version, run.Command, res.Config, store.File}
	data, err := json.MarshalIndent(doc, "", "  ")
	return append(data, '\n'), err
}
