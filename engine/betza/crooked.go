package betza

// crooked writes out a group with z before its atom: a slider that turns by 90
// degrees after every step, alternately to the left and to the right. It takes
// a path for every number of steps.
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
	for _, h := range a.kind().set().members() {
		for _, side := range []heading{4, -4} {
			if err := c.zigzag(h, side, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// zigzag adds the paths that start in heading h and turn to the given side
// first.
func (c chain) zigzag(h, side heading, m modifiers) error {
	most := MaxBoard - 1
	if c.atom.kind() == orthogonal {
		most *= 2 // only every second step goes the same way
	}
	if c.atom.reach != 0 {
		most = min(most, c.atom.reach)
	}
	var done []Leg
	for i := range most {
		step := c.atom.step(h.turned(side * heading(i%2)))
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
	return nil
}
