package estimate

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"bestiary/engine/endgame"
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

const (
	// tierRatio is the largest ratio of two values in one group.
	tierRatio = 1.5
	// tellingRatio is the largest ratio of the limits of an informative interval.
	tellingRatio = 5
	// leastFromGames is the smallest share of a value that the games must have decided in order to
	// determine it: with less, the value says more about the prior than about the games.
	leastFromGames = 0.5
)

// CannotTell reports whether an interval is too wide to state a number: it is not bounded,
// contains zero, or spans more than a factor of five.
func CannotTell(v stat.Interval) bool {
	small, large := math.Abs(v.Lo), math.Abs(v.Hi)
	if small > large {
		small, large = large, small
	}
	return !v.Bounded() || !v.Exact() && (!v.Excludes(0) || large > tellingRatio*small)
}

// Tells reports whether games determine a value that they decided to the given share.
func Tells(v stat.Interval, fromGames float64) bool {
	return v.Exact() || !CannotTell(v) && fromGames >= leastFromGames
}

// RankedValue is a piece with its place in the ranking.
type RankedValue struct {
	// Value is based on the games alone and has only sampling error.
	tuning.Value
	// Total is the reported value, from games and prior together, with an interval that
	// includes the exchanges and another player like ours. The games decided the share FromGames of it.
	Total     stat.Interval `json:"value"`
	FromGames float64       `json:"from-games"`
	// Another is the reported value with an interval for another program.
	Another stat.Interval `json:"another-program"`
	// Sampling is the value from the games alone; its interval covers only the luck of the
	// games.
	Sampling stat.Interval `json:"sampling"`
	// Texel is the value from quiet positions, if there are enough.
	Texel *stat.Interval `json:"texel"`
	// Over is the value over the game, the mean over the stages of the quiet positions, for a new
	// player.
	Over *stat.Interval `json:"over-the-game"`
	// Prior is the value that the report assumes before the games.
	Prior  stat.Number `json:"prior"`
	Symbol string      `json:"symbol"`
	// Tier is 1 for the strongest pieces, and 0 if the games do not determine the value: the
	// interval from the games alone is too wide to state a number, or together with the mobility
	// prior they would decide less than half of the value.
	Tier int `json:"tier"`
	// AgainstPrior reports whether the value from the games alone differs from the prior beyond
	// chance, all pieces considered together.
	AgainstPrior bool `json:"against-prior,omitempty"`
	// Unchecked is what sets the piece apart from those by which the prior was checked, as in
	// "never captures"; "" if nothing does.
	Unchecked string `json:"unchecked,omitempty"`
	// Count is the number of these pieces that a side has at the start of the game, the side
	// with more of them.
	Count int `json:"count"`
	// Mates is the number of these pieces needed to win against a bare king.
	Mates endgame.Mates `json:"mates"`

	logit float64 // from games and prior together
	told  bool    // the games determine the value
}

// IsGuess reports whether the prior decided most of a value that the games do not determine.
func (v *RankedValue) IsGuess() bool { return v.Tier == 0 && v.FromGames < leastFromGames }

// WithGames returns the half-width that the value would have with a number of times as many games. If the games decide the
// share s of a value, which they alone would give with the variance S², the fit contributes the variance s·S², but no more than
// all there is. With k times as many games it is 1/(1 + (k-1)·s) of that. What players and exchanges add stays.
func (v *RankedValue) WithGames(times float64) float64 {
	share, total := v.FromGames, math.Pow(v.Total.HalfWidth(), 2)
	fit := total
	if chance := share * math.Pow(v.Sampling.HalfWidth(), 2); chance < total {
		fit = chance
	}
	grown := 1 + (times-1)*share
	return math.Sqrt(total - fit*(1-1/grown))
}

// Needed returns how many times as many games would decide so much of the value that it is no guess; up to 1 if it is none.
func (v *RankedValue) Needed() float64 {
	return leastFromGames * (1 - v.FromGames) / (v.FromGames * (1 - leastFromGames))
}

// UnitElo returns what one unit of the values is worth in Elo, for the mean of the players, by the games alone; unknown if they
// leave it without bounds.
func (r *Result) UnitElo() stat.Interval {
	inf, ok := r.Measurement.Luck.Inference()
	if !ok {
		return stat.Unknown()
	}
	return r.Measurement.Scale.Logit(inf, r.Measurement.Level).Elo()
}

// littleElo is the worth of a point below which material decides little: less than half of that in chess.
const littleElo = 40

// SaysLittle reports whether material decides little.
func (r *Result) SaysLittle() bool {
	one := r.UnitElo()
	return r.Measurement.Scale.Unit == tuning.Points && one.Bounded() && one.Hi < littleElo
}

// Armies returns the worth of White's pieces in the array as a share of that of Black's, for the mean of the players. It is
// unknown if the games leave a value without bounds.
func (r *Result) Armies() stat.Interval {
	inf, ok := r.Measurement.Posterior.Inference()
	if !ok {
		return stat.Unknown()
	}
	start, sides := r.Game.NewPosition(), [2][]float64{}
	for _, v := range r.Measurement.Posterior.Values {
		for side := range sides {
			sides[side] = append(sides[side], float64(tuning.Count(start, v.Type, rules.Color(side))))
		}
	}
	ratio := inf.Fieller(sides[rules.White], sides[rules.Black], r.Measurement.Level)
	return r.Panel.Sums(ratio, sides[rules.White], sides[rules.Black], inf.Coef)
}

// rank sorts values from strong to weak and divides those that the games determine into tiers.
func rank(g *rules.Game, m *tuning.Measurement, panel *tuning.Panel) []RankedValue {
	e := &m.Design
	assumed, _ := m.Scale.Factor(func(piece string) (float64, bool) {
		i := slices.IndexFunc(e.Values, func(v tuning.Value) bool { return v.Piece == piece })
		if i < 0 {
			return 0, false
		}
		return m.Assumed[i].Estimate, true
	})
	out := make([]RankedValue, 0, len(e.Values))
	for i, v := range e.Values {
		r := RankedValue{
			Value: v, Unchecked: eval.Unchecked(g, opening.OnBoard(v.Type)), Sampling: m.Luck.Values[i].Worth,
			Total: panel.Worth(v.Worth, i, m.Scale), Symbol: opening.SymbolOf(g, v.Type), Count: NumberOf(g, v.Type),
		}
		if !opening.IsInHand(v.Type) {
			r.Mates = endgame.MatesOf(g, v.Type)
		}
		if x, ok := m.Texel.Of(v.Type); ok {
			r.Texel = &x.Worth
		}
		if i < len(m.Phases) {
			over := panel.Worth(m.Phases[i].Mean, i, m.Scale)
			r.Over = &over
		}
		r.Prior = stat.Number(assumed * m.Assumed[i].Estimate)
		post := m.Posterior.Values[i]
		r.told = Tells(r.Total, m.Decided[i])
		r.Total, r.Another = panel.Posterior(post, i, m.Scale), panel.Another(post, i, m.Scale)
		r.FromGames, r.logit = post.WeightOfData, post.Logit.Estimate
		out = append(out, r)
	}
	setAgainst(out, m, panel)
	sort.SliceStable(out, func(i, j int) bool { return out[i].logit > out[j].logit })
	setTiers(out, m, panel)
	return out
}

// setAgainst compares the values from the games alone with the prior, all together (Holm). Both are
// in logits, so that no unit comes between them. The prior is on the scale of its median ratio to
// the games, which a single piece does not move, and whose own error for n pieces has π/2n of the
// variance of one. Where the games determine the ratios of fewer than three pieces there is no
// scale: then only a value below 0 is against a prior.
func setAgainst(out []RankedValue, m *tuning.Measurement, panel *tuning.Panel) {
	var ratios []float64
	for i, v := range m.Design.Values {
		if out[i].Unchecked == "" && !CannotTell(v.Logit) && v.Logit.Estimate > 0 {
			ratios = append(ratios, v.Logit.Estimate/m.Assumed[i].Estimate)
		}
	}
	slices.Sort(ratios)
	n := len(ratios)
	chances := make([]float64, len(out))
	for i, v := range m.Design.Values {
		prior := stat.Exact(max(0, v.Logit.Estimate))
		if n >= 3 {
			scale, wider := (ratios[(n-1)/2]+ratios[n/2])/2, math.Sqrt(1+math.Pi/2/float64(n))
			prior = m.Assumed[i].Scale(scale)
			prior = stat.Symmetric(prior.Estimate, wider*prior.HalfWidth(), prior.Level)
		}
		chances[i] = tuning.Chance(panel.Difference(v.Logit, v.Logit.Estimate, 0), prior)
	}
	for i, p := range rating.Holm(chances) {
		out[i].AgainstPrior = p <= 1-m.Level
	}
}

// setTiers divides ranked values into tiers by complete linkage. Groups of similar values are tiers if, by the games
// alone, the strongest piece of one is worth significantly more than the weakest of the next. Otherwise the two neighbours
// whose extremes differ least become one, and so on. So the first and the last piece of a tier are not known to differ,
// or are close in value. Errors are divided among all pairs of groups (Bonferroni).
func setTiers(out []RankedValue, m *tuning.Measurement, panel *tuning.Panel) {
	var told []*RankedValue
	var values []float64
	for i := range out {
		if v := &out[i]; v.told {
			told, values = append(told, v), append(values, v.logit)
		}
	}
	starts := groups(values)
	level := 1 - (1-m.Level)/float64(max(1, len(starts)*(len(starts)-1)/2))
	for len(starts) > 1 {
		join, largest := 0, 0.0
		for k := 1; k < len(starts); k++ {
			end := len(told)
			if k+1 < len(starts) {
				end = starts[k+1]
			}
			above, below := told[starts[k-1]], told[end-1]
			step := panel.Difference(m.Design.Difference(above.Type, below.Type, level), above.Logit.Estimate, below.Logit.Estimate)
			chance := tuning.Chance(step, stat.Exact(0))
			if math.IsNaN(chance) {
				chance = 1
			}
			if chance > largest {
				join, largest = k, chance
			}
		}
		if largest <= 1-level {
			break
		}
		starts = slices.Delete(starts, join, join+1)
	}
	tier := 0
	for i, v := range told {
		if slices.Contains(starts, i) {
			tier++
		}
		v.Tier = tier
	}
}

// groups divides values, given in decreasing order, by complete linkage: it repeatedly
// joins the two neighbouring groups with the smallest ratio between their extremes, as
// long as that ratio is at most tierRatio. Values that are not positive form the last
// group. The result holds the index of the first value of each group.
func groups(values []float64) []int {
	positive := 0
	for positive < len(values) && values[positive] > 0 {
		positive++
	}
	starts := make([]int, positive)
	for i := range starts {
		starts[i] = i
	}
	for len(starts) > 1 {
		best, least := 0, math.Inf(1)
		for k := 0; k+1 < len(starts); k++ {
			end := positive
			if k+2 < len(starts) {
				end = starts[k+2]
			}
			if span := values[starts[k]] / values[end-1]; span < least {
				best, least = k, span
			}
		}
		if least > tierRatio {
			break
		}
		starts = slices.Delete(starts, best+1, best+2)
	}
	if positive < len(values) {
		starts = append(starts, positive)
	}
	return starts
}

// ranked lists the pieces from strong to weak; those whose values the games do not determine come last.
func (r *Result) ranked() []RankedValue {
	list := slices.Clone(r.Ranking)
	slices.SortStableFunc(list, func(a, b RankedValue) int { return cmp.Compare(min(b.Tier, 1), min(a.Tier, 1)) })
	return list
}

// Unit returns the piece of a game that has one kind with a value, "" of others.
func (r *Result) Unit() string {
	if len(r.Ranking) == 1 {
		return r.Ranking[0].Piece
	}
	return ""
}

// Told returns the pieces whose values the games determine, from strong to weak, without the unit.
func (r *Result) Told() []RankedValue {
	return slices.DeleteFunc(r.ranked(), func(v RankedValue) bool { return v.Total.Exact() || v.Tier == 0 })
}
