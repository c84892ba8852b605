package main

import (
	"path/filepath"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// Messages stay short, whatever they quote.
func TestLongMessages(t *testing.T) {
	digits := strings.Repeat("9", 1_000_000)
	number := testkit.File(t, "number.toml", "name = \"x\"\n[board]\nfiles = "+digits+"\n")
	tag := testkit.File(t, "tag.pgn", "[Result \""+digits[:60_000]+"\"]\n1. e4 1-0\n")
	bad := testkit.File(t, "bad.pgn", strings.Repeat("[White \"A\"]\n1. e4 e4 1-0\n", 5000))
	out := filepath.Join(t.TempDir(), "out")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"show", number}, "number.toml:3: not valid TOML: 99"},
		{[]string{"validate", number}, "number.toml:3: not valid TOML: 99"},
		{[]string{"selfplay", "chess", "--pairs", digits}, "--pairs \"99"},
		{[]string{"import-games", tag, "--out", out}, "tag.pgn:2: game 1: the moves end with 1-0, but the tag Result is \"99"},
		{[]string{"import-games", bad, "--out", out, "--skip-bad"}, " games more\n"},
	} {
		_, text, _ := runHere(test.args...)
		if len(text) > 4000 || !strings.Contains(text, test.want) {
			t.Errorf("%.40q: %d bytes: %.300s", test.args, len(text), text)
		}
	}
}
