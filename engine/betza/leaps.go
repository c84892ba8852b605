package betza

// lameLeaps returns the ways to move with n: every leap needs the squares on
// its way to be empty. On sliders, which pass over nothing, n only marks the
// passed squares for en passant.
func lameLeaps(a atom, h heading, reach int, end Occupancy, m modifiers) ([][]Leg, error) {
	n, _ := m.find("n")
	if !a.single() {
		return halfwayLeaps(a, h, reach, end, n)
	}
	if !leavesEnPassant(a, m) || reach == 1 {
		return nil, errorAt(n.at, "found 'n' on %s, which leaps over nothing, expected it there only with i and m and a range of more than 1", a.name)
	}
	return [][]Leg{{taking(slide(a.step(h), 1, reach, end))}}, nil
}

// leavesEnPassant reports whether a single leg is an initial move by which the
// squares passed can be captured on: i, n and m without other modes, along a
// line.
func leavesEnPassant(a atom, m modifiers) bool {
	return m.has('i') && m.has('n') && m.modes() == Empty && !m.has('e') && a.kind() != oblique
}

// halfwayLeaps returns the ways to move as a leaper for which the squares
// passed over matter: with n they must be empty, with j there must be a piece.
// Riders do so in every leap, which takes a path for every number of leaps.
func halfwayLeaps(a atom, h heading, reach int, end Occupancy, manner letter) ([][]Leg, error) {
	approach, rest, err := splitLeap(a, h, manner)
	if err != nil {
		return nil, err
	}
	if manner.char == 'j' {
		approach.End = Occupied
	}
	most := (MaxBoard - 1) / a.long
	if reach != 0 && reach < most {
		most = reach
	}
	var ways [][]Leg
	var before []Leg
	for range most {
		way := append(before[:len(before):len(before)], approach, taking(slide(rest, 1, 1, end)))
		ways = append(ways, way)
		before = append(before, approach, slide(rest, 1, 1, Empty))
	}
	return ways, nil
}

// splitLeap cuts a leap into the part up to the last square passed over and the
// step from there. A knight passes over its orthogonal neighbour.
func splitLeap(a atom, h heading, manner letter) (approach Leg, rest Vec, err error) {
	leap := a.step(h)
	straight := a.kind() != oblique
	switch {
	case a.extended || !straight && a.long != 2:
		return Leg{}, Vec{}, errorAt(manner.at, "found %q on %s, for which the squares passed over are not defined, expected it on N, D, A%s", manner.char, a.name, orLonger(manner))
	case straight && a.long == 3 && manner.char == 'j':
		return Leg{}, Vec{}, errorAt(manner.at, "found 'j' on %s, which has no half-way square, expected it on N, D, A or a slider", a.name)
	case straight:
		rest = Vec{leap.DX / a.long, leap.DY / a.long}
		return slide(rest, a.long-1, a.long-1, Empty), rest, nil
	}
	half := Vec{leap.DX / 2, leap.DY / 2} // rounds towards the orthogonal square
	return slide(half, 1, 1, Empty), Vec{leap.DX - half.DX, leap.DY - half.DY}, nil
}

// orLonger completes the list of atoms for which a manner of leaping is defined.
func orLonger(manner letter) string {
	if manner.char == 'n' {
		return ", H or G"
	}
	return " or a slider"
}
