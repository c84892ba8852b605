package advise

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
)

// TradeMatch is a match at an exchange by the players of the values, with what it and the forecast say together.
type TradeMatch struct {
	Players []string `json:"players"`
	Pairs   int      `json:"pairs"`
	// Found is the score of the side with the left of the exchange, with sampling error.
	Found stat.Interval `json:"found"`
	// These is the score by forecast and match among these players, Another that by another program.
	These   stat.Interval `json:"these"`
	Another stat.Interval `json:"another"`
	found   stat.Interval // of all games
	// Matches has the match of each player, from which values can learn.
	Matches []estimate.Played `json:"-"`
}

// TradePlay says how long an exchange is played: for Pairs pairs of games, or for a time.
type TradePlay struct {
	Pairs int           // 2 to 10,000,000, unless there is a Time
	Time  time.Duration // 1 second or more
	// Weights are those of the values.
	Weights *eval.Weights
	// Folder keeps the games, in a folder for each exchange.
	Folder string
	Seed   uint64
}

// Validate reports the first field that is out of range.
func (p TradePlay) Validate() error {
	if p.Time != 0 {
		return check.Range("the time of play", p.Time, time.Second, 1000*time.Hour)
	}
	return check.Range("the pairs to play", p.Pairs, 2, check.MaxPairs)
}

// A match of a time begins with firstPairs pairs and gets growth times as many until as many again would take longer.
const (
	firstPairs = 10
	growth     = 1.5
)

// Play plays the exchange, which the players of the model play against themselves, and notes the result. The same
// call goes on after an interruption. Which games are played depends on their number alone.
func (t *Trade) Play(ctx context.Context, m *estimate.Model, g *rules.Game, how TradePlay, crew match.Crew, ev match.Events) error {
	pairs, began := how.Pairs, time.Now()
	if len(m.Panel()) == 0 {
		return fmt.Errorf("%s: all players of these values are other programs, expected at least one that is the engine of this program",
			t.Exchange)
	}
	if how.Time > 0 {
		pairs = firstPairs
	}
	for again := false; ; again = true {
		part, err := t.part(m, g, how, pairs)
		if err != nil {
			return err
		}
		part.Again = again
		if err := run.Play(ctx, crew, ev, part); err != nil {
			return err
		}
		if how.Time == 0 || pairs >= check.MaxPairs || time.Since(began) > time.Duration(float64(how.Time)/growth) {
			return t.together(m, g)
		}
		pairs = int(math.Ceil(growth * float64(pairs)))
	}
}

// part is the part of a run with a number of pairs. Its result is the Match.
func (t *Trade) part(m *estimate.Model, g *rules.Game, how TradePlay, pairs int) (*run.Part, error) {
	cfg := m.At(t.Exchange, true, how.Seed, pairs)
	players := cfg
	players.Seed = m.Seed // of the player whose weights are perturbed
	list, err := run.EnterPanel(g, players, m.Panel(), how.Weights, run.FirstRound)
	if err != nil {
		return nil, err
	}
	run.Deal(list, pairs)
	p := &run.Part{
		Label: t.Exchange, Last: true, Folder: filepath.Join(how.Folder, estimate.ExchangeFolder(t.Exchange)),
		Game: g, Config: cfg, Players: list, Listed: true,
	}
	p.Read = func(games *run.Games) error {
		t.Match = &TradeMatch{}
		var all rating.Pairs
		for j, by := range list {
			var own rating.Pairs
			for r, err := range estimate.PairResults(games, j) {
				if err := cmp.Or(err, own.Add(r[0], r[1]), all.Add(r[0], r[1])); err != nil {
					return err
				}
			}
			if own.Number() == 0 {
				continue
			}
			s, err := rating.Summarize(own, tradeLevel)
			if err != nil {
				return err
			}
			t.Match.Players = append(t.Match.Players, by.Name)
			t.Match.Matches = append(t.Match.Matches, estimate.Played{
				Exchange: t.Exchange, Player: by.Name, Seed: how.Seed, Nodes: m.Nodes, Revision: search.Revision, Pairs: own.Number(),
				Score: stat.Number(s.Score.Estimate), Error: stat.Number(s.Score.HalfWidth() / stat.Quantile(tradeLevel)),
			})
		}
		t.Match.Pairs = all.Number()
		s, err := rating.Summarize(all, tradeLevel)
		t.Match.found, t.Match.Found = s.Score, t.changed(s.Score)
		return err
	}
	return p, nil
}

// together combines the match and the forecast without it, each with the weight of its precision. The forecast is of these
// players, too; another deviates from them as from those of the values.
func (t *Trade) together(m *estimate.Model, g *rules.Game) error {
	m, err := m.Without(g, t.Exchange)
	if err != nil {
		return err
	}
	f, err := m.Predict(g, m.At(t.Exchange, true, m.Seed, tradePairs))
	if err != nil {
		return err
	}
	_, errors := m.By("", f, 1)
	found, chance := logit.Found(t.Match.found.Estimate, t.Match.found.HalfWidth()/stat.Quantile(tradeLevel), t.Match.Pairs)
	logOdds, sd := logit.Combine(f.LogOdds, math.Hypot(errors.Sampling, errors.Exchange), found, chance)
	t.Match.These = t.changed(stat.Normal(logOdds, sd, tradeLevel).Map(logit.Sigmoid))
	t.Match.Another = t.changed(stat.Normal(logOdds, math.Hypot(sd, m.Another(f)), tradeLevel).Map(logit.Sigmoid))
	return nil
}
