package betza

// endings returns the possible forms of the last leg of a move, each as one or more legs
// of the normal form.
func endings(a atom, h heading, reach int, m modifiers) ([][]Leg, error) {
	manner, err := mannerOf(m)
	if err != nil {
		return nil, err
	}
	step, end := a.step(h), m.landing()
	switch manner.char {
	case 'p', 'g':
		return hops(step, reach, end, manner)
	case 'j':
		return jumps(a, h, reach, end, m)
	case 'n':
		return lameLeaps(a, h, reach, end, m)
	}
	return [][]Leg{{taking(slide(step, 1, reach, end))}}, nil
}

// mannerOf returns the letter for how the last leg moves; its char is 0 if there is none.
// At most one is allowed.
func mannerOf(m modifiers) (letter, error) {
	manners := m.among(mannerLetters)
	for _, l := range manners {
		if l.char != manners[0].char {
			return letter{}, errorAt(l.at, "found %q together with %q, expected one of them", l.char, manners[0].char)
		}
	}
	if len(manners) == 0 {
		return letter{}, nil
	}
	return manners[0], nil
}

// hops returns the legs of moves over exactly one piece: with p to any square beyond it,
// with g to the square directly beyond it. A range counts from the start and includes the
// piece.
func hops(step Vec, reach int, end Occupancy, manner letter) ([][]Leg, error) {
	if reach == 1 {
		return nil, errorAt(manner.at, "found %q on an atom of range 1, which cannot move over a piece, expected a range of 0 or of 2 and more",
			manner.char)
	}
	if reach >= MaxBoard {
		reach = 0
	}
	if manner.char == 'g' {
		limit := max(reach-1, 0)
		return [][]Leg{{slide(step, 1, limit, Occupied), taking(slide(step, 1, 1, end))}}, nil
	}
	if reach == 0 {
		return [][]Leg{{slide(step, 1, 0, Occupied), taking(slide(step, 1, 0, end))}}, nil
	}
	var ways [][]Leg
	for before := 1; before < reach; before++ {
		ways = append(ways, []Leg{
			slide(step, before, before, Occupied),
			taking(slide(step, 1, reach-before, end)),
		})
	}
	return ways, nil
}

// jumps returns the legs of moves with j. Sliders skip one square per letter j, whatever it holds,
// and the range counts these squares. The leapers N, D and A need a piece half-way.
func jumps(a atom, h heading, reach int, end Occupancy, m modifiers) ([][]Leg, error) {
	j, _ := m.find("j")
	skipped := m.count('j')
	switch {
	case !a.single() && skipped > 1:
		return nil, errorAt(j.at, "found \"jj\" on %s, expected it only on W, F and K as sliders", a.name)
	case !a.single():
		return halfwayLeaps(a, h, reach, end, j)
	case reach != 0 && reach <= skipped:
		return nil, errorAt(j.at, "found 'j' on %s, which leaves no square to go to, expected a range greater than the number of j", a.name)
	}
	step := a.step(h)
	skip := Leg{Step: step, Min: skipped, Max: skipped, Through: Anything, End: Anything}
	return [][]Leg{{skip, taking(slide(step, 1, max(reach-skipped, 0), end))}}, nil
}

// slide returns a leg of ordinary steps whose last square satisfies end.
func slide(step Vec, from, limit int, end Occupancy) Leg {
	return Leg{Step: step, Min: from, Max: limit, Through: Empty, End: end}
}

// taking marks a leg that captures a piece on the square where it ends.
func taking(l Leg) Leg {
	l.Takes = l.End&Occupied != 0
	return l
}

// relays returns the possible forms of a leg that is not the last. It ends on an empty
// square unless its modes say otherwise; p and g pass over a piece without capturing it.
func relays(step Vec, reach int, m modifiers) []Leg {
	end := m.modes()
	passes := m.has('p') || m.has('g')
	if m.has('y') || end == 0 && !passes {
		end |= Empty
	}
	if !passes {
		return []Leg{taking(slide(step, 1, reach, end))}
	}
	ways := []Leg{slide(step, 1, reach, end|Occupied)}
	if end&Occupied != 0 {
		ways = append(ways, taking(slide(step, 1, reach, end&Occupied)))
	}
	return ways
}

// toggled returns the range of the legs after one with y or g: a leaper continues as a
// slider and a slider as a leaper.
func toggled(reach int, m modifiers) int {
	if !m.has('y') && !m.has('g') {
		return reach
	}
	if reach == 1 {
		return 0
	}
	return 1
}

// lameLeaps returns the legs of moves with n: every leap needs empty squares on its way.
// For sliders, which pass over nothing, n only marks the passed squares for en passant.
func lameLeaps(a atom, h heading, reach int, end Occupancy, m modifiers) ([][]Leg, error) {
	n, _ := m.find("n")
	if !a.single() {
		return halfwayLeaps(a, h, reach, end, n)
	}
	if !leavesEnPassant(a, m) || reach == 1 {
		return nil, errorAt(n.at, "found 'n' on %s, which leaps over nothing, expected it there only with i and m and a range of more than 1",
			a.name)
	}
	return [][]Leg{{taking(slide(a.step(h), 1, reach, end))}}, nil
}

// leavesEnPassant reports whether a single leg is an initial move whose passed squares
// become targets of en-passant captures: i, n and m without other modes, along a line.
func leavesEnPassant(a atom, m modifiers) bool {
	return m.has('i') && m.has('n') && m.modes() == Empty && !m.has('e') && a.kind() != oblique
}

// halfwayLeaps returns the legs of leaps for which the squares passed over matter: with n
// they must be empty, with j there must be a piece. For riders this applies to every leap,
// so each number of leaps needs its own path.
func halfwayLeaps(a atom, h heading, reach int, end Occupancy, manner letter) ([][]Leg, error) {
	approach, rest, err := splitLeap(a, h, manner)
	if err != nil {
		return nil, err
	}
	if manner.char == 'j' {
		approach.End = Occupied
	}
	limit := (MaxBoard - 1) / a.long
	if reach != 0 && reach < limit {
		limit = reach
	}
	var ways [][]Leg
	var before []Leg
	for range limit {
		way := append(before[:len(before):len(before)], approach, taking(slide(rest, 1, 1, end)))
		ways = append(ways, way)
		before = append(before, approach, slide(rest, 1, 1, Empty))
	}
	return ways, nil
}

// splitLeap splits a leap into the part up to the last square passed over and the final
// step. A knight passes over its orthogonal neighbour.
func splitLeap(a atom, h heading, manner letter) (approach Leg, rest Vec, err error) {
	leap := a.step(h)
	straight := a.kind() != oblique
	switch {
	case a.extended || !straight && a.long != 2:
		return Leg{}, Vec{}, errorAt(manner.at, "found %q on %s, for which the squares passed over are not defined, expected it on N, D, A%s",
			manner.char, a.name, orLonger(manner))
	case straight && a.long == 3 && manner.char == 'j':
		return Leg{}, Vec{}, errorAt(manner.at, "found 'j' on %s, which has no half-way square, expected it on N, D, A or a slider", a.name)
	case straight:
		rest = Vec{leap.DX / a.long, leap.DY / a.long}
		return slide(rest, a.long-1, a.long-1, Empty), rest, nil
	}
	half := Vec{leap.DX / 2, leap.DY / 2} // rounds towards the orthogonal square
	return slide(half, 1, 1, Empty), Vec{leap.DX - half.DX, leap.DY - half.DY}, nil
}

// orLonger returns the end of the list of atoms for which a manner of leaping is defined.
func orLonger(manner letter) string {
	if manner.char == 'n' {
		return ", H or G"
	}
	return " or a slider"
}
