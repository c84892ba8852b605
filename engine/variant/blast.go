package variant

import (
	"fmt"

	"bestiary/internal/format"
)

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

// blastInWords describes the blasts, or returns "" if the game has none.
func blastInWords(v *Variant) string {
	b := &v.Rules.Blast
	if !b.OnCapture {
		return ""
	}
	text := fmt.Sprintf("A capture also removes the capturing piece and all pieces on the eight squares around it. A side that removes the opposing %[1]s so wins at once, and may leave its own in check; it may not remove its own. Two %[1]ss next to each other are not in check.", v.royalName())
	if len(b.Spared) > 0 {
		text += fmt.Sprintf(" %s next to a capture stays.", format.Title(format.Article(oneOf(b.Spared))))
	}
	if len(b.Immune) > 0 {
		text += fmt.Sprintf(" %s always stays.", format.Title(format.Article(oneOf(b.Immune))))
	}
	return text
}
