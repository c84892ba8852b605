package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/search"
	"bestiary/experiments/present/board"
	"bestiary/internal/format"
)

func (r *Result) firstMove() Check {
	worst := slices.MaxFunc(r.Arrays, func(a, b Array) int { return cmp.Compare(max(a.Score, -a.Score), max(b.Score, -b.Score)) })
	found := fmt.Sprintf("A search of %s positions gives White %s pawns: %s.", format.Count(searchedNodes), format.Value.Difference(float64(worst.Score)/100), worst.Line)
	if plies, ok := search.MatePlies(worst.Score); ok {
		found = fmt.Sprintf("A mate in %s is forced: %s.", format.Plural((plies+1)/2, "move"), worst.Line)
	} else if worst.Gain >= 1 {
		found += fmt.Sprintf(" The line wins material worth %s pawns.", format.Fixed(worst.Gain, 1))
	}
	return Check{"What the first move wins", fails(max(worst.Score, -worst.Score) > maxAdvantage), found,
		fmt.Sprintf("at most %d pawn for either side", maxAdvantage/100)}
}

func (r *Result) undefended() Check {
	var list []string
	bad := false
	for i, a := range r.Arrays {
		for _, u := range a.Undefended {
			text := fmt.Sprintf("%s's %s on %s", board.SideNames[u.Color], format.Words(u.Piece), u.Square)
			if len(u.Attackers) > 0 {
				text += ", which " + u.Attackers[0] + " attacks"
				bad = true
			}
			bad = bad || u.Pawn
			if i == 0 || len(u.Attackers) > 0 {
				list = append(list, text)
			}
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	found := "Every piece of the array is protected."
	if len(list) > 0 {
		found = "Unprotected: " + strings.Join(shorter(list, 8), "; ") + "."
	}
	return Check{"Undefended pieces in the array", fails(bad), found, "no pawn, and no piece that a first move attacks"}
}

// shorter truncates a list and adds the number of elements left out.
func shorter(list []string, limit int) []string {
	if len(list) <= limit {
		return list
	}
	return append(slices.Clone(list[:limit]), fmt.Sprintf("and %d more", len(list)-limit))
}

func (r *Result) atOnce() Check {
	var list []string
	for _, a := range r.Arrays {
		for _, m := range a.Checks {
			list = append(list, m+" gives check")
		}
		for _, m := range a.MateThreats {
			list = append(list, m+" threatens mate")
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	found := "No first move gives check or threatens mate."
	if len(list) > 0 {
		found = strings.Join(shorter(list, 8), "; ") + "."
	}
	return Check{"Checks and mate threats of the first move", fails(len(list) > 0), found, "none"}
}

func (r *Result) shortest() Check {
	var best []string
	for _, a := range r.Arrays {
		if a.Shortest != nil && (best == nil || len(a.Shortest) < len(best)) {
			best = a.Shortest
		}
	}
	found := fmt.Sprintf("No game of up to %s that ends in mate was found.", format.Plural(helpPlies, "ply"))
	if best != nil {
		found = fmt.Sprintf("With help of the other side, a mate takes %s: %s.", format.Plural(len(best), "ply"), strings.Join(best, " "))
	}
	return Check{"Shortest game", fails(best != nil && len(best) < minHelp), found, "at least " + format.Plural(minHelp, "ply")}
}
