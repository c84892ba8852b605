package betza

// universal reads the atom U, which leaps to any square: it is written out as a
// leap for every offset on the largest board, from the farthest rank to the
// rear and in it from left to right.
func (p *parser) universal(start int, m modifiers) error {
	if err := m.allow("imcd", "before U"); err != nil {
		return err
	}
	p.pos++
	if next := p.peek(); isDigit(next) || next == 'U' {
		return p.unexpected("no range after U, which reaches every square")
	}
	const most = MaxBoard - 1
	for dy := most; dy >= -most; dy-- {
		for dx := -most; dx <= most; dx++ {
			leap := Vec{dx, dy}
			if leap == (Vec{}) {
				continue
			}
			err := p.add(Path{Legs: []Leg{taking(slide(leap, 1, 1, m.landing()))}, Initial: m.has('i'), At: start})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
