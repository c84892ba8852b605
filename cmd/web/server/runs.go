package server

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"bestiary/engine/rules"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/selfplay/store"
)

// run is a run in a list.
type run struct {
	ID    string `json:"id"`
	Game  string `json:"game"`
	Title string `json:"title"`
	Games int    `json:"games"`
	// Changed is the time of the last game.
	Changed time.Time `json:"changed"`
	// Fault is why the run cannot be read; "" if it can.
	Fault string `json:"fault,omitempty"`
}

// page is a report in a list.
type listed struct {
	ID      string    `json:"id"` // the address is /report/ID
	Changed time.Time `json:"changed"`
}

// pages lists the file names of reports for browsers; earlier versions of the program wrote the second.
var pages = []string{page.HTMLFile, "review.html"}

// maxRuns is the largest number of runs in a list.
const maxRuns = 2000

// runList caches the entries of runs that have not changed.
type runList struct {
	mu    sync.Mutex
	known map[string]run
}

// listRuns lists the runs and reports, newest first.
func (s *Server) listRuns(*http.Request) (any, error) {
	runs, reports := []run{}, []listed{}
	for i := range s.cfg.Folders {
		err := s.walk(i, func(id, name string, changed time.Time) {
			switch {
			case name == store.File && len(runs) < maxRuns:
				runs = append(runs, s.runs.read(s, path.Dir(id), changed))
			case slices.Contains(pages, name) && len(reports) < maxRuns:
				reports = append(reports, listed{id, changed})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(runs, func(a, b run) int { return b.Changed.Compare(a.Changed) })
	slices.SortStableFunc(reports, func(a, b listed) int { return b.Changed.Compare(a.Changed) })
	return map[string]any{"runs": runs, "reports": reports}, nil
}

// walk calls found for the stores and reports in a folder and below it, with their names in
// requests. It skips links that lead out of the folder.
func (s *Server) walk(i int, found func(id, name string, changed time.Time)) error {
	root, err := os.OpenRoot(s.cfg.Folders[i])
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != store.File && !slices.Contains(pages, d.Name()) {
			return nil // skip unreadable folders
		}
		if info, err := root.Stat(p); err == nil && info.Mode().IsRegular() {
			changed := info.ModTime()
			if log, err := root.Stat(p + "-wal"); err == nil && log.ModTime().After(changed) {
				changed = log.ModTime()
			}
			found(fmt.Sprintf("%d/%s", i, p), d.Name(), changed)
		}
		return nil
	})
}

// patience is how long a list waits for the entry of a run; a variable for tests.
var patience = 3 * time.Second

// read returns the entry of a run, or an entry with a fault while reading the run takes too long.
func (l *runList) read(s *Server, id string, changed time.Time) run {
	if r, ok := l.find(id, changed); ok {
		return r
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r := run{ID: id, Changed: changed}
		if err := r.fill(s); err != nil {
			r.Fault = err.Error()
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.known[id] = r
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
	if r, ok := l.find(id, changed); ok {
		return r
	}
	r := run{ID: id, Changed: changed, Fault: "reading it takes long; look again later"}
	l.mu.Lock()
	defer l.mu.Unlock()
	if was := l.known[id]; was.Changed.Equal(changed) { // read in this moment
		return was
	}
	l.known[id] = r
	return r
}

// find returns the entry of a run that has not changed.
func (l *runList) find(id string, changed time.Time) (run, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || len(l.known) > 2*maxRuns {
		l.known = map[string]run{}
	}
	r, ok := l.known[id]
	return r, ok && r.Changed.Equal(changed)
}

func (r *run) fill(s *Server) error {
	games, err := s.open(r.ID)
	if err != nil {
		return err
	}
	defer games.Close()
	totals, err := games.Totals()
	if err != nil {
		return err
	}
	v := games.Variant()
	r.Game, r.Title, r.Games = v.Name, v.Title, totals.Total.Games
	return nil
}

// open opens a run by its name in requests.
func (s *Server) open(id string) (*store.Store, error) {
	i, p, err := s.locate(id)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(s.cfg.Folders[i])
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if _, err := root.Stat(path.Join(p, store.File)); err != nil {
		return nil, err // it does not exist or lies outside
	}
	return store.Open(filepath.Join(s.cfg.Folders[i], filepath.FromSlash(p)))
}

// locate splits a name into the number of a folder and a path below it.
func (s *Server) locate(id string) (folder int, p string, err error) {
	number, p, _ := strings.Cut(id, "/")
	p = path.Join(".", p)
	for i := range s.cfg.Folders {
		if number == fmt.Sprint(i) && fs.ValidPath(p) && filepath.IsLocal(filepath.FromSlash(p)) {
			return i, p, nil
		}
	}
	return 0, "", fmt.Errorf("run %q: %w", id, os.ErrNotExist)
}

// runReply is a run with its results.
type runReply struct {
	ID       string   `json:"id"`
	Game     string   `json:"game"`
	Title    string   `json:"title"`
	Text     string   `json:"text"` // the game as a game file
	Config   settings `json:"config"`
	Measures bool     `json:"measures"` // values can be measured by its games
	Players  []string `json:"players"`
	store.Totals
}

func (s *Server) showRun(r *http.Request) (any, error) {
	id := r.FormValue("run")
	games, err := s.open(id)
	if err != nil {
		return nil, err
	}
	defer games.Close()
	v := games.Variant()
	out := runReply{ID: id, Game: v.Name, Title: v.Title, Text: string(v.Encode()), Players: []string{}}
	if g, err := rules.Compile(v); err == nil {
		out.Title = page.Title(g)
	}
	about, err := games.Info()
	if err != nil {
		return nil, err
	}
	for _, p := range about.Players {
		out.Players = append(out.Players, p.Name)
	}
	out.Totals, out.Config = about.Totals, about.Config
	out.Measures = out.Config.armies()
	return out, nil
}

// types maps the file extensions to which reports link to content types. Only pages run
// scripts.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".md": "text/plain; charset=utf-8", ".csv": "text/csv; charset=utf-8",
	".json": "application/json", ".toml": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
}

func regular(root *os.Root, p string) bool {
	info, err := root.Stat(p)
	return err == nil && info.Mode().IsRegular()
}

// report serves a report or a file in its folder. The sandbox lets a page run only the script that
// replays games, whatever the file contains. A page from another version of the program may have
// another script; it still shows first positions and moves.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	i, p, err := s.locate(r.PathValue("root") + "/" + r.PathValue("path"))
	kind := types[path.Ext(p)]
	if err != nil || kind == "" || path.Ext(p) == ".html" && !slices.Contains(pages, path.Base(p)) {
		fail(w, fmt.Errorf("report %q: %w", p, fs.ErrNotExist))
		return
	}
	root, err := os.OpenRoot(s.cfg.Folders[i])
	if err != nil {
		fail(w, err)
		return
	}
	defer root.Close()
	folder := path.Dir(p) // of the page to which the file belongs, beside it or above its charts
	if path.Base(folder) == doc.Charts {
		folder = path.Dir(folder)
	}
	if !regular(root, p) || !slices.ContainsFunc(pages, func(name string) bool { return regular(root, path.Join(folder, name)) }) {
		fail(w, fmt.Errorf("report %q: %w", p, fs.ErrNotExist))
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Security-Policy", doc.ContentPolicy()+"; sandbox allow-scripts allow-popups")
	http.ServeFileFS(w, r, root.FS(), p)
}
