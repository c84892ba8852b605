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
)

// cookie has the token of a browser.
const cookie = "bestiary-token"

// pagePolicy is the Content-Security-Policy of the page. The engine for browsers is
// WebAssembly.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler answers the requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /", s.page)
	mux.HandleFunc("GET /home.js", s.home)
	mux.HandleFunc("GET /replay.js", s.replay)
	mux.HandleFunc("POST /api/{method}", s.call)
	mux.HandleFunc("GET /data/runs", limited(s.reading, s.listRuns))
	mux.HandleFunc("GET /data/run", limited(s.reading, s.showRun))
	mux.HandleFunc("GET /data/games", limited(s.reading, s.listGames))
	mux.HandleFunc("GET /data/game", limited(s.reading, s.showGame))
	mux.HandleFunc("GET /data/differences", limited(s.reading, s.listDifferences))
	mux.HandleFunc("GET /data/watch", limited(s.watching, s.watch))
	mux.HandleFunc("GET /report/{root}/{path...}", limited(s.reading, s.report))
	mux.HandleFunc("GET /data/jobs", s.listJobs)
	mux.HandleFunc("POST /data/jobs", s.trusted(s.startJob))
	mux.HandleFunc("DELETE /data/jobs", s.trusted(s.endJob))
	return s.guard(http.NewCrossOriginProtection().Handler(mux))
}

// guard checks what holds for every request, and sets the headers of every reply.
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
			fail(w, http.StatusMisdirectedRequest, fmt.Errorf("this server is not %q", r.Host))
		case site == "cross-site" && r.Header.Get("Sec-Fetch-Mode") != "navigate":
			fail(w, http.StatusForbidden, errors.New("the request comes from another page"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// knows reports whether a request for a host is meant for the server.
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

// trusted serves only requests that may start work.
func (s *Server) trusted(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.trusts(r) {
			fail(w, http.StatusForbidden, errToken)
			return
		}
		next(w, r)
	}
}

// page serves the files of the page. A request with the token gets it as a cookie.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if token := r.URL.Query().Get("token"); token != "" && r.URL.Path == "/" {
		if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
			fail(w, http.StatusForbidden, errToken)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	http.FileServerFS(s.files).ServeHTTP(w, r)
}

// home says that the page has a server.
func (s *Server) home(w http.ResponseWriter, _ *http.Request) {
	script(w, fmt.Sprintf("// Where the page is.\nexport const server = {workers: %d};\n", min(runtime.NumCPU(), mostWorking)))
}

func script(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, _ = w.Write([]byte(text)) // the reader may have gone
}

// call answers a request of the API.
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	method, limit := r.PathValue("method"), s.reading
	if web.Works(method) {
		if limit = s.working; !s.trusts(r) {
			fail(w, http.StatusForbidden, errToken)
			return
		}
	}
	limited(limit, func(w http.ResponseWriter, r *http.Request) {
		body, ok := read(w, r)
		if !ok {
			return
		}
		reply, err := s.api.Call(r.Context(), method, body)
		var fault *web.Fault
		switch {
		case errors.As(err, &fault):
			answerWith(w, http.StatusBadRequest, fault)
		case err != nil:
			fail(w, http.StatusInternalServerError, err)
		default:
			respond(w, json.RawMessage(reply))
		}
	})(w, r)
}

// gate lets a number of requests in at a time. Others wait for a while.
type gate struct {
	places, waiting chan struct{}
	patience        time.Duration
}

func newGate(places int, patience time.Duration) gate {
	return gate{make(chan struct{}, places), make(chan struct{}, mostWaiting), patience}
}

var errBusy = errors.New("the server is busy")

// enter waits for a place, which leave gives back.
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

// limited serves requests that a gate lets in.
func limited(g gate, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := g.enter(r.Context()); err != nil {
			w.Header().Set("Retry-After", "1")
			fail(w, http.StatusServiceUnavailable, err)
			return
		}
		defer g.leave()
		next(w, r)
	}
}

// read reads the body of a request, or answers that it is too large.
func read(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, web.MaxRequest))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		fail(w, http.StatusRequestEntityTooLarge, fmt.Errorf("the request has more than %d bytes", large.Limit))
	case err != nil:
		fail(w, http.StatusBadRequest, err)
	}
	return body, err == nil
}

// respond replies with JSON.
func respond(w http.ResponseWriter, value any) { answerWith(w, http.StatusOK, value) }

func answerWith(w http.ResponseWriter, status int, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"error":"the reply cannot be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(data) // the reader may have gone
}

// fail replies with an error.
func fail(w http.ResponseWriter, status int, err error) {
	if errors.Is(err, os.ErrNotExist) {
		status = http.StatusNotFound
	}
	answerWith(w, status, &web.Fault{Message: err.Error()})
}
