package main

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

func TestFlagsFirst(t *testing.T) {
	flags := []cli.Flag{
		&cli.BoolFlag{Name: "json"},
		&cli.StringFlag{Name: "fen", Aliases: []string{"f"}},
		&cli.StringSliceFlag{Name: "rule"},
		&cli.IntFlag{Name: "games"},
	}
	for _, test := range []struct{ name, args, want string }{
		{"nothing", "", "--"},
		{"flags before arguments", "--json chess", "--json|--|chess"},
		{"flags after arguments", "chess --json", "--json|--|chess"},
		{"flags on both sides", "--json|chess|--rule|a=1|3", "--json|--rule|a=1|--|chess|3"},
		{"a value is no argument", "chess|--fen|8/8 w", "--fen|8/8 w|--|chess"},
		{"value behind =", "chess|--fen=8/8 w|4", "--fen=8/8 w|--|chess|4"},
		{"empty value", "chess|--fen=", "--fen=|--|chess"},
		{"value with a hyphen in front", "chess|--fen|--json", "--fen|--json|--|chess"},
		{"value that is a hyphen", "--fen|-|chess", "--fen|-|--|chess"},
		{"value that is two hyphens", "--fen|--|chess", "--fen|--|--|chess"},
		{"negative value", "chess|--games|-5", "--games|-5|--|chess"},
		{"negative argument", "chess|-5|--json", "--json|--|chess|-5"},
		{"a hyphen is an argument", "-|--json", "--json|--|-"},
		{"one hyphen will do", "chess|-json", "-json|--|chess"},
		{"alias", "chess|-f|x", "-f|x|--|chess"},
		{"switch with a value", "chess|--json=false|x", "--json=false|--|chess|x"},
		{"a switch takes no argument", "--json|true", "--json|--|true"},
		{"repeated flag", "--rule|a=1|chess|--rule|b=2", "--rule|a=1|--rule|b=2|--|chess"},
		{"behind -- all are arguments", "--json|--|--fen|-x|--|y", "--json|--|--fen|-x|--|y"},
		{"empty argument", "|--json", "--json|--|"},
		{"help alone counts", "chess|--help|--nonsense", "--help"},
		{"short help", "-h", "--help"},
		{"value that is no number", "--games|many|chess", `error: show: --games "many": expected a whole number`},
		{"value that is no number behind =", "chess|--games=1.5", `error: show: --games "1.5": expected a whole number`},
		{"hexadecimal", "chess|--games=0x10", `error: show: --games "0x10": expected a whole number`},
		{"missing value", "chess|--fen", "error: show: the flag --fen needs a value"},
		{"unknown flag", "chess|--jsno", `error: show: unknown flag --jsno; did you mean "--json"?`},
		{"unknown flag with a value", "--game=3", `error: show: unknown flag --game=3; did you mean "--games"?`},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := strings.FieldsFunc(test.args, func(r rune) bool { return r == ' ' })
			if strings.Contains(test.args, "|") {
				args = strings.Split(test.args, "|")
			}
			ordered, err := flagsFirst("show", flags, args)
			got := strings.Join(ordered, "|")
			if err != nil {
				got = "error: " + err.Error()
			}
			if got != test.want {
				t.Errorf("%q\ngot  %s\nwant %s", args, got, test.want)
			}
		})
	}
}

// A fault of a flag's value is one of the command line, for every command.
func TestExitCodeOfBoards(t *testing.T) {
	for _, line := range []string{"new x --board 17x8", "new x --board ten", "new x --from chess --board 8x8", "betza N --board 99x8"} {
		if _, stderr, code := runHere(strings.Fields(line)...); code != 2 {
			t.Errorf("%s: exit code %d, want 2: %s", line, code, stderr)
		}
	}
}
