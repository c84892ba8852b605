package variant

import "fmt"

func (c *checker) moves(piece string, sets []MoveSet) {
	if len(sets) == 0 {
		c.report(piece+".move", "missing", "a move in (X)Betza notation")
		return
	}
	if len(sets) > maxMoveSets {
		c.report(piece+".more-moves", fmt.Sprintf("%d moves", len(sets)), fmt.Sprintf("at most %d", maxMoveSets))
		return
	}
	more := 0
	for i, m := range sets {
		if i == 0 && m.everywhere() {
			c.betza(piece+".move", m.Betza)
			continue
		}
		more++
		path := item(piece+".more-moves", more)
		c.betza(path+".move", m.Betza)
		c.ranks(path+".ranks", m)
		c.area(path+".area", m)
		switch {
		case m.RoyalOnly:
			c.royalOnly(path, m)
		case m.Flying:
			c.flying(path, m)
		}
	}
}

// betza reports a move string that cannot be used.
func (c *checker) betza(field, move string) {
	if move == "" {
		c.report(field, "missing", "a move in (X)Betza notation")
		return
	}
	read, ok := c.reader.read(move)
	if !ok {
		return // the budget was reported
	}
	for _, fault := range read.faults {
		c.report(field, fault.Found, fault.Expected)
	}
	if before := c.paths; before <= MaxPaths {
		if c.paths += read.paths; c.paths > MaxPaths {
			c.report(field, fmt.Sprintf("brings the number of paths of all moves to %d", c.paths),
				fmt.Sprintf("at most %d, with fewer legs or directions", MaxPaths))
		}
	}
}

// ranks reports a limit to ranks that the board does not have.
func (c *checker) ranks(field string, m MoveSet) {
	if m.FirstRank == 0 && m.LastRank == 0 {
		return
	}
	if m.FirstRank < 1 || m.LastRank < m.FirstRank || m.LastRank > c.ranksOfBoard() {
		c.report(field, Quote(formatRanks(m.FirstRank, m.LastRank)),
			fmt.Sprintf("ranks from 1 to %d, the lower one first", c.ranksOfBoard()))
	}
}

// area reports an area that is not a rectangle of the board.
func (c *checker) area(field string, m MoveSet) {
	if m.Area == "" {
		return
	}
	area, ok := ParseArea(m.Area)
	files := c.v.Files
	if files < 2 || files > MaxSide {
		files = MaxSide
	}
	if !ok || area.LastFile >= files || area.LastRank >= c.ranksOfBoard() {
		c.report(field, Quote(m.Area), `the first and the last square of a rectangle of the board, as in "d1-f3"`)
	}
}

// royalOnly reports a set of attacks on the royal piece that cannot capture or
// has a property that only real moves have.
func (c *checker) royalOnly(path string, m MoveSet) {
	const because = "has no meaning with royal-only = true"
	if m.Flying {
		c.report(path+".flying", because, "")
	}
	if m.LeavesEnPassant {
		c.report(path+".leaves-en-passant", because, "")
	}
	if read, ok := c.reader.read(m.Betza); ok && read.parsed && !read.captures {
		c.report(path+".royal-only", "true, but "+Quote(m.Betza)+" has moves that do not capture", "captures")
	}
}

// flying reports a flying set with moves that capture or do not slide.
func (c *checker) flying(path string, m MoveSet) {
	if m.LeavesEnPassant {
		c.report(path+".leaves-en-passant", "has no meaning with flying = true", "")
	}
	if read, ok := c.reader.read(m.Betza); ok && read.parsed && !read.slides {
		c.report(path+".flying", "true, but "+Quote(m.Betza)+" captures or does not slide",
			"a move without capture (m) of a slider, as in \"mQ\"")
	}
}
