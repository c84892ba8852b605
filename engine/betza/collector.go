package betza

import "strconv"

// collector gathers the paths of a move string.
type collector struct {
	paths []Path
	seen  map[string]bool
	// written counts the paths so far, repeated ones again.
	written int
	budget  *Budget
}

func newCollector(budget *Budget) *collector {
	return &collector{seen: make(map[string]bool), budget: budget}
}

// count counts one more path of the group at an offset and checks the limits.
func (c *collector) count(at int) error {
	if c.written == MaxPaths {
		return errorAt(at, "found a group that brings the number of paths over %d, expected fewer legs or directions", MaxPaths)
	}
	if c.budget.left == 0 {
		return errorAt(at, "found a group that brings the number of paths of this move string and those before it over %d, expected fewer legs or directions", c.budget.total)
	}
	c.written++
	c.budget.left--
	return nil
}

// add counts a path and keeps it.
func (c *collector) add(p Path) error {
	if err := c.count(p.At); err != nil {
		return err
	}
	return c.keep(p)
}

// keep appends a counted path unless there is an equal one.
func (c *collector) keep(p Path) error {
	key := p.key()
	if c.seen[key] {
		return nil
	}
	if p.turningSlides() > MaxTurningSlides {
		return errorAt(p.At, "found more than %d sliding legs that may stop on empty squares before another leg, expected fewer", MaxTurningSlides)
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
