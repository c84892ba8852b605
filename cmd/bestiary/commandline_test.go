package main

import (
	"path/filepath"
	"strings"
	"testing"

	"bestiary/internal/testkit"

	"github.com/urfave/cli/v2"
)

func TestCommandLine(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"estimate", "chess", "--workers", "3", "--json", "--out", "x"}, "bestiary estimate chess"},
		{[]string{"estimate", "--rule", "n-move=50", "my zoo.toml", "--rule=repetition=2", "--nodes", "40", "--seed", "7", "--quick"},
			"bestiary estimate 'my zoo.toml' --quick --seed 7 --nodes 40 --rule n-move=50 --rule repetition=2"},
		{[]string{"odds", "chess", "queen=rook+bishop", "--weights", "it's.toml"}, `bestiary odds chess queen=rook+bishop --weights 'it'\''s.toml'`},
		{[]string{"compare", "chess", "--same", "draws=0.1", "--against", "n-move=9", "--level", "0.9"},
			"bestiary compare chess --against n-move=9 --same draws=0.1 --level 0.9"},
		{[]string{"tune", "--playing", "chess", "--weights", "w.toml", "--blend", "0.5"}, "bestiary tune chess --playing --blend 0.5"},
		{[]string{"experiments", "run", "--all", "--publish", "pages", "--quick", "--workers", "2"}, "bestiary experiments run --quick"},
	} {
		app := newApp()
		got := ""
		for _, cmd := range append(app.Commands, testkit.Must(find("", app.Commands, "experiments"))(t).Subcommands...) {
			cmd.Action = func(c *cli.Context) error {
				got = commandLine(c, c.Args().Slice(), nil)
				return nil
			}
		}
		args, err := orderBelow(nil, app.Commands, app.Flags, test.args)
		if err == nil {
			err = app.Run(append([]string{app.Name}, args...))
		}
		if err != nil || got != test.want {
			t.Errorf("%q gives\n%s\nerror %v, want\n%s", test.args, got, err, test.want)
		}
	}
}

func TestCaret(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"fmQqz", "  fmQqz\n       ^\n"},
		{"N*", "  N*\n   ^\n"},
		{"Wé", "  Wé\n   ^\n"},
		{"W\x00W", "  W?W\n   ^\n"},
		{strings.Repeat("WF", 20) + "*" + strings.Repeat("F", 40),
			"  ..." + strings.Repeat("WF", 15) + "*" + strings.Repeat("F", 29) + "...\n" + strings.Repeat(" ", 35) + "^\n"},
	} {
		_, stderr, code := runHere("piece", test.text)
		line, rest, _ := strings.Cut(stderr, "\n")
		if code != 1 || !strings.HasPrefix(line, "bestiary: move string ") || rest != test.want {
			t.Errorf("%q: exit code %d, errors\n%s\nwant, behind the first line,\n%s", test.text, code, stderr, test.want)
		}
	}
}

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
