package bench

import (
	"slices"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// Effort is a number of positions visited and the time that it took.
type Effort struct {
	Nodes uint64
	Time  time.Duration
}

// Rate returns positions per second.
func (e Effort) Rate() float64 { return rate(e.Nodes, e.Time) }

func (e *Effort) add(f Effort) { e.Nodes, e.Time = e.Nodes+f.Nodes, e.Time+f.Time }

// Comparison is the speed of the engine beside that of another program.
type Comparison struct{ Own, Peer []Effort } // by round

// Peer has another program search a position to about a number of nodes, with an empty
// table.
type Peer func(p *rules.Position, nodes uint64) (Effort, error)

// peerHashBits makes a table of 16 megabytes, as other programs have by default.
const peerHashBits = 20

// Beside has the engine and another program search positions by turns, each of them in every
// round, so that both meet the same load of the machine.
func Beside(g *rules.Game, positions []*rules.Position, nodes uint64, rounds int, peer Peer) (c Comparison, err error) {
	s := search.New(eval.New(g, eval.Strongest(g)), search.Options{HashBits: peerHashBits})
	c = Comparison{make([]Effort, rounds), make([]Effort, rounds)}
	for round := range rounds {
		for _, p := range positions {
			s.Reset()
			start := time.Now()
			r := s.Search(p, search.Limits{Nodes: nodes})
			c.Own[round].add(Effort{r.Nodes, time.Since(start)})
			theirs, err := peer(p, nodes)
			if err != nil {
				return c, err
			}
			c.Peer[round].add(theirs)
		}
	}
	return c, nil
}

// Together adds up the efforts of comparisons with the same number of rounds.
func Together(parts []Comparison) (sum Comparison) {
	for i, part := range parts {
		if i == 0 {
			sum = Comparison{slices.Clone(part.Own), slices.Clone(part.Peer)}
			continue
		}
		for round := range part.Own {
			sum.Own[round].add(part.Own[round])
			sum.Peer[round].add(part.Peer[round])
		}
	}
	return sum
}

// Ratio returns how many positions the engine visits in the time in which the other program
// visits one: the median of the rounds, the least and the most.
func (c Comparison) Ratio() (median, low, high float64) {
	var ratios []float64
	for round := range c.Own {
		ratios = append(ratios, c.Own[round].Rate()/c.Peer[round].Rate())
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1]
}

// Median returns the positions per second of the median round.
func Median(rounds []Effort) float64 {
	var rates []float64
	for _, e := range rounds {
		rates = append(rates, e.Rate())
	}
	slices.Sort(rates)
	return rates[len(rates)/2]
}
