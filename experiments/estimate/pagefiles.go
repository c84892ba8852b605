//go:build !js

package estimate

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"bestiary/experiments/page"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Write writes the report into the folder of the run and returns the
// path of the page for a browser.
func (res *Result) Write(origin page.Run) (string, error) {
	page, err := res.page()
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	config, err := runJSON(res, origin)
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	list := []files.File{files.CSV("values.csv", valueRows(res)), config}
	model, err := modelJSON(res)
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	list = append(list, model...)
	if len(res.Ladder) > 0 {
		list = append(list, files.CSV("ladder.csv", ladderRows(res)))
	}
	if err := res.Weights.Save(filepath.Join(res.Folder, WeightsFile), res.Game); err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	return page.Write(res.Folder, origin, list...)
}

// valueColumns is the header of values.csv.
var valueColumns = []string{
	"game", "method", "piece", "symbol", "tier",
	"unit", "value", "value_lo", "value_hi", "sampling_lo", "sampling_hi", "pawns", "pawns_lo", "pawns_hi",
	"logit", "logit_lo", "logit_hi", "elo", "elo_lo", "elo_hi",
	"support", "weight_of_data", "rows", "pairs", "level", "another_lo", "another_hi",
}

// valueRows returns one row per piece and method. Empty cells are quantities that an estimate lacks or
// that the games do not determine; limits that do not exist are written as -Inf and +Inf. The rows
// of the methods second, pair and edge give the worth of a tuning.Place.
func valueRows(res *Result) [][]string {
	rows := [][]string{valueColumns}
	ranked := map[string]RankedValue{}
	for _, r := range res.Ranking {
		ranked[r.Piece] = r
	}
	for _, e := range estimates(res.Measurement) {
		for i, v := range e.Values {
			row := []string{
				res.Game.Variant.Name, e.Method, v.Piece, opening.SymbolOf(res.Game, v.Type), strconv.Itoa(ranked[v.Piece].Tier),
				string(res.Measurement.Scale.Unit),
			}
			total, sampling, another := v.Worth, v.Worth, stat.Unknown()
			switch e {
			case &res.Measurement.Posterior:
				total, another = ranked[v.Piece].Total, ranked[v.Piece].Another
			case &res.Measurement.Design:
				total, sampling = res.Panel.Worth(v.Worth, i, res.Measurement.Scale), res.Measurement.Luck.Values[i].Worth
			}
			row = slices.Concat(row, cells(total, 3), cells(sampling, 3)[1:], cells(v.Pawns, 3))
			if e.Method == "prior" {
				rows = append(rows, append(row, make([]string, len(rows[0])-len(row))...))
				continue
			}
			rows = append(rows, slices.Concat(row, cells(v.Logit, 4), cells(v.Elo, 1), []string{
				strconv.Itoa(v.Support), decimal(v.WeightOfData, 3), strconv.Itoa(e.Rows), strconv.Itoa(e.Pairs),
				decimal(res.Measurement.Level, 3)}, cells(another, 3)[1:]))
		}
	}
	return append(rows, placeRows(res, len(rows[0]))...)
}

// placeRows returns the rows of seconds, pairs and edges.
func placeRows(res *Result, columns int) [][]string {
	var rows [][]string
	for i, x := range res.Measurement.Design.Places {
		row := []string{res.Game.Variant.Name, string(x.Kind), x.Piece, res.Game.Symbol(x.Type), "", string(res.Measurement.Scale.Unit)}
		row = append(append(row, cells(x.Worth, 3)...), cells(res.Measurement.Luck.Places[i].Worth, 3)[1:]...)
		row = append(row, make([]string, columns-len(row))...)
		row[slices.Index(valueColumns, "support")] = strconv.Itoa(x.Support)
		rows = append(rows, row)
	}
	return rows
}

func cells(v stat.Interval, digits int) []string {
	if !v.Known() {
		return []string{"", "", ""}
	}
	return []string{decimal(v.Estimate, digits), decimal(v.Lo, digits), decimal(v.Hi, digits)}
}

func decimal(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }

// modelJSON returns the file with the model that predicts other matches, if there is one.
func modelJSON(res *Result) ([]files.File, error) {
	m, err := res.Model()
	if m == nil || err != nil {
		return nil, err
	}
	data, err := json.Marshal(m) // on one line: a covariance has thousands of numbers
	return []files.File{{Name: ModelFile, Data: append(data, '\n')}}, err
}

// runJSON returns the file with the resolved configuration of the run.
func runJSON(res *Result, origin page.Run) (files.File, error) {
	v := res.Game.Variant
	return files.JSON("run.json", struct {
		Game    string            `json:"game"`
		Rules   string            `json:"rules-hash"`
		Options map[string]string `json:"options"`
		page.Run
		Config  Config `json:"config"`
		Weights string `json:"weights-hash"`
		Games   string `json:"games"`
	}{v.Name, v.Hash(), v.OptionValues(), origin, res.Config, player.HashWeights(res.Weights), store.File})
}

// ladderRows returns one row per rung and piece, in the form of the published ladders.
func ladderRows(res *Result) [][]string {
	rows := [][]string{{"game", "squares", "nodes", "piece", "value", "lo", "hi", "pairs", "pawn_odds", "pawn_odds_lo", "pawn_odds_hi"}}
	squares := strconv.Itoa(res.Game.Variant.Files * res.Game.Variant.Ranks)
	for _, r := range res.Ladder {
		for _, v := range r.Measurement.Design.Values {
			row := append([]string{res.Game.Variant.Name, squares, strconv.Itoa(r.Nodes), v.Piece}, cells(v.Worth, 3)...)
			rows = append(rows, append(append(row, strconv.Itoa(r.Measurement.Pairs)), cells(r.PawnOdds, 4)...))
		}
	}
	return rows
}
