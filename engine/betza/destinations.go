package betza

import (
	"cmp"
	"slices"
)

// Destinations returns where the piece can go on a board, as offsets from its square, sorted by
// file and then rank, each once: quiet by moves without captures, captures by moves that take a
// piece of either side at their end or on the way. An offset can be in both lists, and is zero for
// a move that returns to its start.
//
// board returns the content of the square at an offset (one of Empty, Enemy and Friend) and whether
// there is such a square at all. The board has at most MaxBoard files and ranks.
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
