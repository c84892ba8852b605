package estimate

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/format"
)

//go:embed ladders.tsv
var laddersFile string

// affordableNodes is the largest number of nodes a move at which an estimate of a game on
// a large board ends within a quarter of an hour on two processors.
const affordableNodes = 600

// Depth is an estimate's default number of nodes a move, with the reason.
type Depth struct {
	Nodes int
	// Because completes a sentence that begins with the number of nodes.
	Because string
}

// publishedLadder is a ladder in results: the values of pieces by the number of nodes.
type publishedLadder struct {
	game    string
	squares int
	nodes   []int // ascending
	values  map[string]map[int]float64
}

// publishedLadders returns the published ladders, small boards first.
var publishedLadders = sync.OnceValues(func() ([]publishedLadder, error) { return parseLadders(laddersFile) })

func parseLadders(text string) ([]publishedLadder, error) {
	rows, err := dataFields(text, 6)
	if err != nil {
		return nil, fmt.Errorf("ladders.tsv: %w", err)
	}
	var out []publishedLadder
	for _, f := range rows {
		squares, err1 := strconv.Atoi(f[1])
		nodes, err2 := strconv.Atoi(f[2])
		value, err3 := strconv.ParseFloat(f[4], 64)
		if err1 != nil || err2 != nil || err3 != nil || squares < 1 || nodes < 1 || !(value > 0) {
			return nil, fmt.Errorf("ladders.tsv: %q is not a game, its squares, nodes, a piece, its value and pairs", f)
		}
		k := slices.IndexFunc(out, func(l publishedLadder) bool { return l.game == f[0] })
		if k < 0 {
			k = len(out)
			out = append(out, publishedLadder{game: f[0], squares: squares, values: map[string]map[int]float64{}})
		}
		l := &out[k]
		if !slices.Contains(l.nodes, nodes) {
			l.nodes = append(l.nodes, nodes)
			slices.Sort(l.nodes)
		}
		if l.values[f[3]] == nil {
			l.values[f[3]] = map[int]float64{}
		}
		l.values[f[3]][nodes] = value
	}
	slices.SortStableFunc(out, func(a, b publishedLadder) int { return a.squares - b.squares })
	return out, nil
}

// largest returns the largest change of a value per doubling, as a share, between a number
// of nodes and the strongest rung.
func (l *publishedLadder) largest(nodes int) float64 {
	top, most := l.nodes[len(l.nodes)-1], 0.0
	for _, values := range l.values {
		a, b := values[nodes], values[top]
		if a > 0 && b > 0 && nodes < top {
			most = max(most, math.Abs(math.Log(b/a))/math.Log2(float64(top)/float64(nodes)))
		}
	}
	return most
}

// DefaultNodes returns the depth of an estimate without its own ladder. It uses the
// published ladder of the smallest board that is at least as large as the game's, or else
// of the largest board: the lowest rung above which no value changes by more than
// Tolerance per doubling, or else the strongest affordable rung.
func DefaultNodes(g *rules.Game) (Depth, error) {
	ladders, err := publishedLadders()
	if err != nil {
		return Depth{}, err
	}
	squares := g.Files() * g.Ranks()
	l := &ladders[len(ladders)-1]
	for i := range ladders {
		if ladders[i].squares >= squares {
			l = &ladders[i]
			break
		}
	}
	top := l.nodes[len(l.nodes)-1]
	for _, n := range l.nodes[:len(l.nodes)-1] {
		if most := l.largest(n); most <= Tolerance {
			return Depth{n, fmt.Sprintf("on %s (%s) no value changed by more than %.1f %% when nodes were doubled, from there to %s",
				format.Plural(l.squares, "square"), l.game, 100*most, format.Count(top))}, nil
		}
	}
	first := l.nodes[0]
	return Depth{min(top, affordableNodes), fmt.Sprintf("what a quarter of an hour allows; on %s (%s) values still changed by up to %.1f %% when nodes were doubled, from %s to %s",
		format.Plural(l.squares, "square"), l.game, 100*l.largest(first), format.Count(first), format.Count(top))}, nil
}

// SetDepth sets the number of nodes a move. With more nodes it reduces the number of pairs
// by the root of the ratio.
func (c *Config) SetDepth(d Depth) {
	pairs := ladderPairs(c.Pairs, c.Play.Nodes, d.Nodes)
	c.Play.Nodes = d.Nodes
	c.SetPairs(pairs)
}

// Effort returns the mean number of nodes a move over the games of the panel, as a multiple of Play.Nodes.
func (c Config) Effort() float64 { return run.Effort(c.Panel) }
