package rules

import (
	"math/bits"
	"slices"
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

// rayPaths collects the paths of a step program that may become rays.
type rayPaths struct {
	ends      map[Square]rayEnd
	leaps     Set
	up, down  []Set
	detours   []detour
	enPassant bool
}

// rayEnd is how a path may end on a square.
type rayEnd struct {
	rel  uint8
	kind Kind
}

// detour holds the squares that must be empty for some squares to be reached.
type detour struct{ need, opens Set }

// collect takes a program apart. It reports false when the program has steps
// that rays cannot express.
func (r *rayPaths) collect(steps []step) bool {
	for i := range steps {
		s := &steps[i]
		pass := s.flags >> passShift & relAll
		if s.kind == EnPassant && pass == 0 {
			r.enPassant = true
			continue
		}
		if s.kind > Passing || pass != 0 && pass != relEmpty && pass != relAll || s.flags&relFriend != 0 {
			return false
		}
		if end := (rayEnd{s.flags & relAll, s.kind}); end.rel != 0 {
			if have, ok := r.ends[s.to]; ok && have != end {
				return false
			}
			r.ends[s.to] = end
		}
	}
	filed := make([]bool, len(steps))
	r.descend(steps, 0, len(steps), nil, filed)
	return len(r.up) <= maxLines && len(r.down) <= maxLines && len(r.detours) <= maxLines
}

// maxLines is bounded by the width of the counters in rays.
const maxLines = 255

// descend records the paths below one step, where path lists the steps on the way.
func (r *rayPaths) descend(steps []step, i, end int, path []int, filed []bool) {
	for i < end {
		here := append(path, i)
		skip := int(steps[i].skip)
		switch {
		case steps[i].kind == EnPassant:
		case skip > i+1:
			r.descend(steps, i+1, skip, here, filed)
		default:
			r.file(steps, here, filed)
		}
		i = skip
	}
}

// file records one path from the piece's square to a leaf of the program.
func (r *rayPaths) file(steps []step, path []int, filed []bool) {
	if up, down := r.isRay(steps, path); up || down {
		var ray Set
		for _, i := range path {
			ray.Add(steps[i].to)
			filed[i] = true
		}
		switch {
		case len(path) == 1:
			r.leaps.Add(steps[path[0]].to)
		case up:
			r.up = append(r.up, ray)
		default:
			r.down = append(r.down, ray)
		}
		return
	}
	var need Set
	for _, i := range path {
		s := &steps[i]
		if s.flags&relAll != 0 && !filed[i] {
			filed[i] = true
			r.open(&need, s.to)
		}
		if s.flags>>passShift&relAll == relEmpty {
			need.Add(s.to)
		}
	}
}

// open records a square that is reached when others are empty.
func (r *rayPaths) open(need *Set, to Square) {
	if need.Empty() {
		r.leaps.Add(to)
		return
	}
	for i := range r.detours {
		if r.detours[i].need == *need {
			r.detours[i].opens.Add(to)
			return
		}
	}
	g := detour{need: *need}
	g.opens.Add(to)
	r.detours = append(r.detours, g)
}

// isRay reports whether a path goes through empty squares alone, in ascending
// or in descending order, and may end on each square where any path may. A path
// that can end on only one of its squares is better kept as a detour, which paths
// can share.
func (r *rayPaths) isRay(steps []step, path []int) (up, down bool) {
	up, down = true, true
	ends := 0
	for n, i := range path {
		s := &steps[i]
		if s.flags&relAll != 0 {
			ends++
		}
		if s.flags&relAll != r.ends[s.to].rel || n < len(path)-1 && s.flags>>passShift&relAll != relEmpty {
			return false, false
		}
		if n > 0 {
			last := steps[path[n-1]].to
			up, down = up && s.to > last, down && s.to < last
		}
	}
	if len(path) > 1 && ends == 1 {
		return false, false
	}
	return up, down
}

// masks returns the squares where paths may end, by their contents.
func (r *rayPaths) masks() (quiet, capture Set) {
	for sq, end := range r.ends {
		if end.rel&relEmpty != 0 {
			quiet.Add(sq)
		}
		if end.rel&relEnemy != 0 {
			capture.Add(sq)
		}
	}
	return quiet, capture
}

// passing returns the squares where moves that leave en-passant targets end.
func (r *rayPaths) passing() (s Set) {
	for sq, end := range r.ends {
		if end.kind == Passing {
			s.Add(sq)
		}
	}
	return s
}

// sets lists the ascending rays, the descending rays and the detours.
func (r *rayPaths) sets() []Set {
	out := slices.Concat(r.up, r.down)
	for i := range r.detours {
		out = append(out, r.detours[i].need, r.detours[i].opens)
	}
	return out
}

func (r *rayPaths) narrow(t *rayTable) rays {
	cut := func(s *Set) line { return line{s[0], s[1]} }
	quiet, capture := r.masks()
	out := rays{
		leaps: cut(&r.leaps), quiet: cut(&quiet), capture: cut(&capture),
		first: int32(len(t.lines)), up: uint8(len(r.up)), down: uint8(len(r.down)), detours: uint8(len(r.detours)),
	}
	for _, s := range r.sets() {
		t.lines = append(t.lines, cut(&s))
	}
	return out
}

func (r *rayPaths) wide(t *rayTable) wideRays {
	quiet, capture := r.masks()
	out := wideRays{
		leaps: r.leaps, quiet: quiet, capture: capture,
		first: int32(len(t.sets)), up: uint8(len(r.up)), down: uint8(len(r.down)), detours: uint8(len(r.detours)),
	}
	t.sets = append(t.sets, r.sets()...)
	return out
}
