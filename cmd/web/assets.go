package web

import (
	"embed"
	"io/fs"
)

//go:embed static
var static embed.FS

// Files returns the static files of the page.
func Files() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the path is a constant
	}
	return files
}
