package server

import (
	"errors"
	"io/fs"
	"net/http"
	"path"
	"slices"

	"bestiary/experiments/present/doc"
)

// types are the files that reports lead to, by the ends of their names. All but pages
// are shown as what they are: nothing in them is run.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".md": "text/plain; charset=utf-8", ".csv": "text/csv; charset=utf-8",
	".json": "application/json", ".toml": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
}

// report serves a report or a file beside it. In its sandbox a page can only replay
// games, whatever a file of that name contains. A page that another version of the
// program wrote may have another script; it shows first positions and moves.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	i, p, err := s.locate(r.PathValue("root") + "/" + r.PathValue("path"))
	kind := types[path.Ext(p)]
	if err != nil || kind == "" || path.Ext(p) == ".html" && !slices.Contains(pages, path.Base(p)) {
		fail(w, http.StatusNotFound, errors.New("there is no such report"))
		return
	}
	root, err := s.root(i)
	if err != nil {
		fail(w, http.StatusNotFound, err)
		return
	}
	defer root.Close()
	if info, err := root.Stat(p); err != nil || !info.Mode().IsRegular() {
		fail(w, http.StatusNotFound, fs.ErrNotExist)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Security-Policy", doc.ContentPolicy()+"; sandbox allow-scripts allow-popups")
	http.ServeFileFS(w, r, root.FS(), p)
}
