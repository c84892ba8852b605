package report

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/endgame"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

var origin = page.Run{Version: "v0", Command: "bestiary estimate chess --pairs 20"}

// written returns the files that Write puts into the folder, by name.
func written(t *testing.T, res *estimate.Result) map[string]string {
	t.Helper()
	testkit.Must(Write(res, origin))(t)
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
	testkit.Golden(t, "ghosts.md", written(t, ghosts(t))["report.md"])
	testkit.Golden(t, "pawn-drops.md", written(t, pawnDrops(t))["report.md"])
	testkit.Golden(t, "ghosts.txt", testkit.Must(Text(ghosts(t), 100))(t))
	testkit.Same(t, "the same result gives another report", files, written(t, synthetic(t)))
}

func TestWriteMakesItsFiles(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	res := synthetic(t)
	page := testkit.Must(Write(res, origin))(t)
	if page != filepath.Join(res.Folder, "report.html") {
		t.Errorf("page %q", page)
	}
	for _, name := range []string{"report.html", "report.md", "values.csv", "run.json", "weights.toml", "charts/board.svg", "charts/piece-queen.svg"} {
		if _, err := os.Stat(filepath.Join(res.Folder, name)); err != nil {
			t.Error(err)
		}
	}
	left, _ := filepath.Glob(filepath.Join(res.Folder, "*", "*.new"))
	if more, _ := filepath.Glob(filepath.Join(res.Folder, "*.new")); len(left)+len(more) > 0 {
		t.Errorf("temporary files remain: %q %q", left, more)
	}
}

func TestWriteReportsFolder(t *testing.T) {
	res := synthetic(t)
	res.Folder = filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(res.Folder, nil, 0o666))
	testkit.Fails(t, testkit.Error(Write(res, origin)), res.Folder)
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

func TestWarnings(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*estimate.Result)
		want   string // part of a warning besides that of the checks; none if empty
	}{
		{"nothing to warn of", func(*estimate.Result) {}, ""},
		{"estimates disagree", func(r *estimate.Result) { r.Measurement.Examination.Comparisons[3].Disagree = true },
			"A second estimate, from positions during the same games, differs significantly from the armies alone for the rook (5.10 instead of 5.10)."},
		{"values do not add up", func(r *estimate.Result) { r.Measurement.Examination.Bending = around(-0.4, 0.3) },
			"Values do not simply add up: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			res := examined(t)
			res.Measurement.Examination.Bending = around(0.05, 0.2)
			test.change(res)
			p := testkit.Must(answerPage(res))(t)
			d := p.Document(origin)
			var notes []string
			for _, b := range d.Body {
				if n, ok := b.(doc.Note); ok {
					notes = append(notes, doc.Text(n).String())
				}
			}
			if notes[0] != "Check of this measurement: score at pawn odds is 57.4 % (56.0 to 58.9), expected 60 to 68 %. The values may be off; play more games, or at more nodes a move." {
				t.Errorf("the first note is %q", notes[0])
			}
			if rest := notes[1:]; test.want == "" && len(rest) > 0 || test.want != "" && (len(rest) != 1 || !strings.Contains(rest[0], test.want)) {
				t.Errorf("notes %q, want %q", rest, test.want)
			}
		})
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
		if !strings.Contains(files["report.md"], "40 games in 20 pairs are too few to tell what the pieces are worth in points; ") {
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
		of     func(*testing.T) *estimate.Result
		change func(*estimate.Result)
		want   string
	}{
		{"armies drawn at random", synthetic, func(r *estimate.Result) { r.Measurement.Exchanges = 0 }, "What the pieces are worth in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error."},
		{"all values", synthetic, func(*estimate.Result) {}, "What the pieces are worth in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error and the choice of exchanges."},
		{"a panel", examined, func(r *estimate.Result) { r.Panel = &tuning.Panel{Players: 4, Spread: 0.03} },
			"What the pieces are worth in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error, the choice of exchanges and differences between players."},
		{"one player, another unit", ghosts, func(r *estimate.Result) {
			r.Panel = &tuning.Panel{Players: 1, Spread: 0.05}
			r.Measurement.Scale = tuning.NewScale(r.Game, tuning.KnightAndBishop)
		}, "What the pieces are worth with knight and bishop together as 6.25, from 40 games in 20 pairs; the 95 % intervals allow for sampling error, the choice of exchanges and an assumed spread of 5 % between players."},
		{"drops", pawnDrops, func(r *estimate.Result) { r.Game.Variant.Approximates = []string{"a rule"} },
			"What the pieces are worth in points, from 40 games in 20 pairs; the 95 % intervals allow for sampling error and the choice of exchanges."},
		{"none is told", synthetic, func(r *estimate.Result) {
			for i := range r.Ranking {
				r.Ranking[i].Tier = 0
			}
		}, "40 games in 20 pairs are too few to tell what the pieces are worth in points; the 95 % intervals allow for sampling error and the choice of exchanges."},
	} {
		res := test.of(t)
		test.change(res)
		var before []string
		for _, b := range testkit.Must(answerPage(res))(t).Document(origin).Body {
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
		text := testkit.Must(Text(res, 80))(t)
		if first, _, _ := strings.Cut(text, "\n\n"); len(strings.Fields(first)) > 40 {
			t.Errorf("%s: the terminal shows %s", test.name, first)
		}
	}
}

// What the summary says of precision is about the values that the games tell.
func TestSummary(t *testing.T) {
	const combined = "The values are known to within about 15 % either way; the games decided 80 % of them, the prior the rest."
	for _, test := range []struct {
		name   string
		change func(*estimate.Result)
		want   string
	}{
		{"all values", func(*estimate.Result) {}, combined},
		{"one is too wide", func(r *estimate.Result) { setWorth(r, "rook", stat.Interval{Estimate: 5, Lo: 2, Hi: 11}) },
			"The values that the games tell are known to within about 15 % either way; the games decided 80 % of them, the prior the rest."},
		{"one is a guess", func(r *estimate.Result) {
			v := ranking(r, "queen")
			v.Tier, v.FromGames = 0, 0.1
		}, "The values that the games tell are known to within about 15 % either way; the games decided 80 % of them, the prior the rest."},
		{"mostly the games", func(r *estimate.Result) {
			for i := range r.Ranking {
				r.Ranking[i].FromGames = 0.95
			}
		}, "The values are known to within about 15 % either way."},
		{"a league", func(r *estimate.Result) {
			r.Predicted = &estimate.Predicted{Matches: 10, Inside: 9, Off: stat.Interval{Estimate: 2.94, Lo: 0, Hi: 6.25}}
		}, combined + " In 10 matches with exchanges that were not fitted, these values predicted the scores to 2.9 percentage points (0.0 to 6.2; root mean square, apart from sampling error)."},
		{"a league without an error", func(r *estimate.Result) {
			r.Predicted = &estimate.Predicted{Matches: 10, Inside: 9, Off: stat.Interval{Estimate: 0, Lo: 0, Hi: 4.81}}
		}, combined + " In 10 matches with exchanges that were not fitted, no error of the predictions was seen beyond sampling error; it may be as large as 4.8 percentage points."},
		{"nothing moves", func(r *estimate.Result) {
			r.Slopes = []estimate.Slope{{Piece: "queen", Settled: true}, {Piece: "rook", Settled: true}}
		}, combined + " Doubling the nodes changes no value and no ratio of neighbouring values by more than 2 %."},
		{"the ladder is too short", func(r *estimate.Result) {
			r.Slopes = []estimate.Slope{{Piece: "queen", Settled: true},
				{Piece: "rook", PerDoubling: stat.Interval{Lo: -0.05, Hi: 0.01}}, {Piece: "knight", PerDoubling: stat.Interval{Lo: -0.01, Hi: 0.034}}}
		}, combined + " Doubling the nodes changes no value, and no ratio of neighbouring values, significantly; changes of up to 5.0 % (rook) cannot be ruled out."},
		{"one is unknown", func(r *estimate.Result) {
			r.Slopes = []estimate.Slope{{Piece: "queen", Settled: true}, {Piece: "rook", PerDoubling: stat.Unknown()}}
		}, combined + " Doubling the nodes changes no value that these games tell and no ratio of neighbouring values by more than 2 %."},
		{"none is known", func(r *estimate.Result) {
			r.Slopes = []estimate.Slope{{Piece: "rook", PerDoubling: stat.Unknown()}}
		}, combined + " These games do not tell whether values move with the depth of play."},
		{"none", func(r *estimate.Result) {
			for _, p := range pieces {
				setWorth(r, p.name, boundless)
			}
		}, ""},
	} {
		res := synthetic(t)
		test.change(res)
		p := testkit.Must(newPage(res))(t)
		want := strings.TrimSpace(test.want + " In the games the engine played against itself at 300 nodes a move, from armies that differ at random.")
		if got := p.summary(); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, want)
		}
	}
}

// Programs can parse the files written for them.
func TestFilesForPrograms(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	res := synthetic(t)
	setWorth(res, "rook", boundless)
	files := written(t, res)
	rows, err := csv.NewReader(strings.NewReader(files["values.csv"])).ReadAll()
	if err != nil || len(rows) != 1+4*len(pieces) {
		t.Errorf("%d rows, error %v, want %d", len(rows), err, 1+4*len(pieces))
	}
	var doc struct {
		Options map[string]string `json:"options"`
		Config  estimate.Config   `json:"config"`
	}
	testkit.OK(t, json.Unmarshal([]byte(files["run.json"]), &doc))
	if diff := cmp.Diff(res.Config, doc.Config); diff != "" || doc.Options["n-move"] != "50" {
		t.Errorf("run.json: options %v, configuration (-want +got):\n%s", doc.Options, diff)
	}
}

// tags matches what stands between the texts of neighbouring cells.
var tags = regexp.MustCompile(`(</b>)?</td><td[^>]*>(<b[^>]*>)?`)

// Both reports list the checks with what was found, and mention failed checks in a note.
func TestChecks(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	res := synthetic(t)
	res.Odds = &estimate.OddsResult{Lines: []estimate.OddsLine{{Score: around(0.63, 0.02), Results: rating.Pairs{WL: 100, WW: 200}}}}
	files := written(t, res)
	md, page := files["report.md"], html.UnescapeString(files["report.html"])
	for _, cells := range [][]string{
		{"score at pawn odds", "✓ passed", "63.0 % (61.0 to 65.0)", "60 to 68 %", "measured in 300 pairs of games at these odds"},
		{"knight in units of the pawn", "✓ passed", "3.10 (2.33 to 4.13)", "3 to 3.3", "usual value; the same by games of a strong engine"},
		{"army A against army B, drawn alike", "? cannot tell", "", "50 %", "there are too few pairs"},
	} {
		if row := "| " + strings.Join(cells, " | ") + " |"; !strings.Contains(strings.ReplaceAll(md, "**", ""), row) {
			t.Errorf("report.md lacks %s", row)
		}
		if row := strings.Join(cells, "|"); !strings.Contains(tags.ReplaceAllString(page, "|"), row) {
			t.Errorf("report.html lacks %s", row)
		}
	}
	if strings.Contains(md, "measurement: score at pawn odds") {
		t.Error("a check that is passed is in the note")
	}
	res.Odds = nil
	const note = "Check of this measurement: score at pawn odds is 57."
	if md := written(t, res)["report.md"]; !strings.Contains(md, note) || !strings.Contains(md, "computed from the value of the pawn in the fit") {
		t.Errorf("without the odds the report lacks %q", note)
	}
}

// Published values are marks in the chart and a column of the table, with sources.
func TestPublished(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	files := written(t, synthetic(t))
	for name, want := range map[string]string{
		"report.md":         "| 3.25 (Kaufman 1999), 3.01 (AlphaZero 2020), 3.21 (Fairy-Max), 3.11 (Fairy-Stockfish), 2.8 (leaper rule) |",
		"charts/values.svg": "Kaufman 1999 (published)",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}
	res := synthetic(t)
	testkit.OK(t, res.Game.Variant.Override("n-move", "20"))
	if md := written(t, res)["report.md"]; strings.Contains(md, "Kaufman") || !strings.Contains(md, "| 2.8 (leaper rule) |") {
		t.Error("a game with another rule has the published values of the original")
	}
}

// The report of a long run shows how its values developed.
func TestGrowthPicture(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	res := synthetic(t)
	if _, ok := written(t, res)["charts/growth.svg"]; ok {
		t.Error("a run without stages has a picture of them")
	}
	for k, half := range []float64{1.5, 1, 0.5} {
		stage := tuning.Stage{Games: 200 << k, Pairs: 100 << k}
		for _, v := range res.Measurement.Design.Values {
			stage.Worth = append(stage.Worth, around(v.Worth.Estimate, half))
		}
		res.Measurement.Growth = append(res.Measurement.Growth, stage)
	}
	files := written(t, res)
	for _, text := range []string{"Values as games came in", ">800<", "queen"} {
		if !strings.Contains(files["charts/growth.svg"], text) {
			t.Errorf("the picture lacks %q", text)
		}
	}
	if !strings.Contains(files["report.md"], "](charts/growth.svg)") {
		t.Error("the report lacks the picture")
	}
}

// The table says why no ending was solved.
func TestNotComputed(t *testing.T) {
	for game, want := range map[string]string{
		"crazyhouse": "; not computed where captured pieces come back", "king-of-the-hill": "; not computed where something else than mate decides, too", "chess": "",
	} {
		res := synthetic(t)
		res.Game = rulestest.Game(t, game)
		ranking(res, "rook").Mates = endgame.MatesOf(res.Game, res.Game.TypeNamed("rook"))
		if got := (&draft{Result: res, ranked: res.Ranking}).notComputed(); got != want {
			t.Errorf("%s: %q, want %q", game, got, want)
		}
	}
}

// The terminal names the checks that did not pass.
func TestCheckCounts(t *testing.T) {
	p := &draft{checks: []estimate.Check{{Name: "a", Status: estimate.CheckCannotTell}, {Name: "b", Status: estimate.CheckPassed}, {Name: "c", Status: estimate.CheckFailed}, {Name: "d", Status: estimate.CheckCannotTell}}}
	if got, want := p.checkCounts(), "Checks: 1 passed, 1 failed (c), 2 cannot tell (a; d)."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
