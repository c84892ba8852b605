package variant

// Blast makes captures explode: a capture also removes the capturing piece and everything
// on the eight squares around the square where it lands. A side that blows up the opposing
// royal piece wins; no side may blow up its own. Royal pieces on adjacent squares are not
// in check.
type Blast struct {
	OnCapture bool
	// Spared names the pieces that survive a blast on an adjacent square, but not their
	// own capture.
	Spared []string
	// Immune names the pieces that survive any blast, including their own.
	Immune []string
}

func (c *checker) blast(b Blast) {
	const path = "rules.blast"
	c.kinds(path+".spared", b.Spared)
	c.kinds(path+".immune", b.Immune)
	if b.OnCapture && c.v.Rules.Gating.Kind != NoGating && c.v.Rules.Gating.Kind != "" {
		c.report(path, "together with waiting pieces", "either [rules.blast] or [rules.gating]")
	}
}
