//go:build !js

package doc

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"bestiary/internal/files"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Site copies a folder of published pages to another folder for a web host. Markdown pages
// become HTML, README.md becomes index.html, and links between pages are adjusted. It
// returns the names of the pages.
func Site(from, to string) ([]string, error) {
	var pages []string
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if page := sitePage(relative); page != relative {
			link := func(address string) string { return siteLink(from, path.Dir(filepath.ToSlash(relative)), address) }
			if data, err = Article(data, link); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			data = forPhones(data, filepath.Dir(name))
			relative = page
			pages = append(pages, filepath.Join(to, page))
		}
		_, err = files.Write(to, files.File{Name: relative, Data: data})
		return err
	})
	return pages, err
}

// forPhones offers narrow pages the narrow forms of the pictures of an article, if the folder has them.
func forPhones(article []byte, folder string) []byte {
	return images.ReplaceAllFunc(article, func(image []byte) []byte {
		address := string(images.FindSubmatch(image)[1]) + narrow
		if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(address))); err != nil {
			return image
		}
		return fmt.Appendf(nil, `<picture><source media="(max-width: 760px)" srcset="%s">%s</picture>`, address, image)
	})
}

var images = regexp.MustCompile(`<img src="([\w./-]+)\.svg"[^>]*>`)

// Posted returns the page of a report for a folder beside the board, with the address of its picture: other
// sites follow only an absolute one.
func Posted(page []byte, picture string) []byte {
	const image = `<meta property="og:image" content="`
	return []byte(strings.NewReplacer(`class="open" hidden><a href="/#`, `class="open"><a href="../#`,
		image+Card+`">`, image+html.EscapeString(picture)+`">`).Replace(string(page)))
}

// Card is the file of the picture that other sites show beside a link to a report.
const Card = "card.png"

// sitePage returns the name that a file of the folder has on the site.
func sitePage(name string) string {
	stem, markdown := strings.CutSuffix(name, ".md")
	switch {
	case !markdown:
		return name
	case filepath.Base(stem) == "README":
		return filepath.Join(filepath.Dir(stem), "index.html")
	}
	return stem + ".html"
}

// siteLink returns the address on the site for a link on a page in dir. A link to a folder
// leads to its README.md; links out of the folder are unchanged.
func siteLink(from, dir, address string) string {
	target, fragment, _ := strings.Cut(address, "#")
	inside := path.Join(dir, target)
	if target == "" || strings.Contains(target, ":") || !filepath.IsLocal(inside) {
		return address
	}
	if info, err := os.Stat(filepath.Join(from, inside)); err != nil {
		return address
	} else if info.IsDir() {
		target = path.Join(target, "README.md")
	}
	if target = filepath.ToSlash(sitePage(target)); fragment != "" {
		target += "#" + fragment
	}
	return target
}

// Article renders Markdown as a page for a browser. The first heading becomes its title; raw HTML
// is omitted, but for a part that is folded (details with a summary), and link maps each address to its replacement.
func Article(markdown []byte, link func(string) string) ([]byte, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	markdown = folds.ReplaceAll(markdown, []byte("\n\uE002$1\uE003\n"))
	markdown = bytes.ReplaceAll(markdown, []byte("\n</details>\n"), []byte("\n\uE004\n"))
	tree := md.Parser().Parse(text.NewReader(markdown))
	title, scripted := "", false
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
		case *tables.Table:
			if entering {
				asCards(n, markdown)
				scripted = scripted || n.ChildCount() > longTable // with its head
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
	pairs := []string{
		"<!-- raw HTML omitted -->\n", "", "<!-- raw HTML omitted -->", "",
		"<p>\uE002", "<details><summary>", "\uE003</p>", "</summary>", "<p>\uE004</p>", "</details>",
		"<table ", `<div class="scroll"><table `, "</table>", "</table></div>",
	}
	for _, word := range verdictWords() {
		span := Verdict(word)
		for _, text := range []string{word, span.Text} {
			pairs = append(pairs, "<strong>"+text+"</strong></td>", Text{span}.html()+"</td>")
		}
	}
	p := page{templates: htmlTemplates(), Title: title, Body: strings.NewReplacer(pairs...).Replace(body.String())}
	if scripted {
		p.Script = script
	}
	return p.bytes("article"), nil
}

// folds finds the beginning of a part of an article that is folded. It is the only HTML that is not omitted.
var folds = regexp.MustCompile(`\n<details>\n<summary>([^<\n]*)</summary>\n`)

// articleColumns is cardColumns for articles, whose cells hold sentences.
const articleColumns = 3

// asCards lets a table wrap. On a narrow page a table with many columns turns into cards,
// as in a Document.
func asCards(t *tables.Table, source []byte) {
	class := "dense article"
	if len(t.Alignments) >= articleColumns {
		class = "cards " + class
	}
	t.SetAttributeString("class", []byte(class))
	var labels [][]byte
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		k := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if row == t.FirstChild() {
				labels = append(labels, cell.Lines().Value(source))
			} else if k < len(labels) {
				cell.SetAttributeString("data-label", labels[k])
			}
			k++
		}
	}
}
