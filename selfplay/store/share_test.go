package store

import (
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The environment variable that makes TestChild open a folder, to read it if it
// begins with "read ".
const childFolder = "STORE_TEST_FOLDER"

func TestChild(t *testing.T) {
	folder := os.Getenv(childFolder)
	switch path, reads := strings.CutPrefix(folder, "read "); {
	case folder == "":
		t.Skip("not a child")
	case reads:
		s := testkit.Must(Open(path))(t)
		defer s.Close()
		fmt.Printf("%d games\n", len(collect(t, s, -1)))
	default:
		s := testkit.Must(OpenOrCreate(path, rulestest.Game(t, "chess"), quick))(t)
		fmt.Println("started")
		s.Close()
	}
}

// child returns a process that opens a folder.
func child(t *testing.T, folder string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.v")
	cmd.Env = append(os.Environ(), childFolder+"="+folder)
	return cmd
}

// If several processes start one run at once, at least one succeeds, and the others say
// why they fail.
func TestFirstStartsAtOnce(t *testing.T) {
	for range 5 {
		folder := filepath.Join(t.TempDir(), "new")
		outputs := make([]chan string, 6)
		for i := range outputs {
			outputs[i] = make(chan string, 1)
			cmd := child(t, folder)
			go func() {
				out, _ := cmd.CombinedOutput()
				outputs[i] <- string(out)
			}()
		}
		started := 0
		for i := range outputs {
			switch out := <-outputs[i]; {
			case strings.Contains(out, "started\n"):
				started++
			case !strings.Contains(out, "another process is using this run"):
				t.Error(out)
			}
		}
		if started == 0 {
			t.Error("every process was refused")
		}
	}
}

func TestOneWriterAtATime(t *testing.T) {
	folder := t.TempDir()
	s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
	testkit.Fails(t, testkit.Error(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick)), "another process is using this run", File)
	if err := s.Put(sample(0, 0, 0)); err != nil {
		t.Error("the first writer is disturbed:", err)
	}
	testkit.OK(t, s.Close())
	s = testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
	s.Close()
}

// A run can be read while it is being played, and continues if a reader opens or closes
// it.
func TestReadersBesideWriter(t *testing.T) {
	folder := spoil(t, func(string) error { return nil })
	early := testkit.Must(Open(folder))(t)
	defer early.Close()
	want := len(collect(t, early, -1))
	for i := range 3 {
		s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
		testkit.OK(t, s.Put(sample(1, i, 0)))
		want++
		late := testkit.Must(Open(folder))(t)
		for _, r := range []*Store{early, late} {
			if n := len(collect(t, r, -1)); n != want {
				t.Errorf("%d games, want %d", n, want)
			}
		}
		if out, err := child(t, "read "+folder).CombinedOutput(); err != nil || !strings.Contains(string(out), fmt.Sprintf("%d games\n", want)) {
			t.Errorf("another process: %v\n%s", err, out)
		}
		testkit.Fails(t, late.Put(sample(2, i, 0)), "reading only", File)
		testkit.OK(t, errors.Join(late.Close(), s.Close()))
	}
}

// Reading leaves no trace in the folder, whether or not the last user closed the run.
func TestReadersWriteNothing(t *testing.T) {
	for name, change := range map[string]string{"this version": `PRAGMA user_version`, "a program that was killed": `PRAGMA journal_mode=wal`} {
		t.Run(name, func(t *testing.T) {
			folder := spoil(t, func(path string) error { return execute(path, change) })
			before := listing(t, folder)
			s := testkit.Must(Open(folder))(t)
			if n := len(collect(t, s, -1)); n != 200 {
				t.Errorf("%d games", n)
			}
			if during := listing(t, folder); during != before {
				t.Errorf("the folder was\n%sand while it is read\n%s", before, during)
			}
			testkit.OK(t, s.Close())
			if after := listing(t, folder); after != before {
				t.Errorf("the folder was\n%sand is now\n%s", before, after)
			}
		})
	}
}

// listing describes the files in a folder.
func listing(t *testing.T, folder string) string {
	t.Helper()
	entries := testkit.Must(os.ReadDir(folder))(t)
	var b strings.Builder
	for _, e := range entries {
		info := testkit.Must(e.Info())(t)
		fmt.Fprintln(&b, e.Name(), info.Size(), info.ModTime().UnixNano())
	}
	return b.String()
}
