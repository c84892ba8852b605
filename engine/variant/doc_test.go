package variant

import (
	"bestiary/internal/testkit"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func readFormatDoc(t *testing.T) string {
	t.Helper()
	data := testkit.Must(os.ReadFile("../../docs/game-format.md"))(t)
	return string(data)
}

// The worked example in the docs is a valid game, and its faults produce the messages
// shown in the docs.
func TestDocExample(t *testing.T) {
	_, example, _ := strings.Cut(readFormatDoc(t), "\n## A worked example\n")
	example, _, _ = strings.Cut(example, "\n## ")
	var file, messages []string
	for _, block := range regexp.MustCompile("(?s)```(toml|text)\n(.*?)\n```").FindAllStringSubmatch(example, -1) {
		if block[1] == "toml" {
			file = append(file, block[2]+"\n")
		} else {
			messages = append(messages, block[2])
		}
	}
	text := strings.Join(file, "\n")
	if v, err := Parse("camels.toml", []byte(text)); err != nil {
		t.Fatal(err)
	} else if v.Name != "camels" || len(v.Pieces) != 5 || len(v.Rules.Promotions) != 1 {
		t.Errorf("the example is %+v", v)
	}
	if len(messages) != 2 {
		t.Fatalf("%d messages, want 2", len(messages))
	}
	misspelled := strings.Replace(text, `choices = ["camel"`, `choices = ["camels"`, 1)
	for i, faulty := range []string{"", misspelled} {
		if _, err := Parse("camels.toml", []byte(faulty)); "bestiary: "+strings.ReplaceAll(fmt.Sprint(err), "\n", "\nbestiary: ") != messages[i] {
			t.Errorf("the description shows\n%s\nbut the message is\n%v", messages[i], err)
		}
	}
}

// The second example is a game in which each side promotes to its own pieces.
func TestDocTwoArmies(t *testing.T) {
	_, example, _ := strings.Cut(readFormatDoc(t), "\n## A second example")
	_, example, _ = strings.Cut(example, "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	v := testkit.Must(Parse("two-peoples.toml", []byte(example)))(t)
	list := v.Rules.Promotions
	if len(v.Holes) != 2 || len(list) != 2 || list[0].Side != WhitePromote || list[1].Side != BlackPromote {
		t.Errorf("the example is %+v", v)
	}
}

func TestDocNamesEveryFieldAndOption(t *testing.T) {
	doc := readFormatDoc(t)
	for _, o := range Options() {
		if !strings.Contains(doc, "\n| `"+o.Name+"` | ") {
			t.Errorf("option %s is not described", o.Name)
		}
	}
	for _, f := range ruleFields() {
		_, section, ok := strings.Cut(doc, map[string]string{"": "\n## `[rules]`", boardTable: "\n## `[board]`", castlingTable: "\n### `[rules.castling]`",
			promotionTable: "\n### `[[rules.promotion]]`", gatingTable: "\n### `[rules.gating]`", handTable: "\n### `[rules.hand]`", blastTable: "\n### `[rules.blast]`", captureTable: "\n### `[rules.capture]`", explosionTable: "\n### `[rules.explosion]`",
			extinctionTable: "\n### `[rules.extinction]`", goalTable: "\n### `[rules.goal]`", lineTable: "\n### `[rules.line]`"}[f.table])
		section, _, _ = strings.Cut(section, "\n##")
		if !ok || !strings.Contains(section, "\n| `"+f.key+"` | ") {
			t.Errorf("field %s is not described", f.path())
		}
	}
	keys := regexp.MustCompile(`(?m)(?:^|[{,] )([a-z-]+) =`)
	files, err := filepath.Glob("catalogue/*.toml")
	if err != nil || len(files) != len(Catalogue()) {
		t.Fatal(files, err)
	}
	for _, file := range append(files, filepath.FromSlash("testdata/every-field.toml")) {
		data := testkit.Must(os.ReadFile(file))(t)
		for _, match := range keys.FindAllStringSubmatch(string(data), -1) {
			if !strings.Contains(doc, "`"+match[1]+"`") {
				t.Errorf("field %s of %s is not described", match[1], file)
			}
		}
	}
}
