package doc

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// verdicts maps each word that answers a question to its mark. The same word has the same sign and
// colour in tables, charts, pictures and on a terminal.
var verdicts = map[string]Mark{
	"passes": Good, "fails": Bad, "cannot tell": Open,
	"passed": Good, "failed": Bad,
	"supported": Good, "contradicted": Bad, "undecided": Open, "depends on play": Split,
	"yes": Good, "no": Bad,
	"inside": Good, "outside": Bad,
	"significant": Good, "not significant": Open,
	"the same within the margin": Good,
	"fair":                       Good, "leans": Bad,
	"as known": Good, "otherwise": Bad,
}

// marking is how a verdict is shown: its sign, the class of HTML and SVG elements, the colours
// of the light and the dark scheme as 0xRRGGBB, which have a contrast of at least 4.5 to the
// background, and the colour of a terminal.
type marking struct {
	sign, class string
	light, dark uint32
	terminal    int
}

// markings follows the colours of Okabe and Ito, which readers who are blind to red or green
// can tell apart.
var markings = map[Mark]marking{
	Good:  {"✓", "good", 0x007D5A, 0x3FBF97, 32},
	Bad:   {"✗", "bad", 0xBA4E00, 0xF08A4B, 31},
	Open:  {"?", "open", 0x3E4C59, 0xA5B4C3, 36},
	Split: {"?", "split", 0x866300, 0xD2AE3F, 33},
}

// Judge returns the mark of a verdict.
func Judge(word string) Mark { return verdicts[word] }

// Verdict returns a verdict with its sign, as in "✓ passes". A word that is no verdict is bold.
func Verdict(word string) Span {
	m, ok := verdicts[word]
	if !ok {
		return Bold(word)
	}
	return Span{Text: m.Sign() + " " + word, Mark: m}
}

// Sign returns the sign of a verdict's mark: ✓, ✗ or ?.
func (m Mark) Sign() string { return markings[m].sign }

// Class returns the class of HTML and SVG elements with the colour of a verdict's mark, "" for
// other marks.
func (m Mark) Class() string { return markings[m].class }

// Colors returns the colours of a verdict's mark in the light and the dark scheme, as 0xRRGGBB.
func (m Mark) Colors() (light, dark uint32) { return markings[m].light, markings[m].dark }

// OnTerminal colours the verdicts in a text for a terminal.
func OnTerminal(text string) string {
	var pairs []string
	for _, word := range verdictWords() {
		span := Verdict(word)
		pairs = append(pairs, span.Text, fmt.Sprintf("\x1b[%dm%s\x1b[0m", markings[span.Mark].terminal, span.Text))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// verdictWords lists the verdicts, those that begin with others first.
func verdictWords() []string {
	list := slices.Sorted(maps.Keys(verdicts))
	slices.Reverse(list)
	return list
}

func verdictStyle() string {
	var light, dark strings.Builder
	for m := Good; m <= Split; m++ {
		l, d := m.Colors()
		fmt.Fprintf(&light, ".%s { color: #%06x; }\n", m.Class(), l)
		fmt.Fprintf(&dark, " .%s { color: #%06x; }", m.Class(), d)
	}
	return light.String() + "@media (prefers-color-scheme: dark) {" + dark.String() + " }\n"
}
