//go:build unix

package external

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/internal/testkit"
)

// TestMain is also the fake engine. After the tests nothing may be left of the
// engines: no process, no goroutine, no file.
func TestMain(m *testing.M) {
	if kind := os.Getenv(fakeVar); kind != "" {
		runFake(kind)
		return
	}
	dir, err := os.MkdirTemp("", "external")
	if err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", dir)
	before := runtime.NumGoroutine()
	code := m.Run()
	fuzzing := flag.Lookup("test.fuzz").Value.String() != "" // it has goroutines and processes of its own
	if problem := leftovers(before, dir); problem != "" && code == 0 && !fuzzing {
		fmt.Println("FAIL: left behind:", problem)
		code = 1
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

func leftovers(goroutines int, dir string) string {
	for start := time.Now(); runtime.NumGoroutine() > goroutines; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > 2*time.Second {
			buf := make([]byte, 1<<16)
			return "goroutines\n" + string(buf[:runtime.Stack(buf, true)])
		}
	}
	if list := children(os.Getpid()); len(list) > 0 {
		return fmt.Sprintf("processes %q", list)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "bestiary-*")); len(files) > 0 {
		return fmt.Sprintf("files %q", files)
	}
	return ""
}

// children lists the children of a process, zombies as well, on systems with a
// /proc of the form of Linux.
func children(parent int) []string {
	var list []string
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		rest := string(text[bytes.LastIndexByte(text, ')')+1:])
		var state string
		var ppid int
		if _, err := fmt.Sscan(rest, &state, &ppid); err == nil && ppid == parent {
			list = append(list, strings.TrimSpace(string(text)))
		}
	}
	return list
}

// fakeConfig runs the fake engine with tricks, joined by commas.
func fakeConfig(p Protocol, tricks string) Config {
	return Config{
		Command:  os.Args[0],
		Protocol: p,
		Env: []string{fakeVar + "=" + string(p), tricksVar + "=" + tricks, featuresVar + "=ping=1 setboard=1 usermove=1",
			"GORACE=atexit_sleep_ms=0"},
		StartTimeout: 10 * time.Second,
		MoveTimeout:  10 * time.Second,
		Margin:       5 * time.Second,
		Grace:        2 * time.Second,
	}
}

func start(t *testing.T, c Config, g *rules.Game) *Engine {
	t.Helper()
	e := testkit.Must(Start(context.Background(), c, g))(t)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// transcript collects what is sent to an engine.
type transcript struct {
	mu    sync.Mutex
	lines []string
}

func (l *transcript) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if text, ok := strings.CutPrefix(strings.TrimSuffix(string(b), "\n"), "> "); ok {
		l.lines = append(l.lines, text)
	}
	return len(b), nil
}

func (l *transcript) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := l.lines
	l.lines = nil
	return lines
}
