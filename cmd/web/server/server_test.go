package server

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// listen returns a server for the folders; address is as in Config.
func listen(t *testing.T, address string, folders ...string) *Server {
	t.Helper()
	s := testkit.Must(Listen(Config{Folders: folders, Address: address, Version: "test"}))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// request returns a request from the page itself, changed by edit.
func request(method, target, body string, edit func(*http.Request)) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "127.0.0.1:8080"
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if edit != nil {
		edit(r)
	}
	return r
}

func do(s *Server, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// playRun plays pairs of games of shatranj into a folder.
func playRun(t *testing.T, folder string, kind opening.Kind, pairs, nodes int) {
	t.Helper()
	g := rulestest.Game(t, "shatranj")
	cfg := match.SelfPlay()
	cfg.Kind, cfg.Pairs, cfg.Nodes, cfg.Seed = kind, pairs, nodes, 1
	games := testkit.Must(match.OpenRun(folder, g, cfg))(t)
	defer games.Close()
	testkit.Must(match.Play(context.Background(), g, cfg, eval.Prior(g), 1, match.Workers(1), games, match.Events{}))(t)
}

func TestGuard(t *testing.T) {
	local, open := listen(t, "127.0.0.1:0", t.TempDir()), listen(t, "0.0.0.0:0", t.TempDir())
	job := `{"kind":"tea"}`
	host := func(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }
	site := func(s, mode string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", s); r.Header.Set("Sec-Fetch-Mode", mode) }
	}
	bearer := func(token string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	}
	for _, tc := range []struct {
		name           string
		s              *Server
		method, target string
		body           string
		edit           func(*http.Request)
		want           int
	}{
		{"the page", local, "GET", "/", "", nil, 200},
		{"by name", local, "GET", "/", "", host("localhost:8080"), 200},
		{"by IPv6", local, "GET", "/", "", host("[::1]:8080"), 200},
		{"another host", local, "GET", "/data/runs", "", host("evil.example"), 421},
		{"another host that ends alike", local, "GET", "/", "", host("localhost.evil.example"), 421},
		{"an address that is not this machine", local, "GET", "/", "", host("192.0.2.1"), 421},
		{"no host", local, "GET", "/", "", host(""), 421},
		{"an address where all are served", open, "GET", "/", "", host("192.0.2.1:80"), 200},
		{"a name where all are served", open, "GET", "/", "", host("evil.example"), 421},
		{"data for another page", local, "GET", "/data/runs", "", site("cross-site", "no-cors"), 403},
		{"a link from another page", local, "GET", "/", "", site("cross-site", "navigate"), 200},
		{"a job from another page", local, "POST", "/data/jobs", job, site("cross-site", "cors"), 403},
		{"a form from another page", local, "POST", "/data/jobs", job, site("cross-site", "navigate"), 403},
		{"a job from another port", local, "POST", "/data/jobs", job, site("same-site", "cors"), 403},
		{"a job from an old browser of another page", local, "POST", "/data/jobs", job, func(r *http.Request) {
			r.Header.Del("Sec-Fetch-Site")
			r.Header.Set("Origin", "https://evil.example")
		}, 403},
		{"the end of a job from another page", local, "DELETE", "/data/jobs?job=1", "", site("cross-site", "cors"), 403},
		{"a job", local, "POST", "/data/jobs", job, nil, 400},
		{"a job without the token", open, "POST", "/data/jobs", job, nil, 403},
		{"a job with another token", open, "POST", "/data/jobs", job, bearer("tea"), 403},
		{"a job with the token", open, "POST", "/data/jobs", job, bearer(open.token), 400},
		{"the end of a job without the token", open, "DELETE", "/data/jobs?job=1", "", nil, 403},
		{"reading without the token", open, "GET", "/data/runs", "", nil, 200},
		{"looking at a game without the token", open, "POST", "/api/game", `{"name":"chess"}`, nil, 200},
		{"a wrong token for a cookie", open, "GET", "/?token=tea", "", nil, 403},
		{"a token where none is needed", local, "GET", "/?token=tea", "", nil, 303},
		{"an unknown method", local, "POST", "/api/tea", "{}", nil, 400},
		{"a method by GET", local, "GET", "/api/game", "", nil, 404},
		{"no file", local, "GET", "/tea.js", "", nil, 404},
		{"too large a request", local, "POST", "/api/game", strings.Repeat(" ", 5<<20), nil, 413},
		{"too large a job", local, "POST", "/data/jobs", strings.Repeat(" ", 5<<20), nil, 413},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := do(tc.s, request(tc.method, tc.target, tc.body, tc.edit))
			if w.Code != tc.want {
				t.Errorf("status %d, want %d: %s", w.Code, tc.want, w.Body)
			}
			policy := w.Header().Get("Content-Security-Policy")
			if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "script-src 'self' 'unsafe-inline'") {
				t.Errorf("policy %q", policy)
			}
			if w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("headers %v", w.Header())
			}
		})
	}
}

// A browser gets the token as a cookie that other pages cannot send and scripts cannot
// read.
func TestCookie(t *testing.T) {
	s := listen(t, "0.0.0.0:0", t.TempDir())
	w := do(s, request("GET", "/?token="+s.token, "", nil))
	got := w.Header().Get("Set-Cookie")
	if w.Code != http.StatusSeeOther || !strings.Contains(got, "HttpOnly") || !strings.Contains(got, "SameSite=Strict") {
		t.Fatalf("status %d, cookie %q", w.Code, got)
	}
	r := request("POST", "/data/jobs", `{"kind":"tea"}`, func(r *http.Request) { r.AddCookie(w.Result().Cookies()[0]) })
	if w := do(s, r); w.Code != http.StatusBadRequest {
		t.Errorf("with the cookie: status %d: %s", w.Code, w.Body)
	}
	if s := listen(t, "127.0.0.1:0", t.TempDir()); s.token != "" || strings.Contains(s.URL, "token") {
		t.Errorf("a loopback address has the token %q: %s", s.token, s.URL)
	}
	behind := testkit.Must(Listen(Config{Folders: []string{t.TempDir()}, Address: "127.0.0.1:0", Token: true}))(t)
	defer behind.Close()
	for _, target := range []string{"/data/jobs", "/api/values"} {
		if w := do(behind, request("POST", target, `{}`, nil)); behind.token == "" || w.Code != http.StatusForbidden && w.Code != http.StatusUnauthorized {
			t.Errorf("behind another server, without the token: %s gives %d", target, w.Code)
		}
	}
}

// Nothing outside the folders is read, whatever a request names, not even through links.
func TestOutside(t *testing.T) {
	outside, folder := t.TempDir(), t.TempDir()
	playRun(t, filepath.Join(outside, "run"), opening.Standard, 1, 5)
	playRun(t, filepath.Join(folder, "in"), opening.Standard, 1, 5)
	write(t, filepath.Join(outside, "report.html"), "secret")
	write(t, filepath.Join(folder, "report.html"), "mine")
	write(t, filepath.Join(folder, "notes.html"), "secret")
	write(t, filepath.Join(folder, "key.pem"), "secret")
	testkit.OK(t, errors.Join(os.MkdirAll(filepath.Join(folder, "charts"), 0o777), os.MkdirAll(filepath.Join(folder, "own", "charts"), 0o777)))
	write(t, filepath.Join(folder, "charts", "a.svg"), "drawn")
	write(t, filepath.Join(folder, "own", "settings.toml"), "secret") // there is no report beside it
	write(t, filepath.Join(folder, "own", "charts", "a.svg"), "secret")
	for link, to := range map[string]string{"link": filepath.Join(outside, "run"), "in/report.html": filepath.Join(outside, "report.html"), "dir": outside} {
		if err := os.Symlink(to, filepath.Join(folder, link)); err != nil {
			t.Skip(err)
		}
	}
	testkit.OK(t, os.MkdirAll(filepath.Join(folder, "linked"), 0o777))
	testkit.OK(t, os.Symlink(filepath.Join(outside, "run", store.File), filepath.Join(folder, "linked", store.File)))
	s := listen(t, "127.0.0.1:0", folder)
	name := filepath.Base(outside)
	for _, id := range []string{"", "0", "1/in", "0/link", "0/linked", "0/../" + name + "/run", "0/in/../../" + name + "/run", "0//" + outside + "/run",
		"0/dir/run", outside + "/run", "0/..%2f" + name, "0/in\x00"} {
		for _, target := range []string{"/data/run?run=", "/data/games?run=", "/data/watch?run=", "/data/game?game=1.0.0&run=", "/data/differences?second=0/in&first="} {
			r := request("GET", "/", "", nil)
			path, query, _ := strings.Cut(target, "?")
			r.URL.Path, r.URL.RawQuery = path, query+strings.NewReplacer("%", "%25", "\x00", "%00").Replace(id)
			if w := do(s, r); w.Code < 400 {
				t.Errorf("%s%q: status %d: %.100s", target, id, w.Code, w.Body)
			}
		}
	}
	for target, want := range map[string]string{
		"/report/0/report.html": "mine", "/report/0/charts/a.svg": "drawn", "/report/0/own/settings.toml": "", "/report/0/own/charts/a.svg": "",
		"/report/0/in/report.html": "", "/report/0/dir/report.html": "", "/report/0/notes.html": "", "/report/0/key.pem": "",
		"/report/0/in/games.db": "", "/report/1/report.html": "", "/report/0/%2e%2e/" + name + "/report.html": "", "/report/0/..%2f" + name + "/report.html": "",
	} {
		w := do(s, request("GET", target, "", nil))
		if got := w.Body.String(); want == "" && w.Code < 300 || want != "" && got != want || strings.Contains(got, "secret") {
			t.Errorf("%s: status %d: %s", target, w.Code, got)
		}
	}
	if list := do(s, request("GET", "/data/runs", "", nil)).Body.String(); strings.Count(list, `"id"`) != 2 || !strings.Contains(list, `"0/in"`) || !strings.Contains(list, `"0/report.html"`) {
		t.Errorf("runs and reports: %s", list)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	testkit.OK(t, os.WriteFile(path, []byte(text), 0o666))
}

// A report is shown in a sandbox in which only the replay script runs.
func TestReportPolicy(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "report.html"), "<script>alert(1)</script>")
	w := do(listen(t, "127.0.0.1:0", folder), request("GET", "/report/0/report.html", "", nil))
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "sandbox allow-scripts") || strings.Contains(policy, "allow-same-origin") || !strings.Contains(policy, "script-src 'sha256-") ||
		strings.Contains(strings.SplitAfter(policy, "script-src")[1], "unsafe-inline") {
		t.Errorf("policy %q", policy)
	}
}

// Requests beyond the limit are refused after a while.
func TestLimit(t *testing.T) {
	s := listen(t, "127.0.0.1:0", t.TempDir())
	for range maxReading {
		s.reading.places <- struct{}{}
	}
	w := do(s, request("GET", "/data/runs", "", nil))
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	s.reading.leave()
	if w := do(s, request("GET", "/data/runs", "", nil)); w.Code != http.StatusOK {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// The server draws the icons of the listed, and no others.
func TestIcon(t *testing.T) {
	s := listen(t, "127.0.0.1:0", t.TempDir())
	if w := do(s, request("GET", "/icon-512.png", "", nil)); w.Header().Get("Content-Type") != "image/png" || !strings.HasPrefix(w.Body.String(), "\x89PNG") {
		t.Errorf("status %d, headers %v", w.Code, w.Header())
	}
	if w := do(s, request("GET", "/icon-99.png", "", nil)); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
}

// get decodes the reply to a request for data.
func get[T any](t *testing.T, s *Server, target string) T {
	t.Helper()
	var out T
	w := do(s, request("GET", target, "", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %s", target, w.Code, err, w.Body)
	}
	return out
}

type gamesReply struct {
	Found, Same int
	Games       []struct {
		Name, Result, Reason string
		Results              [2]string
		Plies                json.RawMessage
		Ply                  int
	}
}

func TestBrowse(t *testing.T) {
	folder := t.TempDir()
	playRun(t, filepath.Join(folder, "a"), opening.Standard, 6, 20)
	playRun(t, filepath.Join(folder, "b"), opening.Standard, 6, 60)
	s := listen(t, "127.0.0.1:0", folder)
	all := get[gamesReply](t, s, "/data/games?run=0/a")
	if all.Found != 12 || len(all.Games) != 12 {
		t.Fatalf("%d games found, %d listed, want 12", all.Found, len(all.Games))
	}
	sum := 0
	for _, result := range []string{"1-0", "0-1", "1/2-1/2"} {
		part := get[gamesReply](t, s, "/data/games?run=0/a&result="+result)
		sum += part.Found
		for _, g := range part.Games {
			if g.Result != result {
				t.Errorf("asked for %s, got %+v", result, g)
			}
		}
	}
	if sum != 12 {
		t.Errorf("%d games by result, want 12", sum)
	}
	middle := string(all.Games[5].Plies)
	short, long := get[gamesReply](t, s, "/data/games?run=0/a&most="+middle), get[gamesReply](t, s, "/data/games?run=0/a&least="+middle)
	equal := get[gamesReply](t, s, "/data/games?run=0/a&least="+middle+"&most="+middle)
	if short.Found+long.Found-equal.Found != 12 || equal.Found < 1 {
		t.Errorf("%d up to %s plies, %d from there, %d of just so many", short.Found, middle, long.Found, equal.Found)
	}
	if page := get[gamesReply](t, s, "/data/games?run=0/a&skip=4&limit=3"); page.Found != 12 || len(page.Games) != 3 || page.Games[0].Name != all.Games[4].Name {
		t.Errorf("a page: %+v", page)
	}
	if w := do(s, request("GET", "/data/games?run=0/a&least=-1", "", nil)); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `least is \"-1\"`) {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	differ := get[gamesReply](t, s, "/data/differences?first=0/a&second=0/b")
	if differ.Found != 12 || differ.Same == 12 {
		t.Errorf("%d games to compare, %d the same", differ.Found, differ.Same)
	}
	for _, d := range differ.Games {
		if d.Ply != 0 && d.Ply <= 2 { // the random moves are equal
			t.Errorf("game %s differs at ply %d", d.Name, d.Ply)
		}
	}
	if same := get[gamesReply](t, s, "/data/differences?first=0/a&second=0/a"); same.Same != 12 {
		t.Errorf("a run differs from itself: %+v", same)
	}
	g := get[gameReply](t, s, "/data/game?run=0/a&game="+all.Games[3].Name)
	if len(g.Moves) != g.Plies || !strings.Contains(g.Board, "<svg") || bytes.Count(g.Shots, []byte(`"m"`)) != g.Plies {
		t.Errorf("game %+v", g)
	}
	if w := do(s, request("GET", "/data/game?run=0/a&game=1.99.0", "", nil)); w.Code != http.StatusNotFound {
		t.Errorf("no such game: status %d", w.Code)
	}
}

// A run that cannot be read at the moment does not hold up the list of the others.
func TestSlowRunInList(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a", "b"} {
		playRun(t, filepath.Join(folder, name), opening.Standard, 2, 5)
	}
	db := testkit.Must(sql.Open("sqlite", (&url.URL{Scheme: "file", Path: filepath.Join(folder, "a", store.File)}).String()))(t)
	defer db.Close()
	db.SetMaxOpenConns(1)
	testkit.Must(db.Exec(`BEGIN EXCLUSIVE`))(t)
	defer func(usual time.Duration) { patience = usual }(patience)
	patience = 100 * time.Millisecond
	s := listen(t, "127.0.0.1:0", folder)
	list := func() map[string]run {
		out := map[string]run{}
		for _, r := range get[struct{ Runs []run }](t, s, "/data/runs").Runs {
			out[r.ID] = r
		}
		return out
	}
	began := time.Now()
	if runs := list(); !strings.Contains(runs["0/a"].Fault, "takes long") || runs["0/b"].Games != 4 {
		t.Errorf("%+v", runs)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the list took %v", took)
	}
	testkit.Must(db.Exec(`ROLLBACK`))(t)
	for deadline := time.Now().Add(20 * time.Second); list()["0/a"].Games != 4; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%+v", list())
		}
	}
}

// A stream sends the results and the values, and sends them again when games have come in.
func TestWatch(t *testing.T) {
	folder := t.TempDir()
	run := filepath.Join(folder, "run")
	playRun(t, run, opening.Armies, 24, 5)
	playRun(t, filepath.Join(folder, "other"), opening.Standard, 1, 5)
	s := listen(t, "127.0.0.1:0", folder)
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := testkit.Must(http.NewRequestWithContext(ctx, "GET", web.URL+"/data/watch?run=0/run&run=0/other", nil))(t)
	reply := testkit.Must(http.DefaultClient.Do(r))(t)
	defer reply.Body.Close()
	if kind := reply.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("content type %q", kind)
	}
	text, buffer := "", make([]byte, 1<<16)
	read := func(want string) {
		t.Helper()
		for !strings.Contains(text, want) {
			n, err := reply.Body.Read(buffer)
			if err != nil {
				t.Fatalf("%v after %s; want %s", err, text, want)
			}
			text += string(buffer[:n])
		}
	}
	read(`event: results` + "\n" + `data: {"data":{"total":{"games":48`)
	read("event: values\ndata: {\"data\":{\"round\":1,\"pairs\":24,\"scale\":\"points\",\"values\":[{\"piece\":0,\"name\":\"pawn\",\"value\":{\"estimate\":")
	playRun(t, run, opening.Armies, 30, 5)
	read(`data: {"data":{"total":{"games":60`)
	read(`"pairs":30`)
	if strings.Count(text, `"run":"0/other"`) != 1 || strings.Count(text, `"run":"0/run"`) < 4 {
		t.Errorf("events %s", text)
	}
}

// Names from files reach a page as JSON, never as markup.
func TestEscaping(t *testing.T) {
	folder := t.TempDir()
	v := testkit.Must(variant.Find("shatranj"))(t)
	v = v.Clone()
	v.Title = "<script>alert(1)</script>"
	g := testkit.Must(rules.Compile(v))(t)
	cfg := match.SelfPlay()
	games := testkit.Must(match.OpenRun(filepath.Join(folder, "run"), g, cfg))(t)
	testkit.OK(t, games.Close())
	s := listen(t, "127.0.0.1:0", folder)
	for _, target := range []string{"/data/runs", "/data/run?run=0/run", "/data/run?run=%3Cscript%3E"} {
		w := do(s, request("GET", target, "", nil))
		if w.Header().Get("Content-Type") != "application/json" || strings.Contains(w.Body.String(), "<script") {
			t.Errorf("%s: %s: %s", target, w.Header().Get("Content-Type"), w.Body)
		}
	}
}

func TestListenFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	for _, tc := range []struct {
		cfg  Config
		want string
	}{
		{Config{Folders: []string{file}, Address: "127.0.0.1:0"}, "is not a folder"},
		{Config{Folders: []string{t.TempDir(), file + "x"}, Address: "127.0.0.1:0"}, "no such file"},
		{Config{Folders: []string{t.TempDir()}, Address: "tea"}, "serve: "},
	} {
		testkit.Fails(t, testkit.Error(Listen(tc.cfg)), tc.want)
	}
}

// waitFor waits until f returns true.
func waitFor(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(8 * time.Minute); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// order asks for the values of shatranj, or for more.
func order(seconds, seed int, more ...string) string {
	return fmt.Sprintf(`{"game":{"name":"shatranj"},"ask":["values"],"seconds":%d,"nodes":5,"seed":%d%s}`, seconds, seed, strings.Join(more, ""))
}

// A job ends with the server. In another server the same job continues from the games it
// has played, and writes a report.
func TestJobs(t *testing.T) {
	folder := t.TempDir()
	serve := func() (*Server, func()) {
		s := listen(t, "127.0.0.1:0", folder)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx) }()
		return s, func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	}
	job := func(s *Server) Job { return s.jobs.all()[0] }
	for seconds := 4; ; seconds *= 2 { // on a busy machine the job may end before this test looks at it
		s, end := serve()
		if w := do(s, request("POST", "/data/jobs", order(seconds, 1), nil)); w.Code != http.StatusOK {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		waitFor(t, "games", func() bool { return job(s).Done > 10 })
		end()
		if j := job(s); j.State == "stopped" {
			break
		} else if j.State != "done" || seconds > 60 {
			t.Fatalf("after the end of the server: %+v", j)
		}
	}
	s, end := serve()
	defer end()
	do(s, request("POST", "/data/jobs", order(4, 1), nil))
	first := 0
	waitFor(t, "the report", func() bool {
		if n := job(s).Done; first == 0 {
			first = n
		}
		return job(s).State != "running"
	})
	j := job(s)
	if j.State != "done" || first < 10 {
		t.Fatalf("%+v; it went on from game %d", j, first)
	}
	if w := do(s, request("GET", j.Report, "", nil)); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "What the pieces are worth") {
		t.Errorf("report %s: status %d: %.200s", j.Report, w.Code, w.Body)
	}
	if list := get[map[string][]Job](t, s, "/data/jobs")["jobs"]; len(list) != 1 || list[0].State != "done" {
		t.Errorf("jobs %+v", list)
	}
}

// A pasted game gets its curve, and a game with values a match at an exchange.
func TestJobPages(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen jobs")
	s := listen(t, "127.0.0.1:0", t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	s.jobs.begin(ctx)
	defer s.jobs.group.Wait()
	defer cancel()
	text := string(testkit.Must(variant.Find("minishogi"))(t).Encode())
	quoted := testkit.Must(json.Marshal(text))(t)
	for body, want := range map[string]string{
		fmt.Sprintf(`{"game":{"text":%s},"ask":["balance"],"nodes":20,"seconds":1,"seed":1}`, quoted): "Balance by strength",
		`{"game":{"name":"chess"},"exchange":"queen=rook","seconds":1,"seed":1}`:                      "Forecast and match together",
	} {
		if w := do(s, request("POST", "/data/jobs", body, nil)); w.Code != http.StatusOK {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		job := func() Job { return s.jobs.all()[0] }
		waitFor(t, "the report", func() bool { return job().State != "running" })
		w := do(s, request("GET", job().Report, "", nil))
		if !strings.Contains(w.Body.String(), want) || !strings.HasSuffix(job().Report, "/report.html") {
			t.Errorf("%+v: status %d: %.200s", job(), w.Code, w.Body)
		}
	}
}

func TestJobLimits(t *testing.T) {
	s := listen(t, "127.0.0.1:0", t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	s.jobs.begin(ctx)
	defer s.jobs.group.Wait()
	defer cancel()
	for seed := range maxJobs {
		if w := do(s, request("POST", "/data/jobs", order(3600, seed), nil)); w.Code != http.StatusOK {
			t.Fatalf("job %d: status %d: %s", seed, w.Code, w.Body)
		}
	}
	do(s, request("POST", "/data/jobs", order(3600, 0), nil))
	if n := len(s.jobs.all()); n != maxJobs {
		t.Errorf("%d jobs, want %d: the same job is not started again", n, maxJobs)
	}
	if w := do(s, request("POST", "/data/jobs", order(3600, 77), nil)); w.Code != http.StatusServiceUnavailable {
		t.Errorf("one more: status %d: %s", w.Code, w.Body)
	}
	if w := do(s, request("DELETE", "/data/jobs?job=1", "", nil)); w.Code != http.StatusOK {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	waitFor(t, "the end of the job", func() bool { return s.jobs.all()[maxJobs-1].State == "stopped" })
	for body, want := range map[string]string{
		order(-1, 1): "seconds is -1",
		`{"game":{"name":"shatranj"},"ask":["tea"]}`:            `question is \"tea\"`,
		`{"game":{"name":"shatranj"},"tea":1}`:                  "unknown field",
		order(1, 1, `,"exchange":"rook=knight"`):                "ask and nodes have no meaning with an exchange",
		`{"game":{"name":"shatranj"},"exchange":"rook=knight"}`: "there are no values of Shatranj yet",
		`{"game":{"name":"chess"},"exchange":"rook=wizard"}`:    "wizard",
		`{"game":{}}`:                          "error",
		`{"game":{"name":"../../etc/passwd"}}`: "error",
	} {
		if w := do(s, request("POST", "/data/jobs", body, nil)); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d: %s", body, w.Code, w.Body)
		}
	}
}

// Requests that never become complete take no place from others, and end.
func TestHalfSentBodies(t *testing.T) {
	s := listen(t, "127.0.0.1:0", t.TempDir())
	s.patience = 2 * time.Second
	site := httptest.NewServer(s.Handler())
	defer site.Close()
	address := site.Listener.Addr().String()
	var halves []net.Conn
	for i := range 4 * maxReading {
		c := testkit.Must(net.Dial("tcp", address))(t)
		defer c.Close()
		method := []string{"think", "position", "values"}[i%3]
		testkit.Must(fmt.Fprintf(c, "POST /api/%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"game\":", method, address))(t)
		halves = append(halves, c)
	}
	began := time.Now()
	for method, body := range map[string]string{"catalogue": `{}`, "position": `{"game":{"name":"chess"}}`, "think": `{"game":{"name":"chess"},"nodes":10}`} {
		r := testkit.Must(http.Post(site.URL+"/api/"+method, "application/json", strings.NewReader(body)))(t)
		r.Body.Close()
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", method, r.StatusCode)
		}
	}
	if took := time.Since(began); took > s.patience {
		t.Errorf("the others waited for %v", took)
	}
	for _, c := range halves {
		r := testkit.Must(http.ReadResponse(bufio.NewReader(c), nil))(t)
		if r.Body.Close(); r.StatusCode != http.StatusRequestTimeout {
			t.Fatalf("status %d", r.StatusCode)
		}
	}
}

// Work of those without the token has few places of its own, and a small size.
func TestVisitors(t *testing.T) {
	s := listen(t, "0.0.0.0:0", t.TempDir())
	for range maxVisiting {
		s.visiting.places <- struct{}{}
	}
	s.visiting.patience = 0
	game := func(edit func(*http.Request)) int {
		return do(s, request("POST", "/api/game", `{"name":"chess"}`, edit)).Code
	}
	if code := game(nil); code != http.StatusServiceUnavailable {
		t.Errorf("status %d, want a busy server", code)
	}
	if code := game(func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+s.token) }); code != http.StatusOK {
		t.Errorf("with the token: status %d", code)
	}
	if code := do(s, request("POST", "/api/position", strings.Repeat(" ", maxVisit+1), nil)).Code; code != http.StatusRequestEntityTooLarge {
		t.Errorf("a long request: status %d", code)
	}
}
