package rating

import (
	"bestiary/internal/stat"
	"fmt"
	"maps"
	"math"
	"slices"
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

// life is how long a game lasted.
type life struct {
	length float64
	ended  bool // by the rules
}

// NewSurvival computes the estimate from the lengths of games, which of them ended by
// their rules, and the cluster of each, such as its pair, numbered from 0. Games of one
// cluster may depend on each other. Lengths must be finite and not negative.
//
// The error of a share is a sum over clusters of what each contributes (the infinitesimal
// jackknife: Williams, Biometrics 51, 1995). If every game is its own cluster, that is
// Greenwood's error.
func NewSurvival(lengths []float64, ended []bool, cluster []int) (*Survival, error) {
	n := len(lengths)
	if n == 0 || n != len(ended) || n != len(cluster) {
		return nil, fmt.Errorf("rating: %d lengths of games, %d endings and %d clusters, expected as many of each and at least one", n, len(ended), len(cluster))
	}
	s := &Survival{}
	lives := map[int][]life{}
	for i, t := range lengths {
		if !(t >= 0) || math.IsInf(t, 1) || cluster[i] < 0 {
			return nil, fmt.Errorf("rating: game %d has length %v and cluster %d, expected a finite length and a cluster of at least 0", i+1, t, cluster[i])
		}
		if ended[i] {
			s.times = append(s.times, t)
		}
		lives[cluster[i]] = append(lives[cluster[i]], life{t, ended[i]})
	}
	slices.Sort(s.times)
	s.times = slices.Compact(s.times)
	s.count(lengths, ended)
	s.addErrors(lives)
	return s, nil
}

// count fills in what happened at each time.
func (s *Survival) count(lengths []float64, ended []bool) {
	n := len(s.times)
	s.ended, s.at, s.share = make([]float64, n), make([]float64, n), make([]float64, n)
	for i, t := range lengths {
		k, found := slices.BinarySearch(s.times, t)
		if found {
			s.at[k]++ // a game cut at a time had lasted until then
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

// addErrors fills in the errors, cluster by cluster in their order.
func (s *Survival) addErrors(clusters map[int][]life) {
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
func (s *Survival) influence(lives []life) []float64 {
	out := make([]float64, len(s.times))
	sum := 0.0
	for k, t := range s.times {
		if s.at[k] == s.ended[k] {
			break
		}
		for _, l := range lives {
			if l.length < t {
				continue
			}
			sum += s.ended[k] / s.at[k] / (s.at[k] - s.ended[k])
			if l.ended && l.length == t {
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
		v.Lo, v.Hi = logLog(share, relative, stat.Quantile(level))
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
// to one half. Each may be +∞ if this many games did not end.
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
