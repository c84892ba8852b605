package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"bestiary/experiments"
	"bestiary/internal/files"
	"bestiary/internal/present/chart"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
)

// WriteOdds puts odds.csv and a chart of the odds into the run's folder.
func WriteOdds(res *experiments.OddsResult) error {
	table, err := oddsCSV(res)
	if err != nil {
		return err
	}
	list := []files.File{{Name: "odds.csv", Data: table}}
	c, err := drawOdds(res)
	if err != nil {
		return err
	}
	if c != nil {
		svg, err := c.SVG(chart.Wide)
		if err != nil {
			return fmt.Errorf("chart odds: %w", err)
		}
		png, err := c.PNG(chart.Wide)
		if err != nil {
			return fmt.Errorf("chart odds: %w", err)
		}
		list = append(list, files.Picture("odds", svg, png)...)
	}
	if _, err := files.Write(res.Folder, list...); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// oddsCSV has one row per exchange.
func oddsCSV(res *experiments.OddsResult) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"game", "exchange", "pairs", "wins", "draws", "losses",
		"score", "score_lo", "score_hi", "logit", "logit_lo", "logit_hi", "elo", "elo_lo", "elo_hi",
		"pawns", "pawns_lo", "pawns_hi", "prior", "level"})
	for _, l := range res.Lines {
		total := l.Results.Total()
		row := []string{res.Game.Variant.Name, l.Exchange, strconv.Itoa(l.Results.Number()),
			strconv.Itoa(total.Wins), strconv.Itoa(total.Draws), strconv.Itoa(total.Losses)}
		row = append(row, cells(l.Score, 4)...)
		row = append(row, cells(l.Logit, 4)...)
		row = append(row, cells(l.Elo, 1)...)
		row = append(row, cells(l.Pawns, 3)...)
		w.Write(append(row, number(l.Prior, 3), number(res.Config.Level, 3)))
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

// longestExchange is how many characters of an exchange a chart can show.
const longestExchange = 40

// drawOdds is a chart of the exchanges in pawns, nil when there is none to show.
func drawOdds(res *experiments.OddsResult) (*chart.Chart, error) {
	in := chart.ValuesInput{Level: res.Config.Level, About: chart.About{
		Title: "Exchanges of pieces", Game: res.Game.Variant.Name,
		Note: format.Plural(res.Config.Play.Nodes, "node") + " a move",
	}}
	played, prior := chart.Estimator{Name: "army against army"}, chart.Estimator{Name: "prior: mobility alone"}
	for _, l := range res.Lines {
		in.Games += l.Results.Games()
		if !l.Pawns.Known() || len([]rune(l.Exchange)) > longestExchange {
			continue
		}
		played.Values = append(played.Values, chart.Estimate{Piece: l.Exchange, Value: l.Pawns})
		prior.Values = append(prior.Values, chart.Estimate{Piece: l.Exchange, Value: stat.Exact(l.Prior)})
	}
	if len(played.Values) == 0 {
		return nil, nil
	}
	in.Estimators = []chart.Estimator{played, prior}
	return chart.Values(in), nil
}
