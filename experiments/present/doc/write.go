package doc

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"bestiary/internal/files"
)

// Write puts the document into a folder, as NAME.html and NAME.md, with its pictures and
// further files. Pictures that only an earlier document of this name shows are removed.
func (d *Document) Write(folder, name string, more ...files.File) error {
	list := append(d.files(name), more...)
	before, err := shown(filepath.Join(folder, name+".md"))
	if err != nil {
		return err
	}
	if _, err := files.Write(folder, list...); err != nil {
		return err
	}
	for _, old := range before {
		if slices.ContainsFunc(list, func(f files.File) bool { return f.Name == old }) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

var picture = regexp.MustCompile(`\]\((` + Charts + `/[\w.-]+)\.svg\)`)

// shown are the files of the pictures in a Markdown file, in both forms; none if there is
// no such file.
func shown(page string) ([]string, error) {
	data, err := os.ReadFile(page)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var list []string
	for _, m := range picture.FindAllSubmatch(data, -1) {
		list = append(list, string(m[1])+".svg", string(m[1])+".png")
	}
	return list, nil
}

// files are the document as NAME.html and NAME.md, in this order, and its pictures.
func (d *Document) files(name string) []files.File {
	out := []files.File{{Name: name + ".html", Data: d.HTML()}, {Name: name + ".md", Data: d.Markdown()}}
	blocks := d.Body
	for _, s := range d.Appendix {
		blocks = append(blocks[:len(blocks):len(blocks)], s.Blocks...)
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case Figure:
			out = append(out, b.files()...)
		case Gallery:
			for _, f := range b {
				out = append(out, f.files()...)
			}
		}
	}
	return out
}

func (f Figure) files() []files.File {
	out := []files.File{{Name: path.Join(Charts, f.Name+".svg"), Data: f.Wide}}
	if f.PNG != nil {
		out = append(out, files.File{Name: path.Join(Charts, f.Name+".png"), Data: f.PNG})
	}
	return out
}
