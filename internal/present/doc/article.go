package doc

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// Article is the page for a browser of a text in Markdown, whose first heading is its title.
// Raw HTML in it is left out. Link gives the address that takes the place of another.
func Article(markdown []byte, link func(string) string) ([]byte, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table))
	tree := md.Parser().Parse(text.NewReader(markdown))
	title := ""
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering && n.Level == 1 && title == "" {
				title = string(n.Lines().Value(markdown))
			}
		case *ast.Link:
			if entering {
				n.Destination = []byte(link(string(n.Destination)))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := md.Renderer().Render(&body, markdown, tree); err != nil {
		return nil, fmt.Errorf("article: %w", err)
	}
	w := &htmlWriter{}
	w.begin(html.EscapeString(oneLine(title)), "")
	w.WriteString(strings.NewReplacer(
		"<!-- raw HTML omitted -->\n", "", "<!-- raw HTML omitted -->", "",
		"<table>", `<div class="scroll"><table class="dense article">`, "</table>", "</table></div>",
	).Replace(body.String()))
	w.end(0)
	return []byte(w.String()), nil
}
