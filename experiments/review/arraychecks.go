package review

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/experiments/page/board"
	"bestiary/internal/format"
)

// sharpest returns the first position in which a search sees the greatest advantage.
func (r *Result) sharpest() *Array {
	i := 0
	for k, a := range r.Arrays {
		if max(a.Score, -a.Score) > max(r.Arrays[i].Score, -r.Arrays[i].Score) {
			i = k
		}
	}
	return &r.Arrays[i]
}

func (r *Result) firstMove() Check {
	a := r.sharpest()
	found := fmt.Sprintf("%s: %s.", a.advantage(), a.Line)
	plies, mates := search.MatePlies(a.Score)
	if mates {
		found = fmt.Sprintf("A mate in %s is forced: %s.", format.Plural((plies+1)/2, "move"), a.Line)
	} else if gain := a.gain(); gain >= 1 {
		found += fmt.Sprintf(" That includes material worth %s pawns, which the line wins.", format.Fixed(gain, 1))
	}
	verdict := fails(max(a.Score, -a.Score) > maxAdvantage)
	if doubt := r.doubt(a); verdict == Failed && !mates && doubt != "" {
		verdict, found = CannotTell, found+" "+doubt
	}
	return Check{firstMoveName, verdict, found, fmt.Sprintf("an advantage of at most %d pawn for either side, all in all", maxAdvantage/100)}
}

const firstMoveName = "What the first move wins"

// advantage says what a search found.
func (a *Array) advantage() string {
	return fmt.Sprintf("A search of %s positions gives White %s pawns", format.Count(balance.SearchedNodes), format.Value.Difference(float64(a.Score)/100))
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
func (r *Result) doubt(a *Array) string {
	v := r.Score()
	if a.Score < 0 { // of the side with the advantage
		v.Lo, v.Hi = 1-v.Hi, 1-v.Lo
	}
	how := ""
	switch {
	case v.Hi < 0.5:
		how = "The games say the opposite"
	case a.gain() < 1 && v.Lo <= 0.5:
		how = "The games do not confirm it"
	default:
		return ""
	}
	return fmt.Sprintf("%s: White scores %s.", how, format.Percent.Interval(r.Score()))
}

// armiesDiffer says why the first move has no check in a game whose armies differ, and whether
// the games agree with the search.
func (r *Result) armiesDiffer() string {
	a := r.sharpest()
	text := "the sides begin differently, so a search from the array says how they compare, not what moving first is worth. " + a.advantage() + "."
	if max(a.Score, -a.Score) <= maxAdvantage {
		return text
	}
	if doubt := r.doubt(a); doubt != "" {
		return text + " " + doubt
	}
	how := "The games do not contradict it"
	if r.Score().Excludes(0.5) {
		how = "The games agree"
	}
	return fmt.Sprintf("%s %s: White scores %s.", text, how, format.Percent.Interval(r.Score()))
}

func (r *Result) undefended() Check {
	var attacks []string
	var pawns bool
	squares := map[string][]string{}
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
	var list []string
	for owner, at := range squares {
		slices.Sort(at)
		at = slices.Compact(at)
		list = append(list, fmt.Sprintf("%s on %s", several(owner, len(at)), format.List(shorter(at, maxListed), "and")))
	}
	slices.Sort(list)
	slices.Sort(attacks)
	texts := shorter(slices.Compact(attacks), maxListed)
	found := "Every piece of the array is protected."
	switch text := strings.Join(list, ", "); {
	case len(texts) > 0:
		found = fmt.Sprintf("%s. Unprotected: %s.", strings.Join(texts, "; "), text)
	case pawns:
		found = fmt.Sprintf("Unprotected: %s.", text)
	case len(list) > 0:
		found = fmt.Sprintf("No first move attacks what is unprotected: %s.", text)
	}
	sound := "no piece that a first move attacks"
	if slices.ContainsFunc(r.Game.Types(), r.Game.IsPawn) {
		sound = "no pawn, and " + sound
	}
	return Check{"Undefended pieces in the array", fails(pawns || len(attacks) > 0), found, sound}
}

// several returns the name of one or several things.
func several(thing string, n int) string {
	return strings.TrimPrefix(format.Plural(n, thing), format.Count(n)+" ")
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
func (r *Result) win() (win, threat string) {
	if r.Game.Variant.OnlyMates() {
		return "mate", "threatens mate"
	}
	return "a win", "threatens to win"
}

func (r *Result) atOnce() Check {
	win, threat := r.win()
	var list []string
	for _, a := range r.Arrays {
		for _, m := range a.Checks {
			list = append(list, m+" gives check")
		}
		for _, m := range a.MateThreats {
			list = append(list, m+" "+threat)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	found := "No first move gives check or " + threat + "."
	if len(list) > 0 {
		found = strings.Join(shorter(list, maxListed), "; ") + "."
	}
	return Check{fmt.Sprintf("Checks and %s threats of the first move", strings.TrimPrefix(win, "a ")), fails(len(list) > 0), found, "none"}
}

func (r *Result) shortest() Check {
	var best []string
	for _, a := range r.Arrays {
		if a.Shortest != nil && (best == nil || len(a.Shortest) < len(best)) {
			best = a.Shortest
		}
	}
	win, _ := r.win()
	found := fmt.Sprintf("No game of up to %s that ends in %s was found.", format.Plural(helpPlies, "ply"), win)
	if best != nil {
		found = fmt.Sprintf("With help of the other side, %s takes %s: %s.", win, format.Plural(len(best), "ply"), strings.Join(best, " "))
	}
	return Check{"Shortest game", fails(best != nil && len(best) < minHelp), found, "at least " + format.Plural(minHelp, "ply")}
}

// noChecks says why there are neither checks nor mates, "" if there are.
func noChecks(g *rules.Game) string {
	switch rule := &g.Variant.Rules; {
	case rule.Royals == variant.NoRoyals:
		return "no piece is royal"
	case rule.ChecksForbidden:
		return "no move may give check"
	}
	return ""
}
