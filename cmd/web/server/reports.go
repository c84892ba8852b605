package server

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"

	"bestiary/experiments/present/doc"
)

// types maps the file extensions to which reports link to content types. Only pages run
// scripts.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".md": "text/plain; charset=utf-8", ".csv": "text/csv; charset=utf-8",
	".json": "application/json", ".toml": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
}

// report serves a report or a file beside it. The sandbox lets a page run only the script
// that replays games, whatever the file contains. A page from another version of the
// program may have another script; it still shows first positions and moves.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	i, p, err := s.locate(r.PathValue("root") + "/" + r.PathValue("path"))
	kind := types[path.Ext(p)]
	if err != nil || kind == "" || path.Ext(p) == ".html" && !slices.Contains(pages, path.Base(p)) {
		fail(w, fmt.Errorf("report %q: %w", p, fs.ErrNotExist))
		return
	}
	root, err := s.root(i)
	if err != nil {
		fail(w, err)
		return
	}
	defer root.Close()
	if info, err := root.Stat(p); err != nil || !info.Mode().IsRegular() {
		fail(w, fmt.Errorf("report %q: %w", p, fs.ErrNotExist))
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Security-Policy", doc.ContentPolicy()+"; sandbox allow-scripts allow-popups")
	http.ServeFileFS(w, r, root.FS(), p)
}
