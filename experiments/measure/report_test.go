package measure

import (
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/testkit"
)

// TestReport pins the report of an invented result; see -update.
func TestReport(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	res := invented(t, 40)
	res.Folder = t.TempDir()
	page, err := res.Write(page.Run{Version: "v1.2.3", Command: "bestiary compare chess --against n-move=75"})
	if err != nil || filepath.Base(page) != "report.html" {
		t.Fatalf("page %v, error %v", page, err)
	}
	for _, name := range []string{"report.md", "measures.csv", "compare.json"} {
		testkit.Golden(t, name, testkit.Read(t, res.Folder, name))
	}
	checkHTML(t, res)
}

// checkHTML makes sure that the page for a browser has all that the other has.
func checkHTML(t *testing.T, res *Result) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(res.Folder, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	if n := strings.Count(page, "<figure>"); n != 10 {
		t.Errorf("%d pictures in the page, want 10", n)
	}
	for _, m := range res.Measures {
		if !strings.Contains(page, html.EscapeString(m.Heading())) {
			t.Errorf("the page does not mention %q", m.Heading())
		}
	}
	games, err := os.ReadFile(filepath.Join(res.Folder, "games.csv"))
	if n := strings.Count(string(games), "\n"); err != nil || n != 161 {
		t.Errorf("%d lines in games.csv, want a head and 160 games; error %v", n, err)
	}
}

// A report on an approximation begins with the rules that are missing.
func TestApproximation(t *testing.T) {
	res := invented(t, 40)
	c := *res.Sides[1].Game
	c.Variant = c.Variant.Clone()
	c.Variant.Approximates = []string{"mustCapture = true"}
	res.Sides[1].Game = &c
	d := res.page().Document(page.Run{})
	note, ok := d.Body[0].(doc.Note)
	if text := doc.Text(note).String(); !ok || !strings.HasPrefix(text, res.Sides[1].Label) || !strings.HasSuffix(text, ": mustCapture = true.") {
		t.Errorf("the report begins with %q", text)
	}
}

// The summary names tests that find a difference, also where no measure does.
func TestSummaryNamesTests(t *testing.T) {
	res := invented(t, 10)
	for i := range res.Measures {
		res.Measures[i].Holm = 1
	}
	for i := range res.Tests {
		res.Tests[i].Holm = 1
	}
	const nothing, something = "Cannot tell", "Tests of the games as a whole find a difference: wins, draws and losses together (F) (adjusted p 0.020)."
	if got := strings.Join(res.Summary(), " "); !strings.Contains(got, nothing) || strings.Contains(got, "as a whole") {
		t.Errorf("nothing is certain: %s", got)
	}
	res.Tests[len(res.Tests)-1].Holm = 0.02
	if got := strings.Join(res.Summary(), " "); !strings.Contains(got, nothing) || !strings.Contains(got, something) {
		t.Errorf("the results as a whole differ: %s", got)
	}
}

// Sides that play the same games differ in nothing, and no chart draws an effect.
func TestEqualGames(t *testing.T) {
	res := invented(t, 30)
	sides := res.Sides
	sides[1].Games = sides[0].Games
	sides[1] = newSide(sides[1].Label, sides[1].Weights, sides[1].Game, sides[1].Games)
	res, err := analyse(sides, res.Config, reported([2][]Game{sides[0].Games, sides[1].Games}, nil))
	if err != nil {
		t.Fatal(err)
	}
	const want = "No difference seen: all 60 games went the same way on both sides, move for move. The true share of pairs with a game that differs is below 11.6 %."
	if got := strings.Join(res.Summary(), " "); !strings.HasPrefix(got, want) || strings.Contains(got, "Cannot tell: no measure") {
		t.Errorf("summary %q, want %q first", got, want)
	}
	if got := res.measure("white-score").Cells()[2]; got != "none seen, below 11.6" {
		t.Errorf("difference %q", got)
	}
	if res.drawEffects() != nil {
		t.Error("a chart of effects is drawn")
	}
}

// Games that are over at once come first in the answer; what else
// differs, however much, comes after.
func TestSuddenEndsLead(t *testing.T) {
	res := invented(t, 60)
	sides := res.Sides
	sides[1].Games = slices.Clone(sides[1].Games)
	for i := range sides[1].Games {
		if g := &sides[1].Games[i]; i%3 == 0 {
			g.Plies, g.Result, g.Reason = 9, rules.WhiteWins, rules.Checkmate
		}
		sides[1].Games[i].Castlings = nil
	}
	sides[1] = newSide("sudden", sides[1].Weights, sides[1].Game, sides[1].Games)
	res, err := analyse(sides, res.Config, reported([2][]Game{sides[0].Games, sides[1].Games}, res.Config.Same))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Summary()[0], "With sudden, 40 of 120 games (33.3 %) ended by move 5, 40 of them with a win for White."; got != want {
		t.Errorf("the answer begins with %q, want %q", got, want)
	}
	var names []string
	for _, m := range res.significant() {
		names = append(names, m.Name)
	}
	if len(names) < 4 || !slices.Equal(names[:3], []string{"over-by-10", "white-score", "white-wins"}) {
		t.Errorf("certain measures %q", names)
	}
}

// A single reason for draws, or for wins, is the share of all of them and not measured
// again.
func TestSingleReasonsAreNotMeasured(t *testing.T) {
	games := []Game{{Result: rules.Draw, Reason: rules.Repetition}, {Index: 1, Result: rules.WhiteWins, Reason: rules.Checkmate}}
	names := func(games []Game) string {
		var list []string
		for _, q := range reported([2][]Game{games, games}, nil) {
			if strings.HasPrefix(q.Name, "drawn-by-") || strings.HasPrefix(q.Name, "won-by-") {
				list = append(list, q.Name)
			}
		}
		return strings.Join(list, " ")
	}
	if got := names(games); got != "" {
		t.Errorf("one reason each: %s", got)
	}
	if got, want := names(append(games, Game{Pair: 1, Result: rules.Draw, Reason: rules.NMoveRule})), "drawn-by-n-move-rule drawn-by-repetition"; got != want {
		t.Errorf("two reasons for draws: %q, want %q", got, want)
	}
}

// Pairs that one side lacks, because they repeat others there, are compared on neither side.
func TestCommonPairs(t *testing.T) {
	var sides [2][]Game
	for i, dealt := range [2][]int{{0, 2, 3}, {0, 1, 3}} {
		for _, pair := range dealt {
			for index := range gamesOfPair {
				g := Game{Dealt: pair, Index: index, Plies: pair}
				g.Number(len(sides[i]))
				sides[i] = append(sides[i], g)
			}
		}
	}
	for i, games := range common(sides) {
		testkit.Same(t, "pairs", 2, testkit.Must(CountPairs(games))(t))
		if games[2].Dealt != 3 || games[2].Pair != 1 || games[3].Plies != 3 {
			t.Errorf("side %d: %+v", i, games[2:])
		}
	}
}

// Measures that mean nothing in a game are left out, and the others are named by what they
// are there.
func TestMeasuresFitTheGame(t *testing.T) {
	hill := endedFor(rules.GoalReached, false)
	for _, tc := range []struct {
		game  string
		list  []Quantity
		label []string
	}{
		{"chess", pick("checks", "counter", "captures", "entries", "officers", "mates-by-60"), []string{"checks", "highest n-move counter", "captures", "waiting pieces entered", "pieces left, pawns aside", "mates within 60 plies"}},
		{"crazyhouse", pick("captures", "entries", "officers", "material-at-40"), []string{"captures into hand", "pieces dropped"}},
		{"antichess", pick("checks", "mates-by-60", "officers"), []string{"pieces left, pawns aside"}},
		{"racing-kings", append(pick("checks", "officers"), hill), []string{"pieces left", "won: king on a8-h8"}},
		{"king-of-the-hill", []Quantity{hill}, []string{"won: king on d4-e5"}},
		{"spartan", pick("white-score", "draws"), []string{"White's score (Persians)", "draws"}},
		{"three-check", []Quantity{endedFor(rules.ChecksGiven, false)}, []string{"won: 3 checks"}},
	} {
		g := rulestest.Game(t, tc.game)
		var got []string
		for _, q := range fitting([2]*rules.Game{g, g}, tc.list, nil) {
			got = append(got, q.Label)
		}
		if !slices.Equal(got, tc.label) {
			t.Errorf("%s: %q, want %q", tc.game, got, tc.label)
		}
	}
	for game, want := range map[string]string{"chess": "a capture or a pawn move", "crazyhouse": "a capture, a drop or a pawn move", "racing-kings": "a capture"} {
		g := rulestest.Game(t, game)
		if got := (&Result{Sides: [2]SideResult{{Game: g}, {Game: g}}}).progress(); got != want {
			t.Errorf("%s: %s resets the counter, want %s", game, got, want)
		}
	}
	g := rulestest.Game(t, "antichess")
	if got := fitting([2]*rules.Game{g, g}, pick("checks"), map[string]float64{"checks": 1}); len(got) != 1 {
		t.Error("a measure that is claimed to be the same is left out")
	}
}

// pick returns measures by their names.
func pick(names ...string) (list []Quantity) {
	for _, name := range names {
		q, _ := Find(name)
		list = append(list, q)
	}
	return list
}

// The answer has at most 40 words before the first table, and says what could go unseen.
func TestAnswerIsShort(t *testing.T) {
	res := invented(t, 40)
	check := func(want string) {
		t.Helper()
		page := string(res.page().Document(page.Run{}).Markdown())
		_, text, _ := strings.Cut(page, "\n\n")
		text, _, _ = strings.Cut(text, "\n|")
		if n := len(strings.Fields(text)); n > 40 || !strings.Contains(text, want) {
			t.Errorf("%d words: %s", n, text)
		}
	}
	check("Compared with n-move=50, n-move=75 increases length and highest n-move counter.")
	for i := range res.Measures {
		res.Measures[i].Holm = 1
	}
	check("Up to 8.6 percentage points in White's score or 9.8 plies in length may have gone unseen.")
}

// The headline has the numbers of what is certain.
func TestHeadline(t *testing.T) {
	res := invented(t, 40)
	const want = "With n-move=75 in place of n-move=50: length up from 100.0 plies to 106.2 plies and highest n-move counter up from 18.0 moves to 19.9 moves."
	if got := res.Headline(); got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
}
