package estimate

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/floats"

	"bestiary/engine/eval"
	"bestiary/experiments/run"
	"bestiary/tuning"
)

// PanelPlayer is a player of the last round.
type PanelPlayer struct {
	run.Player
	// Estimate is the armies' estimate from its games; nil if they are too few.
	Estimate *tuning.Estimate
}

// Beside compares the values of a foreign player with the values of all other players that
// are not foreign.
type Beside struct {
	Player string
	// Own and Theirs are the estimates; Differences are Theirs minus Own, by piece.
	Own, Theirs *tuning.Estimate
	Differences []tuning.Comparison
}

// besides compares all foreign players. It omits values that the games do not determine.
func besides(games *tuning.Sample, players []PanelPlayer, level float64) ([]Beside, error) {
	var own []int
	for _, p := range players {
		if !p.Foreign {
			own = append(own, p.Round)
		}
	}
	if len(own) == 0 || len(own) == len(players) {
		return nil, nil
	}
	ours, err := games.Armies(own...)
	if errors.Is(err, tuning.ErrNoGames) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Beside
	for _, p := range players {
		if p.Foreign && p.Estimate != nil {
			out = append(out, Beside{p.Label(), ours, p.Estimate, tuning.Compare(p.Estimate, ours, level)})
		}
	}
	return out, nil
}

// ExpectedPanel returns how much the players of a panel are expected to differ before they
// play.
func (c Config) ExpectedPanel() *tuning.Panel {
	pairs := run.Shares(c.Panel)
	floats.Scale(float64(c.Pairs)/floats.Sum(pairs), pairs)
	if c.Counted {
		pairs = append(pairs, slices.Repeat([]float64{float64(c.RoundPairs)}, c.Rounds)...)
	}
	return tuning.ExpectedPanel(pairs)
}

// enterPanel prepares the players of the last round.
func (e *estimation) enterPanel(round int, learned *eval.Weights) ([]run.Player, error) {
	out, err := run.EnterPanel(e.g, e.cfg.Play, e.cfg.Panel, learned, round)
	for j := range out {
		out[j].Openings = e.exchanges()
		if j > 0 {
			out[j].Identity = string(out[j].Config())
		}
	}
	return out, err
}

// comparePlayers fits the values of each player. If a player has too few games for that,
// the spread of players is assumed.
func comparePlayers(games *tuning.Sample, players []run.Player) (out []PanelPlayer, panel *tuning.Panel, err error) {
	var list []*tuning.Estimate
	var rows []float64
	for _, p := range players {
		fit, err := games.Armies(p.Round)
		if err != nil && !errors.Is(err, tuning.ErrNoGames) {
			return nil, nil, err
		}
		if fit != nil {
			list, rows = append(list, fit), append(rows, float64(fit.Rows))
		}
		out = append(out, PanelPlayer{p, fit})
	}
	panel, err = tuning.NewPanel(list)
	if errors.Is(err, tuning.ErrPanel) {
		if panel, err = tuning.NewPanel(list[:1]); err == nil {
			panel.Shares = tuning.ExpectedPanel(rows).Shares
		}
	}
	return out, panel, err
}
