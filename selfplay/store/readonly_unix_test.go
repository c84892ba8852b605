//go:build unix

package store

import (
	"bestiary/internal/testkit"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A run on a read-only medium can be read, but not played.
func TestReadOnlyFolder(t *testing.T) {
	for name, change := range map[string]string{"this version": `PRAGMA user_version`, "a program that was killed": `PRAGMA journal_mode=wal`} {
		t.Run(name, func(t *testing.T) {
			folder := spoil(t, func(path string) error {
				return errors.Join(execute(path, change), os.Chmod(path, 0o444), os.Chmod(filepath.Dir(path)+"/"+LockFile, 0o444), os.Chmod(filepath.Dir(path), 0o555))
			})
			defer os.Chmod(folder, 0o755) // so that it can be removed
			for _, path := range []string{filepath.Dir(folder), filepath.Dir(filepath.Dir(folder))} {
				testkit.OK(t, os.Chmod(path, 0o755))
			}
			for what, want := range map[string]string{"read ": "200 games", "": "make the file and its folder writable"} {
				cmd := child(t, what+folder)
				if os.Geteuid() == 0 { // permissions do not bind root
					cmd.Path = unprivileged(t)
					cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
				}
				if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), want) {
					t.Errorf("%sfolder: want %q, got\n%s", what, want, out)
				}
			}
		})
	}
}

// unprivileged returns a copy of the running program that every user may run.
func unprivileged(t *testing.T) string {
	t.Helper()
	data := testkit.Must(os.ReadFile(os.Args[0]))(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "child")
	testkit.OK(t, errors.Join(os.Chmod(filepath.Dir(folder), 0o755), os.Chmod(folder, 0o755), os.WriteFile(path, data, 0o755)))
	return path
}

// Too few file descriptors are called by their name.
func TestTooManyOpenFiles(t *testing.T) {
	folder := spoil(t, func(string) error { return nil })
	var was syscall.Rlimit
	testkit.OK(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was))
	few := was
	few.Cur = 3
	testkit.OK(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few))
	_, reading := Open(folder)
	_, playing := OpenOrCreate(folder, nil, quick)
	testkit.OK(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was))
	testkit.Fails(t, reading, "too many files are open", File)
	testkit.Fails(t, playing, "too many files are open", File)
}
