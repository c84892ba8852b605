package design

import (
	"bestiary/engine/endgame"
	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
)

// estimateJSON is the output of estimate --json.
type estimateJSON struct {
	Game   string           `json:"game"`
	Folder string           `json:"folder"`
	Games  int              `json:"games"`
	Pairs  int              `json:"pairs"`
	Nodes  int              `json:"nodes"`
	Level  float64          `json:"level"`
	Unit   string           `json:"unit"`
	Values []valueJSON      `json:"values"`
	Checks []estimate.Check `json:"checks"`
}

type valueJSON struct {
	Piece   string         `json:"piece"`
	Symbol  string         `json:"symbol"`
	Tier    int            `json:"tier"`
	Mates   endgame.Mates  `json:"mates"`
	Value   stat.Interval  `json:"value"`
	Share   float64        `json:"from-games"`
	Luck    stat.Interval  `json:"sampling"`
	Pawns   stat.Interval  `json:"pawns"`
	Elo     stat.Interval  `json:"elo"`
	Texel   *stat.Interval `json:"texel"`
	Prior   stat.Number    `json:"prior"`
	Support int            `json:"support"`
}

func newEstimateJSON(res *estimate.Result) (estimateJSON, error) {
	m := res.Measurement
	out := estimateJSON{
		Game: res.Game.Variant.Name, Folder: res.Folder, Games: m.Games, Pairs: m.Pairs,
		Nodes: res.Config.Play.Nodes, Level: m.Level, Unit: string(m.Scale.Unit),
	}
	for _, v := range res.Ranking {
		j := valueJSON{
			Piece: v.Piece, Symbol: v.Symbol, Tier: v.Tier, Mates: v.Mates, Support: v.Support,
			Value: v.Total, Share: v.FromGames, Luck: v.Worth, Pawns: v.Pawns, Elo: v.Elo,
		}
		if x, ok := m.Texel.Of(v.Type); ok {
			j.Texel = &x.Worth
		}
		if x, ok := m.Prior.Of(v.Type); ok {
			j.Prior = stat.Number(x.Worth.Estimate)
		}
		out.Values = append(out.Values, j)
	}
	var err error
	out.Checks, err = res.Checks()
	return out, err
}
