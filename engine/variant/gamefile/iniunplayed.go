package gamefile

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"bestiary/engine/betza"
)

// unplayed matches the groups of a move string that Fairy-Stockfish reads and plays otherwise than
// Betza and this program: it supports no riders of leaps but N, no universal leaper and no X or Y
// behind an atom; the leaps that can be lame are N, D, A and Z, nightriders do not hop, and a range
// of a grasshopper is how far it goes behind the hurdle. It gives them no move, or others.
var unplayed = regexp.MustCompile(`^[a-z]*(?:[DAHCGLZJ][DAHCGLZJ0-9]|U|[A-Z]+[XY])|^[a-mo-z]*n[a-z]*[HGCL]|` +
	`^[a-z]*[pg][a-z]*N[N0-9]|^[a-z]*g[a-z]*[A-Z][013-9]`)

// unplayedGroups lists the groups of a move string that Fairy-Stockfish plays otherwise: each by itself,
// or all if they disturb each other.
func unplayedGroups(move string) string {
	groups := slices.DeleteFunc(betza.Groups(move), func(group string) bool { return !unplayed.MatchString(group) })
	if len(groups) == 0 && disturbed(move) {
		return move
	}
	return strings.Join(groups, " ")
}

// way is a direction in which a piece moves (mode m) or captures (c). Its class is step, slide or hop.
type way struct {
	initial                      bool
	mode, class, atom, direction string
}

// Values of a reach that are no number of squares.
const (
	unlimited   = 99
	grasshopper = 1
	plainStep   = -1
	lameStep    = -2
)

// disturbed reports whether Fairy-Stockfish plays a group of a move string otherwise because of another
// group. That program keeps one range for each way, the last one it reads. Along a line it joins the
// squares of sliders and hops of both directions, and then keeps the squares to which any group leads.
func disturbed(move string) bool {
	ways := map[way]int{}
	for _, text := range betza.Groups(move) {
		modifiers := modifiersOf(text)
		atom := text[len(modifiers):]
		g, err := readModifiers(modifiers, text)
		if err != nil || atom == "" {
			return false
		}
		class, reach := g.reach(atom)
		letters := map[string]string{"K": "WF", "Q": "WF", "R": "W", "B": "F", "L": "C", "J": "Z"}
		for _, letter := range cmp.Or(letters[atom[:1]], atom[:1]) {
			for _, direction := range g.allDirections(string(letter), strings.Contains("KQ", atom[:1])) {
				for _, mode := range cmp.Or(g.mode, "mc") {
					w := way{g.initial, string(mode), class, string(letter), direction}
					old := ways[w]
					if old != 0 && reach < old || old == grasshopper && reach != old && reach != unlimited {
						return true
					}
					ways[w] = reach
				}
			}
		}
	}
	for w := range ways {
		if w.class != "step" && w.crossed(ways) {
			return true
		}
	}
	return false
}

// reach returns the class of the moves of an atom in that program, and how far they go.
func (g group) reach(atom string) (class string, reach int) {
	n := strings.IndexByte("0123456789", atom[len(atom)-1])
	switch {
	case g.hop == "g":
		return "hop", grasshopper
	case g.hop == "" && len(atom) == 1 && !strings.Contains("RBQ", atom) && g.lame:
		return "step", lameStep
	case g.hop == "" && len(atom) == 1 && !strings.Contains("RBQ", atom):
		return "step", plainStep
	case n <= 0:
		n = unlimited
	}
	return map[bool]string{false: "slide", true: "hop"}[g.hop != ""], n
}

// lines maps a direction to the directions of its line. All diagonal directions count as one line, as
// they do in that program.
var lines = map[string]string{"f": "f b", "b": "f b", "l": "l r", "r": "l r"}

// crossed reports whether a slider or hop gets squares of its line that only other moves may reach.
func (w way) crossed(ways map[way]int) bool {
	along := strings.Fields(cmp.Or(lines[w.direction], "fr fl br bl rf lf rb lb"))
	reach := func(class, atom, direction string) int { return ways[way{w.initial, w.mode, class, atom, direction}] }
	masks := func(class, direction string) int {
		if n := reach(class, w.atom, direction); n != grasshopper {
			return n
		}
		return unlimited
	}
	uses := func(class string) bool {
		return slices.ContainsFunc(along, func(d string) bool { return reach(class, w.atom, d) != 0 })
	}
	lame := func(d string) bool {
		return reach("step", map[string]string{"W": "D", "F": "A", "N": "N"}[w.atom], d) == lameStep
	}
	lames := slices.ContainsFunc([]string{"f", "b", "l", "r", "fr", "fl", "br", "bl"}, lame)
	return slices.ContainsFunc(along, func(d string) bool {
		hop := reach("hop", w.atom, d)
		return uses("slide") && uses("hop") && masks("slide", d) != masks("hop", d) ||
			w.class == "hop" && hop != 0 && (hop == grasshopper) != (ways[w] == grasshopper) ||
			w.class == "hop" && lames && hop != 0 && !lame(d) && reach("slide", w.atom, d) < 2 ||
			(w.class == "hop" || w.atom == "N") && lame(d) && reach(w.class, w.atom, d) == 0
	})
}
