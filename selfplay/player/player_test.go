package player

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bestiary/engine/eval"
	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
)

func enter(t testing.TB, g *rules.Game, text string) *Entrant {
	t.Helper()
	s := testkit.Must(Parse(text, ""))(t)
	return testkit.Must(Enter(s, g))(t)
}

func begin(t testing.TB, e *Entrant, seed uint64) Player {
	t.Helper()
	p := testkit.Must(e.Start(context.Background(), nil))(t)
	testkit.OK(t, p.NewGame(context.Background(), seed))
	return p
}

func turnOf(p *rules.Position, left time.Duration) *Turn {
	c := Clock{Left: left}
	return &Turn{Position: p, Legal: p.Moves(nil), Start: p.FEN(), Clocks: [2]Clock{c, c}}
}

func TestRandomMover(t *testing.T) {
	g := rulestest.Game(t, "chess")
	turn := turnOf(g.NewPosition(), 0)
	moves := func(seed uint64) (list []rules.Move) {
		p := begin(t, enter(t, g, "random"), seed)
		for range 2000 {
			c, err := p.Move(context.Background(), turn)
			if err != nil || c.HasScore {
				t.Fatalf("%+v, %v", c, err)
			}
			list = append(list, c.Move)
		}
		return list
	}
	first := moves(1)
	if !slices.Equal(first, moves(1)) || slices.Equal(first, moves(2)) {
		t.Error("the moves do not follow from the seed alone")
	}
	n := map[rules.Move]int{}
	for _, m := range first {
		n[m]++
	}
	for _, m := range turn.Legal { // 100 each, standard deviation 10
		if n[m] < 60 || n[m] > 140 {
			t.Errorf("%s: %d times of 2000, expected about 100", g.MoveText(m), n[m])
		}
	}
}

// After NewGame the engine has forgotten all earlier games.
func TestEngineForgets(t *testing.T) {
	g := rulestest.Game(t, "chess")
	p := begin(t, enter(t, g, "engine:nodes=500"), 1)
	play := func() (list []rules.Move) {
		testkit.OK(t, p.NewGame(context.Background(), 1))
		pos := g.NewPosition()
		for range 20 {
			c, err := p.Move(context.Background(), turnOf(pos, 0))
			if err != nil || !c.HasScore || c.Nodes == 0 {
				t.Fatalf("%+v, %v", c, err)
			}
			list = append(list, c.Move)
			pos.Make(c.Move)
		}
		return list
	}
	if a, b := play(), play(); !slices.Equal(a, b) {
		t.Errorf("two games: %v, %v", a, b)
	}
}

// The bounds are generous: the machine may be busy. Without a limit the search
// would take hours.
func TestEngineKeepsTime(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, tc := range []struct {
		text string
		left time.Duration
		most time.Duration
	}{
		{"engine:movetime=0.05", 0, 10 * time.Second},
		{"engine:tc=1", time.Second, 10 * time.Second},
	} {
		p := begin(t, enter(t, g, tc.text), 1)
		c, err := p.Move(context.Background(), turnOf(g.NewPosition(), tc.left))
		if err != nil || c.Elapsed <= 0 || c.Elapsed > tc.most {
			t.Errorf("%s: %v (%v), expected at most %v", tc.text, c.Elapsed, err, tc.most)
		}
	}
}

func TestEngineIsInterrupted(t *testing.T) {
	g := rulestest.Game(t, "chess")
	p := begin(t, enter(t, g, "engine:movetime=60"), 1)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := p.Move(ctx, turnOf(g.NewPosition(), 0)); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

// The configuration contains exactly what affects play.
func TestConfig(t *testing.T) {
	g := rulestest.Game(t, "shako") // without a network, so that weights are all that it plays with
	path := filepath.Join(t.TempDir(), "w.toml")
	w := eval.Default(g)
	testkit.OK(t, w.Save(path, g))
	other := filepath.Join(t.TempDir(), "x.toml")
	w.SetMaterial(g.TypeNamed("queen"), 1, 1)
	testkit.OK(t, w.Save(other, g))
	base := enter(t, g, "engine")
	for text, same := range map[string]bool{
		"engine:name=other": true, "engine:nodes=300": true, "engine:weights=" + path: true, "engine:margin=3": true,
		"engine:no-null-move=false": true,
		"engine:weights=" + other:   false, "engine:no-null-move": false, "engine:nodes=301": false, "random": false, "engine:hash-bits=11": false,
		"uci:engine,nodes=300": false, "engine:depth=3,nodes=300": false,
	} {
		e := enter(t, g, text)
		if e.Same(base) != same {
			t.Errorf("%s is %s, %s is %s; same should be %v", base.Name, base.Config(), text, e.Config(), same)
		}
		var fields map[string]any
		if err := json.Unmarshal(e.Config(), &fields); err != nil || fields["kind"] == nil {
			t.Errorf("%s: %s (%v)", text, e.Config(), err)
		}
	}
	program := enter(t, g, "uci:x,arg=a,option.Hash=3,env.A=b,tc=40/10+1,variant=v,dir=d")
	want := `{"args":["a"],"command":"x","dir":"d","env":["A=b"],"kind":"uci","margin":0.2,"option.Hash":"3","tc":"40/10+1","variant":"v"}`
	if got := string(program.Config()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"xboard:x,depth=5,move-timeout=20":   `{"command":"x","depth":5,"kind":"xboard","move-timeout":20}`,
		"xboard:x,depth=5":                   `{"command":"x","depth":5,"kind":"xboard"}`,
		"xboard:x,movetime=1,move-timeout=5": `{"command":"x","kind":"xboard","margin":0.2,"movetime":1}`,
		"uci:x,tc=1+1,ponder,variant-file":   `{"command":"x","kind":"uci","margin":0.2,"ponder":true,"tc":"1+1","variant-file":true}`,
	} {
		if got := string(enter(t, g, text).Config()); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	testkit.Fails(t, testkit.Error(Enter(Spec{Name: "x", Kind: Engine, Search: search.Options{HashBits: 40}}, g)), "hash bits is 40, expected 10 to 26")
	testkit.Fails(t, testkit.Error(Enter(Spec{Name: "x", Kind: Engine, Weights: "no/file"}, g)), "no/file")
}

// Every setting listed in the help is accepted by some kind of player.
func TestHelp(t *testing.T) {
	for _, line := range Help() {
		if _, ok := find(line[0]); !ok || line[1] == "" || line[2] == "" {
			t.Errorf("%q", line)
		}
	}
}

// A search of many positions has a table that does not forget most of them.
func TestTableGrowsWithTheLimit(t *testing.T) {
	for _, c := range []struct {
		limit Limit
		want  int
	}{
		{Limit{Nodes: 300}, 16}, {Limit{Depth: 4}, 16}, {Limit{Nodes: 4095}, 16}, {Limit{Nodes: 4096}, 17},
		{Limit{Nodes: 30_000}, 19}, {Limit{Nodes: 1 << 40}, 20}, {Limit{MoveTime: time.Second}, 20},
	} {
		if got := c.limit.hashBits(); got != c.want {
			t.Errorf("%+v: 2^%d entries, want 2^%d", c.limit, got, c.want)
		}
	}
}

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
		"[a]\nkind=\"engine\"\nnodes=[3]": "nodes: found a list, expected a text",
		"[a]\nkind=7":                     "kind: found the number 7, expected text in quotes",
		"[a\n":                            "players.toml:2: not valid TOML: expected '.' or ']'",
	} {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o666))
		testkit.Fails(t, testkit.Error(Load(path, "")), want)
	}
	testkit.Fails(t, testkit.Error(Load(path+"x", "")), path+"x")
}
