//go:build !js

package doc

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"bestiary/internal/files"
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
			relative = page
			pages = append(pages, filepath.Join(to, page))
		}
		_, err = files.Write(to, files.File{Name: relative, Data: data})
		return err
	})
	return pages, err
}

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
