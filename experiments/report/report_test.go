package report

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"flag"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/experiments"
	"bestiary/internal/stat"
	"bestiary/selfplay/rating"
	"bestiary/tuning"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var run = Run{Version: "v0", Command: "bestiary estimate chess --pairs 20"}

// written is what Write puts into the folder, by name.
func written(t *testing.T, res *experiments.EstimateResult) map[string]string {
	t.Helper()
	if _, err := Write(res, run); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, pattern := range []string{"*", "charts/*"} {
		paths, err := filepath.Glob(filepath.Join(res.Folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if data, err := os.ReadFile(path); err == nil {
				files[path[len(res.Folder)+1:]] = string(data)
			}
		}
	}
	return files
}

// The texts of a report are those of the golden files, whichever folder it is in
// and whenever it is written.
func TestGoldens(t *testing.T) {
	files := written(t, synthetic(t))
	for _, name := range []string{"report.md", "values.csv", "run.json"} {
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, []byte(files[name]), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), files[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(files, written(t, synthetic(t))); diff != "" {
		t.Errorf("the same result gives another report (-first +second):\n%s", diff)
	}
}

func TestWriteNamesItsFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	res := synthetic(t)
	paths, err := Write(res, run)
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) != 5 || paths[0] != filepath.Join(res.Folder, "report.html") {
		t.Errorf("paths %q, want five, report.html first", paths)
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
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
	if err := os.WriteFile(res.Folder, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(res, run); err == nil || !strings.Contains(err.Error(), res.Folder) {
		t.Errorf("error %v, want one that names %s", err, res.Folder)
	}
}

// The page needs nothing but itself.
func TestPageIsSelfContained(t *testing.T) {
	page := html.UnescapeString(written(t, synthetic(t))["report.html"])
	const inside = `data:image/svg+xml;base64,`
	sources := regexp.MustCompile(`src="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(sources) != 8 {
		t.Errorf("%d pictures, want 8", len(sources))
	}
	for _, s := range sources {
		text, ok := strings.CutPrefix(s[1], inside)
		svg, err := base64.StdEncoding.DecodeString(text)
		if !ok || err != nil || !strings.Contains(string(svg), "<svg") {
			t.Errorf("picture %.60q is not inside the page: %v", s[1], err)
		}
		if regexp.MustCompile(`href|<image|@import|url\(`).Match(svg) {
			t.Error("a picture refers to something outside")
		}
	}
	rest := regexp.MustCompile(`src="`+regexp.QuoteMeta(inside)+`[^"]*"`).ReplaceAllString(page, "")
	for _, sign := range []string{"src=", "href", "url(", "@import", "://", "<script", "<link", "<iframe"} {
		if strings.Contains(rest, sign) {
			t.Errorf("the page contains %q", sign)
		}
	}
}

// Titles and authors come from game files of strangers.
func TestTextsFromGameFilesAreEscaped(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	res := synthetic(t)
	res.Game.Variant.Title = "<script>alert(1)</script> *Big* | \"Chess\"\n# &amp; " + strings.Repeat("long ", 200)
	res.Game.Variant.Author = "[me](javascript:x) <img src=x>"
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
}

func TestWarnings(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*experiments.EstimateResult)
		want   string // part of the only warning; none if empty
	}{
		{"nothing to warn of", func(*experiments.EstimateResult) {}, ""},
		{"estimates disagree", func(r *experiments.EstimateResult) { setPawns(r, "rook", around(9, 2)) },
			"The two estimates of the rook disagree beyond their intervals: 9.00 (7.00 to 11.00) at the start of the game, 5.00 (4.50 to 5.50) over its course."},
		{"estimates overlap", func(r *experiments.EstimateResult) { setPawns(r, "rook", around(9, 3.6)) }, ""},
		{"unbounded", func(r *experiments.EstimateResult) { setPawns(r, "rook", boundless); setPawns(r, "queen", boundless) },
			"The games are too few to bound these values in units of a pawn: rook, queen."},
		{"bad predictions", func(r *experiments.EstimateResult) { r.Measurement.CalibrationError = 0.08 },
			"The model predicts scores badly: its mean error is 0.080, where chance would explain 0.050."},
		{"warnings of the fit", func(r *experiments.EstimateResult) { r.Measurement.Design.Warnings = []string{"few pairs"} }, "few pairs."},
	} {
		t.Run(test.name, func(t *testing.T) {
			res := synthetic(t)
			test.change(res)
			got, err := warnings(res)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && len(got) > 0 || test.want != "" && (len(got) != 1 || !strings.Contains(got[0], test.want)) {
				t.Fatalf("warnings %q, want %q", got, test.want)
			}
			page, err := newPage(res, run, []picture{{name: "pyramid"}})
			if err != nil {
				t.Fatal(err)
			}
			browser, err := page.html()
			if err != nil {
				t.Fatal(err)
			}
			md := string(page.markdown())
			want := 1 // of the checks, which is always there
			if test.want != "" {
				want++
			}
			if a, b := strings.Count(string(browser), `class="note"`), strings.Count(md, "> **Note.** "); a != want || b != want {
				t.Errorf("the reports show %d and %d notes, want %d", a, b, want)
			}
		})
	}
}

// Values that games say nothing about stay out of texts and pictures.
func TestUnknownValues(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	inf := math.Inf(1)
	for _, x := range []float64{math.NaN(), inf, -inf, 1e15} {
		unknown := stat.Unbounded(x, 0.95)
		res := synthetic(t)
		for _, p := range pieces[1:] {
			setPawns(res, p.name, unknown)
		}
		files := written(t, res)
		for _, name := range []string{"report.md", "report.html", "values.csv", "charts/pyramid.svg", "charts/values.svg"} {
			if regexp.MustCompile(`NaN|[^-+]Inf|e\+15|000000000`).MatchString(regexp.MustCompile(`base64,[^"]*`).ReplaceAllString(files[name], "")) {
				t.Errorf("value %v: %s shows it", x, name)
			}
		}
		if !strings.Contains(files["report.md"], "The games are too few to say what the pieces are worth. ") {
			t.Errorf("value %v: the summary does not say that nothing is known", x)
		}
		if !strings.Contains(files["report.md"], "|  | Q queen | 1 | ? |") {
			t.Errorf("value %v: the table has no question mark", x)
		}
	}
}

func TestSummary(t *testing.T) {
	res := synthetic(t)
	setPawns(res, "rook", boundless)
	res.Rounds = res.Rounds[1:]
	want := "From strong to weak, in units of a pawn, a semicolon where a tier ends: queen 9.5; bishop 3.4, knight 3.1; pawn 1.0." +
		" From tier to tier: queen over bishop by 6.10 (3.93 to 8.77), knight over pawn by 2.10 (1.33 to 3.13)." +
		" This rests on 40 games in 20 mirrored pairs at 300 nodes a move, played with the values that the engine begins with."
	if got := strings.Join(summary(res), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Files for programs can be read by programs.
func TestFilesForPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	res := synthetic(t)
	setPawns(res, "rook", boundless)
	files := written(t, res)
	rows, err := csv.NewReader(strings.NewReader(files["values.csv"])).ReadAll()
	if err != nil || len(rows) != 1+3*len(pieces) {
		t.Errorf("%d rows, error %v, want %d", len(rows), err, 1+3*len(pieces))
	}
	var doc struct {
		Options map[string]string          `json:"options"`
		Config  experiments.EstimateConfig `json:"config"`
	}
	if err := json.Unmarshal([]byte(files["run.json"]), &doc); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(res.Config, doc.Config); diff != "" || doc.Options["n-move"] != "50" {
		t.Errorf("run.json: options %v, configuration (-want +got):\n%s", doc.Options, diff)
	}
}

// The checks stand in both reports with their figures, and those that failed in a note.
func TestChecks(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	res := synthetic(t)
	res.Odds = &experiments.OddsResult{Lines: []experiments.OddsLine{{Score: around(0.63, 0.02), Results: rating.Pairs{WL: 100, WW: 200}}}}
	files := written(t, res)
	md, page := files["report.md"], html.UnescapeString(files["report.html"])
	for _, cells := range [][]string{
		{"score at pawn odds", "passed", "63.0 % (61.0 to 65.0)", "60 to 68 %", "measured in 300 pairs of games at these odds"},
		{"knight in units of the pawn", "passed", "3.10 (2.33 to 4.13)", "3 to 3.3", "usual value; the same by games of a strong engine"},
		{"army A against army B, drawn alike", "cannot tell", "", "50 % within 2 standard errors", "there are too few pairs"},
	} {
		if row := "| " + strings.Join(cells, " | ") + " |"; !strings.Contains(md, row) {
			t.Errorf("report.md lacks %s", row)
		}
		if row := "<td>" + strings.Join(cells, "</td><td>") + "</td>"; !strings.Contains(page, row) {
			t.Errorf("report.html lacks %s", row)
		}
	}
	if strings.Contains(md, "Some checks failed: score at pawn odds") {
		t.Error("a check that passed is in the note")
	}
	res.Odds = nil
	const note = "Some checks failed: score at pawn odds 57."
	if md := written(t, res)["report.md"]; !strings.Contains(md, note) || !strings.Contains(md, "computed from the value of the pawn in the fit") {
		t.Errorf("without the odds the report lacks %q", note)
	}
}

// Published values are marks in the chart and a column of the table, with sources.
func TestPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	files := written(t, synthetic(t))
	for name, want := range map[string]string{
		"report.md":         "| 3.25 (Kaufman 1999), 3.05 (AlphaZero 2020), 3.25 (Fairy-Max), 2.8 (leaper rule) |",
		"charts/values.svg": "Kaufman 1999 (published)",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}
	res := synthetic(t)
	if err := res.Game.Variant.Override("n-move", "20"); err != nil {
		t.Fatal(err)
	}
	if md := written(t, res)["report.md"]; strings.Contains(md, "Kaufman") || !strings.Contains(md, "| 2.8 (leaper rule) |") || !strings.Contains(md, "| known values | not applicable |") {
		t.Error("a game with another rule has the published values of the original")
	}
}

// A long run has a picture of its values over the games.
func TestGrowthPicture(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	res := synthetic(t)
	if _, ok := written(t, res)["charts/growth.svg"]; ok {
		t.Error("a run without stages has a picture of them")
	}
	for k, half := range []float64{1.5, 1, 0.5} {
		stage := tuning.Stage{Games: 200 << k, Pairs: 100 << k}
		for _, v := range res.Measurement.Design.Values {
			stage.Pawns = append(stage.Pawns, around(v.Pawns.Estimate, half))
		}
		res.Measurement.Growth = append(res.Measurement.Growth, stage)
	}
	files := written(t, res)
	for _, text := range []string{"Values as games came in", ">800<", "queen"} {
		if !strings.Contains(files["charts/growth.svg"], text) {
			t.Errorf("the picture lacks %q", text)
		}
	}
	if !strings.Contains(files["report.md"], "![growth](charts/growth.svg)") {
		t.Error("the report lacks the picture")
	}
}
