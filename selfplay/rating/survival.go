package rating

import (
	"fmt"
	"math"
	"slices"
)

// Survival is the Kaplan-Meier estimate of the share of games that are not over
// by their rules after so many plies, from games of which some were cut short:
// one adjudicated at ply 80 is known to last longer, not how long. It assumes that
// games are cut without regard to how they would go on, which adjudication by
// score is not; say how many were cut beside it.
type Survival struct {
	times   []float64 // at which games ended, ascending
	ended   []float64 // how many ended then
	at      []float64 // how many had lasted until then, cut or not
	share   []float64 // that lasts longer
	longest float64   // of all games, cut or not
}

// NewSurvival takes the lengths of games and which of them ended by their rules.
// Lengths must be finite and not negative.
func NewSurvival(lengths []float64, ended []bool) (*Survival, error) {
	if len(lengths) == 0 || len(lengths) != len(ended) {
		return nil, fmt.Errorf("rating: %d lengths of games with %d endings, expected as many of both and at least one", len(lengths), len(ended))
	}
	for i, t := range lengths {
		if !(t >= 0) || math.IsInf(t, 1) {
			return nil, fmt.Errorf("rating: game %d has length %v, expected a finite number of at least 0", i+1, t)
		}
	}
	s := &Survival{longest: slices.Max(lengths)}
	for i, t := range lengths {
		if ended[i] {
			s.times = append(s.times, t)
		}
	}
	slices.Sort(s.times)
	s.times = slices.Compact(s.times)
	s.count(lengths, ended)
	return s, nil
}

// count fills in what happened at each time.
func (s *Survival) count(lengths []float64, ended []bool) {
	n := len(s.times)
	s.ended, s.at, s.share = make([]float64, n), make([]float64, n), make([]float64, n)
	for i, t := range lengths {
		k, found := slices.BinarySearch(s.times, t)
		if found {
			s.at[k]++ // a game cut at a time has lasted until then
			if ended[i] {
				s.ended[k]++
			}
		} else if k > 0 {
			s.at[k-1]++
		}
	}
	for k := n - 2; k >= 0; k-- {
		s.at[k] += s.at[k+1]
	}
	share := 1.0
	for k := range s.times {
		share *= 1 - s.ended[k]/s.at[k]
		s.share[k] = share
	}
}

// At returns the share of games that last longer than t, with limits from the
// normal interval of ln(-ln share) by Greenwood's variance, which stay inside
// (0, 1). They are NaN where the share is 0 or 1.
func (s *Survival) At(t, level float64) (v Interval, standardError float64) {
	share, relative := s.upTo(t)
	v = Interval{share, math.NaN(), math.NaN()}
	if share > 0 && share < 1 {
		v.Lo, v.Hi = logLog(share, relative, critical(level))
	}
	if share == 0 {
		return v, 0
	}
	return v, share * relative
}

// logLog returns the limits of a share whose logarithm has a standard error.
func logLog(share, relative, z float64) (lo, hi float64) {
	off := z * relative / math.Abs(math.Log(share))
	return math.Pow(share, math.Exp(off)), math.Pow(share, math.Exp(-off))
}

// upTo returns the share at t and the standard error of its logarithm.
func (s *Survival) upTo(t float64) (share, relative float64) {
	share, sum := 1.0, 0.0
	for k := 0; k < len(s.times) && s.times[k] <= t; k++ {
		share = s.share[k]
		sum += s.ended[k] / (s.at[k] * (s.at[k] - s.ended[k]))
	}
	return share, math.Sqrt(sum)
}

// Median is the length that half of the games do not exceed. Its limits are where
// the limits of the share, by the normal interval of its logarithm, come down to
// one half. Each may be +∞: so many games did not end.
func (s *Survival) Median(level float64) Interval {
	v, z := Interval{math.Inf(1), math.Inf(1), math.Inf(1)}, critical(level)
	for _, t := range slices.Backward(s.times) {
		share, relative := s.upTo(t)
		if share <= 0.5 {
			v.Estimate = t
		}
		if share == 0 {
			v.Lo = t
			continue
		}
		if share*math.Exp(-z*relative) <= 0.5 {
			v.Lo = t
		}
		if share*math.Exp(z*relative) <= 0.5 {
			v.Hi = t
		}
	}
	return v
}

// RestrictedMean is the mean length of games when none counts for more than tau,
// the area under the shares up to there, with its standard error. tau must be
// positive and not beyond the longest game.
func (s *Survival) RestrictedMean(tau float64) (mean, standardError float64, err error) {
	if !(tau > 0 && tau <= s.longest) {
		return 0, 0, fmt.Errorf("rating: mean length restricted to %v, expected a number above 0, up to the longest game of %v", tau, s.longest)
	}
	area, variance, end := 0.0, 0.0, tau
	for k := len(s.times) - 1; k >= 0; k-- {
		if s.times[k] >= tau {
			continue
		}
		area += s.share[k] * (end - s.times[k])
		if s.at[k] > s.ended[k] {
			variance += area * area * s.ended[k] / (s.at[k] * (s.at[k] - s.ended[k]))
		}
		end = s.times[k]
	}
	return area + end, math.Sqrt(variance), nil
}
