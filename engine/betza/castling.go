package betza

// castling reads the atom O with its number.
func (p *parser) castling(start int, m modifiers) error {
	atomAt := p.pos
	if l, ok := m.find("j"); ok {
		return errorAt(l.at, "found 'j' before O; castling with a piece that is not at the edge is not supported, expected i, l, r, s or p")
	}
	if err := m.allow("ilrsp", "before O"); err != nil {
		return err
	}
	if !m.has('i') {
		return errorAt(atomAt, "found castling without i; a king that has moved cannot castle, expected i before O")
	}
	c := Castling{
		Left:  m.has('l') || m.has('s'),
		Right: m.has('r') || m.has('s'),
		Jumps: m.has('p'),
		At:    start,
	}
	if !c.Left && !c.Right {
		return errorAt(atomAt, "found castling without a side, expected l, r or s before O")
	}
	p.pos++
	if !isDigit(p.peek()) {
		return p.unexpected("the number of squares that the king moves in castling")
	}
	numberAt := p.pos
	var err error
	if c.Steps, err = p.number(); err != nil {
		return err
	}
	if c.Steps == 0 {
		return errorAt(numberAt, "found castling over 0 squares, expected a number from 1 to 99")
	}
	p.castlings = append(p.castlings, c)
	return nil
}
