package bench

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
	"bestiary/engine/search"
)

// Config says what is measured. The zero value searches to DefaultDepth.
type Config struct {
	// Depth ends a search, in plies; 1 to search.MaxDepth. Default DefaultDepth,
	// or none when Nodes is set.
	Depth int
	// Nodes ends a search, in positions visited. Default 0: no limit.
	Nodes uint64
	// Perft is the depth to which legal moves are counted, in plies; 1 to
	// MaxPerft. Default DefaultPerft.
	Perft int
	// Middle measures the positions of Middle rather than those of Positions.
	Middle bool
}

const (
	// DefaultDepth takes about a tenth of a second a position.
	DefaultDepth = 7
	// DefaultPerft takes a few hundredths of a second a position.
	DefaultPerft = 3
	// MaxPerft is where counting takes minutes.
	MaxPerft = 6
)

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	switch {
	case c.Depth < 0 || c.Depth > search.MaxDepth:
		return fmt.Errorf("bench: depth is %d, expected 1 to %d plies", c.Depth, search.MaxDepth)
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

// Total adds up measurements; its signature depends on their order.
func Total(parts []Measurement) Measurement {
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

// Run measures a game with the weights that come with the program.
func Run(g *rules.Game, c Config) (Measurement, error) {
	var m Measurement
	if err := c.Validate(); err != nil {
		return m, err
	}
	c.Perft = cmp.Or(c.Perft, DefaultPerft)
	if c.Depth == 0 && c.Nodes == 0 {
		c.Depth = DefaultDepth
	}
	positions, err := c.positions(g)
	if err != nil {
		return m, err
	}
	s := search.New(eval.New(g, eval.Strongest(g)), search.Options{})
	h := fnv.New32a()
	for _, p := range positions {
		m.Positions++
		s.Reset()
		start := time.Now()
		r := s.Search(p, search.Limits{Depth: c.Depth, Nodes: c.Nodes})
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

// plies are the numbers of random moves that lead to the positions, after the
// placement phase.
var plies = [...]int{0, 8, 20, 40}

func (c Config) positions(g *rules.Game) ([]*rules.Position, error) {
	if c.Middle {
		return Middle(g)
	}
	return Positions(g), nil
}

// Positions returns the positions of a game that are measured. The game is not over in any
// of them.
func Positions(g *rules.Game) []*rules.Position {
	var out []*rules.Position
	for i, n := range plies {
		for seed := uint64(1); ; seed++ {
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

// Middle returns the positions of the middle game that are measured.
func Middle(g *rules.Game) ([]*rules.Position, error) {
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
