package player

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bestiary/engine/external"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
)

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		text, every string
		want        Spec
	}{
		{"random", "", Spec{Name: "random", Kind: Random}},
		{"random", "nodes=5,tc=1", Spec{Name: "random", Kind: Random}},
		{"engine", "", Spec{Name: "engine", Kind: Engine}},
		{"engine:nodes=600,no-null-move", "", Spec{Name: "engine:nodes=600,no-null-move", Kind: Engine,
			Limit: Limit{Nodes: 600}, Search: search.Options{NoNullMove: true}}},
		{"engine:name=A,,B,no-null-move=false,depth=7", "no-null-move", Spec{Name: "A,B", Kind: Engine, Limit: Limit{Depth: 7}}},
		{"engine:movetime=0.25", "tc=10+0.1", Spec{Name: "engine:movetime=0.25", Kind: Engine, Limit: Limit{MoveTime: 250 * time.Millisecond}}},
		{"engine:tc=40/1:30+0.5,margin=0", "movetime=1", Spec{Name: "engine:tc=40/1:30+0.5,margin=0", Kind: Engine,
			Limit: Limit{Control: Control{40, 90 * time.Second, 500 * time.Millisecond}, Margin: -1}}},
		{"uci:/usr/games/stockfish,option.Skill Level=3,arg=-a,arg=b,env.X=1=2,tc=10+0.1", "option.Hash=16", Spec{
			Name: "stockfish", OwnName: true, Kind: UCI, Limit: Limit{Control: Control{0, 10 * time.Second, 100 * time.Millisecond}},
			Program: external.Config{Command: "/usr/games/stockfish", Args: []string{"-a", "b"}, Env: []string{"X=1=2"},
				Options: []external.Option{{Name: "Hash", Value: "16"}, {Name: "Skill Level", Value: "3"}}}}},
		{"xboard:command=fairymax,name=F,variant=x,start-timeout=3", "depth=4,weights=w.toml", Spec{Name: "F", Kind: XBoard, Limit: Limit{Depth: 4},
			Program: external.Config{Command: "fairymax", Variant: "x", StartTimeout: 3 * time.Second}}},
		{"uci:x,variant-file", "nodes=1", Spec{Name: "x", OwnName: true, Kind: UCI, Limit: Limit{Nodes: 1}, Program: external.Config{Command: "x", VariantFile: true}}},
	} {
		got, err := Parse(tc.text, tc.every)
		if err != nil {
			t.Errorf("%s: %v", tc.text, err)
			continue
		}
		testkit.Same(t, tc.text, tc.want, got)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tc := range []struct{ text, every, want string }{
		{"", "", `kind is ""`},
		{"engin", "", `did you mean "engine"?`},
		{"engine:node=5", "", `no setting "node"; did you mean "nodes"?`},
		{"engine:no-nul-move", "", `did you mean "no-null-move"?`},
		{"engine:no-null-move=maybe", "", `no-null-move: found "maybe", expected true or false`},
		{"engine:nodes", "", "nodes: found no value"},
		{"engine:nodes=0", "", `nodes: found "0", expected a whole number from 1`},
		{"engine:depth=101", "", "from 1 to 100"},
		{"engine:tc=ten", "", `tc: found "ten", expected [MOVES/]TIME[+INCREMENT]`},
		{"engine:tc=0", "", `tc: found "0"`},
		{"engine:tc=0/5", "", `tc: found "0/5"`},
		{"engine:tc=-5", "", `tc: found "-5"`},
		{"engine:tc=1+NaN", "", `tc: found "1+NaN"`},
		{"engine:movetime=1e99", "", "movetime: found"},
		{"engine:option.Hash=1", "", "no setting"},
		{"random:nodes=5", "", "no setting"},
		{"uci:/bin/x", "", "no limit is set"},
		{"uci:", "", "no limit is set"},
		{"uci:tc=1", "", "command is empty"},
		{"xboard:x,nodes=5", "", "has no limit of nodes"},
		{"engine", "nods=5", `settings for every player`},
		{"uci:x,tc=1,movetime=2", "", ""}, // the later one
	} {
		_, err := Parse(tc.text, tc.every)
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%q, every %q: %v, want %q", tc.text, tc.every, err, tc.want)
		}
	}
}

// What is written is read back.
func TestControlText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Control{
			Moves:     rapid.IntRange(0, 100).Draw(t, "moves"),
			Time:      time.Duration(rapid.IntRange(1, 1e9).Draw(t, "time")) * time.Microsecond,
			Increment: time.Duration(rapid.IntRange(0, 1e8).Draw(t, "increment")) * time.Microsecond,
		}
		got, err := parseControl(want.String())
		if err != nil || got != want {
			t.Fatalf("%s is read as %+v (%v), want %+v", want, got, err, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"random", "engine:nodes=1,no-null-move", "uci:a,,b,option.X=1,tc=40/1:2+3", "xboard:,=,:"} {
		f.Add(text, "tc=1")
	}
	f.Fuzz(func(t *testing.T, text, every string) {
		s, err := Parse(text, every)
		if err == nil {
			if err := s.Validate(); err != nil {
				t.Errorf("%q is read without an error, but %v", text, err)
			}
		}
	})
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "players.toml")
	text := `
[weak]
kind = "engine"
nodes = 50
no-null-move = true

[fish]
kind = "uci"
command = "/usr/games/stockfish"
args = ["-a", "b c"]
tc = "10+0.1"
margin = 0.05
[fish.option]
"Skill Level" = 3
Ponder = false

[zero]
kind = "random"
`
	testkit.OK(t, os.WriteFile(path, []byte(text), 0o666))
	got := testkit.Must(Load(path, "nodes=7"))(t)
	want := []Spec{
		{Name: "weak", Kind: Engine, Limit: Limit{Nodes: 50}, Search: search.Options{NoNullMove: true}},
		{Name: "fish", Kind: UCI, Limit: Limit{Nodes: 7, Control: Control{0, 10 * time.Second, 100 * time.Millisecond}, Margin: 50 * time.Millisecond},
			Program: external.Config{Command: "/usr/games/stockfish", Args: []string{"-a", "b c"},
				Options: []external.Option{{Name: "Skill Level", Value: "3"}, {Name: "Ponder", Value: "false"}}}},
		{Name: "zero", Kind: Random},
	}
	testkit.Same(t, "", want, got)
	for text, want := range map[string]string{
		"":                                "has no table",
		"kind = 3":                        "expected a table",
		"[a]\nnodes=3":                    `[a]: kind is ""`,
		"[a]\nkind=\"engine\"\nnods=3":    `[a]: players of the kind engine have no setting "nods"; did you mean "nodes"?`,
		"[a]\nkind=\"engine\"\nnodes=[3]": "nodes: found [3], expected a text",
		"[a\n":                            "players.toml",
	} {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o666))
		testkit.Fails(t, testkit.Error(Load(path, "")), want)
	}
	testkit.Fails(t, testkit.Error(Load(path+"x", "")), path+"x")
}
