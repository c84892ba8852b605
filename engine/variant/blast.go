package variant

import (
	"fmt"

	"bestiary/internal/format"
)

// Blast is the rule of captures that blow up: a capture also removes the capturing
// piece and everything on the eight squares around the square where it ends. A side that
// blows up the other's royal piece wins; none may blow up its own. Royal pieces that
// stand next to each other are not in check.
type Blast struct {
	OnCapture bool
	// Spared are the names of the pieces that survive next to a blast, though not as the
	// piece that captures.
	Spared []string
	// Immune are the names of the pieces that survive any blast, also their own.
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

// blastInWords returns "" in a game without blasts.
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
