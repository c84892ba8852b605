package gamefile

import (
	"bestiary/internal/testkit"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestOpen(t *testing.T) {
	const twoSections = "[one:chess]\n[two:chess]\n"
	for _, test := range []struct {
		file, text, section string
		format              Format
		gameFile            bool
		sections            []string
	}{
		{"game.toml", "nonsense", "", TOML, true, []string{""}},
		{"game", "nonsense", "", TOML, false, []string{""}},
		{"game", "# a comment\n[board]\n", "", TOML, false, []string{""}},
		{"page.html", "", "", Diagram, false, []string{""}},
		{"text", "files=8\n", "", Diagram, false, []string{""}},
		{"list", twoSections, "", INI, false, []string{"one", "two"}},
		{"list.ini", twoSections, "two", INI, false, []string{"two"}},
	} {
		path := filepath.Join(t.TempDir(), test.file)
		testkit.OK(t, os.WriteFile(path, []byte(test.text), 0o666))
		name := path
		if test.section != "" {
			name += "#" + test.section
		}
		f, err := Open(name)
		if err != nil {
			t.Errorf("%s: %v", test.file, err)
			continue
		}
		if f.Path != path || f.Format != test.format || f.IsGameFile() != test.gameFile || !slices.Equal(f.Sections(), test.sections) {
			t.Errorf("%s %q: path %s, format %s, game file %v, sections %q", test.file, test.text, f.Path, f.Format, f.IsGameFile(), f.Sections())
		}
	}
	for _, name := range []string{"", "chess", "/nowhere/x.toml"} {
		if _, err := Open(name); err == nil {
			t.Errorf("no error for %q", name)
		}
	}
}
