package report

import (
	"bestiary/experiments/estimate"
	"bestiary/internal/format"
)

// Worths returns the pieces of an estimate, strongest first, and captions with their
// values.
func Worths(res *estimate.Result) (order []string, captions map[string]string) {
	royal := res.Game.TypeName(res.Game.Royal())
	captions = map[string]string{royal: "royal, no value"}
	for _, v := range ranked(res) {
		order, captions[v.Piece] = append(order, v.Piece), worth(res, v)
	}
	return order, captions
}

// worth returns the caption of a piece with its value.
func worth(res *estimate.Result, v estimate.RankedValue) string {
	switch {
	case v.Total.Exact():
		return "the unit of the values"
	case !v.Total.Bounded():
		return format.CannotTell
	case v.IsGuess():
		return "a guess from mobility: " + format.Value.Number(v.Total.Estimate) + unitName(res)
	case v.Tier == 0:
		return "left open by the games"
	}
	return format.Value.Interval(v.Total) + unitName(res)
}
