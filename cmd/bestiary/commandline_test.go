package main

import (
	"bestiary/internal/testkit"
	"testing"

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
