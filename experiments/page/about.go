//go:build !js

package page

import (
	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
)

// About returns a page about a game with the body and the appendix that templates have under a name.
func About(g *rules.Game, title string, texts *doc.Templates, name string, data any, seed uint64) *Page {
	return &Page{
		Title: title, Byline: Byline(g), Lacks: []string{g.Variant.Approximation()},
		Body: texts.Blocks(name+" body", data), Appendix: texts.Sections(name+" appendix", data),
		Facts: []Fact{{Name: "seed", Value: seed}, {Name: "hash of the rules", Value: g.Variant.Hash()}},
	}
}

// Facts returns the rows of a table with two columns as facts about a run.
func Facts(t doc.Table) (list []Fact) {
	for _, row := range t.Rows {
		list = append(list, Fact{row[0].String(), row[1]})
	}
	return list
}
