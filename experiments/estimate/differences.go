package estimate

import (
	"iter"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Difference is one of the exchanges by which armies of the last round differ.
type Difference struct {
	// Exchange lists the pieces that only one army has and the pieces that only the other has.
	Exchange string
	// Share is its share of the pairs, and Pairs their number.
	Share float64
	Pairs int
	// Expected is the score of the first side that the run expected when it chose the
	// exchange; Score is the measured one.
	Expected float64
	Score    stat.Interval
}

// countDifferences counts the games of a round by exchange.
func countDifferences(g *rules.Game, openings opening.Config, seed uint64, chosen *tuning.Chosen, records iter.Seq2[store.Record, error], level float64) ([]Difference, error) {
	if chosen == nil {
		return nil, nil
	}
	source, err := opening.New(g, openings, seed)
	if err != nil {
		return nil, err
	}
	results := make([]rating.Pairs, len(chosen.Mix))
	var first store.Record
	for rec, err := range records {
		if err != nil {
			return nil, err
		}
		if rec.Index == 0 {
			first = rec
			continue
		}
		i := source.Exchange(rec.Pair)
		left, err := hasLeft(g, &first, chosen.Mix[i].Left[0])
		if err != nil {
			return nil, err
		}
		index := 0
		if !left {
			index = 1
		}
		if err := results[i].Add(resultOfA(first.Result, index), resultOfA(rec.Result, 1-index)); err != nil {
			return nil, err
		}
	}
	total := 0.0
	for _, s := range chosen.Mix {
		total += s.Weight
	}
	var out []Difference
	for i, s := range chosen.Mix {
		d := Difference{Exchange: s.Text(g), Share: s.Weight / total, Pairs: results[i].Number(), Expected: chosen.Scores[i], Score: stat.Unknown()}
		if d.Pairs > 1 {
			d.Score, _ = rating.ScoreInterval(results[i], stat.StudentQuantile(level, float64(d.Pairs-1)), level)
		}
		out = append(out, d)
	}
	return out, nil
}

// hasLeft reports whether White has more of a kind at the start of a game.
func hasLeft(g *rules.Game, rec *store.Record, t rules.Type) (bool, error) {
	p, err := rec.Start(g)
	if err != nil {
		return false, err
	}
	return tuning.Count(p, t, rules.White) > tuning.Count(p, t, rules.Black), nil
}
