package estimate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"

	"bestiary/engine/rules"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/internal/stat/forecast"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// ModelFile is the name of the file, in the folder of an estimate, with its Model.
const ModelFile = "model.json"

// Model is what an estimate publishes so that scores of other matches can be foretold from
// its values.
type Model struct {
	Game  string `json:"game"`
	Rules string `json:"rules-hash"`
	// Seed, Nodes and Players are those of the games that were fitted; with the weights of
	// the run they tell what its players were.
	Seed    uint64   `json:"seed"`
	Nodes   int      `json:"nodes"`
	Players []string `json:"players"`
	// Exchanges lists the exchanges of these games; empty if the armies were random.
	Exchanges []string `json:"exchanges"`
	// Draws is the share of drawn games.
	Draws stat.Number `json:"draws"`
	// Spread, Weight and Shares describe how players differ; see tuning.Panel.
	Spread stat.Number `json:"spread"`
	Weight stat.Number `json:"weight"`
	Shares stat.Number `json:"shares"`
	// Exchange is the standard deviation, in log-odds, of the worth of an exchange from what
	// the model says.
	Exchange stat.Number `json:"exchange"`
	tuning.Model
}

const (
	// In the games of four variants exchanges deviated from the model by 0.08 to 0.15. Before
	// a run, exchangeGuess is worth as much as guessWeight exchanges.
	exchangeGuess = 0.11
	guessWeight   = 5
	// minSpread is the smallest spread that a model states: a few players who agree by luck
	// do not show that all do.
	minSpread = 0.03
	// fittedPairs is the number of openings from which the score of an exchange is foretold.
	fittedPairs = 20
)

// Model returns what foretells other matches, or nil if the result has no such model.
func (r *Result) Model() (*Model, error) {
	fitted := r.Measurement.Posterior.Model
	if fitted.Columns == nil {
		return nil, nil
	}
	out := &Model{
		Game: r.Game.Variant.Name, Rules: r.Game.Variant.Hash(), Seed: r.Config.Play.Seed, Nodes: r.Config.Play.Nodes, Players: r.Config.Panel,
		Draws:  stat.Number(float64(r.Games.D) / float64(max(r.Games.Games, 1))),
		Spread: stat.Number(max(r.Panel.Spread, minSpread)), Weight: stat.Number(r.Panel.Weight), Shares: stat.Number(r.Panel.Shares()),
		Model: fitted,
	}
	var residuals, errors []float64
	for _, d := range r.Differences {
		out.Exchanges = append(out.Exchanges, d.Exchange)
		se := (d.Score.Hi - d.Score.Lo) / (2 * stat.Quantile(d.Score.Level))
		slope := d.Score.Estimate * (1 - d.Score.Estimate)
		if !(slope > 0) || !(se > 0) {
			continue // too few games
		}
		play := OddsConfig{Pairs: fittedPairs, Play: r.Config.Play}.play(d.Exchange)
		play.NoPermute, play.GiveUp = r.Openings.NoPermute, true
		f, err := out.Foretell(r.Game, play)
		if err != nil {
			return nil, err
		}
		residuals, errors = append(residuals, forecast.LogOdds(d.Score.Estimate)-f.LogOdds), append(errors, se/slope)
	}
	out.Exchange = stat.Number(forecast.Excess(residuals, errors, len(r.Measurement.Posterior.Values), exchangeGuess, guessWeight))
	return out, nil
}

// Foretell foretells the score of the army with the left side of an exchange in a match, from
// the first positions of its games.
func (m *Model) Foretell(g *rules.Game, play match.Config) (tuning.Foretold, error) {
	f, err := m.Foreteller(g)
	if err != nil {
		return tuning.Foretold{}, err
	}
	source, err := opening.New(g, play.Config, play.Seed)
	if err != nil {
		return tuning.Foretold{}, err
	}
	for pair := range play.Pairs {
		for index, side := range []rules.Color{rules.White, rules.Black} {
			start, err := source.Start(OddsRound, pair, index)
			if err != nil {
				return tuning.Foretold{}, err
			}
			first, err := g.ParseFEN(start.FEN)
			if err != nil {
				return tuning.Foretold{}, err
			}
			f.Add(first, side)
		}
	}
	return f.Foretold(), nil
}

// Parts returns what a forecast of a match by a player who was not fitted may be wrong by. The
// spread of a new player adds to that of the players fitted, of whom the values are a mean.
func (m *Model) Parts(f tuning.Foretold, games int) forecast.Parts {
	among := math.Hypot(float64(m.Spread)*f.Kinds, float64(m.Weight)*f.Worth)
	return forecast.Parts{
		Sampling: f.Sampling, Exchange: float64(m.Exchange),
		Player: among * math.Sqrt(1+float64(m.Shares)), Chance: forecast.Chance(f.LogOdds, float64(m.Draws), games),
	}
}

// maxModel is the largest size of a model file in bytes.
const maxModel = 16 << 20

// ReadModel reads the model in the folder of an estimate of a game. It also returns the bytes
// of the file.
func ReadModel(folder string, g *rules.Game) (*Model, []byte, error) {
	path := filepath.Join(folder, ModelFile)
	data, err := files.Read(path, maxModel)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s is missing: expected the folder of a run of bestiary estimate %s, which writes it", path, g.Variant.Name)
	}
	if err != nil {
		return nil, nil, err
	}
	var m Model
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if m.Rules != g.Variant.Hash() {
		return nil, nil, fmt.Errorf("%s is of %s with rules %s, expected %s with rules %s", path, m.Game, m.Rules, g.Variant.Name, g.Variant.Hash())
	}
	if _, err := m.Foreteller(g); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return &m, data, nil
}
