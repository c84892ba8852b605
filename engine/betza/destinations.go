package betza

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Destinations returns where the piece can go on a board, as offsets from its
// square, sorted by file and then rank, each once: quiet by moves that take
// nothing, captures by moves that take a piece of either side at their end or
// on the way. An offset can be in both lists, and is zero for a move that
// returns to its start.
//
// board says what stands on the square at an offset (one of Empty, Enemy and
// Friend) and whether there is such a square at all. The board has at most
// MaxBoard files and ranks.
//
// Initial moves are included. En-passant captures and castling are not, since
// they depend on more than the squares.
//
// Every path is walked square by square; this is a reference for faster
// generators.
func (e Expression) Destinations(board func(dx, dy int) (Occupancy, bool)) (quiet, captures []Vec) {
	w := walker{board: board, quiet: map[Vec]bool{}, captures: map[Vec]bool{}}
	for _, p := range e.Paths {
		w.walk(p)
	}
	return sorted(w.quiet), sorted(w.captures)
}

// walker collects the ends of walks over one board.
type walker struct {
	board           func(dx, dy int) (Occupancy, bool)
	quiet, captures map[Vec]bool
}

// stop is a square where a walk may pause between two legs, with the squares of the pieces
// removed so far.
type stop struct {
	at    Vec
	taken offsetSet
}

// walk follows a path. It collects all stops after each leg, so that a stop reached in
// several ways is continued only once.
func (w *walker) walk(p Path) {
	stops := map[stop]bool{{}: true}
	for _, leg := range p.Legs {
		next := map[stop]bool{}
		for s := range stops {
			w.run(s, leg, next)
		}
		stops = next
	}
	for s := range stops {
		if s.taken == (offsetSet{}) {
			w.quiet[s.at] = true
		} else {
			w.captures[s.at] = true
		}
	}
}

// run adds the stops where a leg can end to a set.
func (w *walker) run(from stop, leg Leg, ends map[stop]bool) {
	limit := leg.Max
	if limit == 0 || limit >= MaxBoard {
		limit = MaxBoard - 1
	}
	at := from.at
	for i := 1; i <= limit; i++ {
		at = Vec{at.DX + leg.Step.DX, at.DY + leg.Step.DY}
		here, ok := w.occupancy(at, from.taken)
		if !ok {
			return
		}
		if i >= leg.Min && leg.End&here != 0 {
			end := stop{at: at, taken: from.taken}
			if leg.Takes && here != Empty {
				end.taken.add(at)
			}
			ends[end] = true
		}
		if leg.Through&here == 0 {
			return
		}
	}
}

// occupancy returns the content of a square during the move: the start and the squares of
// captured pieces are empty.
func (w *walker) occupancy(at Vec, taken offsetSet) (o Occupancy, ok bool) {
	if max(at.DX, -at.DX, at.DY, -at.DY) >= MaxBoard {
		return 0, false
	}
	o, ok = w.board(at.DX, at.DY)
	if ok && (at == Vec{} || taken.has(at)) {
		o = Empty
	}
	return o, ok
}

// offsetSet is a set of offsets on a board: a word for each file, a bit for each rank,
// both counted from the leftmost and rearmost offset.
type offsetSet [2*MaxBoard - 1]uint32

func (s *offsetSet) add(v Vec) {
	s[v.DX+MaxBoard-1] |= 1 << (v.DY + MaxBoard - 1)
}

func (s *offsetSet) has(v Vec) bool {
	return s[v.DX+MaxBoard-1]>>(v.DY+MaxBoard-1)&1 == 1
}

func sorted(set map[Vec]bool) []Vec {
	list := make([]Vec, 0, len(set))
	for v := range set {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b Vec) int {
		return cmp.Or(cmp.Compare(a.DX, b.DX), cmp.Compare(a.DY, b.DY))
	})
	return list
}

// Leap is a leap of a piece whatever stands between.
type Leap struct {
	Vec
	// Rides says that it may be repeated in its direction without limit, through empty squares.
	Rides bool
	// Modes are the squares that it may end on: Empty, Enemy or both.
	Modes Occupancy
}

// groupDirections lists what a group may begin with, as far as the atom knows it.
var groupDirections = []string{"", "f", "b", "l", "r", "v", "s", "fs", "bs", "vl", "vr", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb"}

// sliders lists the riders that have letters of their own.
var sliders = map[string]string{"W": "R", "F": "B"}

// endLetters has the letter of a group that ends on such squares alone.
var endLetters = map[Occupancy]string{Empty: "m", Enemy: "c", Empty | Enemy: ""}

// Write returns a move string for a piece with these leaps. The error is for a leap without an
// atom, or without modes.
func Write(leaps []Leap) (string, error) {
	type group struct {
		rides bool
		atom  string
		modes Occupancy
	}
	var order []group
	to := map[group][]Vec{}
	for _, l := range leaps {
		g := group{l.Rides, AtomOf(max(l.DX, -l.DX), max(l.DY, -l.DY)), l.Modes}
		if _, ok := endLetters[l.Modes]; g.atom == "" || !ok {
			return "", fmt.Errorf("a leap by %d and %d with the modes %d cannot be written", l.DX, l.DY, l.Modes)
		}
		if to[g] == nil {
			order = append(order, g)
		}
		to[g] = append(to[g], l.Vec)
	}
	var text strings.Builder
	for _, g := range order {
		atom := g.atom
		if g.rides {
			atom = cmp.Or(sliders[g.atom], g.atom+"0")
		}
		for _, letters := range headed(g.atom, to[g]) {
			text.WriteString(letters + endLetters[g.modes] + atom)
		}
	}
	return text.String(), nil
}

// headed returns letters of directions for the leaps of an atom, as few as possible one after the
// other.
func headed(atom string, left []Vec) (out []string) {
	left = slices.Clone(left)
	for len(left) > 0 {
		best, most := "", 0
		for _, letters := range groupDirections {
			to := single(letters + atom)
			missing := slices.ContainsFunc(to, func(v Vec) bool { return !slices.Contains(left, v) })
			if !missing && len(to) > most {
				best, most = letters, len(to)
			}
		}
		out = append(out, best)
		to := single(best + atom)
		left = slices.DeleteFunc(left, func(v Vec) bool { return slices.Contains(to, v) })
	}
	return out
}

// single returns where a group leads in one leap; nil if it is none.
func single(group string) []Vec {
	e, err := Parse(group)
	if err != nil {
		return nil
	}
	quiet, _ := e.Destinations(func(int, int) (Occupancy, bool) { return Empty, true })
	return quiet
}
