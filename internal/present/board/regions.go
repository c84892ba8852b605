package board

import (
	"fmt"
	"slices"
	"strings"
)

// region is a set of ranks, counted from the piece's own side, from which a
// piece has the same moves.
type region struct {
	caption string
	moves   []Move
}

// regions splits the ranks of a board by the moves that a piece has on them, in
// the order of the ranks; those without limited moves are last. There is one
// region without a caption for a piece that has no limited moves.
func regions(moves []Move, ranks int) []region {
	if !slices.ContainsFunc(moves, Move.Limited) {
		return []region{{moves: moves}}
	}
	groups := groupRanks(moves, ranks)
	var list, others []region
	for _, g := range groups {
		var r region
		for i, m := range moves {
			if g.active[i] {
				r.moves = append(r.moves, m)
			}
		}
		if slices.ContainsFunc(r.moves, Move.Limited) {
			r.caption = rankNames(g.ranks)
			list = append(list, r)
		} else {
			r.caption = "other ranks"
			others = append(others, r)
		}
	}
	return append(list, others...)
}

// rankGroup are ranks on which the same moves are possible.
type rankGroup struct {
	active []bool // by move
	ranks  []int
}

func groupRanks(moves []Move, ranks int) []rankGroup {
	var groups []rankGroup
	for rank := 1; rank <= ranks; rank++ {
		active := make([]bool, len(moves))
		for i, m := range moves {
			active[i] = !m.Limited() || rank >= m.FirstRank && rank <= m.LastRank
		}
		i := slices.IndexFunc(groups, func(g rankGroup) bool { return slices.Equal(g.active, active) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, rankGroup{active: active})
		}
		groups[i].ranks = append(groups[i].ranks, rank)
	}
	return groups
}

// rankNames is "rank 3" or "ranks 1, 3-8" for ranks in ascending order.
func rankNames(ranks []int) string {
	var runs []string
	for i := 0; i < len(ranks); {
		end := i
		for end+1 < len(ranks) && ranks[end+1] == ranks[end]+1 {
			end++
		}
		if end > i {
			runs = append(runs, fmt.Sprintf("%d-%d", ranks[i], ranks[end]))
		} else {
			runs = append(runs, fmt.Sprint(ranks[i]))
		}
		i = end + 1
	}
	if len(ranks) == 1 {
		return "rank " + runs[0]
	}
	return "ranks " + strings.Join(runs, ", ")
}
