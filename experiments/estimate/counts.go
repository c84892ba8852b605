package estimate

import (
	"cmp"
	"iter"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// GameCounts counts the games of a round by how they ended.
type GameCounts struct {
	store.Summary
	// Endings counts the reasons, most frequent first.
	Endings []Ending
	// Decided and Drawn hold the lengths of games in moves, a move being one turn of each
	// side, rounded up.
	Decided, Drawn []int
	// ArmyA counts the complete pairs by the results of the army drawn first.
	ArmyA rating.Pairs
}

// Score is White's score, 0 to 1.
func (c *GameCounts) Score() float64 {
	return (float64(c.W) + float64(c.D)/2) / float64(max(c.Games, 1))
}

// Ending is a reason why games ended.
type Ending struct {
	Reason rules.Reason
	Games  int
	Drawn  bool
}

// counter counts the games of complete pairs while others read them.
type counter struct {
	GameCounts
	pair  func(first, second *store.Record) error // if not nil, gets each pair
	first store.Record                            // of a pair
	begun bool                                    // there is a first
	drawn map[rules.Reason]bool
}

// count passes games on and counts them.
func (c *counter) count(records iter.Seq2[store.Record, error]) iter.Seq2[store.Record, error] {
	c.drawn = map[rules.Reason]bool{}
	return func(yield func(store.Record, error) bool) {
		for rec, err := range records {
			switch {
			case err != nil:
			case rec.Index == 0:
				c.first, c.begun = rec, true
			case c.begun && c.first.Round == rec.Round && c.first.Pair == rec.Pair:
				c.begun = false
				err = c.add(&c.first, &rec)
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

func (c *counter) add(first, second *store.Record) error {
	err := c.ArmyA.Add(match.ResultOf(first.Result, true), match.ResultOf(second.Result, false))
	if err == nil && c.pair != nil {
		err = c.pair(first, second)
	}
	for _, rec := range []*store.Record{first, second} {
		c.Add(rec.Result, rec.Reason, 1, rec.Plies())
		moves := (rec.Plies() + 1) / 2
		if c.drawn[rec.Reason] = rec.Result == rules.Draw; c.drawn[rec.Reason] {
			c.Drawn = append(c.Drawn, moves)
		} else {
			c.Decided = append(c.Decided, moves)
		}
	}
	return err
}

// counts returns the counts, with the endings in order.
func (c *counter) counts() GameCounts {
	for reason, n := range c.Reasons {
		c.Endings = append(c.Endings, Ending{reason, n, c.drawn[reason]})
	}
	slices.SortFunc(c.Endings, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
	return c.GameCounts
}

// Difference is one of the exchanges by which armies of the last round differ.
type Difference struct {
	// Exchange lists the pieces that only one army has and the pieces that only the other
	// has.
	Exchange string
	// Share is its share of the pairs, and Pairs their number.
	Share float64
	Pairs int
	// Expected is the first side's score as expected when the exchange was chosen; Score
	// is the measured score.
	Expected float64
	Score    stat.Interval
}

// exchanges counts the pairs of a round by exchange.
type exchanges struct {
	g       *rules.Game
	source  *opening.Source
	chosen  *tuning.Chosen
	results []rating.Pairs
}

func newExchanges(g *rules.Game, openings opening.Config, seed uint64, chosen *tuning.Chosen) (*exchanges, error) {
	source, err := opening.New(g, openings, seed)
	return &exchanges{g, source, chosen, make([]rating.Pairs, len(chosen.Mix))}, err
}

// add counts a pair for the side that has the left of its exchange.
func (x *exchanges) add(first, second *store.Record) error {
	i := x.source.Exchange(second.Pair)
	left, err := hasLeft(x.g, first, x.chosen.Mix[i].Left[0])
	if err != nil {
		return err
	}
	index := 0
	if !left {
		index = 1
	}
	return x.results[i].Add(match.ResultOf(first.Result, index == 0), match.ResultOf(second.Result, index == 1))
}

// list returns the exchanges with intervals of a level.
func (x *exchanges) list(level float64) []Difference {
	total := 0.0
	for _, s := range x.chosen.Mix {
		total += s.Weight
	}
	var out []Difference
	for i, s := range x.chosen.Mix {
		d := Difference{
			Exchange: s.Text(x.g), Share: s.Weight / total, Pairs: x.results[i].Number(), Expected: x.chosen.Scores[i], Score: stat.Unknown(),
		}
		if d.Pairs > 1 {
			d.Score, _ = rating.ScoreInterval(x.results[i], stat.StudentQuantile(level, float64(d.Pairs-1)), level)
		}
		out = append(out, d)
	}
	return out
}

// hasLeft reports whether White has more of a kind at the start of a game, compared with
// Black and with the array.
func hasLeft(g *rules.Game, rec *store.Record, t rules.Type) (bool, error) {
	p, err := rec.Start(g)
	if err != nil {
		return false, err
	}
	more := func(p *rules.Position) int { return tuning.Count(p, t, rules.White) - tuning.Count(p, t, rules.Black) }
	return more(p) > more(g.NewPosition()), nil
}
