package variant

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/betza"
	"bestiary/internal/format"
)

// Explanation is a rule of a game in words.
type Explanation struct {
	Topic string `json:"topic"`
	Text  string `json:"text"`
	// Options are the names of the options that change the rule.
	Options []string `json:"options"`
}

// topics are the headings of the rules in their order.
var topics = []string{"goal", "line", "extinction", "array", "edges", "turn", "placing", "entering", "castling",
	"promotion", "en passant", "hand", "immobility", "pass", "capture", "blast", "explosion", "flying", "stalemate",
	"repetition", "n-move rule", "material", "symmetry"}

// Explain returns the rules of the game in words. Every option that has a meaning
// in the game belongs to one of the explanations. The game's own options come
// last.
func (v *Variant) Explain() []Explanation {
	v = v.Canonical()
	var list []Explanation
	if text := v.Approximation(); text != "" {
		list = append(list, Explanation{"approximation", text, []string{}})
	}
	for _, topic := range topics {
		if e := v.explain(topic); e.Text != "" {
			list = append(list, e)
		}
	}
	for _, o := range v.OwnOptions {
		list = append(list, Explanation{"reading", fmt.Sprintf("%s Values: %s.", o.Doc, oneOf(o.valueNames())), []string{o.Name}})
	}
	return list
}

// Approximation lists the rules of the original game that this one lacks, "" if it is complete.
func (v *Variant) Approximation() string {
	if len(v.Approximates) == 0 {
		return ""
	}
	return "This is only an approximation of the game. It lacks these rules: " +
		strings.Join(v.Approximates, "; ") + "."
}

// explain joins the words of a topic: its own, and those of its fields.
func (v *Variant) explain(topic string) Explanation {
	e := Explanation{Topic: topic, Options: []string{}}
	texts := []string{inWords(topic, v)}
	if topic == "promotion" {
		texts = append(texts, promotionsInWords(v))
	}
	for _, f := range ruleFields() {
		if f.topic != topic || f.senseless(v) != "" {
			continue
		}
		if f.option != "" {
			e.Options = append(e.Options, f.option)
		}
		texts = append(texts, cmp.Or(f.sentence(f.get(v)), inWords(f.path(), v)))
	}
	texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
	e.Text = strings.Join(texts, " ")
	return e
}

// sentence returns the sentence for a value, or "".
func (f *ruleField) sentence(value string) string {
	for _, s := range f.sentences {
		if s.Name == value {
			return s.Value
		}
	}
	return ""
}

//go:embed rules.tmpl
var wordsText string

var words = sync.OnceValue(func() *format.Sentences {
	return format.ParseSentences(wordsText, map[string]any{
		"either": oneOf, "all": allOf, "article": format.Article, "title": format.Title, "plural": format.Plural, "ordinal": format.Ordinal,
		"join":    func(list []string) string { return strings.Join(list, ", ") },
		"list":    func(list ...string) []string { return slices.DeleteFunc(list, func(s string) bool { return s == "" }) },
		"when":    when,
		"areas":   dropAreas,
		"last":    lastRanks,
		"royal":   (*Variant).royalName,
		"kinds":   func(v *Variant, kind string) []string { return v.NamesOf(kindsInWords[kind]) },
		"present": (*Variant).present,

		"used":     func(v *Variant) bool { return v.Rules.Hand.Used() },
		"start":    func(v *Variant, black bool) []string { return v.Rules.Hand.Start(black) },
		"partners": func(v *Variant, aSide bool) []string { return v.Rules.Castling.Partners(aSide) },
		"towardsA": func(v *Variant) Castling { return v.Rules.Castling.TowardsA() },
		"sequels":  (*Variant).SequelKinds,
	})
})

// inWords writes the template with a name, with line breaks as spaces. It returns "" if there is none.
func inWords(name string, data any) string { return words().Write(name, data) }

// kindsInWords are the kinds of pieces that sentences name.
var kindsInWords = map[string]func(Piece) bool{
	"royal":    func(p Piece) bool { return p.Royal },
	"pawn":     func(p Piece) bool { return p.Pawn },
	"explodes": func(p Piece) bool { return p.Explodes },
	"flies":    func(p Piece) bool { return slices.ContainsFunc(p.Moves, func(m MoveSet) bool { return m.Flying }) },
	"leaves": func(p Piece) bool {
		return p.anyPath(func(m MoveSet, path betza.Path) bool { return m.LeavesEnPassant || path.LeavesEnPassant })
	},
	"catches": func(p Piece) bool { return p.anyPath(func(_ MoveSet, path betza.Path) bool { return path.EnPassant }) },
}

// anyPath reports whether some path of the piece's moves is such.
func (p Piece) anyPath(such func(MoveSet, betza.Path) bool) bool {
	return slices.ContainsFunc(p.Moves, func(m MoveSet) bool {
		expression, _ := betza.Parse(m.Betza) // a valid game has only valid move strings
		return slices.ContainsFunc(expression.Paths, func(path betza.Path) bool { return such(m, path) })
	})
}

// when returns a string if the condition holds, otherwise "".
func when(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// dropAreas lists the areas where a piece may be dropped.
func dropAreas(texts []string) string {
	if slices.Equal(texts, []string{noSquare}) {
		return "no square"
	}
	return oneOf(texts)
}

// NamesOf lists the pieces for which something holds.
func (v *Variant) NamesOf(holds func(Piece) bool) []string {
	var names []string
	for _, p := range v.Pieces {
		if holds(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

func (v *Variant) royalName() string {
	if names := v.NamesOf(kindsInWords["royal"]); len(names) > 0 {
		return names[0]
	}
	return "king"
}

// present returns the names that belong to pieces of the game.
func (v *Variant) present(names []string) []string {
	var list []string
	for _, name := range names {
		if v.Piece(name) != nil {
			list = append(list, name)
		}
	}
	return list
}

// promotionsInWords explains all promotion rules.
func promotionsInWords(v *Variant) string {
	if len(v.Rules.Promotions) == 0 {
		return "There is none."
	}
	text := promotionInWords(v.Rules.Promotions...)
	if slices.ContainsFunc(v.Rules.Promotions, func(p Promotion) bool { return p.Captured }) {
		text += " A piece that is captured can be chosen once, as what it was when it was captured."
	}
	return text
}

// promotionInWords explains promotions. Those under the same conditions share a sentence.
func promotionInWords(list ...Promotion) string {
	text, last := "", [4]string{} // the last sentence: its beginning, its subject, its verb and what follows
	for _, p := range list {
		part := [4]string{inWords("place", p), inWords("pieces", p), "must", inWords("duty", p)}
		to := inWords("choices", p)
		if p.Optional {
			part[2] = "may"
		}
		same := p.Zone > 0 && part[0] == last[0] && part[2] == last[2] && part[3] == last[3]
		switch {
		case p.Zone == 0:
			text += fmt.Sprintf("%s %s does not promote.", last[3], format.Title(part[1]))
			part = [4]string{}
		case same && part[1] == last[1]:
			text += ", or to " + to
		case same:
			text += fmt.Sprintf(", %s to %s", part[1], to)
		default:
			text += fmt.Sprintf("%s %s %s %s promote to %s", last[3], part[0], part[1], part[2], to)
		}
		last = part
	}
	return strings.TrimSpace(text + last[3])
}

func lastRanks(n int) string {
	if n == 1 {
		return "the last rank"
	}
	return fmt.Sprintf("the last %d ranks", n)
}

// oneOf joins names to "a, b or c".
func oneOf(names []string) string { return format.List(names, "or") }

// allOf joins names to "a, b and c".
func allOf(names []string) string { return format.List(names, "and") }
