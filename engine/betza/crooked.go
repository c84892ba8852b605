package betza

// crooked writes out a group with z before its atom: a slider that turns by 90
// degrees after every step, alternately to the left and to the right.
func (c chain) crooked() error {
	m, a := c.legs[0], c.atom
	if err := m.allow("imcdez", "on a crooked slider"); err != nil {
		return err
	}
	z, _ := m.find("z")
	if !a.single() || a.kind() == allRound || a.reach == 1 {
		return errorAt(z.at, "found 'z' before %s, expected it before B or R, or on a leg after a bend", a.name)
	}
	if m.count('z') > 1 {
		return errorAt(z.at, "found \"zz\" before %s, expected one z", a.name)
	}
	most := MaxBoard - 1
	if a.kind() == orthogonal {
		most *= 2 // only every second step goes the same way
	}
	if a.reach != 0 {
		most = min(most, a.reach)
	}
	return c.turning(4, most, func(i int) int { return i % 2 })
}

// circular writes out qN, the rose: a rider of knight's leaps that turns by one
// point of eight after every leap, always to the same hand. The eighth leap
// would end where it began. A range limits the number of leaps.
func (c chain) circular() error {
	m := c.legs[0]
	if err := m.allow("imcdeq", "on a circular rider"); err != nil {
		return err
	}
	if q, _ := m.find("q"); m.count('q') > 1 {
		return errorAt(q.at, "found \"qq\" before %s, expected one q", c.atom.name)
	}
	most := fullTurn/2 - 1
	if c.atom.reach > 1 { // N without a range has 1
		most = min(most, c.atom.reach)
	}
	return c.turning(fullTurn/8, most, func(i int) int { return i })
}

// turning adds the paths of up to a number of steps that begin in every heading
// of the atom. After i steps the heading is turns(i) times the angle away from
// the first, to the right or to the left. It takes a path for every number of
// steps.
func (c chain) turning(angle heading, most int, turns func(i int) int) error {
	m := c.legs[0]
	for _, h := range c.atom.kind().set().members() {
		for _, turn := range []heading{angle, -angle} {
			var done []Leg
			for i := range most {
				step := c.atom.step(h.turned(turn * heading(turns(i))))
				err := c.out.add(Path{
					Legs:      append(done[:i:i], taking(slide(step, 1, 1, m.landing()))),
					Initial:   m.has('i'),
					EnPassant: m.has('e'),
					At:        c.at,
				})
				if err != nil {
					return err
				}
				done = append(done, slide(step, 1, 1, Empty))
			}
		}
	}
	return nil
}
