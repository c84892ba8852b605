package rating

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"bestiary/internal/stat"
)

// Survival is the Kaplan-Meier estimate of the share of games that have not ended by their
// rules after a given number of plies. Some of the games may have been cut short: a game
// adjudicated at ply 80 would have lasted an unknown time longer. The estimate assumes
// that cutting a game is independent of how it would have gone on. Adjudication by score
// violates that, so the number of cut games should be reported beside it.
type Survival struct {
	times []float64 // at which games ended, ascending
	ended []float64 // games that ended then
	at    []float64 // games that had lasted until then, cut or not
	share []float64 // of games that last longer
	// relative is the standard error of ln share.
	relative []float64
}

// Life is how long a game lasted.
type Life struct {
	Length float64 // finite and not negative
	// Ended reports whether the game came to the end that is studied; others were cut short.
	Ended bool
	// Cluster numbers the games that may depend on each other, such as a pair, from 0 on.
	Cluster int
}

// NewSurvival computes the estimate from at least one game.
//
// The error of a share is a sum over clusters of what each contributes (the infinitesimal
// jackknife: Williams, Biometrics 51, 1995). If every game is its own cluster, that is
// Greenwood's error.
func NewSurvival(lives []Life) (*Survival, error) {
	if len(lives) == 0 {
		return nil, ErrNoGames
	}
	clusters := map[int][]Life{}
	for i, l := range lives {
		if !(l.Length >= 0) || math.IsInf(l.Length, 1) || l.Cluster < 0 {
			return nil, fmt.Errorf("rating: game %d has length %v and cluster %d, expected a finite length and a cluster of at least 0", i+1, l.Length, l.Cluster)
		}
		clusters[l.Cluster] = append(clusters[l.Cluster], l)
	}
	s := &Survival{times: timesOf(lives)}
	s.ended, s.at = countAt(s.times, lives)
	share := 1.0
	for k := range s.times {
		share *= 1 - s.ended[k]/s.at[k]
		s.share = append(s.share, share)
	}
	s.addErrors(clusters)
	return s, nil
}

// timesOf returns the times at which games ended, ascending.
func timesOf(lives []Life) []float64 {
	var times []float64
	for _, l := range lives {
		if l.Ended {
			times = append(times, l.Length)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// countAt counts the games that ended at each time, and those that had lasted until then. A
// game cut short at a time has lasted until then.
func countAt(times []float64, lives []Life) (ended, at []float64) {
	ended, at = make([]float64, len(times)), make([]float64, len(times))
	for _, l := range lives {
		k, found := slices.BinarySearch(times, l.Length)
		if found {
			at[k]++
			if l.Ended {
				ended[k]++
			}
		} else if k > 0 {
			at[k-1]++
		}
	}
	for k := len(times) - 2; k >= 0; k-- {
		at[k] += at[k+1]
	}
	return ended, at
}

// addErrors fills in the errors, cluster by cluster in their order.
func (s *Survival) addErrors(clusters map[int][]Life) {
	s.relative = make([]float64, len(s.times))
	for _, c := range slices.Sorted(maps.Keys(clusters)) {
		for k, x := range s.influence(clusters[c]) {
			s.relative[k] += x * x
		}
	}
	for k := range s.relative {
		if s.share[k] == 0 {
			s.relative[k] = math.Inf(1)
		}
		s.relative[k] = math.Sqrt(s.relative[k])
	}
}

// influence returns the change of ln share at each time per unit of weight of a cluster.
// It is 0 where the share is 0.
func (s *Survival) influence(lives []Life) []float64 {
	out := make([]float64, len(s.times))
	sum := 0.0
	for k, t := range s.times {
		if s.at[k] == s.ended[k] {
			break
		}
		for _, l := range lives {
			if l.Length < t {
				continue
			}
			sum += s.ended[k] / s.at[k] / (s.at[k] - s.ended[k])
			if l.Ended && l.Length == t {
				sum -= 1 / (s.at[k] - s.ended[k])
			}
		}
		out[k] = sum
	}
	return out
}

// At returns the share of games that last longer than t, with limits from the normal
// interval of ln(-ln share), which stay inside (0, 1), by Greenwood's variance or the
// errors of clusters. The limits are NaN where the share is 0 or 1.
func (s *Survival) At(t, level float64) (v stat.Interval, standardError float64) {
	share, relative := s.upTo(t)
	v = stat.Interval{Estimate: share, Lo: math.NaN(), Hi: math.NaN(), Level: level}
	if share > 0 && share < 1 {
		off := stat.Quantile(level) * relative / math.Abs(math.Log(share))
		v.Lo, v.Hi = math.Pow(share, math.Exp(off)), math.Pow(share, math.Exp(-off))
	}
	if share == 0 {
		return v, 0
	}
	return v, share * relative
}

// upTo returns the share at t and the standard error of its logarithm.
func (s *Survival) upTo(t float64) (share, relative float64) {
	k, found := slices.BinarySearch(s.times, t)
	if found {
		k++
	}
	if k == 0 {
		return 1, 0
	}
	return s.share[k-1], s.relative[k-1]
}

// Median returns the length that half of the games do not exceed. Its limits are the
// lengths at which the limits of the share, by the normal interval of its logarithm, fall
// to one half. A value is +∞ if the share never falls that low.
func (s *Survival) Median(level float64) stat.Interval {
	v, z := stat.Interval{Estimate: math.Inf(1), Lo: math.Inf(1), Hi: math.Inf(1), Level: level}, stat.Quantile(level)
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
