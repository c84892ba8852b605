package search

import (
	"cmp"
	"slices"

	"bestiary/engine/rules"
)

// threatWeight turns centipawns into history scores.
const threatWeight = 4

// threats holds, for each type, the squares that lesser pieces of the opponent guard.
type threats struct {
	rising []rules.Type // by value
	lesser []rules.Set
}

func newThreats(g *rules.Game, values []int) threats {
	t := threats{slices.Clone(g.Types()), make([]rules.Set, len(values))}
	slices.SortStableFunc(t.rising, func(a, b rules.Type) int { return cmp.Compare(values[a], values[b]) })
	return t
}

// find computes the threats of a position. Values that differ by less than an eighth count as
// equal.
func (t *threats) find(p *rules.Position, values []int) {
	var sum rules.Set
	them := p.Turn().Other()
	for i, j := 0, 0; i < len(t.rising); i = j {
		equal := values[t.rising[i]] * 9 / 8
		for j = i; j < len(t.rising) && values[t.rising[j]] <= equal; j++ {
			t.lesser[t.rising[j]] = sum
		}
		for _, kind := range t.rising[i:j] {
			code := rules.CodeOf(kind, them)
			have := p.Pieces(code)
			have.Squares(func(sq rules.Square) {
				sum = sum.Or(&p.Sight(code, sq).Guards)
			})
		}
	}
}

// relief returns the value of the piece that a move takes out of a threat, negative if it moves
// into one.
func (t *threats) relief(p *rules.Position, m rules.Move, values []int) int {
	kind := p.At(m.From()).Type()
	lesser, relief := &t.lesser[kind], 0
	if lesser.Has(m.From()) {
		relief += values[kind]
	}
	if lesser.Has(m.To()) {
		relief -= values[kind]
	}
	return relief
}
