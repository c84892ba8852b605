package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/advise"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// ValuesRequest adds games to a measurement and asks for its results.
type ValuesRequest struct {
	Measurement
	// Games holds new games, in any order, each once.
	Games []Record `json:"games"`
	// Restart discards the games of earlier requests.
	Restart bool `json:"restart"`
}

// Worth has the values of the pieces of a game after some pairs of games. There are none before
// MinPairs.
type Worth struct {
	Pairs  int     `json:"pairs"`
	Scale  string  `json:"scale"` // the unit of the values
	Values []Value `json:"values"`
}

// Values holds the results of a measurement. They use only the pairs before the first
// incomplete one, so that neither the number of workers nor their speed matters.
type Values struct {
	Worth
	// Labels name the sides of a comparison, Headline states how they differ, and Measures compare them.
	Labels    []string          `json:"labels"`
	Headline  string            `json:"headline"`
	Measures  []measure.Measure `json:"measures"`
	Identical int               `json:"identical"` // games that went the same way
	// Wins says who wins, after leastWins pairs; nil for other questions.
	Wins *Wins `json:"wins"`
	// Command is the command that repeats the measurement in a terminal; %s is the placeholder of
	// the games.
	Command string `json:"command"`
	// Copies lists for each side, if it has any, the games that repeat others and do not count.
	Copies []string `json:"copies"`
}

// Wins says who wins, with the half-width of the score between the strongest players now and with four times as many games.
type Wins struct {
	*balance.Result
	Now  stat.Number `json:"now"`
	Then stat.Number `json:"then"`
}

// Value is the value of a kind of piece, with an interval that remains valid when
// inspected repeatedly.
type Value struct {
	Piece    int           `json:"piece"` // its index in the game, from 0
	Name     string        `json:"name"`
	Interval stat.Interval `json:"value"`
	// Known reports whether the games determine the value, according to the rule of the reports. If so, Then is the half-width
	// with four times as many games; if not, Needed is how many times as many would decide more than is assumed.
	Known  bool        `json:"known"`
	Then   stat.Number `json:"then"`
	Needed stat.Number `json:"needed"`
}

// more is how many times as many games are spoken of where it is said what more would tell.
const more = 4

// MinPairs is the smallest number of pairs for which values are shown; with fewer, the
// error of an estimate is not known.
const MinPairs = 20

// collection holds the games of a measurement.
type collection struct {
	of      Measurement
	sides   []measure.Side
	waiting map[int][][2]*Record // by pair, then by side
	next    int                  // the first incomplete pair
	counted int                  // complete pairs that repeat no others on any side
	copies  [strengths]store.CopyFinder

	values *tuning.Sample
	meters [2]*measure.Meter
	games  [2][]measure.Game
	plain  [][]store.Record // by strength
	wins   *balance.Result
	arrays []advise.Array
	cfg    measure.Config
}

// maxCollections is the largest number of measurements that an API keeps.
const maxCollections = 4

func (a *API) collect(_ context.Context, r ValuesRequest) (any, error) {
	a.collecting.Lock()
	defer a.collecting.Unlock()
	c, ok := a.collections.take(r.Measurement)
	if !ok || r.Restart {
		var err error
		if c, err = a.newCollection(r.Measurement); err != nil {
			return nil, err
		}
	}
	a.collections.put(r.Measurement, c, maxCollections)
	for _, g := range r.Games {
		if err := c.add(g); err != nil {
			return nil, err
		}
	}
	return c.result()
}

func (a *API) newCollection(m Measurement) (*collection, error) {
	sides, err := a.sides(m)
	if err != nil {
		return nil, err
	}
	c := &collection{of: m, sides: sides, waiting: map[int][][2]*Record{}, cfg: measure.Default()}
	if m.Wins {
		c.plain = make([][]store.Record, len(sides))
		return c, nil
	}
	if m.Other == nil {
		c.values, err = tuning.NewSample(sides[0].Game, tuning.Default())
		return c, err
	}
	c.cfg.Play = m.play()
	for i, side := range sides {
		c.meters[i] = measure.NewMeter(side.Game, &c.cfg)
	}
	return c, nil
}

// add adds a game and counts the pairs that it completes.
func (c *collection) add(r Record) error {
	if err := (PlayRequest{c.of, r.Side, r.Pair, r.Index}).check(len(c.sides)); err != nil {
		return err
	}
	if r.Pair < c.next {
		return nil
	}
	if c.waiting[r.Pair] == nil {
		c.waiting[r.Pair] = make([][2]*Record, len(c.sides))
	}
	c.waiting[r.Pair][r.Side][r.Index] = &r
	incomplete := func(games [2]*Record) bool { return games[0] == nil || games[1] == nil }
	for sides := c.waiting[c.next]; sides != nil && !slices.ContainsFunc(sides, incomplete); sides = c.waiting[c.next] {
		if err := c.count(sides); err != nil {
			return err
		}
		delete(c.waiting, c.next)
		c.next++
	}
	return nil
}

// count counts a pair of games on each side, unless both games of a side repeat others.
func (c *collection) count(sides [][2]*Record) error {
	pairs, copies := make([][2]store.Record, len(sides)), false
	for side, games := range sides {
		for i, r := range games {
			var err error
			if pairs[side][i], err = r.record(c.sides[side].Game); err != nil {
				return err
			}
		}
		copies = c.copies[side].Add(pairs[side][0].Print(), pairs[side][1].Print()) || copies
	}
	if copies {
		return nil
	}
	c.counted++
	if c.plain != nil {
		for side := range pairs {
			c.plain[side] = append(c.plain[side], pairs[side][:]...)
		}
		return nil
	}
	if c.values != nil {
		return c.values.Add(pairs[0])
	}
	for side := range pairs {
		for i := range pairs[side] {
			g, err := c.meters[side].Measure(&pairs[side][i])
			if err != nil {
				return err
			}
			g.Number(len(c.games[side]))
			c.games[side] = append(c.games[side], g)
		}
	}
	return nil
}

// result returns the results of the complete pairs.
func (c *collection) result() (Values, error) {
	out := Values{Worth: Worth{Pairs: c.counted, Values: []Value{}}, Labels: []string{}, Measures: []measure.Measure{}, Copies: []string{}}
	for i := range c.sides {
		if note := c.copies[i].Note(); note != "" {
			out.Copies = append(out.Copies, note)
		}
	}
	command := "estimate %s --openings armies --panel learned --rounds 0"
	if c.of.Other != nil {
		command = "compare %s"
	}
	if c.plain != nil {
		return out, c.whoWins(&out)
	}
	out.Command = fmt.Sprintf("bestiary %s --pairs %d --nodes %d --seed %d", command, max(c.next, 2), c.of.Nodes, c.of.Seed)
	if c.counted < MinPairs {
		return out, nil
	}
	if c.values != nil {
		var err error
		out.Worth, err = Live(c.sides[0].Game, c.values, bestPairs)
		return out, err
	}
	cfg := c.cfg
	cfg.Play.Pairs, cfg.Level = c.counted, anytime(c.counted, bestPairs)
	res, err := measure.Analyse([2]measure.Side{c.sides[0], c.sides[1]}, c.games, cfg)
	if err != nil {
		return out, err
	}
	for _, s := range res.Sides {
		out.Labels = append(out.Labels, s.Label)
	}
	out.Headline, out.Measures, out.Identical = res.Headline(), res.Measures, res.Identical
	return out, nil
}

// leastWins is the smallest number of pairs at each strength for which an answer is shown.
const leastWins = 6

// whoWins fits the curve by strength to the complete pairs.
func (c *collection) whoWins(out *Values) error {
	out.Command = fmt.Sprintf("bestiary study %%s --ask balance --seed %d", c.of.Seed)
	if c.counted < leastWins {
		return nil
	}
	g := c.sides[0].Game
	cfg, err := c.of.balance(g)
	if err != nil {
		return err
	}
	cfg.Play.Pairs = c.counted
	if c.wins, err = cfg.Read(g, c.plain); err == nil {
		out.Wins = &Wins{c.wins, stat.Number(c.wins.Main().Strongest().Curve.HalfWidth()), stat.Number(c.wins.WithGames(more))}
	}
	return err
}

// anytime returns the confidence level of intervals that hold whenever one looks, and are narrowest
// at a number of pairs.
func anytime(pairs int, narrowest float64) float64 {
	return stat.Anytime(Level, float64(pairs), narrowest)
}

// Live measures the values of the pieces of a game by the pairs collected so far. The intervals hold
// whenever one looks, and are narrowest at a number of pairs.
func Live(g *rules.Game, c *tuning.Sample, narrowest float64) (Worth, error) {
	out := Worth{Pairs: c.Pairs(), Values: []Value{}}
	if out.Pairs < MinPairs {
		return out, nil
	}
	e, err := c.Design(anytime(out.Pairs, narrowest))
	if err != nil {
		return out, err
	}
	wider := stat.Quantile(anytime(more*out.Pairs, narrowest)) / stat.Quantile(anytime(out.Pairs, narrowest))
	for _, v := range e.Values {
		r := estimate.RankedValue{Value: v, Total: v.Worth, Sampling: v.Worth, FromGames: v.WeightOfData}
		out.Values = append(out.Values, Value{
			int(opening.OnBoard(v.Type)) - 1, v.Piece, v.Worth, estimate.Tells(v.Worth, v.WeightOfData),
			stat.Number(wider * r.WithGames(more)), stat.Number(r.Needed()),
		})
	}
	out.Scale = strings.TrimPrefix(tuning.NewScale(g, tuning.Points).In(), "in ")
	return out, nil
}
