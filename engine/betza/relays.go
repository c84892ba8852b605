package betza

// slide returns a leg of ordinary steps that ends on what end allows.
func slide(step Vec, least, most int, end Occupancy) Leg {
	return Leg{Step: step, Min: least, Max: most, Through: Empty, End: end}
}

// taking marks a leg that captures a piece on the square where it ends.
func taking(l Leg) Leg {
	l.Takes = l.End&Occupied != 0
	return l
}

// relays returns the ways in which a leg that is not the last can be moved. It
// ends on an empty square unless its modes say otherwise; p and g pass over a
// piece, which is another way than capturing it.
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

// toggled returns the range of the legs after one with y or g: a leaper goes on
// as a slider and a slider as a leaper.
func toggled(reach int, m modifiers) int {
	if !m.has('y') && !m.has('g') {
		return reach
	}
	if reach == 1 {
		return 0
	}
	return 1
}
