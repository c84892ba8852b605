package search

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// BenchConfig specifies what is measured. The zero value searches to BenchDepth.
type BenchConfig struct {
	// Depth ends a search, in plies; 1 to MaxDepth. Default BenchDepth,
	// or none when Nodes is set.
	Depth int
	// Nodes ends a search, in positions visited. Default 0: no limit.
	Nodes uint64
	// Perft is the depth to which legal moves are counted, in plies; 1 to
	// MaxPerft. Default BenchPerft.
	Perft int
	// Middle measures the positions of MiddlePositions rather than those of BenchPositions.
	Middle bool
}

const (
	// BenchDepth takes about a tenth of a second a position.
	BenchDepth = 7
	// BenchPerft takes a few hundredths of a second a position.
	BenchPerft = 3
	// MaxPerft is where counting takes minutes.
	MaxPerft = 6
)

// Validate reports the first field that is out of range.
func (c BenchConfig) Validate() error {
	switch {
	case c.Depth < 0 || c.Depth > MaxDepth:
		return fmt.Errorf("bench: depth is %d, expected 1 to %d plies", c.Depth, MaxDepth)
	case c.Perft < 0 || c.Perft > MaxPerft:
		return fmt.Errorf("bench: perft depth is %d, expected 1 to %d plies", c.Perft, MaxPerft)
	}
	return nil
}

// Measurement holds the results of one game, or of several added up.
type Measurement struct {
	Positions int           `json:"positions"`
	Nodes     uint64        `json:"nodes"`  // visited by the searches
	Searching time.Duration `json:"-"`      // spent on them
	Leaves    uint64        `json:"leaves"` // counted by perft
	Counting  time.Duration `json:"-"`      // spent on them
	Signature uint32        `json:"-"`      // hash of the results of the searches and of the leaf counts
}

// NodesPerSecond returns the speed of the searches.
func (m Measurement) NodesPerSecond() float64 { return rate(m.Nodes, m.Searching) }

// LeavesPerSecond returns the speed of perft.
func (m Measurement) LeavesPerSecond() float64 { return rate(m.Leaves, m.Counting) }

func rate(n uint64, d time.Duration) float64 { return float64(n) / max(d.Seconds(), 1e-9) }

// BenchTotal adds up measurements; its signature depends on their order.
func BenchTotal(parts []Measurement) Measurement {
	var t Measurement
	h := fnv.New32a()
	for _, m := range parts {
		t.Positions += m.Positions
		t.Nodes += m.Nodes
		t.Searching += m.Searching
		t.Leaves += m.Leaves
		t.Counting += m.Counting
		mix(h, uint64(m.Signature))
	}
	t.Signature = h.Sum32()
	return t
}

// Bench measures a game with the weights that come with the program.
func Bench(g *rules.Game, c BenchConfig) (Measurement, error) {
	var m Measurement
	if err := c.Validate(); err != nil {
		return m, err
	}
	c.Perft = cmp.Or(c.Perft, BenchPerft)
	if c.Depth == 0 && c.Nodes == 0 {
		c.Depth = BenchDepth
	}
	positions, err := c.positions(g)
	if err != nil {
		return m, err
	}
	s := New(eval.New(g, eval.Strongest(g)), Options{})
	h := fnv.New32a()
	for _, p := range positions {
		m.Positions++
		s.Reset()
		start := time.Now()
		r := s.Search(p, Limits{Depth: c.Depth, Nodes: c.Nodes})
		m.Searching += time.Since(start)
		m.Nodes += r.Nodes
		start = time.Now()
		leaves := p.Perft(c.Perft)
		m.Counting += time.Since(start)
		m.Leaves += leaves
		mix(h, uint64(r.Move), uint64(r.Score), uint64(r.Depth), r.Nodes, leaves)
	}
	m.Signature = h.Sum32()
	return m, nil
}

func mix(h hash.Hash32, values ...uint64) {
	var b [8]byte
	for _, v := range values {
		binary.LittleEndian.PutUint64(b[:], v)
		h.Write(b[:])
	}
}

// benchPlies are the numbers of random moves that lead to the positions, after the
// placement phase.
var benchPlies = [...]int{0, 8, 20, 40}

func (c BenchConfig) positions(g *rules.Game) ([]*rules.Position, error) {
	if c.Middle {
		return MiddlePositions(g)
	}
	return BenchPositions(g), nil
}

// BenchPositions returns the positions of a game that are measured. The game is not over in any
// of them.
func BenchPositions(g *rules.Game) []*rules.Position {
	var out []*rules.Position
	for i, n := range benchPlies {
		for seed := uint64(1); seed <= 1000; seed++ { // some games never last that long
			if p := wander(g, n, rand.New(rand.NewPCG(seed, uint64(i)))); p != nil {
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// wander plays n random moves after the placement phase. It returns nil if the game
// ends earlier.
func wander(g *rules.Game, n int, rng *rand.Rand) *rules.Position {
	p := g.NewPosition()
	for p.Placing() || n > 0 {
		if !p.Placing() {
			n--
		}
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return nil
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
	if result, _ := p.Outcome(); result != rules.Ongoing {
		return nil
	}
	return p
}

//go:embed middle.txt
var middleText string

// middleGames are the games that have positions of the middle game.
var middleGames = []string{"chess", "capablanca", "grand", "falcon-chess", "al-ces", "herculean"}

// MiddleGames lists the games that have positions of the middle game.
func MiddleGames() []string { return slices.Clone(middleGames) }

// MiddlePositions returns the positions of the middle game that are measured.
func MiddlePositions(g *rules.Game) ([]*rules.Position, error) {
	var out []*rules.Position
	for line := range strings.Lines(middleText) {
		name, fen, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != g.Variant.Name {
			continue
		}
		p, err := g.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if out == nil {
		return nil, fmt.Errorf("bench: no positions of the middle game of %s, expected one of %s", g.Variant.Name, strings.Join(middleGames, ", "))
	}
	return out, nil
}

// Effort is a number of positions visited and the time that it took.
type Effort struct {
	Nodes uint64
	Time  time.Duration
}

// Rate returns positions per second.
func (e Effort) Rate() float64 { return rate(e.Nodes, e.Time) }

func (e *Effort) add(f Effort) { e.Nodes, e.Time = e.Nodes+f.Nodes, e.Time+f.Time }

// Comparison is the speed of the engine and of another program.
type Comparison struct{ Own, Peer []Effort } // by round

// Peer has another program search a position to about a number of nodes, with an empty
// table.
type Peer func(p *rules.Position, nodes uint64) (Effort, error)

// peerHashBits makes a table of 16 megabytes, as other programs have by default.
const peerHashBits = 20

// Beside has the engine and another program search positions by turns, each of them in every
// round, so that both meet the same load of the machine.
func Beside(g *rules.Game, positions []*rules.Position, nodes uint64, rounds int, peer Peer) (c Comparison, err error) {
	s := New(eval.New(g, eval.Strongest(g)), Options{HashBits: peerHashBits})
	c = Comparison{make([]Effort, rounds), make([]Effort, rounds)}
	for round := range rounds {
		for _, p := range positions {
			s.Reset()
			start := time.Now()
			r := s.Search(p, Limits{Nodes: nodes})
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

// MedianRate returns the positions per second of the median round.
func MedianRate(rounds []Effort) float64 {
	var rates []float64
	for _, e := range rounds {
		rates = append(rates, e.Rate())
	}
	slices.Sort(rates)
	return rates[len(rates)/2]
}
