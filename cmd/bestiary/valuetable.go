package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"bestiary/experiments"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// printValues prints the answer of an estimate in 80 columns.
func printValues(c *cli.Context, res *experiments.EstimateResult) {
	m := res.Measurement
	out := c.App.Writer
	fmt.Fprintf(out, "%s: %s in %s, %s a move\n", res.Game.Variant.Name,
		format.Plural(m.Games, "game"), format.Plural(m.Pairs, "pair"), format.Plural(res.Config.Play.Nodes, "node"))
	fmt.Fprintf(out, "White +%d =%d -%d; values in units of %s with %g %% intervals\n\n",
		res.Games.WhiteWins, res.Games.Draws, res.Games.BlackWins, format.Article(m.Unit), 100*m.Level)
	basket := ""
	if hasBasket(m) {
		basket = fmt.Sprintf("N+B=%g", tuning.BasketValue)
	}
	fmt.Fprintf(out, "%-5s%-20s%26s%10s%8s%8s\n", "tier", "piece", "value", basket, "texel", "prior")
	tier, vague := 0, false
	for _, v := range res.Ranking {
		label := ""
		if v.Tier != tier {
			tier = v.Tier
			if tier > 0 {
				label = fmt.Sprint(tier)
			}
		}
		vague = vague || !v.Pawns.Bounded()
		printValue(out, m, v, label)
	}
	if vague {
		fmt.Fprintf(out, "\n%s\n", questionMark)
	}
}

// questionMark explains the question marks of a table.
const questionMark = "? The games are too few to say."

// printValue prints a line of printValues.
func printValue(out io.Writer, m *tuning.Measurement, v experiments.RankedValue, label string) {
	texel, prior, basket := "", "", ""
	if x, ok := m.Texel.Of(v.Type); ok {
		texel = format.Value.Estimate(x.Pawns)
	}
	if x, ok := m.Prior.Of(v.Type); ok {
		prior = format.Value.Estimate(x.Pawns)
	}
	if hasBasket(m) {
		basket = format.Value.Estimate(v.Basket)
	}
	fmt.Fprintf(out, "%s%26s%10s%8s%8s\n", padded(out, fmt.Sprintf("%-5s%s %s", label, v.Symbol, v.Piece), 25), format.Value.Interval(v.Pawns), basket, texel, prior)
}

// hasBasket reports whether the game has a knight and a bishop.
func hasBasket(m *tuning.Measurement) bool {
	return m.Prior.Values[0].Basket.Known()
}

// padded pads the beginning of a line to a width. One that is too long gets a line
// of its own.
func padded(out io.Writer, text string, width int) string {
	if len(text) > width {
		fmt.Fprintln(out, text)
		text = ""
	}
	return fmt.Sprintf("%-*s", width, text)
}

// estimateJSON is the output of estimate --json.
type estimateJSON struct {
	Game   string              `json:"game"`
	Folder string              `json:"folder"`
	Games  int                 `json:"games"`
	Pairs  int                 `json:"pairs"`
	Nodes  int                 `json:"nodes"`
	Level  float64             `json:"level"`
	Unit   string              `json:"unit"`
	Values []valueJSON         `json:"values"`
	Checks []experiments.Check `json:"checks"`
}

type valueJSON struct {
	Piece   string         `json:"piece"`
	Symbol  string         `json:"symbol"`
	Tier    int            `json:"tier"`
	Pawns   stat.Interval  `json:"pawns"`
	Basket  *stat.Interval `json:"basket"`
	Elo     stat.Interval  `json:"elo"`
	Texel   *stat.Interval `json:"texel"`
	Prior   float64        `json:"prior"`
	Support int            `json:"support"`
}

func newEstimateJSON(res *experiments.EstimateResult) estimateJSON {
	m := res.Measurement
	out := estimateJSON{
		Game: res.Game.Variant.Name, Folder: res.Folder, Games: m.Games, Pairs: m.Pairs,
		Nodes: res.Config.Play.Nodes, Level: m.Level, Unit: m.Unit,
	}
	for _, v := range res.Ranking {
		j := valueJSON{
			Piece: v.Piece, Symbol: v.Symbol, Tier: v.Tier, Support: v.Support,
			Pawns: v.Pawns, Elo: v.Elo,
		}
		if hasBasket(m) {
			j.Basket = &v.Basket
		}
		if x, ok := m.Texel.Of(v.Type); ok {
			j.Texel = &x.Pawns
		}
		if x, ok := m.Prior.Of(v.Type); ok {
			j.Prior = x.Pawns.Estimate
		}
		out.Values = append(out.Values, j)
	}
	return out
}
