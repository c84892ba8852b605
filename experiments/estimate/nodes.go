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

// publishedRung is a rung of a ladder in results: the value of a piece at a number of nodes.
type publishedRung struct {
	game           string
	squares, nodes int
	piece          string
	value          float64
}

// publishedRungs returns the rungs of the published ladders, small boards first.
var publishedRungs = sync.OnceValues(func() ([]publishedRung, error) { return parseRungs(laddersFile) })

func parseRungs(text string) ([]publishedRung, error) {
	rows, err := dataFields(text, 6)
	if err != nil {
		return nil, fmt.Errorf("ladders.tsv: %w", err)
	}
	var out []publishedRung
	for _, f := range rows {
		r := publishedRung{game: f[0], piece: f[3]}
		var err1, err2, err3 error
		r.squares, err1 = strconv.Atoi(f[1])
		r.nodes, err2 = strconv.Atoi(f[2])
		r.value, err3 = strconv.ParseFloat(f[4], 64)
		if err1 != nil || err2 != nil || err3 != nil || r.squares < 1 || r.nodes < 1 || !(r.value > 0) {
			return nil, fmt.Errorf("ladders.tsv: %q is not a game, its squares, nodes, a piece, its value and pairs", f)
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b publishedRung) int { return a.squares - b.squares })
	return out, nil
}

// largest returns the largest change of a value per doubling, as a share, between a number
// of nodes and the last rung.
func largest(ladder []publishedRung, nodes int) float64 {
	top, most := ladder[len(ladder)-1].nodes, 0.0
	for _, a := range ladder {
		for _, b := range ladder {
			if a.piece == b.piece && a.nodes == nodes && b.nodes == top && nodes < top {
				most = max(most, math.Abs(math.Log(b.value/a.value))/math.Log2(float64(top)/float64(nodes)))
			}
		}
	}
	return most
}

// DefaultNodes returns the depth of an estimate without its own ladder. It uses the
// published ladder of the smallest board that is at least as large as the game's, or else
// of the largest board: the lowest rung above which no value changes by more than
// Tolerance per doubling, or else the strongest affordable rung.
func DefaultNodes(g *rules.Game) (Depth, error) {
	ladder, err := publishedRungs()
	if err != nil {
		return Depth{}, err
	}
	chosen := ladder[len(ladder)-1]
	if i := slices.IndexFunc(ladder, func(r publishedRung) bool { return r.squares >= g.Files()*g.Ranks() }); i >= 0 {
		chosen = ladder[i]
	}
	ladder = slices.DeleteFunc(slices.Clone(ladder), func(r publishedRung) bool { return r.game != chosen.game })
	slices.SortStableFunc(ladder, func(a, b publishedRung) int { return a.nodes - b.nodes })
	first, top := ladder[0], ladder[len(ladder)-1]
	on := fmt.Sprintf("on %s (%s)", format.Plural(chosen.squares, "square"), chosen.game)
	for _, r := range ladder {
		if most := largest(ladder, r.nodes); r.nodes < top.nodes && most <= Tolerance {
			return Depth{r.nodes, fmt.Sprintf("%s no value changed by more than %.1f %% when nodes were doubled, from there to %s",
				on, 100*most, format.Count(top.nodes))}, nil
		}
	}
	return Depth{min(top.nodes, affordableNodes), fmt.Sprintf("what a quarter of an hour allows; "+
		"%s values still changed by up to %.1f %% when nodes were doubled, from %s to %s",
		on, 100*largest(ladder, first.nodes), format.Count(first.nodes), format.Count(top.nodes))}, nil
}

// SetDepth sets the number of nodes a move. For more nodes it reduces the number of pairs by the
// root of the ratio.
func (c *Config) SetDepth(d Depth) {
	pairs := ladderPairs(c.Pairs, c.Play.Nodes, d.Nodes)
	c.Play.Nodes = d.Nodes
	c.SetPairs(pairs)
}

// Effort returns the mean number of nodes a move over the games of the panel, as a multiple of
// Play.Nodes.
func (c Config) Effort() float64 { return run.Effort(c.Panel) }
