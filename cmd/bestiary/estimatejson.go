package main

import (
	"github.com/urfave/cli/v2"

	"bestiary/engine/endgame"
	"bestiary/experiments"
	"bestiary/internal/stat"
)

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
	Mates   endgame.Mates  `json:"mates"`
	Pawns   stat.Interval  `json:"pawns"`
	Basket  *stat.Interval `json:"basket"`
	Elo     stat.Interval  `json:"elo"`
	Texel   *stat.Interval `json:"texel"`
	Prior   float64        `json:"prior"`
	Support int            `json:"support"`
}

func printEstimateJSON(c *cli.Context, res *experiments.EstimateResult) error {
	m := res.Measurement
	out := estimateJSON{
		Game: res.Game.Variant.Name, Folder: res.Folder, Games: m.Games, Pairs: m.Pairs,
		Nodes: res.Config.Play.Nodes, Level: m.Level, Unit: m.Unit,
	}
	for _, v := range res.Ranking {
		j := valueJSON{
			Piece: v.Piece, Symbol: v.Symbol, Tier: v.Tier, Mates: v.Mates, Support: v.Support,
			Pawns: v.Pawns, Elo: v.Elo,
		}
		if m.Prior.Values[0].Basket.Known() {
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
	var err error
	if out.Checks, err = res.Checks(); err != nil {
		return err
	}
	return printJSON(c, out)
}
