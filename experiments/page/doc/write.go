//go:build !js

package doc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"bestiary/internal/files"
)

// Write writes the document into a folder, as NAME.html and NAME.md, with its pictures, as
// PNG too if png is set, and further files. Pictures that only an earlier document of this
// name shows are removed.
func (d *Document) Write(folder, name string, png bool, more ...files.File) error {
	d.tellApart()
	list, err := d.files(name, png)
	if err != nil {
		return err
	}
	list = append(list, more...)
	before, err := os.ReadFile(filepath.Join(folder, name+".md"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := files.Write(folder, list...); err != nil {
		return err
	}
	for _, m := range picture.FindAllSubmatch(before, -1) {
		for _, old := range []string{string(m[1]) + ".svg", string(m[1]) + narrow, string(m[1]) + ".png", string(m[1]) + ".csv"} {
			if slices.ContainsFunc(list, func(f files.File) bool { return f.Name == old }) {
				continue
			}
			if err := os.Remove(filepath.Join(folder, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// narrow ends the name of the form of a picture for a narrow page.
const narrow = "-narrow.svg"

var picture = regexp.MustCompile(`\]\(((?:` + Charts + `|` + Tables + `)/[\w.-]+)\.(?:svg|csv)\)`)

// files returns the document as NAME.html and NAME.md, in this order, and its pictures.
func (d *Document) files(name string, png bool) ([]files.File, error) {
	out := []files.File{{Name: name + ".html", Data: d.HTML()}, {Name: name + ".md", Data: d.Markdown()}}
	blocks := shown(d.Body)
	for _, s := range d.appendix() {
		blocks = append(blocks, s.Blocks...)
	}
	for _, b := range blocks {
		var figures Gallery
		switch b := b.(type) {
		case Figure:
			figures = Gallery{b}
		case Gallery:
			figures = b
		case Table:
			if name := b.Sheet(); name != "" {
				out = append(out, files.CSV(name, b.cells()))
			}
		}
		for _, f := range figures {
			out = append(out, f.Files()...)
			if !png || f.PNG == nil {
				continue
			}
			data, err := f.PNG()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			out = append(out, files.File{Name: path.Join(Charts, f.Name+".png"), Data: data})
		}
	}
	return out, nil
}

// Files returns the forms of a picture, without PNG.
func (f Figure) Files() []files.File {
	out := []files.File{{Name: path.Join(Charts, f.Name+".svg"), Data: f.Wide}}
	if f.Narrow != nil {
		out = append(out, files.File{Name: path.Join(Charts, f.Name+narrow), Data: f.Narrow})
	}
	return out
}
