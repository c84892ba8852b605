package study

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/internal/toml"
)

// small is a file without faults. Lines are replaced in the tests of faults.
const small = `title = "Small"
claim = "A rook beats a knight."
level = 0.9

[source]
author = "A. Nobody"
page = "A page"

[[run]]
name = "values"
play = "values"
game = "chess"
pairs = 50

[[run]]
name = "* games"
games = ["chess", "shatranj"]
rules = { n-move = 30 }

[[run]]
name = "odds"
play = "odds"
game = "chess"
exchanges = ["rook=knight", "pawn+pawn="]

[[hypothesis]]
says = "A rook is worth a knight and a pawn"
run = "values"
value = "rook - knight"
between = [1, 2]
margin = 0.5

[[hypothesis]]
says = "Games are longer"
runs = ["chess *"]
against = "shatranj games"
measure = "length"
above = 0

[[hypothesis]]
says = "A rook for a knight scores"
run = "odds"
odds = "rook = knight"
above = 0.55

[[hypothesis]]
says = "An order"
run = "values"
order = [["queen"], ["rook", "bishop"]]
per = "knight + bishop"
`

func parseSmall(t *testing.T) *Experiment {
	t.Helper()
	return testkit.Must(new(Library).Parse("dir/small.toml", []byte(small)))(t)
}

func TestParse(t *testing.T) {
	e := parseSmall(t)
	if e.ID != "small" || e.Level != 0.9 || len(e.Runs) != 4 || len(e.Hypotheses) != 4 {
		t.Fatalf("read %+v", e)
	}
	if run := e.Runs[2]; run.Name != "shatranj games" || run.Kind != GamesRun || run.Game.Variant.Rules.NMove != 30 || run.Play.Pairs != 500 || run.Play.Seed != usualSeed {
		t.Errorf("third run %+v", run)
	}
	testkit.Same(t, "", []string{"rook=knight", "pawn+pawn="}, e.Runs[3].Exchanges)
	h := e.Hypotheses
	if h[0].Rule != (Rule{Lo: 0.5, Hi: 2.5, Margin: 0.5}) || h[0].Statistic.Unit.Name != "pawns" {
		t.Errorf("range %+v per %s", h[0].Rule, h[0].Statistic.Unit.Name)
	}
	testkit.Same(t, "", [][]int{{1}, {2}}, [][]int{h[1].Runs, h[1].Against})
	if h[2].Statistic.What != "score of rook=knight" || h[2].Rule.Lo != 0.55 || !math.IsInf(h[2].Rule.Hi, 1) {
		t.Errorf("odds %+v", h[2])
	}
	if h[3].Rule.Lo != 0 || h[3].Statistic.Unit.Name != "× (knight + bishop)" {
		t.Errorf("order %+v", h[3])
	}
}

// Every fault is named with its line and field, and with what would be right.
func TestFaults(t *testing.T) {
	var library Library
	for _, c := range []struct{ old, new, want string }{
		{`title = "Small"`, ``, "x.toml: title: missing; expected a text"},
		{`title = "Small"`, `title = "Sm\tall"`, `x.toml:1: title: "Sm\tall"; expected a text on one line, without control characters`},
		{`author = "A. Nobody"`, `author = "A. \u001b[31m"`, `x.toml:6: source.author: "A. \x1b[31m"; expected a text on one line, without control characters`},
		{`level = 0.9`, `level = 2`, "x.toml:3: level: 2; expected a number from 0.5 to 0.999"},
		{`level = 0.9`, `lvel = 0.9`, `x.toml:3: lvel: unknown key; expected title, claim, method, truths, place, level, source, run, hypothesis, table, chart or goal; did you mean "level"?`},
		{`author = "A. Nobody"`, `author = 3`, "x.toml:6: source.author: the number 3; expected text in quotes"},
		{`play = "values"`, `play = "value"`, `x.toml:11: run[1].play: "value"; expected one of games, values, odds, strengths; did you mean "values"?`},
		{`game = "chess"` + "\npairs", `game = "ches"` + "\npairs", `x.toml:12: run[1].game: unknown game "ches"; did you mean "chess"?`},
		{`pairs = 50`, `pairs = 1`, "x.toml:13: run[1].pairs: 1; expected a number from 2 to 10000000"},
		{`rules = { n-move = 30 }`, `rules = { n-mov = 30 }`, `x.toml:18: run[2].rules.n-mov: unknown option "n-mov"; did you mean "n-move"?`},
		{`rules = { n-move = 30 }`, `array = "8/8"`, "x.toml:18: run[2].array: board.array: 2 rows for 8 ranks"},
		{`name = "* games"`, `name = "games"`, `x.toml:16: run[2].name: "games" is the name of two runs; expected names of their own, as in name = "*-games"`},
		{`"pawn+pawn="`, `"pwan="`, `x.toml:24: run[3].exchanges[2]: exchange "pwan=": `},
		{`play = "odds"`, `play = "games"`, "x.toml:24: run[3].exchanges: has no meaning in a run of games"},
		{`run = "values"` + "\nvalue", `run = "vlaues"` + "\nvalue", `x.toml:28: hypothesis[1].run: no run is called "vlaues"; expected the name of a [[run]]; did you mean "values"?`},
		{`runs = ["chess *"]`, `runs = ["ches *"]`, `x.toml:35: hypothesis[2].runs: no run is called "ches *"; expected the name of a [[run]]`},
		{`against = "shatranj games"`, `against = "chess games"`, `x.toml:36: hypothesis[2].against: the run "chess games" is set against itself; expected another run`},
		{`value = "rook - knight"`, `value = "rook - kinght"`, `x.toml:29: hypothesis[1].value: the game has no "kinght" (chess); expected a piece of it; did you mean "knight"?`},
		{`value = "rook - knight"`, `value = "rook knight"`, `x.toml:29: hypothesis[1].value: "rook knight": a sign is missing before "knight"; expected pieces with signs between them, as in "rook - 2 pawn"`},
		{`value = "rook - knight"`, `measure = "length"`, `x.toml:29: hypothesis[1].measure: run "values" plays "values"; expected runs with play = "games"`},
		{`value = "rook - knight"`, `place = "rook pair"`, `x.toml:29: hypothesis[1].place: "rook pair" in chess; expected one of rook second, queen second, pawn edge, bishop pair`},
		{`between = [1, 2]`, `between = [2, 1]`, "x.toml:30: hypothesis[1].between: not two ends; expected two numbers, the lower one first"},
		{`between = [1, 2]`, `above = 1`, "x.toml:31: hypothesis[1].margin: has no meaning without between"},
		{"between = [1, 2]\nmargin = 0.5", `between = [1, 1]`, "x.toml:26: hypothesis[1].margin: missing; expected a range with some width: what is exactly equal cannot be shown"},
		{`measure = "length"`, `measure = "lenght"`, `x.toml:37: hypothesis[2].measure: unknown measure "lenght"; expected a measure of docs/comparing.md, as length or draws; did you mean "length"?`},
		{`measure = "length"`, ``, "x.toml:33: hypothesis[2].measure: missing; expected one of value, order, tiers, place, odds, measure and score: what is measured"},
		{"above = 0\n", "above = 0\nbelow = 3\n", "x.toml:38: hypothesis[2].above: missing; expected one of above, below and between: what decides"},
		{`odds = "rook = knight"`, `odds = "queen=knight"`, `x.toml:43: hypothesis[3].odds: run "odds" does not play "queen=knight"; expected one of its exchanges`},
		{`["rook", "bishop"]`, `["rook", "bishp"]`, `x.toml:49: hypothesis[4].order[2]: the game has no "bishp" (chess); expected a piece of it; did you mean "bishop"?`},
		{`per = "knight + bishop"`, `across = "mean"`, "x.toml:50: hypothesis[4].across: has no meaning with order"},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nquote = \"A rook is strong.\"", "x.toml:40: hypothesis[3].reading: one of quote and reading; expected both: the sentence of the author, and what it is taken to mean"},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nours = true\nquote = \"A\"", "x.toml:45: hypothesis[3].quote: has no meaning with ours, a question that nobody is quoted for"},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nblind = true", "x.toml:40: hypothesis[3].reading: missing in a blind reading; expected both"},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nours = true\nblind = true", "x.toml:45: hypothesis[3].blind: has no meaning with ours or superseded"},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nquote = \"A\"\nreading = \"A\"\nsince = \"2026-11-22 1dfbdae4\"\nknown = \"2026-11-23\"", `x.toml:47: hypothesis[3].known: "2026-11-23" is after since; expected an answer that was known`},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nquote = \"A\"\nreading = \"A\"\nsince = \"2026-11-22 1dfbdae4\"\nknown = \"November\"", `x.toml:47: hypothesis[3].known: "November"; expected a date, and a commit if there is one, as in`},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nquote = \"A\"\nreading = \"A\"\nsince = \"2026-11-22 1dfbdae4\"\nknown = \"2026-11-21\"\nblind = true", "x.toml:47: hypothesis[3].known: has no meaning without since or with blind"},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\ntimes = 2", "x.toml:44: hypothesis[3].times: has no meaning with odds"},
		{`odds = "rook = knight"`, `odds = "rook=knight"` + "\nfinds = \"it is\"", `x.toml:44: hypothesis[3].finds: "it is"; expected a sentence with one {} in place of the number`},
		{`order = [["queen"], ["rook", "bishop"]]`, `tiers = [["queen"], ["falcon", "elephant"]]`, `x.toml:49: hypothesis[4].tiers[2]: the game has none of falcon, elephant (chess); expected a piece of it`},
		{`claim = "A rook beats a knight."`, `claim = "`, "x.toml:2: not valid TOML: "},
	} {
		text := strings.Replace(small, c.old, c.new, 1)
		if text == small {
			t.Fatalf("%q is not in the file", c.old)
		}
		_, err := library.Parse("x.toml", []byte(text))
		if err == nil {
			t.Errorf("%s: no error", c.new)
			continue
		}
		if first, _, _ := strings.Cut(err.Error(), "\n"); !strings.HasPrefix(first, c.want) {
			t.Errorf("%s in place of %s:\ngot  %s\nwant %s", c.new, c.old, first, c.want)
		}
	}
}

// The interval of a mean takes its runs for independent.
func TestMeansNeedIndependentRuns(t *testing.T) {
	text := strings.Replace(small, `name = "* games"`, "name = \"other\"\nplay = \"values\"\ngame = \"chess\"\nseed = 2\n\n[[run]]\nname = \"* games\"", 1)
	text = strings.Replace(text, `run = "values"`+"\nvalue", `runs = ["values", "other"]`+"\nacross = \"mean\"\nvalue", 1)
	var library Library
	if _, err := library.Parse("x.toml", []byte(text)); err != nil {
		t.Errorf("two seeds: %v", err)
	}
	_, err := library.Parse("x.toml", []byte(strings.Replace(text, "seed = 2\n", "", 1)))
	want := `hypothesis[1].across: runs "values" and "other" play one game from the same openings; expected runs with different games or seeds for a mean`
	testkit.Fails(t, err, want)
}

// The unit of a hypothesis about several games is one that all have, or is missing.
func TestUnitOfSeveralGames(t *testing.T) {
	v, err := variant.Find("chess")
	testkit.OK(t, err)
	folder := t.TempDir()
	soldiers := strings.ReplaceAll(string(v.Encode()), `"pawn"`, `"soldier"`)
	testkit.OK(t, os.WriteFile(filepath.Join(folder, "soldiers.toml"), []byte(soldiers), 0o666))
	const text = `title = "t"
claim = "c"
source = { author = "a", page = "p" }
[[run]]
name = "* values"
play = "values"
games = ["chess", "./soldiers.toml", "shatranj"]
[[hypothesis]]
says = "A rook is worth more than a knight"
runs = ["chess values", "LAST"]
value = "rook - knight"
above = 0
`
	parse := func(last, more string) (*Experiment, error) {
		return new(Library).Parse(filepath.Join(folder, "x.toml"), []byte(strings.Replace(text, "LAST", last, 1)+more))
	}
	if e, err := parse("shatranj values", ""); err != nil || e.Hypotheses[0].Statistic.Unit.Name != "pawns" {
		t.Errorf("both have pawns: %v", err)
	}
	_, err = parse("soldiers values", "")
	want := "hypothesis[1].per: missing, and the unit is the pawn in chess and the soldier in chess; expected a sum of pieces that all games have"
	testkit.Fails(t, err, want)
	if _, err := parse("soldiers values", `per = "knight"`); err != nil {
		t.Errorf("per knight: %v", err)
	}
}

// One fault does not hide another.
func TestAllFaultsAreReported(t *testing.T) {
	text := strings.NewReplacer(`level = 0.9`, `level = 7`, `pairs = 50`, `pairs = 0`, `"lenght"`, `"length"`).Replace(small)
	_, err := new(Library).Parse("x.toml", []byte(text))
	errs, ok := err.(toml.Errors)
	if !ok || len(errs) != 2 {
		t.Errorf("errors %v, want two", err)
	}
}

func TestCatalogue(t *testing.T) {
	names := Catalogue()
	if len(names) < 12 {
		t.Fatalf("%d experiments", len(names))
	}
	if testing.Short() {
		names = shortNames
	}
	for _, name := range names {
		e, err := library().Find(name)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if e.ID != name || strings.Contains(e.Claim, "\n") {
			t.Errorf("%s: ID %s, claim %q", name, e.ID, e.Claim)
		}
		for i := range e.Runs {
			if !e.uses(i) {
				t.Errorf("%s: run %s is not used", name, e.Runs[i].Name)
			}
		}
	}
	if _, err := library().Find("pyramids"); err == nil || err.Error() != `unknown experiment "pyramids"; did you mean "pyramid"?` {
		t.Errorf("unknown name: %v", err)
	}
	if _, err := library().Find("../catalogue/pyramid"); err == nil {
		t.Error("a path is no name")
	}
}

// uses reports whether something in the file is about a run.
func (e *Experiment) uses(run int) bool {
	var lists [][]int
	for _, h := range e.Hypotheses {
		lists = append(lists, h.Runs, h.Against)
	}
	for _, t := range e.Tables {
		lists = append(lists, t.Runs)
	}
	for _, list := range lists {
		for _, i := range list {
			if i == run {
				return true
			}
		}
	}
	return false
}

func TestSums(t *testing.T) {
	for _, c := range []struct{ text, want, fault string }{
		{"rook", "rook", ""},
		{"flying-chariot - rook", "flying-chariot - rook", ""},
		{" 2 ninja-pawn  +  0.5 queen - 3 pawn ", "2 ninja-pawn + 0.5 queen - 3 pawn", ""},
		{"- rook + queen", "- rook + queen", ""},
		{"", "", "a piece is missing at the end"},
		{"rook -", "", "a piece is missing at the end"},
		{"rook - - queen", "", `a piece is missing before "-"`},
		{"2 3 rook", "", `"3" is not a number from 0 to 1000 in front of a piece`},
		{"rook queen", "", `a sign is missing before "queen"`},
		{"rook 2 queen", "", `a sign is missing before "2"`},
		{"1e9 rook", "", `"1e9" is not a number from 0 to 1000 in front of a piece`},
	} {
		got, err := ParseSum(c.text)
		switch {
		case c.fault != "" && (err == nil || err.Error() != c.fault):
			t.Errorf("%q: error %v, want %s", c.text, err, c.fault)
		case c.fault == "" && (err != nil || got.String() != c.want):
			t.Errorf("%q is %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// No file makes the reader panic, and what it takes has everything that a run
// needs.
func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	data := testkit.Must(catalogue.ReadFile("catalogue/gating" + suffix))(f)
	f.Add(data)
	f.Add([]byte("title = 1\n[[run]]\n[[hypothesis]]\nruns = [1, \"x\"]\norder = [1, [2]]\nbetween = [[]]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := new(Library).Parse("x.toml", data)
		if err != nil {
			return
		}
		for i := range e.Hypotheses {
			h := &e.Hypotheses[i]
			if len(h.Runs) == 0 || !(h.Rule.Lo < h.Rule.Hi) {
				t.Errorf("hypothesis %+v", h)
			}
			_ = e.What(h) + h.Range()
		}
		(&Runner{}).Games([]*Experiment{e})
	})
}
