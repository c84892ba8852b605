package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"bestiary/experiments"
	"bestiary/tuning/logit"
)

// printValues prints the answer of an estimate in 80 columns.
func printValues(c *cli.Context, res *experiments.EstimateResult) {
	m := res.Measurement
	out := c.App.Writer
	fmt.Fprintf(out, "%s: %d games in %d pairs, %d nodes a move\n", res.Game.Variant.Name, m.Games, m.Pairs, res.Config.Play.Nodes)
	fmt.Fprintf(out, "White +%d =%d -%d; values in units of a %s with %g %% intervals\n\n",
		res.Games.WhiteWins, res.Games.Draws, res.Games.BlackWins, m.Unit, 100*m.Level)
	fmt.Fprintf(out, "%-5s%-18s%22s%12s%8s%8s\n", "tier", "piece", "value", "N+B=6.25", "texel", "prior")
	tier := 0
	for _, v := range res.Ranking {
		label := ""
		if v.Tier != tier {
			tier = v.Tier
			label = fmt.Sprint(tier)
		}
		texel, prior := "", ""
		if x, ok := m.Texel.Of(v.Type); ok {
			texel = fmt.Sprintf("%.2f", x.Pawns.Estimate)
		}
		if x, ok := m.Prior.Of(v.Type); ok {
			prior = fmt.Sprintf("%.2f", x.Pawns.Estimate)
		}
		basket := ""
		if v.Basket != (logit.Interval{}) {
			basket = fmt.Sprintf("%.2f", v.Basket.Estimate)
		}
		fmt.Fprintf(out, "%-5s%-18s%22s%12s%8s%8s\n", label, v.Symbol+" "+v.Piece, interval(v.Pawns), basket, texel, prior)
	}
}

// interval is an estimate with its limits.
func interval(v logit.Interval) string {
	if v.Lo == v.Hi {
		return fmt.Sprintf("%.2f", v.Estimate)
	}
	return fmt.Sprintf("%.2f (%s-%s)", v.Estimate, end(v.Lo), end(v.Hi))
}

func end(x float64) string {
	if math.IsInf(x, 0) {
		return "?"
	}
	return fmt.Sprintf("%.2f", x)
}

// estimateJSON is the output of estimate --json.
type estimateJSON struct {
	Game   string      `json:"game"`
	Folder string      `json:"folder"`
	Games  int         `json:"games"`
	Pairs  int         `json:"pairs"`
	Nodes  int         `json:"nodes"`
	Level  float64     `json:"level"`
	Unit   string      `json:"unit"`
	Values []valueJSON `json:"values"`
}

type valueJSON struct {
	Piece   string        `json:"piece"`
	Symbol  string        `json:"symbol"`
	Tier    int           `json:"tier"`
	Pawns   intervalJSON  `json:"pawns"`
	Basket  *intervalJSON `json:"basket"`
	Elo     intervalJSON  `json:"elo"`
	Texel   *intervalJSON `json:"texel"`
	Prior   float64       `json:"prior"`
	Support int           `json:"support"`
}

type intervalJSON struct {
	Estimate float64  `json:"estimate"`
	Lo       *float64 `json:"lo"`
	Hi       *float64 `json:"hi"`
}

func newInterval(v logit.Interval) intervalJSON {
	out := intervalJSON{Estimate: v.Estimate}
	if !math.IsInf(v.Lo, 0) {
		out.Lo = &v.Lo
	}
	if !math.IsInf(v.Hi, 0) {
		out.Hi = &v.Hi
	}
	return out
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
			Pawns: newInterval(v.Pawns), Elo: newInterval(v.Elo),
		}
		if v.Basket != (logit.Interval{}) {
			b := newInterval(v.Basket)
			j.Basket = &b
		}
		if x, ok := m.Texel.Of(v.Type); ok {
			t := newInterval(x.Pawns)
			j.Texel = &t
		}
		if x, ok := m.Prior.Of(v.Type); ok {
			j.Prior = x.Pawns.Estimate
		}
		out.Values = append(out.Values, j)
	}
	return out
}
