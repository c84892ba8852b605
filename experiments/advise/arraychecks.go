package advise

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/search"
	"bestiary/experiments/balance"
	"bestiary/experiments/page/board"
	"bestiary/internal/format"
)

// sharpest returns the first position in which a search sees the greatest advantage.
func (r *Review) sharpest() *Array {
	best := &r.Arrays[0]
	for k := range r.Arrays {
		if a := &r.Arrays[k]; max(a.Score, -a.Score) > max(best.Score, -best.Score) {
			best = a
		}
	}
	return best
}

func (r *Review) firstMove() (v Verdict, found, sound string) {
	a := r.sharpest()
	v, sound = fails(a.large()), fmt.Sprintf("an advantage of at most %d pawn for either side, all in all", maxAdvantage/100)
	if plies, mates := search.MatePlies(a.Score); mates {
		return v, fmt.Sprintf("A mate in %s is forced: %s.", format.Plural((plies+1)/2, "move"), a.Line), sound
	}
	found = fmt.Sprintf("%s: %s.", a.advantage(), a.Line)
	if gain := a.gain(); gain >= 1 {
		found += fmt.Sprintf(" That includes material worth %s pawns, which the line wins.", format.Fixed(gain, 1))
	}
	if doubt := r.doubt(a); v == Failed && doubt != "" {
		return CannotTell, found + " " + doubt, sound
	}
	return v, found, sound
}

// large reports whether a search sees more of an advantage than is sound.
func (a *Array) large() bool { return max(a.Score, -a.Score) > maxAdvantage }

// advantage says what a search found.
func (a *Array) advantage() string {
	pawns := format.Value.Difference(float64(a.Score) / 100)
	return fmt.Sprintf("A search of %s positions gives White %s pawns", format.Count(balance.SearchedNodes), pawns)
}

// gain returns the material that the expected line wins for the side with the advantage.
func (a *Array) gain() float64 {
	if a.Score < 0 {
		return -a.Gain
	}
	return a.Gain
}

// doubt says how the games speak against the advantage that a search sees, "" if they do not.
// An advantage that wins no material is a matter of judgement, which the games should confirm.
func (r *Review) doubt(a *Array) string {
	v := r.Score()
	if a.Score < 0 { // of the side with the advantage
		v.Lo, v.Hi = 1-v.Hi, 1-v.Lo
	}
	switch {
	case v.Hi < 0.5:
		return r.whiteScores("The games say the opposite")
	case a.gain() < 1 && v.Lo <= 0.5:
		return r.whiteScores("The games do not confirm it")
	}
	return ""
}

func (r *Review) whiteScores(how string) string {
	return fmt.Sprintf("%s: White scores %s.", how, format.Percent.Interval(r.Score()))
}

// armiesDiffer says why the first move has no check in a game whose armies differ, and whether
// the games agree with the search.
func (r *Review) armiesDiffer() string {
	a := r.sharpest()
	text := "the sides begin differently, so a search from the array says how they compare, not what moving first is worth. " +
		a.advantage() + "."
	if !a.large() {
		return text
	}
	if doubt := r.doubt(a); doubt != "" {
		return text + " " + doubt
	}
	if r.Score().Excludes(0.5) {
		return text + " " + r.whiteScores("The games agree")
	}
	return text + " " + r.whiteScores("The games do not contradict it")
}

func (r *Review) undefended() (v Verdict, found, sound string) {
	var attacks, list []string
	pawns, squares := false, map[string][]string{}
	for i, a := range r.Arrays {
		for _, u := range a.Undefended {
			owner := board.SideNames[u.Color] + "'s " + format.Words(u.Piece)
			if len(u.Attackers) > 0 {
				attacks = append(attacks, fmt.Sprintf("%s attacks %s on %s", u.Attackers[0], owner, u.Square))
			}
			pawns = pawns || u.Pawn
			if i == 0 || len(u.Attackers) > 0 || u.Pawn {
				squares[owner] = append(squares[owner], u.Square)
			}
		}
	}
	for owner, at := range squares {
		at = sorted(at)
		if len(at) > 1 {
			owner = strings.TrimPrefix(format.Plural(len(at), owner), format.Count(len(at))+" ")
		}
		list = append(list, fmt.Sprintf("%s on %s", owner, format.List(shorter(at, maxListed), "and")))
	}
	found = "Every piece of the array is protected."
	switch text := strings.Join(sorted(list), ", "); {
	case len(attacks) > 0:
		found = fmt.Sprintf("%s. Unprotected: %s.", strings.Join(shorter(sorted(attacks), maxListed), "; "), text)
	case pawns:
		found = fmt.Sprintf("Unprotected: %s.", text)
	case len(list) > 0:
		found = fmt.Sprintf("No first move attacks what is unprotected: %s.", text)
	}
	sound = "no piece that a first move attacks"
	if slices.ContainsFunc(r.Game.Types(), r.Game.IsPawn) {
		sound = "no pawn, and " + sound
	}
	return fails(pawns || len(attacks) > 0), found, sound
}

// sorted returns the different texts of a list in order.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// maxListed is the largest number of moves or squares that a check names.
const maxListed = 8

// shorter truncates a list and adds the number of elements left out.
func shorter(list []string, limit int) []string {
	if len(list) <= limit {
		return list
	}
	return append(slices.Clone(list[:limit]), fmt.Sprintf("%d more", len(list)-limit))
}

// win names what wins the game, mate if nothing else does, and the threat of it.
func (r *Review) win() (win, threat string) {
	if r.Game.Variant.OnlyMates() {
		return "mate", "threatens mate"
	}
	return "a win", "threatens to win"
}

func (r *Review) atOnce() (v Verdict, found, sound string) {
	_, threat := r.win()
	var list []string
	for _, a := range r.Arrays {
		for _, m := range a.Checks {
			list = append(list, m+" gives check")
		}
		for _, m := range a.MateThreats {
			list = append(list, m+" "+threat)
		}
	}
	found = "No first move gives check or " + threat + "."
	if len(list) > 0 {
		found = strings.Join(shorter(sorted(list), maxListed), "; ") + "."
	}
	return fails(len(list) > 0), found, "none"
}

func (r *Review) shortest() (v Verdict, found, sound string) {
	var best []string
	for _, a := range r.Arrays {
		if a.Shortest != nil && (best == nil || len(a.Shortest) < len(best)) {
			best = a.Shortest
		}
	}
	win, _ := r.win()
	found = fmt.Sprintf("No game of up to %s that ends in %s was found.", format.Plural(helpPlies, "ply"), win)
	if best != nil {
		found = fmt.Sprintf("With help of the other side, %s takes %s: %s.", win, format.Plural(len(best), "ply"), strings.Join(best, " "))
	}
	return fails(best != nil && len(best) < minHelp), found, "at least " + format.Plural(minHelp, "ply")
}
