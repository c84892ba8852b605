package store

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// shards makes the folders of 8 shards of runs of 40 pairs, whose games differ only in
// their places. Change edits the configuration and the games of a shard.
func shards(t *testing.T, change func(shard int, cfg *config, games []Record), runs ...string) []string {
	t.Helper()
	parent := t.TempDir()
	var folders []string
	for shard := range 8 {
		folder := filepath.Join(parent, fmt.Sprint("shard", shard))
		folders = append(folders, folder)
		for _, inside := range runs {
			cfg := quick
			var games []Record
			for pair := shard; pair < 40; pair += 8 {
				games = append(games, sample(1, pair, 0), sample(1, pair, 1))
			}
			games = append(games, sample(0, 0, 1)) // all shards have it
			change(shard, &cfg, games)
			s := testkit.Must(OpenOrCreate(filepath.Join(folder, inside), rulestest.Game(t, "chess"), cfg))(t)
			testkit.OK(t, s.PutAll(games))
			testkit.OK(t, s.Plan(1, 40))
			testkit.OK(t, s.SetMeta(RoundKey(1, Job), fmt.Sprint("as builds write it: ", shard)))
			testkit.OK(t, s.Close())
		}
	}
	return folders
}

// unchecked is a check for games that no run has played.
func unchecked(*Store) (func(*Record) error, error) {
	return func(*Record) error { return nil }, nil
}

func TestMerge(t *testing.T) {
	folders := shards(t, func(int, *config, []Record) {}, "one", "two")
	out := filepath.Join(t.TempDir(), "deep", "merged")
	parts := testkit.Must(Merge(out, append(folders[:3:3], folders[4:]...), unchecked))(t)
	missing := []Pair{{1, 3}, {1, 11}, {1, 19}, {1, 27}, {1, 35}}
	want := []Part{{"one", 7, 71, missing}, {"two", 7, 71, missing}}
	testkit.Same(t, "", want, parts)
	// Missing games can be merged later, and the result is a run like any other.
	whole := filepath.Join(t.TempDir(), "whole")
	if parts = testkit.Must(Merge(whole, []string{folders[3], out}, unchecked))(t); len(parts[0].Missing) != 0 {
		t.Fatal(parts)
	}
	s := testkit.Must(OpenOrCreate(filepath.Join(whole, "two"), rulestest.Game(t, "chess"), quick))(t)
	defer s.Close()
	games := []Record{sample(0, 0, 1)}
	for pair := range 40 {
		games = append(games, sample(1, pair, 0), sample(1, pair, 1))
	}
	testkit.Same(t, "", games, collect(t, s, -1))
	if damage := s.Check(); damage != nil {
		t.Error(damage)
	}
}

// A shard that does not belong to the others is named, and nothing is written.
func TestMergeRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		change func(shard int, cfg *config, games []Record)
		damage func(t *testing.T, folders []string)
		want   []string
	}{
		"another seed": {
			change: func(shard int, cfg *config, _ []Record) {
				if shard == 5 {
					cfg.Seed = 8
				}
			},
			want: []string{"shard0", "shard5", "are of different runs: seed was 7 and is 8"},
		},
		"a game that differs": {
			change: func(shard int, _ *config, games []Record) {
				if last := &games[len(games)-1]; shard == 6 {
					last.Scores = []int{Unknown, -84, 211, -29998}
				}
			},
			want: []string{"game 0.0.1 differs between", "shard0", "shard6"},
		},
		"an illegal move": {
			change: func(shard int, _ *config, games []Record) {
				if shard == 2 {
					games[3].Moves = []string{"f2f3", "e7e5", "g2g5", "d8h4"}
				}
			},
			want: []string{"shard2", "is damaged", "game 1.10.1: ply 3"},
		},
		"a damaged file": {
			damage: func(t *testing.T, folders []string) {
				path := filepath.Join(folders[4], "one", File)
				data := testkit.Must(os.ReadFile(path))(t)
				i := strings.LastIndex(string(data), "d8h4")
				data[i] ^= 1
				testkit.OK(t, os.WriteFile(path, data, 0o666))
			},
			want: []string{"shard4", "is damaged", "repair it"},
		},
		"other weights": {
			damage: func(t *testing.T, folders []string) {
				s := testkit.Must(OpenOrCreate(filepath.Join(folders[7], "one"), rulestest.Game(t, "chess"), quick))(t)
				defer s.Close()
				testkit.OK(t, s.Plan(1, 41))
			},
			want: []string{"shard0", "shard7", "pairs.1 was 40 and is 41"},
		},
		"no run": {
			damage: func(t *testing.T, folders []string) {
				testkit.OK(t, os.RemoveAll(filepath.Join(folders[1])))
				testkit.OK(t, os.Mkdir(folders[1], 0o777))
			},
			want: []string{"shard1 and its subfolders have no games.db"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if test.change == nil {
				test.change = func(int, *config, []Record) {}
			}
			folders := shards(t, test.change, "one")
			if test.damage != nil {
				test.damage(t, folders)
			}
			parent := t.TempDir()
			_, err := Merge(filepath.Join(parent, "merged"), folders, unchecked)
			testkit.Fails(t, err, test.want...)
			if left, _ := os.ReadDir(parent); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
	testkit.Fails(t, testkit.Error(Merge(t.TempDir(), []string{"any"}, unchecked)), "exists; expected the name of a new folder")
}

// A merge removes what a killed one has left, and nothing else.
func TestMergeAfterKill(t *testing.T) {
	folders := shards(t, func(int, *config, []Record) {}, "one")
	parent := t.TempDir()
	out := filepath.Join(parent, "merged")
	merge := func() error { return testkit.Error(Merge(out, folders, unchecked)) }
	foreign := filepath.Join(out+unfinished, "notes")
	testkit.OK(t, os.Mkdir(out+unfinished, 0o777))
	testkit.Write(t, foreign, "text")
	testkit.Fails(t, merge(), "is not left by a merge")
	if testkit.Read(t, foreign) != "text" {
		t.Error("a file of somebody else is gone")
	}
	lock := testkit.Must(Lock(filepath.Join(out+unfinished, LockFile)))(t)
	testkit.Fails(t, merge(), "another process is using this run")
	testkit.OK(t, lock.Close())
	testkit.OK(t, merge())
	out = filepath.Join(parent, "slashed") + "/"
	testkit.OK(t, merge())
	testkit.OK(t, os.RemoveAll(out))
	out = filepath.Join(parent, "merged")
	if list := testkit.Must(os.ReadDir(parent))(t); len(list) != 1 || list[0].Name() != "merged" {
		t.Errorf("%v is left", list)
	}
	if list := testkit.Must(os.ReadDir(out))(t); len(list) != 1 || list[0].Name() != "one" {
		t.Errorf("the merged folder has %v", list)
	}
}

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
