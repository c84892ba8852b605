package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// sample is a set of independent scores, counted by their value.
type sample struct {
	points []float64 // the values, ascending from 0 to 1 in equal steps
	counts []float64 // how often each was seen
	games  float64   // games per score: 1, or 2 for pairs
}

// newSample makes a sample from the counts of equidistant scores.
func newSample(games float64, counts ...int) sample {
	s := sample{games: games}
	for i, n := range counts {
		s.points = append(s.points, float64(i)/float64(len(counts)-1))
		s.counts = append(s.counts, float64(n))
	}
	return s
}

// zeroCount stands for a count of zero where a likelihood needs all scores to be
// possible.
const zeroCount = 1e-3

// regularized returns the sample with zeroCount in place of zeros.
func (s sample) regularized() sample {
	counts := make([]float64, len(s.counts))
	for i, n := range s.counts {
		counts[i] = n
		if n == 0 {
			counts[i] = zeroCount
		}
	}
	s.counts = counts
	return s
}

// size is the number of scores.
func (s sample) size() float64 { return floats.Sum(s.counts) }

// shares returns the relative frequency of each point.
func (s sample) shares() []float64 {
	n, p := s.size(), make([]float64, len(s.counts))
	for i, count := range s.counts {
		p[i] = count / n
	}
	return p
}

func (s sample) mean() float64 { return floats.Dot(s.points, s.counts) / s.size() }

// moment is the k-th central moment, with divisor n.
func (s sample) moment(k float64) float64 {
	mu, sum := s.mean(), 0.0
	for i, a := range s.points {
		sum += s.counts[i] * math.Pow(a-mu, k)
	}
	return sum / s.size()
}

func (s sample) variance() float64 { return s.moment(2) }

// standardError is the standard error of the mean.
func (s sample) standardError() float64 { return math.Sqrt(s.variance() / s.size()) }

// deviation returns the standard deviation per game. For pairs it is the deviation
// at which independent games would make the scores of pairs as variable as they are.
func (s sample) deviation() float64 { return math.Sqrt(s.games * s.variance()) }
