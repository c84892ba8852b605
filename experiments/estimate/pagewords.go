//go:build !js

package estimate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/endgame"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/player"
	"bestiary/tuning"
)

// Sample describes the number of games and pairs behind a table.
func (p *draft) Sample() string {
	return format.Plural(p.Measurement.Games, "game") + " in " + format.Plural(p.Measurement.Pairs, "pair")
}

// InUnits names the unit of the values: "in points", or "in units of a ferz".
func (p *draft) InUnits() string { return p.Measurement.Scale.In() }

// PawnPiece returns the piece that is the unit of odds matches.
func (p *draft) PawnPiece() string { return format.Words(p.Game.TypeName(tuning.UnitPiece(p.Game))) }

// Whole formats a share in percent, without decimals.
func (p *draft) Whole(share float64) string { return percents(share, share) }

// percents formats a range of shares in percent, without decimals: "5 to 8 %".
func percents(lo, hi float64) string {
	from, to := fmt.Sprintf("%.0f", 100*lo), fmt.Sprintf("%.0f %%", 100*hi)
	if from+" %" == to {
		return to
	}
	return from + " to " + to
}

// WhoPlayed names the players of the games.
func (p *draft) WhoPlayed() string {
	n := 0
	for _, x := range p.Players {
		n += min(x.Pairs, 1)
	}
	if n > 1 {
		return "each of " + number(n) + " players"
	}
	return "the engine"
}

// ArmyShare writes the worth of White's army as a share of Black's; "" if both are the same, or if it is not known.
func (p *draft) ArmyShare() string {
	if v := p.Armies(); p.Game.ArmiesDiffer() && v.Bounded() {
		return format.Unit{Scale: 100, Digits: 0, Name: "%"}.Interval(v)
	}
	return ""
}

// Divided reports whether several players played the last round.
func (p *draft) Divided() bool {
	return len(p.Players) > 1 && !(p.Config.Counted && len(p.Players) == len(p.Rounds))
}

// number writes a small number in words.
func number(n int) string {
	if names := strings.Fields("no one two three four five six seven eight nine ten"); n < len(names) {
		return names[n]
	}
	return format.Count(n)
}

// Nodes describes the players' numbers of nodes a move.
func (p *draft) Nodes() string {
	lo, hi := p.Config.Play.Nodes, p.Config.Play.Nodes
	for _, x := range p.Players {
		if x.Nodes > 0 && x.Pairs > 0 {
			lo, hi = min(lo, x.Nodes), max(hi, x.Nodes)
		}
	}
	if lo == hi {
		return format.Plural(lo, "node")
	}
	return format.Count(lo) + " to " + format.Plural(hi, "node")
}

func (p *draft) ranking(which func(RankedValue) bool) (out []RankedValue) {
	for _, v := range p.Ranked {
		if which(v) {
			out = append(out, v)
		}
	}
	return out
}

// the names pieces: "the rook".
func the(list []RankedValue) (out []string) {
	for _, v := range list {
		out = append(out, "the "+format.Words(v.Piece))
	}
	return out
}

// Guesses and Open name the pieces whose values the games do not determine: the prior decided most,
// or not even the prior helps.
func (p *draft) Guesses() []string {
	return the(p.ranking(func(v RankedValue) bool { return v.IsGuess() }))
}
func (p *draft) Open() []string {
	return the(p.ranking(func(v RankedValue) bool { return v.Tier == 0 && !v.IsGuess() }))
}

// Untold reports whether there are any of these.
func (p *draft) Untold() bool { return len(p.Guesses())+len(p.Open()) > 0 }

// Against lists the pieces whose values by the games differ from the prior.
func (p *draft) Against() []RankedValue {
	return p.ranking(func(v RankedValue) bool { return v.AgainstPrior })
}

// Unchecked names the pieces unlike those by which the prior was checked.
func (p *draft) Unchecked() (out []string) {
	for _, v := range p.Ranking {
		if v.Unchecked != "" {
			out = append(out, "the "+format.Words(v.Piece)+" "+v.Unchecked)
		}
	}
	return out
}

// prior is what is assumed of some pieces before the games. Pieces is empty if it is assumed of all.
type prior struct {
	Pieces  []string
	Formula bool   // else it is the mobility prior
	Within  string // one standard deviation
}

// Priors states what is assumed of the values before the games.
func (p *draft) Priors() (out []prior) {
	const formula, mobility, unchecked = 0, 1, 2
	var kinds [3][]RankedValue
	lo, hi := math.Inf(1), 0.0
	for _, v := range p.Ranking {
		which := mobility
		if prior, ok := p.Config.Fit.Priors[v.Type]; ok {
			which, lo, hi = formula, min(lo, prior.Spread), max(hi, prior.Spread)
		} else if v.Unchecked != "" {
			which = unchecked
		}
		kinds[which] = append(kinds[which], v)
	}
	within := [3]string{percents(lo, hi), p.Whole(tuning.PosteriorSpread), p.Whole(tuning.UncheckedSpread) + " or a pawn, if that is more"}
	for i, list := range kinds {
		if len(list) > 0 {
			out = append(out, prior{the(list), i == formula, within[i]})
		}
	}
	if len(out) == 1 {
		out[0].Pieces = nil
	}
	return out
}

// mostlyGames is the games' share in all values above which the prior is not mentioned.
const mostlyGames = 0.9

// certainty states how precise the values are that the games determine, and the share from the
// games, if it is not nearly all.
type certainty struct {
	Some            bool // not all are told
	Within, Decided string
}

// Certainty returns nil if the games determine no value.
func (p *draft) Certainty() *certainty {
	lo, hi := math.Inf(1), 0.0
	least, most := 1.0, 0.0
	told := p.Told()
	for _, v := range told {
		share := v.Total.HalfWidth() / math.Abs(v.Total.Estimate)
		lo, hi = min(lo, share), max(hi, share)
		least, most = min(least, v.FromGames), max(most, v.FromGames)
	}
	if hi == 0 {
		return nil
	}
	c := &certainty{Some: len(told) < len(p.Ranked), Within: percents(lo, hi)}
	if least < mostlyGames {
		c.Decided = percents(least, most)
	}
	return c
}

// Edge returns the worth of a pawn at the edge of the board, nil if the games do not determine it.
func (p *draft) Edge() *stat.Interval {
	unit := tuning.UnitPiece(p.Game)
	if !slices.ContainsFunc(p.Told(), func(v RankedValue) bool { return v.Type == unit }) {
		return nil
	}
	for i, x := range p.Measurement.Design.Places {
		if x.Kind == tuning.Edge && x.Type == unit && x.Support > 0 && !CannotTell(x.All) {
			return &p.Measurement.Design.Places[i].All
		}
	}
	return nil
}

// Disagreements names the pieces of which a second estimate from the same games differs
// significantly.
func (p *draft) Disagreements() (out []string) {
	if m := p.Measurement; m.Examination != nil {
		out = instead(m.Examination.Comparisons, m.Texel.Values, m.Design.Values)
	}
	return out
}

// Beyond names the pieces of which a foreign player finds other values.
func (p *draft) Beyond(b Beside) []string {
	return instead(b.Differences, b.Theirs.Values, b.Own.Values)
}

// instead names pieces with their values where these differ significantly.
func instead(list []tuning.Comparison, values, others []tuning.Value) (out []string) {
	for i, c := range list {
		if c.Disagree {
			out = append(out, fmt.Sprintf("the %s (%s instead of %s)", format.Words(c.Piece),
				format.Value.Number(values[i].Worth.Estimate), format.Value.Number(others[i].Worth.Estimate)))
		}
	}
	return out
}

// OddMatches lists the exchanges whose worth in matches differs from the sum of their pieces.
func (p *draft) OddMatches() []OddsComparison {
	return slices.DeleteFunc(slices.Clone(p.Matches), func(c OddsComparison) bool { return !c.Disagree })
}

// movement describes whether values still change with the nodes.
type movement struct {
	Moving            []string // "the queen gains 3 %"
	Told              int      // of the slopes
	Largest, Unlikely string   // the largest change of one not settled that cannot be ruled out
}

// Movement returns nil without a ladder.
func (p *draft) Movement() *movement {
	if len(p.Slopes) == 0 {
		return nil
	}
	m := &movement{}
	largest := 0.0
	for _, s := range p.Slopes {
		if s.PerDoubling.Known() {
			m.Told++
		}
		bound := max(-s.PerDoubling.Lo, s.PerDoubling.Hi)
		switch {
		case s.Moves:
			verb := "gains"
			if s.PerDoubling.Estimate < 0 {
				verb = "loses"
			}
			m.Moving = append(m.Moving, fmt.Sprintf("the %s %s %s", s.Name(), verb, format.Percent.Number(math.Abs(s.PerDoubling.Estimate))))
		case !s.Settled && bound > largest:
			largest, m.Largest, m.Unlikely = bound, format.Percent.Number(bound), s.Name()
		}
	}
	return m
}

// Name names a value or a ratio.
func (s *Slope) Name() string {
	if s.Over == "" {
		return format.Words(s.Piece)
	}
	return format.Words(s.Piece) + " over the " + format.Words(s.Over)
}

// Depth is the default number of nodes; nil if there is none or a ladder says more.
func (p *draft) Depth() *Depth {
	if d, err := DefaultNodes(p.Game); err == nil && len(p.Ladder) == 0 {
		return &d
	}
	return nil
}

// Provenance describes the weights that the engine played with.
func (p *draft) Provenance() string { return run.Provenance(p.Game, p.Weights) }

// OtherWeights says with which weights the matches were played, if they differ from the
// weights of the reported games.
func (p *draft) OtherWeights() string {
	if w := p.Odds.Weights; w != nil && player.HashWeights(w) != player.HashWeights(p.Weights) {
		return run.Provenance(p.Game, w)
	}
	return ""
}

// NotComputed reports whether some ending was not solved.
func (p *draft) NotComputed() bool {
	return slices.ContainsFunc(p.Ranked, func(v RankedValue) bool { return v.Mates == endgame.NotComputed })
}

// Places lists the results for places of a kind.
func (p *draft) Places(kind tuning.PlaceKind) []tuning.Place {
	return slices.DeleteFunc(slices.Clone(p.Measurement.Design.Places), func(x tuning.Place) bool {
		return x.Kind != kind || !x.Worth.Bounded() || x.Support == 0
	})
}

// counted are the checks with one outcome.
type counted struct {
	Status CheckStatus
	Names  []string
}

// Counts lists the checks by their outcome.
func (p *draft) Counts() (out []counted) {
	for _, status := range []CheckStatus{CheckPassed, CheckFailed, CheckCannotTell} {
		c := counted{Status: status}
		for _, check := range p.Checked {
			if check.Status == status {
				c.Names = append(c.Names, check.Name)
			}
		}
		if c.Names != nil {
			out = append(out, c)
		}
	}
	return out
}

// FirstArmy names White's army.
func (p *draft) FirstArmy() string { return p.Game.ArmyName(rules.White) }
