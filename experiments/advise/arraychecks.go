package advise

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/page/board"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// sharpest returns the first position in which a search sees the greatest advantage.
func (r *Study) sharpest() *Array {
	best := &r.Arrays[0]
	for k := range r.Arrays {
		if a := &r.Arrays[k]; max(a.Score, -a.Score) > max(best.Score, -best.Score) {
			best = a
		}
	}
	return best
}

func (r *Study) firstMove() finding {
	f := finding{Array: r.sharpest()}
	f.Verdict = fails(f.Array.large())
	if plies, mates := search.MatePlies(f.Array.Score); mates {
		f.Mate = (plies + 1) / 2
	} else if f.Verdict == Failed {
		if f.Doubt = r.doubt(f.Array); f.Doubt != "" {
			f.Verdict = CannotTell
		}
	}
	return f
}

// large reports whether a search sees more of an advantage than is sound.
func (a *Array) large() bool { return max(a.Score, -a.Score) > 100*sound.Advantage }

// advantage is White's in a search, in pawns.
func (a *Array) advantage() string { return format.Value.Difference(float64(a.Score) / 100) }

// gain returns the material that the expected line wins for the side with the advantage, and wins writes it if it is
// worth a pawn or more.
func (a *Array) gain() float64 {
	if a.Score < 0 {
		return -a.Gain
	}
	return a.Gain
}

func (a *Array) wins() string {
	if a.gain() < 1 {
		return ""
	}
	return format.Fixed(a.gain(), 1)
}

// doubt describes how the games contradict the advantage according to a search, "" if they do not.
// An advantage that wins no material is a matter of judgement, which the games should confirm.
func (r *Study) doubt(a *Array) string {
	v := r.Score()
	if a.Score < 0 { // of the side with the advantage
		v.Lo, v.Hi = 1-v.Hi, 1-v.Lo
	}
	switch {
	case v.Hi < 0.5:
		return "The games say the opposite"
	case a.gain() < 1 && v.Lo <= 0.5:
		return "The games do not confirm it"
	}
	return ""
}

// armiesDiffer describes how the games and a search agree in a game whose armies differ, so that
// there is no check of the first move.
func (r *Study) armiesDiffer() finding {
	f := finding{Array: r.sharpest()}
	if !f.Array.large() {
		return f
	}
	agree := "The games do not contradict it"
	if r.Score().Excludes(0.5) {
		agree = "The games agree"
	}
	f.Doubt = cmp.Or(r.doubt(f.Array), agree)
	return f
}

func (r *Study) undefended() finding {
	f := finding{Any: slices.ContainsFunc(r.Game.Types(), r.Game.IsPawn)}
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
	if f.List = shorter(sorted(attacks), maxListed); len(attacks) == 0 {
		f.List = nil
	}
	f.Verdict, f.Kind = fails(pawns || len(attacks) > 0), strings.Join(sorted(list), ", ")
	return f
}

// sorted returns the different texts of a list in order.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// maxListed is the largest number of moves or squares that a check names.
const maxListed = 8

// shorter truncates a list and adds the number of omitted elements.
func shorter(list []string, limit int) []string {
	if len(list) <= limit {
		return list
	}
	return append(slices.Clone(list[:limit]), fmt.Sprintf("%d more", len(list)-limit))
}

// threat names what a move threatens that would win the game: mate, if there is no other win.
func threat(g *rules.Game) string {
	if g.Variant.OnlyMates() {
		return "threatens mate"
	}
	return "threatens to win"
}

// win names the end of such a game.
func win(g *rules.Game) string {
	if g.Variant.OnlyMates() {
		return "mate"
	}
	return "a win"
}

func (r *Study) atOnce() finding {
	var list []string
	for _, a := range r.Arrays {
		for _, m := range a.Checks {
			list = append(list, m+" gives check")
		}
		for _, m := range a.MateThreats {
			list = append(list, m+" "+threat(r.Game))
		}
	}
	return finding{Verdict: fails(len(list) > 0), List: shorter(sorted(list), maxListed)}
}

func (r *Study) shortest() finding {
	var best []string
	for _, a := range r.Arrays {
		if a.Shortest != nil && (best == nil || len(a.Shortest) < len(best)) {
			best = a.Shortest
		}
	}
	return finding{Verdict: fails(best != nil && len(best) < sound.Plies), List: best}
}

// Verdict is the answer to a check, or whether an edit reaches its target.
type Verdict string

// The verdicts: of checks, the most urgent first, then of edits.
const (
	Failed     Verdict = "fails"
	CannotTell Verdict = "cannot tell"
	Passed     Verdict = "passes"

	Reaches Verdict = "reaches the target"
	Misses  Verdict = "misses the target"
)

// judge compares an interval with a range: it lies inside, outside, or across an edge.
func judge(v stat.Interval, lo, hi float64, inside, outside Verdict) Verdict {
	switch {
	case v.Hi < lo || v.Lo > hi:
		return outside
	case v.Lo >= lo && v.Hi <= hi:
		return inside
	}
	return CannotTell
}
