package estimate

import (
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// The files of an estimate with its Model and the weights that it measured with.
const (
	ModelFile   = "model.json"
	WeightsFile = "weights.toml"
)

// Model is the published part of an estimate that predicts the scores of other matches.
type Model struct {
	Game  string `json:"game"`
	Rules string `json:"rules-hash"`
	// Seed, Nodes and Players describe the games that were fitted. Together with the weights
	// of the run they identify its players.
	Seed    uint64        `json:"seed"`
	Nodes   int           `json:"nodes"`
	Players []ModelPlayer `json:"players"`
	// Revision is the revision of the engine that played them.
	Revision int `json:"revision"`
	// Exchanges lists the exchanges of these games; empty if the armies were random.
	Exchanges []string `json:"exchanges"`
	// Found has the scores of exchanges in these games and in other matches of the run.
	Found []Found `json:"found"`
	// Guesses lists the pieces whose values the games do not tell, and of which the prior decided most.
	Guesses []string `json:"guesses,omitempty"`
	// Draws is the share of drawn games.
	Draws stat.Number `json:"draws"`
	// Spread, Weight and Shares describe how players differ; see tuning.Panel.
	Spread stat.Number `json:"spread"`
	Weight stat.Number `json:"weight"`
	Shares stat.Number `json:"shares"`
	// Exchange is the standard deviation, in log-odds, of the worth of an exchange from the model's
	// prediction.
	Exchange stat.Number `json:"exchange"`
	// Matches are those beside the model, and Learned is the number of all matches from which it has learned since
	// it was fitted. Others of them were played by another revision of the engine or at other nodes.
	Matches []Played `json:"-"`
	Learned int      `json:"-"`
	Others  int      `json:"-"`
	tuning.Model
	fitted tuning.Model // before it learned
}

// ModelPlayer is a player of the games that were fitted.
type ModelPlayer struct {
	Name string `json:"name"`
	// Weight is the worth of an advantage for this player, relative to the model.
	Weight stat.Number `json:"weight"`
}

// Model returns the model for predicting other matches, or nil if the result has none.
func (r *Result) Model() (*Model, error) {
	fitted := r.Measurement.Posterior.Model
	if fitted.Columns == nil {
		return nil, nil
	}
	out := &Model{
		Game: r.Game.Variant.Name, Rules: r.Game.Variant.Hash(), Seed: r.Config.Play.Seed, Nodes: r.Config.Play.Nodes, Revision: search.Revision,
		Draws:  stat.Number(float64(r.Games.D) / float64(max(r.Games.Games, 1))),
		Spread: stat.Number(r.Panel.Spread), Weight: stat.Number(r.Panel.Weight), Shares: stat.Number(r.Panel.Shares),
		Exchange: stat.Number(r.Measurement.Exchange),
		Model:    fitted, fitted: fitted,
	}
	weights := r.Panel.Weights
	for _, p := range r.Players {
		one := ModelPlayer{p.Name, 1}
		if p.Estimate != nil && len(weights) > 0 {
			one.Weight, weights = stat.Number(weights[0]), weights[1:]
		}
		out.Players = append(out.Players, one)
	}
	for _, v := range r.Ranking {
		if v.IsGuess() {
			out.Guesses = append(out.Guesses, v.Piece)
		}
	}
	for _, d := range r.Differences {
		out.Exchanges = append(out.Exchanges, d.Exchange)
	}
	var err error
	out.Found, err = r.found()
	return out, err
}

// Predict predicts the score of the army with the left side of an exchange in a match, from
// the first positions of its games.
func (m *Model) Predict(g *rules.Game, play match.Config) (tuning.Predicted, error) {
	f, err := m.Predictor(g)
	if err != nil {
		return tuning.Predicted{}, err
	}
	if err := addFirst(f, g, play); err != nil {
		return tuning.Predicted{}, err
	}
	return f.Predicted(), nil
}

// addFirst adds the first positions of the games of a match.
func addFirst(f *tuning.Predictor, g *rules.Game, play match.Config) error {
	source, err := opening.New(g, play.Config, play.Seed)
	if err != nil {
		return err
	}
	for pair := range play.Pairs {
		for index, side := range []rules.Color{rules.White, rules.Black} {
			start, err := source.Start(run.FirstRound, pair, index)
			if err != nil {
				return err
			}
			first, err := g.ParseFEN(start.FEN)
			if err != nil {
				return err
			}
			f.Add(first, side)
		}
	}
	return nil
}

// Has reports whether the games of a player were fitted.
func (m *Model) Has(player string) bool {
	return slices.ContainsFunc(m.Players, func(p ModelPlayer) bool { return p.Name == player })
}

// By returns the log-odds of a match between copies of a player and their errors. An advantage has
// the weight that it has for a fitted player; its weight for another is not known. In both cases
// the values of the player differ from those fitted, which are a mean.
func (m *Model) By(player string, f tuning.Predicted, games int) (logOdds float64, p logit.Parts) {
	weight, unknown := m.weightOf(player)
	logOdds = f.LogOdds + (weight-1)*f.Worth
	return logOdds, logit.Parts{
		Sampling: weight * f.Sampling, Exchange: float64(m.Exchange),
		Player: weight * m.deviation(f, float64(m.Spread), unknown),
		Chance: logit.Chance(logOdds, float64(m.Draws), games),
	}
}

// deviation returns the standard deviation of the log-odds of a player whose values and whose use of an advantage differ
// from those of the model.
func (m *Model) deviation(f tuning.Predicted, spread, weight float64) float64 {
	return math.Hypot(spread*f.Kinds, weight*f.Worth) * math.Sqrt(1+float64(m.Shares))
}

// Another returns the standard deviation of the log-odds of another program.
func (m *Model) Another(f tuning.Predicted) float64 {
	own, shares := float64(m.Spread), float64(m.Shares)
	spread := math.Hypot(max(own, tuning.OtherSpread.Mean()), own*math.Sqrt(shares))
	return math.Hypot(spread*f.Kinds, float64(m.Weight)*f.Worth*math.Sqrt(1+shares))
}

// weightOf returns what an advantage counts for a player, and by how much that may be off: for a player who was not
// fitted it is 1.
func (m *Model) weightOf(player string) (weight, unknown float64) {
	for _, fitted := range m.Players {
		if fitted.Name == player {
			return float64(fitted.Weight), 0
		}
	}
	return 1, float64(m.Weight)
}
