package study

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bestiary/experiments/page"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// strengthsFile asks for scores by strength, and for goals.
const strengthsFile = `title = "t"
claim = "c"
source = { author = "a", page = "p" }
[[run]]
game = "chess"
play = "strengths"
strengths = [5, 20]
pairs = 4
[[hypothesis]]
says = "Even between strong players"
group = "even"
score = 20
between = [0, 1]
[[hypothesis]]
says = "White wins nearly all, drawn on"
score = 80
above = 0.99
[[goal]]
says = "even games found"
group = "even"
at-least = 1
[[goal]]
says = "nothing is found that is not there"
at-most = 1
[[goal]]
says = "distance from the middle"
group = "even"
distance = true
at-most = 60
`

// A file of runs, questions and goals is all that a new kind of experiment takes.
func TestStrengthsAndGoals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "strong.toml")
	write(t, path, strengthsFile)
	list := testkit.Must(new(Library).OpenAll([]string{path}, Options{}))(t)
	s := &Session{Folder: t.TempDir(), Crew: match.Workers(2)}
	games := 0
	s.Events.GameDone = func(match.Progress) { games++ }
	if n := testkit.Must(s.Games(list))(t); n < 14 {
		t.Errorf("%d games planned", n)
	}
	r := testkit.Must(s.Run(context.Background(), list, nil))(t)[0].(*Result)
	if a := r.Answers[0]; a.What != "score at 20 nodes" || a.Games != 16 || games < 16 || a.Effect.Estimate != r.Runs[0].Balance.Main().Rungs[1].Curve.Estimate {
		t.Errorf("%s by %d of %d games is %v", a.What, a.Games, games, a.Effect)
	}
	goals := r.Goals()
	if len(goals) != 3 || goals[0].Of != 1 || goals[1].Of != 2 || goals[2].InWords() != fmt.Sprintf("%.1f in 1 hypothesis", goals[2].Found) {
		t.Errorf("%+v", goals)
	}
	text := string(draft{Result: r}.layout().Document(page.Run{}).Markdown())
	if !strings.Contains(text, "| even games found | at least 1 |") {
		t.Error(text)
	}
}

func TestFaultsOfGoalsAndForms(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"score = 20", "score = 21", `:12: hypothesis[1].score: 21; expected one of the strengths of run "chess", or 4 times the last`},
		{"score = 20", "scroe = 20", `did you mean "score"?`},
		{"score = 20", `measure = "length"`, `:12: hypothesis[1].measure: run "chess" plays "strengths"; expected runs with play = "games"`},
		{`play = "strengths"`, `play = "strength"`, `run[1].play: "strength"; expected one of games, values, odds, strengths; did you mean "strengths"?`},
		{"strengths = [5, 20]", "strengths = [20, 5]", `run[1].strengths: balance: strengths are [20 5], expected rising numbers`},
		{"pairs = 4", "nodes = 4", `run[1].nodes: has no meaning in a run of strengths`},
		{"between = [0, 1]", "betwen = [0, 1]", `hypothesis[1].betwen: unknown key`},
		{"at-least = 1", "at-least = 1\nat-most = 2", "goal[1].at-most: stands beside at-least; expected one of them"},
		{"at-least = 1", "at-least = 9", "goal[1].at-least: 9; expected a whole number from 0 to"},
		{"at-least = 1", "at-least = -1", "goal[1].at-least: -1; expected a whole number from 0 to"},
		{"at-least = 1", "at-leats = 1", `goal[1].at-leats: unknown key; expected says, group, counts, distance, at-least or at-most; did you mean "at-least"?`},
		{"group = \"even\"\nat-least", "group = \"evne\"\nat-least", `goal[1].group: no hypothesis is of the group "evne"; expected the group of a [[hypothesis]]; did you mean "even"?`},
		{`title = "t"`, "title = \"t\"\n[retrodicton]", `:2: retrodicton: unknown table; expected one of title, `},
	} {
		path := filepath.Join(t.TempDir(), "x.toml")
		write(t, path, strings.Replace(strengthsFile, c.old, c.new, 1))
		testkit.Fails(t, testkit.Error(new(Library).Open(path, Options{})), c.want)
	}
}

// Options are refused where they have no meaning, and studies in one folder have different names.
func TestOptionsOfForms(t *testing.T) {
	for _, c := range []struct {
		args []string
		o    Options
		want string
	}{
		{[]string{"retrodiction"}, Options{Scale: Scale{Pairs: 3}}, "--pairs is not for a retrodiction, whose file says how much is played"},
		{[]string{"gating"}, Options{Open: true}, "--open needs "},
		{[]string{"gating", "gating"}, Options{}, "gating and gating are both called gating, expected names that differ"},
	} {
		_, err := new(Library).OpenAll(c.args, c.o)
		testkit.Fails(t, err, c.want)
		if !errors.As(err, new(Misuse)) {
			t.Errorf("%v is no misuse", err)
		}
	}
}

// Every statistic, plan, form and measure of the package has its line in the documentation.
func TestDocumented(t *testing.T) {
	text := string(testkit.Must(os.ReadFile("../../docs/experiments.md"))(t))
	var want []string
	for _, s := range statistics {
		want = append(want, "| `"+s.key+"` | "+string(s.runs)+" |")
		for _, key := range s.with {
			want = append(want, "`"+key)
		}
	}
	for _, p := range plans {
		want = append(want, "`"+string(p.kind)+"`")
		for _, key := range p.keys {
			want = append(want, "`"+key+"`")
		}
	}
	for _, m := range ownMeasures[1:] { // the first is a measure of bestiary compare by another interval
		want = append(want, "`"+m.Name+"`")
	}
	for _, f := range forms[1:] {
		want = append(want, "a table `["+f.Table+"]`")
	}
	for _, line := range want {
		if !strings.Contains(text, line) {
			t.Errorf("docs/experiments.md lacks %q", line)
		}
	}
}

var counts = flag.String("perft", "testdata/perft.tsv", "counts of moves: game, FEN, depth, count")

// The games of the retrodiction have as many moves as another program counts.
func TestPerft(t *testing.T) {
	seen := map[string]int{}
	for line := range strings.Lines(string(testkit.Must(os.ReadFile(*counts))(t))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSpace(line), "\t")
		name, fen := row[0], row[1]
		g, _, err := library().game(&Run{GameName: name}, "")
		testkit.OK(t, err)
		p := testkit.Must(g.ParseFEN(fen))(t)
		depth, want := testkit.Must(strconv.Atoi(row[2]))(t), testkit.Must(strconv.ParseUint(row[3], 10, 64))(t)
		if got := p.Perft(depth); got != want {
			t.Errorf("%s: perft(%d) of %s = %d, want %d", name, depth, fen, got, want)
		}
		seen[name]++
	}
	for _, f := range testkit.Must(ownGames.ReadDir("games"))(t) {
		if name := strings.TrimSuffix(f.Name(), suffix); seen[name] < 10 && name != "maharajah" {
			t.Errorf("%s has %d counts", name, seen[name])
		}
	}
}
