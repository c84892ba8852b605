package estimate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// ReadOdds reads the folder of a run of Odds, for the checks and comparisons of an
// estimate: the odds of the unit first, then the other exchanges by name. It returns an
// error if the run has another game or other limits, lacks games, or was played with
// weights other than those of an estimate: eval.Default, with which it begins, or the
// fitted weights, with which it measures. The fitted weights are nil if not yet known.
func ReadOdds(folder string, g *rules.Game, play match.Config, level float64, fitted *eval.Weights) (*OddsResult, error) {
	unit := UnitOdds(g)
	names := []string{ExchangeFolder(unit)}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("odds: %w", err)
	}
	for _, e := range entries { // sorted by name
		if e.IsDir() && strings.HasPrefix(e.Name(), oddsPrefix) && !slices.Contains(names, e.Name()) {
			names = append(names, e.Name())
		}
	}
	cfg := DefaultOdds()
	cfg.Play, cfg.Level = play, level
	out := &OddsResult{Game: g, Config: cfg, Unit: strings.TrimSuffix(unit, "="), Folder: folder}
	start := eval.Default(g)
	known := map[string]*eval.Weights{player.HashWeights(start): start}
	if fitted != nil {
		known[player.HashWeights(fitted)] = fitted
	}
	prior, one, first := opening.PriorValues(g), 0.0, ""
	for i, name := range names {
		line, x, by, err := readExchange(filepath.Join(folder, name), g, play)
		switch {
		case err != nil:
			return nil, err
		case known[by] == nil:
			return nil, fmt.Errorf("run folder %s has odds played with weights %s, expected those of the estimate: as it begins (%s) or as fitted",
				line.Folder, by, player.HashWeights(start))
		case i == 0:
			one, first, out.Weights = WorthOf(x, prior), by, known[by]
		case by != first:
			return nil, fmt.Errorf("run folder %s has odds played with weights %s, those of %s with %s; expected one run with one set of weights",
				line.Folder, by, unit, first)
		}
		line.Prior = WorthOf(x, prior) / one
		out.Lines = append(out.Lines, line)
	}
	return out, out.measure()
}

// readExchange counts the games in the folder of an exchange. The returned text is the
// hash of the weights with which they were played.
func readExchange(folder string, g *rules.Game, play match.Config) (line OddsLine, x opening.Exchange, by string, err error) {
	games, err := store.Open(folder)
	if err != nil {
		return line, x, "", fmt.Errorf("odds: %w", err)
	}
	defer func() { err = errors.Join(err, games.Close()) }()
	var was match.Config
	if err := games.Config(&was); err != nil {
		return line, x, "", err
	}
	v := games.Variant()
	if v.Hash() != g.Variant.Hash() {
		return line, x, "", fmt.Errorf("run folder %s has odds of %s with rules %s, expected %s with rules %s",
			folder, v.Name, v.Hash(), g.Variant.Name, g.Variant.Hash())
	}
	if was.Nodes != play.Nodes || was.MaxPlies != play.MaxPlies {
		return line, x, "", fmt.Errorf("run folder %s has odds at %d nodes and at most %d plies, expected those of the estimate, %d and %d",
			folder, was.Nodes, was.MaxPlies, play.Nodes, play.MaxPlies)
	}
	if x, err = opening.ParseExchange(g, was.Exchange); err != nil {
		return line, x, "", fmt.Errorf("run folder %s: %w", folder, err)
	}
	if by, _, err = games.Meta(match.WeightsKey(run.FirstRound)); err != nil {
		return line, x, "", err
	}
	line = OddsLine{Exchange: x.Text(g), Folder: folder}
	err = line.count(run.GamesOf(context.Background(), games, []run.Player{{Round: run.FirstRound, Pairs: was.Pairs}}))
	if n := line.Results.Number() + line.Copies.Repeated/2; err == nil && n < was.Pairs {
		err = fmt.Errorf("run folder %s has %d of %d pairs of games at odds of %s; expected all: give the command that plays them again",
			folder, n, was.Pairs, line.Exchange)
	}
	return line, x, by, err
}

// OddsComparison compares an exchange that was played army against army with the sum of
// the values of its pieces.
type OddsComparison struct {
	OddsLine
	// Design and Texel are the sums in these estimates in units, unknown if the games do
	// not bound them.
	Design, Texel stat.Interval
	// Disagree is set if the exchange and the sum in the design estimate differ
	// significantly, at the level of the intervals for all exchanges together (Holm).
	Disagree bool
}

// CompareOdds compares the odds matches with the estimates. It omits the odds of the unit, which
// are 1 in both, and empty exchanges. Scores too one-sided to add up do not count against the
// estimates.
func (res *Result) CompareOdds() ([]OddsComparison, error) {
	if res.Odds == nil {
		return nil, nil
	}
	m := res.Measurement
	unit := tuning.UnitPiece(res.Game)
	var out []OddsComparison
	var chances []float64
	for _, line := range res.Odds.Lines[1:] {
		x, err := opening.ParseExchange(res.Game, line.Exchange)
		if err != nil {
			return nil, err
		}
		if len(x.Left)+len(x.Right) == 0 {
			continue
		}
		c := OddsComparison{OddsLine: line}
		c.Design = bounded(m.Design.Sum(x.Left, x.Right, unit, m.Level))
		c.Texel = bounded(m.Texel.Sum(x.Left, x.Right, unit, m.Level))
		chance := math.NaN()
		if c.Design.Known() && !line.Saturated {
			chance = tuning.Chance(line.Pawns, c.Design)
		}
		out, chances = append(out, c), append(chances, chance)
	}
	for i, p := range rating.Holm(chances) {
		out[i].Disagree = p <= 1-m.Level
	}
	return out, nil
}

// bounded returns the interval if it is bounded, otherwise an unknown interval.
func bounded(v stat.Interval) stat.Interval {
	if v.Bounded() {
		return v
	}
	return stat.Unknown()
}
