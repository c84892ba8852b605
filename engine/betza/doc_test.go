package betza_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// TestWhatIsNotRead checks the table in docs/betza.md: every example of an unsupported
// form gives the error shown beside it.
func TestWhatIsNotRead(t *testing.T) {
	text := testkit.Must(os.ReadFile("../../docs/betza.md"))(t)
	_, section, _ := strings.Cut(string(text), "## What is not read")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| [^|]+ \\| `([^`|]+)` \\| (column [0-9]+: [^|]+) \\| [^|]+ \\|$").FindAllStringSubmatch(section, -1)
	lines := strings.Count(section, "\n| ") - 1 // without the head
	if len(rows) != lines || lines < 20 {
		t.Errorf("%d of %d rows of the table are well formed", len(rows), lines)
	}
	for _, row := range rows {
		_, err := betza.Parse(row[1])
		if err == nil || !strings.HasPrefix(err.Error(), `move string "`+row[1]+`": `+row[2]) {
			t.Errorf("%s: error %v, want %s", row[1], err, row[2])
		}
	}
}

// TestDocumentedLimits checks the numbers in docs/betza.md.
func TestDocumentedLimits(t *testing.T) {
	for s, paths := range map[string]int{"R": 4, "Q": 8, "afafsKafsafzfK": 48} {
		if e := mustParse(t, s); len(e.Paths) != paths {
			t.Errorf("%s has %d paths, want %d", s, len(e.Paths), paths)
		}
	}
	if betza.MaxLength != 256 || betza.MaxLegs != 8 || betza.MaxTurningSlides != 2 || betza.MaxPaths != 4096 {
		t.Error("docs/betza.md has other limits")
	}
}
