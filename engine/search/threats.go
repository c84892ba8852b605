package search

import (
	"cmp"
	"slices"

	"bestiary/engine/rules"
)

// threatWeight turns centipawns into history scores.
const threatWeight = 4

// threats are the squares that lesser pieces of the opponent guard, by the type that
// should not stand there.
type threats struct {
	rising []rules.Type // by value
	lesser []rules.Set
}

func newThreats(g *rules.Game, values []int) threats {
	t := threats{slices.Clone(g.Types()), make([]rules.Set, len(values))}
	slices.SortStableFunc(t.rising, func(a, b rules.Type) int { return cmp.Compare(values[a], values[b]) })
	return t
}

// find looks at a position. Pieces whose values differ by less than an eighth are equal.
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

// relief is the value that a move takes out of a threat, or, below 0, into one.
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
