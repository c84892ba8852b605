package rating

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// Bootstrap rates players like Rate, with limits that are quantiles of the ratings
// in resamples of the table. In each, as many pairs of the same two players are
// drawn, with replacement, as they played, and as many independent games with the
// same colours; so what the games of a pair have in common, and how draws really
// vary, is in the limits. A thousand resamples are usual. The same seed gives the
// same result. It fails if a resample has no finite ratings, which a prior
// prevents; without one it is for tables with many results of each kind.
func Bootstrap(t Table, c PlayersConfig, resamples int, seed uint64) (*Ratings, error) {
	if resamples < 1 {
		return nil, fmt.Errorf("rating: %d bootstrap resamples, expected at least 1", resamples)
	}
	out, err := Rate(t, c)
	if err != nil {
		return nil, err
	}
	strata, names := t.strata(), out.fit.names
	rng := rand.New(rand.NewPCG(seed, 0))
	var drawn [][]float64
	for b := range resamples {
		var sample Table
		for _, s := range strata {
			sample = s.resample(sample, rng)
		}
		f, err := fitPlayers(sample, c, names)
		if err != nil {
			return nil, fmt.Errorf("resample %d of %d: %w", b+1, resamples, err)
		}
		if out.fit.draw >= 0 && f.draw < 0 {
			f.parameters = append(f.parameters, out.fit.model.start(0))
		}
		drawn = append(drawn, f.parameters)
	}
	out.fit.resamples = drawn
	return out.fit.ratings(t, c), nil
}

// stratum is observations that may stand for each other: pairs of two players, or
// one row of independent games.
type stratum struct {
	pairs []Table
	games Match
}

// strata sorts the rows of a table, in the order of first appearance.
func (t Table) strata() []stratum {
	var list []stratum
	stratumOf := map[[2]string]int{} // of the pairs of two players
	placeOf := map[int]int{}         // of a pair in its stratum
	for _, m := range t {
		if m.Pair == 0 {
			list = append(list, stratum{games: m})
			continue
		}
		sides := [2]string{min(m.White, m.Black), max(m.White, m.Black)}
		k, known := stratumOf[sides]
		if !known {
			k = len(list)
			stratumOf[sides] = k
			list = append(list, stratum{})
		}
		place, known := placeOf[m.Pair]
		if !known {
			place = len(list[k].pairs)
			placeOf[m.Pair] = place
			list[k].pairs = append(list[k].pairs, nil)
		}
		list[k].pairs[place] = append(list[k].pairs[place], m)
	}
	return list
}

// resample appends a resample of a stratum to a table.
func (s stratum) resample(t Table, rng *rand.Rand) Table {
	if s.pairs == nil {
		m := s.games
		m.Result = m.Result.resample(rng)
		return append(t, m)
	}
	for range s.pairs {
		t = append(t, s.pairs[rng.IntN(len(s.pairs))]...)
	}
	return t
}

// resample draws as many independent games with the frequencies of c.
func (c WDL) resample(rng *rand.Rand) WDL {
	wins := binomial(c.Games(), c.Wins, c.Games(), rng)
	draws := binomial(c.Games()-wins, c.Draws, c.Draws+c.Losses, rng)
	return WDL{Wins: wins, Draws: draws, Losses: c.Games() - wins - draws}
}

// binomial draws the successes of n trials with the probability part/whole.
func binomial(n, part, whole int, rng *rand.Rand) int {
	if n == 0 || part == 0 {
		return 0
	}
	if part == whole {
		return n
	}
	return int(math.Round(distuv.Binomial{N: float64(n), P: float64(part) / float64(whole), Src: rng}.Rand()))
}
