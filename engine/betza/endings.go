package betza

// endings returns the ways in which the last leg of a move can be moved, each
// as one or more legs of the normal form.
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

// mannerOf returns the one letter that says how the last leg is moved; its char
// is 0 if no letter does.
func mannerOf(m modifiers) (letter, error) {
	manner, ok := m.find(mannerLetters)
	if !ok {
		return letter{}, nil
	}
	for _, l := range m {
		if other, ok := (modifiers{l}).find(mannerLetters); ok && other.char != manner.char {
			return letter{}, errorAt(l.at, "found %q together with %q, expected one of them", l.char, manner.char)
		}
	}
	return manner, nil
}

// hops returns the ways to move over exactly one piece: with p on to any square
// beyond it, with g to the square directly beyond it. A range counts from the
// start, the piece included.
func hops(step Vec, reach int, end Occupancy, manner letter) ([][]Leg, error) {
	if reach == 1 {
		return nil, errorAt(manner.at, "found %q on an atom of range 1, which cannot move over a piece, expected a range of 0 or of 2 and more", manner.char)
	}
	if reach >= MaxBoard {
		reach = 0
	}
	if manner.char == 'g' {
		most := max(reach-1, 0)
		return [][]Leg{{slide(step, 1, most, Occupied), taking(slide(step, 1, 1, end))}}, nil
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

// jumps returns the ways to move with j. Sliders skip as many squares as there
// are letters j, whatever stands on them, and the range counts these squares.
// The leapers N, D and A need a piece half-way.
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
