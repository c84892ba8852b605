package server

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"time"

	"bestiary/cmd/web"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// cookie is the name of the cookie that holds the token.
const cookie = "bestiary-token"

// pagePolicy is the Content-Security-Policy of the page. It allows WebAssembly for the
// engine.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler returns the handler of all requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /", s.page)
	// The page finds out that it has a server.
	home := fmt.Sprintf("// Where the page is.\nexport const server = {workers: %d};\n", min(runtime.NumCPU(), maxWorking))
	mux.HandleFunc("GET /home.js", script(home))
	mux.HandleFunc("GET /replay.js", script(doc.ReplayModule()))
	for _, side := range web.IconSides {
		mux.HandleFunc("GET /"+web.IconName(side), limited(s.reading, s.icon(side)))
	}

	mux.HandleFunc("POST /api/{method}", s.call)
	for path, reply := range map[string]endpoint{
		"/data/runs": s.listRuns, "/data/run": s.showRun,
		"/data/games": s.listGames, "/data/game": s.showGame, "/data/differences": s.listDifferences,
	} {
		mux.HandleFunc("GET "+path, limited(s.reading, replying(reply)))
	}
	mux.HandleFunc("GET /data/watch", limited(s.watching, s.watch))
	mux.HandleFunc("GET /report/{root}/{path...}", limited(s.reading, s.report))
	mux.HandleFunc("GET /data/jobs", replying(func(*http.Request) (any, error) { return map[string]any{"jobs": s.jobs.all()}, nil }))
	mux.HandleFunc("POST /data/jobs", s.trusted(s.withBody(s.working, s.startJob)))
	mux.HandleFunc("DELETE /data/jobs", s.trusted(replying(s.endJob)))
	return s.guard(http.NewCrossOriginProtection().Handler(mux))
}

// guard checks every request and sets the headers of every reply.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		switch site := r.Header.Get("Sec-Fetch-Site"); {
		case !s.knows(r.Host):
			reply(w, http.StatusMisdirectedRequest, &web.Fault{Message: fmt.Sprintf("this server is not %q", r.Host)})
		case site == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate":
			reply(w, http.StatusForbidden, &web.Fault{Message: "the request comes from another page"})
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// knows reports whether the host of a request is this server.
func (s *Server) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return s.token != "" || address.IsLoopback()
	}
	return s.hosts[strings.ToLower(host)]
}

// trusts reports whether a request may start work.
func (s *Server) trusts(r *http.Request) bool {
	if s.token == "" {
		return true
	}
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie(cookie); err == nil {
		given = c.Value
	}
	return subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) == 1
}

var errToken = errors.New("this needs the token of the server: open the address that bestiary serve has printed")

// trusted refuses requests that may not start work.
func (s *Server) trusted(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.trusts(r) {
			fail(w, errToken)
			return
		}
		next(w, r)
	}
}

// page serves the files of the page. If the address contains the token, it sets the token as a
// cookie. A server without a token accepts any, such as one in an old bookmark.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if token := r.URL.Query().Get("token"); token != "" && r.URL.Path == "/" {
		if s.token != "" {
			if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
				fail(w, errToken)
				return
			}
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	http.FileServerFS(s.files).ServeHTTP(w, r)
}

// icon answers with an icon of the manifest.
func (s *Server) icon(side int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		data, err := web.Icon(side)
		if err != nil {
			fail(w, err)
			return
		}
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(data) // the client may be gone
	}
}

// script answers with a module.
func script(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write([]byte(text)) // the client may be gone
	}
}

func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	method, trusted := r.PathValue("method"), s.trusts(r)
	if web.WorksLong(method) && !trusted {
		fail(w, errToken)
		return
	}
	limit := s.reading
	switch {
	case web.Works(method) && trusted:
		limit = s.working
	case web.Works(method):
		limit = s.visiting
	}
	s.withBody(limit, func(r *http.Request, body []byte) (any, error) {
		text, err := s.api.Call(r.Context(), method, body)
		return json.RawMessage(text), err
	})(w, r)
}

// withBody reads the body of a request, for a while, and replies to it through a gate. A request
// that is not complete takes no place there.
func (s *Server) withBody(g gate, to func(r *http.Request, body []byte) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		control, limit := http.NewResponseController(w), int64(maxVisit)
		if s.trusts(r) {
			limit = web.MaxRequest
		}
		_ = control.SetReadDeadline(time.Now().Add(s.patience)) // tests without a connection have none
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
		if err != nil {
			fail(w, err)
			return
		}
		_ = control.SetReadDeadline(time.Time{}) // the work may take longer
		limited(g, replying(func(r *http.Request) (any, error) { return to(r, body) }))(w, r)
	}
}

// gate limits how many requests are served at a time. Others wait for a while.
type gate struct {
	places, waiting chan struct{}
	patience        time.Duration
}

func newGate(places int, patience time.Duration) gate {
	return gate{make(chan struct{}, places), make(chan struct{}, maxWaiting), patience}
}

var errBusy = errors.New("the server is busy")

// enter waits for a place; leave frees it.
func (g gate) enter(ctx context.Context) error {
	select {
	case g.places <- struct{}{}:
		return nil
	default:
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return errBusy
	}
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case g.places <- struct{}{}:
		return nil
	case <-timer.C:
		return errBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g gate) leave() { <-g.places }

// limited serves requests through a gate.
func limited(g gate, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := g.enter(r.Context()); err != nil {
			fail(w, err)
			return
		}
		defer g.leave()
		next(w, r)
	}
}

// endpoint returns the reply to a request, to be sent as JSON.
type endpoint func(r *http.Request) (any, error)

// replying sends the replies of an endpoint.
func replying(to endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := to(r)
		if err != nil {
			fail(w, err)
			return
		}
		reply(w, http.StatusOK, value)
	}
}

func reply(w http.ResponseWriter, status int, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"error":"the reply cannot be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(data) // the client may be gone
}

// fail replies with an error and the matching status.
func fail(w http.ResponseWriter, err error) {
	fault := &web.Fault{Message: format.Excerpt(err.Error())}
	var large *http.MaxBytesError
	status := http.StatusInternalServerError
	switch {
	case errors.As(err, &fault):
		status = http.StatusBadRequest
	case errors.Is(err, os.ErrNotExist):
		status = http.StatusNotFound
	case errors.Is(err, errToken):
		status = http.StatusForbidden
	case errors.Is(err, errBusy):
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "1")
	case errors.Is(err, os.ErrDeadlineExceeded):
		status, fault.Message = http.StatusRequestTimeout, "the request did not arrive in time"
	case errors.As(err, &large):
		status, fault.Message = http.StatusRequestEntityTooLarge, fmt.Sprintf("the request has more than %d bytes", large.Limit)
	}
	reply(w, status, fault)
}

func bad(format string, args ...any) error {
	return &web.Fault{Message: fmt.Sprintf(format, args...)}
}
