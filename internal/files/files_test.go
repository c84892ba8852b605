package files

import (
	"bestiary/internal/testkit"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestWriteReplacesFilesWhole(t *testing.T) {
	folder := t.TempDir()
	for _, text := range []string{"first", "second"} {
		written := testkit.Must(Write(folder, File{"a.md", []byte(text)}, File{filepath.Join("charts", "b.svg"), []byte(text)}))(t)
		for _, path := range written {
			if data, err := os.ReadFile(path); err != nil || string(data) != text {
				t.Errorf("%s holds %q, error %v, want %q", path, data, err, text)
			}
		}
	}
	if rest, _ := filepath.Glob(filepath.Join(folder, "*.new*")); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
}

// A link put in the place of the temporary file must not redirect the data to another
// file.
func TestReplaceFollowsNoLink(t *testing.T) {
	folder := t.TempDir()
	victim, path := filepath.Join(folder, "victim"), filepath.Join(folder, "a.md")
	testkit.OK(t, os.WriteFile(victim, []byte("untouched"), 0o666))
	for _, tmp := range []string{path + ".new", path + ".new-" + pid()} {
		if err := os.Symlink(victim, tmp); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	testkit.OK(t, Replace(path, []byte("text")))
	if data, _ := os.ReadFile(victim); string(data) != "untouched" {
		t.Errorf("the file behind the link holds %q", data)
	}
}

func TestReplaceLeavesNothingAfterAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder")
	testkit.OK(t, os.MkdirAll(filepath.Join(path, "full"), 0o777))
	if err := Replace(path, []byte("text")); err == nil {
		t.Error("no error where a folder has the name")
	}
	if rest, _ := filepath.Glob(path + ".new*"); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
}

func TestReadIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.toml")
	testkit.OK(t, os.WriteFile(path, []byte("12345"), 0o666))
	if data, err := Read(path, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, error %v", data, err)
	}
	testkit.Fails(t, testkit.Error(Read(path, 4)), "a.toml is larger than 4 bytes")
	if _, err := Read("/dev/zero", 100); err == nil {
		t.Error("no error for a file without an end")
	}
}

func pid() string { return strconv.Itoa(os.Getpid()) }

// Texts that a spreadsheet would evaluate as formulas are marked as text.
func TestCSVHasNoFormulas(t *testing.T) {
	got := string(CSV("x.csv", [][]string{{"name", "value"}, {"=1+1", "-0.5"}, {"@a", "+2"}, {"-", "-a,b"}}).Data)
	if want := "name,value\n'=1+1,-0.5\n'@a,+2\n-,\"'-a,b\"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Settings stay as they are once they lie in a folder.
func TestSeal(t *testing.T) {
	folder, f := filepath.Join(t.TempDir(), "new"), File{"a.toml", []byte("x = 1\n")}
	testkit.OK(t, Seal(folder, f))
	testkit.OK(t, Seal(folder, f))
	if note := string(testkit.Must(os.ReadFile(filepath.Join(folder, "a.sha256")))(t)); note != SHA256(f.Data)+"  a.toml\n" {
		t.Errorf("the hash is noted as %q", note)
	}
	testkit.Fails(t, Seal(folder, File{"a.toml", []byte("x = 2\n")}), "a.toml is another file than the one given")
	more := File{"b.json", []byte("{}\n")}
	testkit.OK(t, Seal(folder, f, more))
	if note := string(testkit.Must(os.ReadFile(filepath.Join(folder, "a.sha256")))(t)); note != SHA256(f.Data)+"  a.toml\n"+SHA256(more.Data)+"  b.json\n" {
		t.Errorf("the hashes are noted as %q", note)
	}
	testkit.Fails(t, Seal(folder, f, File{"b.json", []byte("[]\n")}), "b.json is another file than the one given")
}

// What is locked is opened once, and not for other settings.
func TestLock(t *testing.T) {
	folder := t.TempDir()
	l := testkit.Must(ReadLock(folder, "abc"))(t)
	if l.Opened {
		t.Error("opened from the start")
	}
	other := l
	testkit.OK(t, l.Open([]int{1}, "a rule"))
	testkit.Fails(t, l.Open([]int{1}, "a rule"), "what is locked was opened before, as "+filepath.Join(folder, "opened.json"))
	if err := other.Open([]int{1}, "another"); !errors.Is(err, fs.ErrExist) || other.Opened {
		t.Errorf("opened by two at once: %v", err)
	}
	if next := testkit.Must(ReadLock(folder, "abc"))(t); !next.Opened || next.By != "a rule" || l.By != next.By {
		t.Errorf("for the next it is %+v", next)
	}
	testkit.Fails(t, testkit.Error(ReadLock(folder, "abd")), "is of other settings (abc, now abd)")
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"engine": "engine", "engine:nodes=600,no-null-move": "engine-nodes-600-no-null-move", "Fairy-Max 5.0b": "fairy-max-5-0b", "//": "",
		strings.Repeat("ab ", 40): strings.Repeat("ab-", 13) + "a",
	} {
		testkit.Same(t, name, want, Slug(name, 40))
	}
}
