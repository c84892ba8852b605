package board

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// region is a part of the board in which a piece has the same moves. Ranks are counted
// from the piece's own side.
type region struct {
	caption string
	moves   []Move
	// at is the square of the piece if some of its moves are limited to an area; nil means
	// any square.
	at *variant.Square
}

// regions splits a board by the moves of a piece: first by ranks, in order and with ranks
// without limited moves last, then by areas. A piece without limits gets a single region
// without a caption.
func regions(moves []Move, ranks int) []region {
	var list, others []region
	anywhere := !slices.ContainsFunc(moves, Move.limited)
	for _, g := range groupRanks(moves, ranks) {
		switch {
		case slices.ContainsFunc(g.moves, Move.limited):
			list = append(list, splitAreas(g.moves, g.ranks, rankNames(g.ranks))...)
		case anywhere:
			list = splitAreas(g.moves, g.ranks, "")
		default:
			others = append(others, splitAreas(g.moves, g.ranks, "other ranks")...)
		}
	}
	return append(list, others...)
}

// splitAreas returns a region for each area of the moves, with the piece in its middle,
// and one for the other squares if there are moves on them.
func splitAreas(moves []Move, ranks []int, caption string) []region {
	named := func(text string) string { return strings.TrimPrefix(caption+", "+text, ", ") }
	var list []region
	var free []Move
	var seen []string
	for _, m := range moves {
		if m.Area == "" {
			free = append(free, m)
			continue
		}
		areas, _ := variant.ParseAreas(m.Area) // areas of a valid game are valid
		area := areas[0]
		inside := slices.DeleteFunc(slices.Clone(ranks), func(rank int) bool { return rank-1 < area.FirstRank || rank-1 > area.LastRank })
		if slices.Contains(seen, m.Area) || len(inside) == 0 {
			continue
		}
		seen = append(seen, m.Area)
		at := variant.Square{File: (area.FirstFile + area.LastFile) / 2, Rank: inside[(len(inside)-1)/2] - 1}
		r := region{caption: named(fmt.Sprintf("on %c%d in %s", 'a'+at.File, at.Rank+1, m.Area)), at: &at}
		for _, m := range moves {
			if m.holds(&at, betza.Vec{}) {
				r.moves = append(r.moves, m)
			}
		}
		list = append(list, r)
	}
	switch {
	case len(list) == 0:
		return []region{{caption: caption, moves: free}}
	case len(free) > 0:
		list = append(list, region{caption: named("elsewhere"), moves: free})
	}
	return list
}

// holds reports whether a square, given as an offset from the piece, lies in the area of
// the moves.
func (m Move) holds(at *variant.Square, v betza.Vec) bool {
	if m.Area == "" || at == nil {
		return true
	}
	area, _ := variant.ParseAreas(m.Area)
	return area.Holds(at.File+v.DX, at.Rank+v.DY)
}

// rankGroup is a group of ranks that allow the same moves.
type rankGroup struct {
	allowed string // the indices of the moves
	moves   []Move
	ranks   []int
}

func groupRanks(moves []Move, ranks int) []rankGroup {
	var groups []rankGroup
	for rank := 1; rank <= ranks; rank++ {
		own := rankGroup{ranks: []int{rank}}
		for i, m := range moves {
			if !m.limited() || rank >= m.FirstRank && rank <= m.LastRank {
				own.allowed += fmt.Sprintln(i)
				own.moves = append(own.moves, m)
			}
		}
		if i := slices.IndexFunc(groups, func(g rankGroup) bool { return g.allowed == own.allowed }); i >= 0 {
			groups[i].ranks = append(groups[i].ranks, rank)
		} else {
			groups = append(groups, own)
		}
	}
	return groups
}

// rankNames formats ascending ranks as "rank 3" or "ranks 1, 3-8".
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
