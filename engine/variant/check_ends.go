package variant

import "bestiary/internal/toml"

// one reports whether each side has exactly one royal piece.
func (r RoyalsRule) one() bool { return r == OneRoyal || r == "" }

// ends checks the rules that end the game other than by mate.
func (c *checker) ends() {
	v := c.v
	s := scope{Rules: &v.Rules, v: v}
	c.ruleTable("rules.extinction", extinctionTable, s)
	c.ruleTable("rules.goal", goalTable, s)
	c.kinds("rules.extinction.pieces", v.Rules.Extinction.Pieces)
	c.kinds("rules.goal.pieces", v.Rules.Goal.Pieces)
	c.ruleTable("rules.line", lineTable, s)
	c.kinds("rules.line.pieces", v.Rules.Line.Pieces)
	if v.Rules.ChecksForbidden && (v.anyExplodes() || v.Rules.Blast.OnCapture) {
		c.report("rules.checks-forbidden", "true", "false where pieces explode")
	}
	if !v.Rules.Royals.one() {
		c.withoutOneRoyal()
	}
}

// withoutOneRoyal reports rules that need exactly one royal piece on each side.
func (c *checker) withoutOneRoyal() {
	const why = `needs rules.royals = "one"`
	if c.v.Rules.Gating.Kind == MusketeerGating {
		c.report("rules.gating.kind", toml.Quote(string(MusketeerGating)), why)
	}
	if c.v.anyExplodes() {
		c.report("rules.royals", toml.Quote(string(c.v.Rules.Royals)), `"one" where a piece explodes`)
	}
}

// kinds checks a list of names that may be empty.
func (c *checker) kinds(field string, names []string) {
	if len(names) > 0 {
		c.pieceList(field, names)
	}
}

// region reports parts of a region that are not on the board.
func (c *checker) region(field string, parts []string) {
	for i, part := range parts {
		if a, ok := ParseArea(part); !ok || !c.onBoard(a) {
			c.report(toml.Item(field, i+1), toml.Quote(part), `a square or the first and the last square of a rectangle of the board, as in "d4" or "a8-h8"`)
		}
	}
}
