package betza

import "strconv"

// collector gathers the paths of a move string.
type collector struct {
	paths []Path
	seen  map[string]bool
}

func newCollector() *collector {
	return &collector{seen: make(map[string]bool)}
}

// add appends a path unless there is an equal one or a limit is exceeded.
func (c *collector) add(p Path) error {
	key := p.key()
	if c.seen[key] {
		return nil
	}
	if p.turningSlides() > MaxTurningSlides {
		return errorAt(p.At, "found more than %d sliding legs that may stop on empty squares before another leg, expected fewer", MaxTurningSlides)
	}
	if len(c.paths) == MaxPaths {
		return errorAt(p.At, "found a group that brings the number of paths over %d, expected fewer legs or directions", MaxPaths)
	}
	c.seen[key] = true
	c.paths = append(c.paths, p)
	return nil
}

// turningSlides counts the legs before the last that can end on any of several
// empty squares.
func (p Path) turningSlides() int {
	n := 0
	for _, l := range p.Legs[:len(p.Legs)-1] {
		if l.Min != l.Max && l.End&Empty != 0 {
			n++
		}
	}
	return n
}

// key is equal for two paths that differ in nothing but At.
func (p Path) key() string {
	var b []byte
	for _, l := range p.Legs {
		for _, n := range []int{l.Step.DX, l.Step.DY, l.Min, l.Max, int(l.Through), int(l.End)} {
			b = append(strconv.AppendInt(b, int64(n), 10), ',')
		}
		b = append(strconv.AppendBool(b, l.Takes), ';')
	}
	for _, f := range []bool{p.Initial, p.EnPassant, p.LeavesEnPassant} {
		b = strconv.AppendBool(b, f)
	}
	return string(b)
}
