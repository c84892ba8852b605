package formula

import (
	"math"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// Priors returns what the formula says of the kinds of a game before any games. It leaves out pawns,
// royal pieces and those that promote or explode; pieces that are in doubt or that no prior was
// checked on; and all kinds of a game with drops or joined edges, or that anything but mate decides.
// The pieces of the unit keep their mean, which the unit gives them.
func (f *Formula) Priors(g *rules.Game) map[rules.Type]tuning.Prior {
	out := map[rules.Type]tuning.Prior{}
	if wraps := g.Variant.Rules.Wraps; g.Drops() || wraps != "" && wraps != variant.NoWrap || !g.Variant.OnlyMates() {
		return out
	}
	unit, err := unitMobility(Board{g.Files(), g.Ranks()})
	if err != nil {
		return out
	}
	values, boards := eval.PriorValues(g), drawBoards(g)
	factor := pointsOf(g, values)
	for _, t := range g.Types() {
		explodes := slices.ContainsFunc(g.Variant.Pieces, func(p variant.Piece) bool { return p.Name == g.TypeName(t) && p.Explodes })
		if g.IsPawn(t) || g.IsRoyal(t) || g.Promotes(t) || explodes || eval.Unchecked(g, t) != "" {
			continue
		}
		k := featuresOf(g, t, boards)
		k.UnitMobility, k.Prior = unit, factor*values[t]/eval.PawnValue
		k.round()
		if v := f.Value(k); k.Prior > 0 && f.Doubt(k) == "" {
			out[t] = tuning.Prior{Factor: v.Estimate / k.Prior, Spread: math.Log(v.Hi/v.Estimate) / stat.StudentQuantile(Level, f.df)}
		}
	}
	keepUnit(g, out)
	return out
}

// keepUnit divides the factors of the pieces of the unit by their geometric mean.
func keepUnit(g *rules.Game, priors map[rules.Type]tuning.Prior) {
	sum, n := 0.0, 0.0
	var unit []rules.Type
	for _, piece := range tuning.NewScale(g, tuning.Points).Reference {
		if p, ok := priors[g.TypeNamed(piece)]; ok {
			unit = append(unit, g.TypeNamed(piece))
			sum, n = sum+math.Log(p.Factor), n+1
		}
	}
	for _, t := range unit {
		p := priors[t]
		p.Factor *= math.Exp(-sum / n)
		priors[t] = p
	}
}

// pointsOf returns how many points a pawn of the mobility prior is in a game.
func pointsOf(g *rules.Game, values []float64) float64 {
	factor, _ := tuning.NewScale(g, tuning.Points).Factor(func(piece string) (float64, bool) {
		t := g.TypeNamed(piece)
		return values[t] / eval.PawnValue, t != rules.NoType
	})
	return factor
}
