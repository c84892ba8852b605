package rules

import (
	"math/bits"
)

// rays hold a step program as sets, for programs without hops, special moves and
// conditions on the owners of pieces on the way. The squares that such a piece
// reaches follow from the occupied squares by arithmetic, without a branch per
// square:
//
//   - leaps are always reached;
//   - a ray is a path over squares in ascending or descending order that goes on
//     as long as they are empty. With b the occupied squares of an ascending ray,
//     b ^ (b-1) holds all squares up to the first occupied one;
//   - a detour reaches some squares when certain others are all empty. It is for
//     paths whose squares are neither in ascending nor in descending order.
//
// A bent rider's path is a ray if its bend keeps the order of the squares; a
// falcon's path is a detour.
type rays struct {
	leaps          [2]uint64
	quiet, capture [2]uint64 // where a path may end on an empty square, on an enemy
	first          int32     // index in lines: ascending rays, descending rays, detours
	up, down       uint8
	detours        uint8
}

// line is a ray or one half of a detour: the squares that must be empty, then those
// that it reaches.
type line [2]uint64

// narrowSquares is the largest number of squares for which rays fit into two words.
// Larger boards have wideRays.
const narrowSquares = 128

// rayForm holds the properties of a piece on a square that matter to the generator.
type rayForm uint8

const (
	rayUsable    rayForm = 1 << iota // its program is known as rays
	rayPassing                       // some of its moves leave en-passant targets
	rayEnPassant                     // it captures en passant, which rays leave out
	rayPromotes                      // some of its moves may promote
	rayExplodes
	raySpares // there are pieces that it may not capture
)

// plain reports whether rays give all moves of the piece.
func (f rayForm) plain() bool { return f&^rayPassing == rayUsable }

// rayTable holds the rays of all pieces by code and square.
type rayTable struct {
	forms   [maxCodes][256]rayForm
	narrow  [maxCodes][]rays
	lines   []line
	wide    [maxCodes][]wideRays
	sets    []Set
	passing [maxCodes][]Set // ends of moves that leave en-passant targets
	isWide  bool
	shy     Type // which the sets would capture, see shy.go
}

// grow makes room for a piece on a board of the given number of squares.
func (t *rayTable) grow(p Code, size int) {
	t.isWide = size > narrowSquares
	t.passing[p] = make([]Set, size)
	if t.isWide {
		t.wide[p] = make([]wideRays, size)
	} else {
		t.narrow[p] = make([]rays, size)
	}
}

// add enters one step program.
func (t *rayTable) add(p Code, from Square, steps []step) {
	path := rayPaths{ends: map[Square]rayEnd{}}
	if p.Type() == t.shy || !path.collect(steps) {
		return
	}
	t.forms[p][from] = rayUsable
	if path.enPassant {
		t.forms[p][from] |= rayEnPassant
	}
	if passing := path.passing(); !passing.Empty() {
		t.forms[p][from] |= rayPassing
		t.passing[p][from] = passing
	}
	if t.isWide {
		t.wide[p][from] = path.wide(t)
	} else {
		t.narrow[p][from] = path.narrow(t)
	}
}

// see computes the sight of a piece and the squares that it depends on.
func (t *rayTable) see(r *rays, all *Set, s *sighting) {
	all0, all1 := all[0], all[1]
	lines := t.lines[r.first : int(r.first)+int(r.up)+int(r.down)+2*int(r.detours)]
	var lo, hi uint64
	for i := range lines[:r.up] {
		l := &lines[i]
		b0, b1 := l[0]&all0, l[1]&all1
		c0, borrow := bits.Sub64(b0, 1, 0)
		c1, _ := bits.Sub64(b1, 0, borrow)
		lo |= l[0] & (b0 ^ c0)
		hi |= l[1] & (b1 ^ c1)
	}
	lines = lines[r.up:]
	for i := range lines[:r.down] {
		l := &lines[i]
		b0, b1 := l[0]&all0, l[1]&all1
		hi |= l[1] & (^uint64(0) << ((bits.Len64(b1|1) - 1) & 63))
		low := ^uint64(0) << ((bits.Len64(b0|1) - 1) & 63)
		lo |= l[0] & low & (allOnesIf(b1))
	}
	lines = lines[r.down:]
	look0, look1 := lo, hi
	for ; len(lines) >= 2; lines = lines[2:] {
		need, opens := &lines[0], &lines[1]
		open := allOnesIf(need[0]&all0 | need[1]&all1)
		lo |= opens[0] & open
		hi |= opens[1] & open
		look0 |= need[0]
		look1 |= need[1]
	}
	lo |= r.leaps[0]
	hi |= r.leaps[1]
	s.looks, s.vacant = Set{look0, look1}, Set{^(look0 & all0), ^(look1 & all1), ^uint64(0), ^uint64(0)}
	s.Guards = Set{lo & r.capture[0], hi & r.capture[1]}
	s.Quiets = Set{lo & r.quiet[0], hi & r.quiet[1]}
}

// allOnesIf returns all ones when x is 0 and 0 otherwise.
func allOnesIf(x uint64) uint64 { return (x|-x)>>63 - 1 }

// wideRays are rays on a board of more than narrowSquares squares.
type wideRays struct {
	leaps, quiet, capture Set
	first                 int32
	up, down              uint8
	detours               uint8
}

// wideSee is like see, for a board whose sets have the given number of words.
func (t *rayTable) wideSee(r *wideRays, all *Set, words int, s *sighting) {
	var out Set
	sets := t.sets[r.first : int(r.first)+int(r.up)+int(r.down)+2*int(r.detours)]
	for i := range sets[:r.up] {
		l := &sets[i]
		for w := 0; w < words; w++ {
			b := l[w&3] & all[w&3]
			out[w&3] |= l[w&3] & (b ^ (b - 1))
			if b != 0 {
				break
			}
		}
	}
	sets = sets[r.up:]
	for i := range sets[:r.down] {
		l := &sets[i]
		for w := words - 1; w >= 0; w-- {
			b := l[w&3] & all[w&3]
			if b != 0 {
				out[w&3] |= l[w&3] & (^uint64(0) << ((bits.Len64(b) - 1) & 63))
				break
			}
			out[w&3] |= l[w&3]
		}
	}
	sets = sets[r.down:]
	s.looks = out
	for ; len(sets) >= 2; sets = sets[2:] {
		s.looks = s.looks.Or(&sets[0])
		if !sets[0].Meets(all) {
			out = out.Or(&sets[1])
		}
	}
	out = out.Or(&r.leaps)
	for w := range out {
		s.vacant[w] = ^(s.looks[w] & all[w])
		s.Guards[w], s.Quiets[w] = out[w]&r.capture[w], out[w]&r.quiet[w]
	}
}
