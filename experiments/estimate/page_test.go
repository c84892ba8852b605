package estimate

import (
	"encoding/base64"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bestiary/engine/endgame"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

var origin = page.Run{Version: "v0", Command: "bestiary estimate chess --pairs 20"}

// written returns the files that Write puts into the folder, by name.
func written(t *testing.T, res *Result) map[string]string {
	t.Helper()
	testkit.Must(res.Write(origin))(t)
	files := map[string]string{}
	for _, pattern := range []string{"*", "charts/*"} {
		paths := testkit.Must(filepath.Glob(filepath.Join(res.Folder, pattern)))(t)
		for _, path := range paths {
			if data, err := os.ReadFile(path); err == nil {
				files[path[len(res.Folder)+1:]] = string(data)
			}
		}
	}
	return files
}

// The texts of a report equal the golden files, regardless of folder and time.
func TestGoldens(t *testing.T) {
	files := written(t, synthetic(t))
	for _, name := range []string{"report.md", "values.csv", "run.json"} {
		testkit.Golden(t, name, files[name])
	}
	testkit.Same(t, "the same result gives another report", files, written(t, synthetic(t)))
	files = written(t, examined(t))
	testkit.Golden(t, "examined.md", files["report.md"])
	testkit.Golden(t, "examined.csv", files["values.csv"])
	testkit.Golden(t, "ghosts.md", written(t, ghosts(t))["report.md"])
	testkit.Golden(t, "pawn-drops.md", written(t, pawnDrops(t))["report.md"])
	testkit.Golden(t, "ghosts.txt", testkit.Must(ghosts(t).Text(100))(t))
}

func TestWriteReportsFolder(t *testing.T) {
	res := synthetic(t)
	res.Folder = filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(res.Folder, nil, 0o666))
	testkit.Fails(t, testkit.Error(res.Write(origin)), res.Folder)
}

// The page does not load anything from elsewhere.
func TestPageIsSelfContained(t *testing.T) {
	page := html.UnescapeString(written(t, synthetic(t))["report.html"])
	const inside = `data:image/svg+xml;base64,`
	sources := regexp.MustCompile(`<img src="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(sources) != 16 {
		t.Errorf("%d pictures, want 8 charts, the board, 6 pieces and the signs", len(sources))
	}
	for _, s := range sources {
		text, ok := strings.CutPrefix(s[1], inside)
		svg, err := base64.StdEncoding.DecodeString(text)
		if !ok || err != nil || !strings.Contains(string(svg), "<svg") {
			t.Errorf("picture %.60q is not inside the page: %v", s[1], err)
		}
		if regexp.MustCompile(`href="[^#]|<image|@import|url\([^#]`).Match(svg) {
			t.Error("a picture refers to something outside")
		}
	}
	rest := regexp.MustCompile(`(src|srcset)="`+regexp.QuoteMeta(inside)+`[^"]*"|href="#[ah][0-9]+"`).ReplaceAllString(page, "")
	for _, sign := range []string{"src=", "href", "url(", "@import", "://", "<script", "<link", "<iframe"} {
		if strings.Contains(rest, sign) {
			t.Errorf("the page contains %q", sign)
		}
	}
}

// Titles and authors come from untrusted game files.
func TestTextsFromGameFilesAreEscaped(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	res := synthetic(t)
	res.Game.Variant.Title = "<script>alert(1)</script> *Big* | \"Chess\"\n# &amp; " + strings.Repeat("long ", 200)
	res.Game.Variant.Author = "[me](javascript:x) <img src=x>"
	res.Game.Variant.Approximates = []string{"<script> = true"}
	files := written(t, res)
	page, md := files["report.html"], files["report.md"]
	for _, bad := range []string{"<script>", "<img src=x>"} {
		if strings.Contains(page, bad) || strings.Contains(md, bad) {
			t.Errorf("a report contains %s", bad)
		}
	}
	if !strings.Contains(page, `&lt;script&gt;alert(1)&lt;/script&gt; *Big* | &#34;Chess&#34; # &amp;amp; long`) {
		t.Error("the page lacks the title")
	}
	heading, _, _ := strings.Cut(md, "\n")
	if !strings.HasPrefix(heading, `# What the pieces of \<script\>alert(1)\</script\> \*Big\* \| "Chess" \# \&amp; long`) || len(heading) > 200 {
		t.Errorf("heading of %d bytes: %s", len(heading), heading)
	}
	if !strings.Contains(md, `A game by \[me\](javascript:x) \<img src=x\>.`) {
		t.Error("report.md lacks the author")
	}
	if !strings.Contains(md, `It lacks these rules: \<script\> = true.`) {
		t.Error("report.md does not say that the game is an approximation")
	}
}

// Values about which the games say nothing do not appear in texts and pictures.
func TestUnknownValues(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	inf := math.Inf(1)
	for _, x := range []float64{math.NaN(), inf, -inf, 1e15} {
		unknown := stat.Unbounded(x, 0.95)
		res := synthetic(t)
		for _, p := range pieces {
			setWorth(res, p.name, unknown)
		}
		files := written(t, res)
		for _, name := range []string{"report.md", "report.html", "values.csv", "charts/values.svg"} {
			if regexp.MustCompile(`NaN|[^-+]Inf|e\+15|000000000`).MatchString(regexp.MustCompile(`base64,[^"]*`).ReplaceAllString(files[name], "")) {
				t.Errorf("value %v: %s shows it", x, name)
			}
		}
		if !strings.Contains(files["report.md"], "40 games in 20 pairs are too few to show what the pieces are worth in points; ") {
			t.Errorf("value %v: the summary does not say that nothing is known", x)
		}
		if !strings.Contains(files["report.md"], "| Q queen | cannot tell |") {
			t.Errorf("value %v: the table has a value", x)
		}
	}
}

// All that stands before the first table, besides the title and the author, is a sentence of
// at most forty words.
func TestAnswer(t *testing.T) {
	for _, test := range []struct {
		name   string
		of     func(*testing.T) *Result
		change func(*Result)
		want   string
	}{
		{"armies drawn at random", synthetic, func(r *Result) { r.Measurement.Exchanges = 0 }, "The table shows piece values in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error."},
		{"all values", synthetic, func(*Result) {}, "The table shows piece values in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error and the choice of exchanges."},
		{"a panel", examined, func(r *Result) { r.Panel = &tuning.Panel{Players: 4, Spread: 0.03} },
			"The table shows piece values in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error, the choice of exchanges and differences between players."},
		{"one player, another unit", ghosts, func(r *Result) {
			r.Panel = &tuning.Panel{Players: 1, Spread: 0.05}
			r.Measurement.Scale = tuning.NewScale(r.Game, tuning.KnightAndBishop)
		}, "The table shows piece values with knight and bishop together as 6.25, from 40 games in 20 pairs; the 95 % intervals allow for sampling error, the choice of exchanges and an assumed spread of 5 % between players."},
		{"drops", pawnDrops, func(r *Result) { r.Game.Variant.Approximates = []string{"a rule"} },
			"The table shows piece values in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error and the choice of exchanges."},
		{"none is told", synthetic, func(r *Result) {
			for i := range r.Ranking {
				r.Ranking[i].Tier = 0
			}
		}, "40 games in 20 pairs are too few to show what the pieces are worth in points; the 95 % intervals allow for sampling error and the choice of exchanges."},
	} {
		res := test.of(t)
		test.change(res)
		var before []string
		for _, b := range testkit.Must(res.page())(t).Document(origin).Body {
			table, ok := b.(doc.Table)
			if !ok {
				before = append(before, doc.Text(b.(doc.Paragraph)).String())
				continue
			}
			before = append(before, strings.Fields(table.Caption)...)
			break
		}
		got := strings.Join(before, " ")
		if got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
		if n := len(strings.Fields(got)); n > 40 {
			t.Errorf("%s: %d words before the table", test.name, n)
		}
		text := testkit.Must(res.Text(80))(t)
		if first, _, _ := strings.Cut(text, "\n\n"); len(strings.Fields(first)) > 40 {
			t.Errorf("%s: the terminal shows %s", test.name, first)
		}
	}
}

// What the summary says of precision is about the values that the games tell.
func TestSummary(t *testing.T) {
	const combined = "The values are known to within about 15 % either way; the games account for 80 % of each and the prior for the rest."
	for _, test := range []struct {
		name   string
		change func(*Result)
		want   string
	}{
		{"all values", func(*Result) {}, combined},
		{"one is too wide", func(r *Result) { setWorth(r, "rook", stat.Interval{Estimate: 5, Lo: 2, Hi: 11}) },
			"The values that the games determine are known to within about 15 % either way; the games account for 80 % of each and the prior for the rest."},
		{"one is a guess", func(r *Result) {
			v := ranking(r, "queen")
			v.Tier, v.FromGames = 0, 0.1
		}, "The values that the games determine are known to within about 15 % either way; the games account for 80 % of each and the prior for the rest."},
		{"mostly the games", func(r *Result) {
			for i := range r.Ranking {
				r.Ranking[i].FromGames = 0.95
			}
		}, "The values are known to within about 15 % either way."},
		{"a league", func(r *Result) {
			r.Predicted = &Predicted{Matches: 10, Inside: 9, Off: stat.Interval{Estimate: 2.94, Lo: 0, Hi: 6.25}}
		}, combined + " In 10 matches with exchanges not used in the fit, the scores predicted from these values were off by 2.9 percentage points (0.0 to 6.2; root mean square after subtracting sampling error)."},
		{"a league without an error", func(r *Result) {
			r.Predicted = &Predicted{Matches: 10, Inside: 9, Off: stat.Interval{Estimate: 0, Lo: 0, Hi: 4.81}}
		}, combined + " In 10 matches with exchanges not used in the fit, the predictions showed no error beyond sampling error, but one of up to 4.8 percentage points is possible."},
		{"nothing moves", func(r *Result) {
			r.Slopes = []Slope{{Piece: "queen", Settled: true}, {Piece: "rook", Settled: true}}
		}, combined + " Doubling the nodes changes neither values nor ratios of neighbouring values by more than 2 %."},
		{"the ladder is too short", func(r *Result) {
			r.Slopes = []Slope{{Piece: "queen", Settled: true},
				{Piece: "rook", PerDoubling: stat.Interval{Lo: -0.05, Hi: 0.01}}, {Piece: "knight", PerDoubling: stat.Interval{Lo: -0.01, Hi: 0.034}}}
		}, combined + " Doubling the nodes does not significantly change any value or ratio of neighbouring values; changes of up to 5.0 % (rook) cannot be ruled out."},
		{"one is unknown", func(r *Result) {
			r.Slopes = []Slope{{Piece: "queen", Settled: true}, {Piece: "rook", PerDoubling: stat.Unknown()}}
		}, combined + " Doubling the nodes changes neither values that these games determine nor ratios of neighbouring values by more than 2 %."},
		{"none is known", func(r *Result) {
			r.Slopes = []Slope{{Piece: "rook", PerDoubling: stat.Unknown()}}
		}, combined + " These games do not show whether values change with the depth of play."},
		{"none", func(r *Result) {
			for _, p := range pieces {
				setWorth(r, p.name, boundless)
			}
		}, ""},
	} {
		res := synthetic(t)
		test.change(res)
		p := testkit.Must(newDraft(res))(t)
		want := strings.TrimSpace(test.want + " In these games the engine played against itself at 300 nodes a move, with armies that differed at random.")
		if got := texts.Text("summary", p).String(); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, want)
		}
	}
}

// A game with another rule does not have the published values of the original.
func TestPublishedOfAnotherGame(t *testing.T) {
	res := synthetic(t)
	testkit.OK(t, res.Game.Variant.Override("n-move", "20"))
	if md := written(t, res)["report.md"]; strings.Contains(md, "Kaufman") || !strings.Contains(md, "| 2.8 (leaper rule) |") {
		t.Error("a game with another rule has the published values of the original")
	}
}

// The table says why no ending was solved.
func TestNotComputed(t *testing.T) {
	for game, want := range map[string]string{
		"crazyhouse": "; not computed where captured pieces return", "king-of-the-hill": "; not computed where something other than mate can decide", "chess": "",
	} {
		res := synthetic(t)
		res.Game = rulestest.Game(t, game)
		ranking(res, "rook").Mates = endgame.MatesOf(res.Game, res.Game.TypeNamed("rook"))
		got := texts.Text("values foot", &draft{Result: res, Ranked: res.Ranking, Mates: true}).String()
		if want == "" && strings.Contains(got, "not computed") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", game, got, want)
		}
	}
}

// The terminal names the checks that did not pass.
func TestCheckCounts(t *testing.T) {
	p := &draft{Checked: []Check{{Name: "a", Status: CheckCannotTell}, {Name: "b", Status: CheckPassed}, {Name: "c", Status: CheckFailed}, {Name: "d", Status: CheckCannotTell}}}
	if got, want := texts.Text("check counts", p).String(), "Checks: 1 passed, 1 failed (c), 2 cannot tell (a; d)."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The answer about exchanges is one or two sentences, however many there are.
func TestOddsAnswers(t *testing.T) {
	unit := OddsLine{Exchange: "pawn=", Score: around(0.63, 0.01), Logit: around(0.5, 0.05), Pawns: around(1, 0)}
	better := OddsLine{Exchange: "rook=knight", Score: around(0.7, 0.01), Logit: around(0.9, 0.1), Pawns: around(1.8, 0.1)}
	even := OddsLine{Exchange: "knight=bishop", Score: around(0.5, 0.02), Logit: around(0, 0.1), Pawns: around(0, 0.2)}
	weak := unit
	weak.Logit = around(0.1, 0.1)
	for _, tc := range []struct {
		lines []OddsLine
		want  string
	}{
		{[]OddsLine{unit}, "The side that is a pawn ahead scores 63.0 % (62.0 to 64.0)."},
		{[]OddsLine{weak, better}, "The side that is a pawn ahead scores 63.0 % (62.0 to 64.0), which is not significantly above 50 %, so nothing can be measured in that unit."},
		{[]OddsLine{unit, better}, "A rook is worth more than a knight, by 1.80 pawns."},
		{[]OddsLine{unit, better, even}, "A rook is worth more than a knight, by 1.80 pawns. The games do not show whether a knight or a bishop is worth more."},
		{[]OddsLine{unit, better, even, better}, "In 2 of 3 exchanges the games show which side is worth more."},
	} {
		res := &OddsResult{Game: rulestest.Game(t, "chess"), Unit: "pawn", Config: DefaultOdds(), Lines: tc.lines}
		if got := testkit.Must(res.answer())(t).String(); got != tc.want || len(strings.Fields(got)) > 40 {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}
