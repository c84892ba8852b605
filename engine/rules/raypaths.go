package rules

import "slices"

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

// masks returns the squares where paths may end, by what stands there.
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
