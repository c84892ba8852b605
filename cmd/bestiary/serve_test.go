package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	web "bestiary/cmd/web/server"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// serving is the program's server in another process.
type serving struct {
	*exec.Cmd
	url    string
	errors bytes.Buffer
}

func serveFolder(t *testing.T, folder string) *serving {
	t.Helper()
	s := &serving{Cmd: exec.Command("bestiary", "serve", folder, "--listen", "127.0.0.1:0")}
	s.Stderr = &s.errors
	out := testkit.Must(s.StdoutPipe())(t)
	testkit.OK(t, s.Start())
	t.Cleanup(func() { s.Process.Kill() })
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("no address: %s", s.errors.String())
	}
	s.url = strings.TrimSuffix(lines.Text(), "/")
	return s
}

// fetch returns a reply of the server.
func (s *serving) fetch(t *testing.T, path string) string {
	t.Helper()
	reply := testkit.Must(http.Get(s.url + path))(t)
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %s", path, reply.StatusCode, err, text)
	}
	return string(text)
}

func (s *serving) startStudy(t *testing.T) {
	t.Helper()
	job := strings.NewReader(`{"game":{"name":"chess"},"ask":["values"],"seed":1,"nodes":50,"seconds":2}`)
	reply := testkit.Must(http.Post(s.url+"/data/jobs", "application/json", job))(t)
	defer reply.Body.Close()
	if text, _ := io.ReadAll(reply.Body); reply.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", reply.StatusCode, text)
	}
}

// The server shows the page and the runs. A job that was interrupted when the server
// ended, politely or not, continues from its games; its values equal those of the same
// study on the command line.
func TestServe(t *testing.T) {
	testkit.NotShort(t, "plays a study twice")
	folder := t.TempDir()
	var job struct {
		Jobs []struct{ Run, State, Report string }
	}
	run := ""
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGKILL, nil} {
		s := serveFolder(t, folder)
		if page := s.fetch(t, "/"); !strings.Contains(page, "<title>bestiary</title>") {
			t.Fatalf("the page is %s", page)
		}
		s.startStudy(t)
		was := played(t, run)
		for end := time.Now().Add(8 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
			if err := json.Unmarshal([]byte(s.fetch(t, "/data/jobs")), &job); err != nil || time.Now().After(end) {
				t.Fatalf("%v: %+v", err, job)
			}
			run = filepath.Join(folder, strings.TrimPrefix(job.Jobs[0].Run, "0/"))
			if job.Jobs[0].State != "running" || signal != nil && played(t, run) > was+3 {
				break
			}
		}
		if signal == nil {
			if page := s.fetch(t, job.Jobs[0].Report); page != read(t, run, "report.html") {
				t.Error("the report that is shown is not the one in the folder")
			}
			signal = os.Interrupt
		}
		s.Process.Signal(signal)
		if err := s.Wait(); err != nil && signal == os.Interrupt {
			t.Errorf("the server ended with %v: %s", err, s.errors.String())
		}
		if now := played(t, run); now < was {
			t.Errorf("%d games were there, %d are left", was, now)
		}
	}
	if job.Jobs[0].State != "done" {
		t.Fatalf("%+v", job)
	}
	var steps struct{ Values int }
	testkit.OK(t, json.Unmarshal([]byte(read(t, run, "study.json")), &steps))
	here := filepath.Join(t.TempDir(), "run")
	if _, stderr, code := runHere("study", "chess", "--ask", "values", "--steps", fmt.Sprintf("%d,1", steps.Values), "--nodes", "50", "--seed", "1", "--out", here); code != 0 {
		t.Fatal(stderr)
	}
	if read(t, here, "values/values.csv") != read(t, run, "values/values.csv") {
		t.Error("the command gives other values")
	}
}

// played returns the number of games in a run, 0 if there is no run.
func played(t *testing.T, run string) int {
	t.Helper()
	if run == "" {
		return 0
	}
	run = filepath.Join(run, "values")
	if _, err := os.Stat(filepath.Join(run, store.File)); err != nil {
		return 0
	}
	s, err := store.Open(run)
	if err != nil && strings.Contains(err.Error(), "its run never started") {
		return 0 // the run has just begun
	}
	if err == nil {
		s.Close()
	}
	return gamesIn(t, run)
}

// The address of the page contains the game: its name, or its text if the catalogue lacks
// it.
func TestPageLink(t *testing.T) {
	s := testkit.Must(web.Listen(web.Config{Folders: []string{t.TempDir()}, Address: "127.0.0.1:0"}))(t)
	defer s.Close()
	for _, rule := range []string{"", "n-move=3"} {
		v := testkit.Must(variant.Find("chess"))(t)
		v = v.Clone()
		if rule != "" {
			testkit.OK(t, v.Override("n-move", "3"))
		}
		_, fragment, _ := strings.Cut(pageLink(s, v, "a position"), "#")
		words, err := url.ParseQuery(fragment)
		if err != nil || words.Get("tab") != "play" {
			t.Fatalf("%v: %s", err, fragment)
		}
		packed := testkit.Must(base64.RawURLEncoding.DecodeString(words.Get("g")))(t)
		var got struct {
			Game struct{ Name, Text string }
			FEN  string
		}
		testkit.OK(t, json.NewDecoder(flate.NewReader(bytes.NewReader(packed))).Decode(&got))
		if got.FEN != "a position" || (got.Game.Name == "chess") != (rule == "") || strings.Contains(got.Game.Text, "n-move = 3") != (rule != "") {
			t.Errorf("rule %q: %+v", rule, got)
		}
	}
}
