package study

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/files"
	"bestiary/internal/testkit"
)

// resultsFolder is where the pages are.
const resultsFolder = "../../results"

var numbers = regexp.MustCompile(`\d+([.,]\d+)*`)

// Each page of a claim begins with an answer of at most 25 words. Numbers in its sentences are those of the
// result, which the template puts in, or of the question.
func TestAnswersInPlainWords(t *testing.T) {
	source := testkit.Read(t, "answers.tmpl")
	var library Library
	paths, _ := filepath.Glob(filepath.Join(resultsFolder, "*", ResultFile))
	pages := 0
	for _, path := range paths {
		var f figures[Figures]
		testkit.OK(t, files.ReadJSON(path, []byte(testkit.Read(t, path)), &f))
		id := f.Figures.ID
		e, err := library.Find(id)
		if err != nil || len(e.Hypotheses) == 0 {
			continue
		}
		pages++
		_, text, found := strings.Cut(source, `{{define "`+id+`"}}`)
		text, _, _ = strings.Cut(text, "\n{{end}}")
		if !found {
			t.Errorf("answers.tmpl has no answer for %s", id)
			continue
		}
		bold := regexp.MustCompile(`(?s)\*\*(.*?)\*\*`).FindStringSubmatch(text)
		if bold == nil || len(strings.Fields(bold[1])) > 25 {
			t.Errorf("%s: the answer %q, expected at most 25 words", id, bold)
		}
		asked := testkit.Read(t, "catalogue", id+".toml") + f.Figures.Finding
		for _, number := range numbers.FindAllString(regexp.MustCompile(`{{[^}]*}}|\]\([^)]*\)`).ReplaceAllString(text, ""), -1) {
			if !slices.Contains(numbers.FindAllString(asked, -1), number) {
				t.Errorf("%s: %s is neither asked for nor put in from the result", id, number)
			}
		}
		for _, picture := range regexp.MustCompile(`{{.Picture "([^"]*)"}}`).FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(resultsFolder, id, "charts", picture[1]+".svg")); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
	}
	if pages < 22 {
		t.Errorf("%d pages", pages)
	}
}

// The answer stands in front of the page, whose rest is folded, and is replaced the next time.
func TestAnswerComesFirst(t *testing.T) {
	folder := t.TempDir()
	var f figures[Figures]
	testkit.OK(t, files.ReadJSON("pyramid", []byte(testkit.Read(t, resultsFolder, "pyramid", ResultFile)), &f))
	const page = "# A pyramid of strength\n\nA claim by A\n\n![the \\| picture](charts/1-pyramid.svg)\n\n## Appendix\n"
	testkit.OK(t, os.Mkdir(filepath.Join(folder, "pyramid"), 0o777))
	path := filepath.Join(folder, "pyramid", "report.md")
	testkit.Write(t, path, page)
	e := find(t, "pyramid")
	testkit.OK(t, (&shortAnswer{Figures: &f.Figures, experiment: e}).writeAnswer(folder))
	first := testkit.Read(t, path)
	for _, want := range []string{
		"# A pyramid of strength\n\n<!-- answer -->\n*“So now there are 6 weak pieces", "Aurelian Florea, [Frog/Hannibal", "![the \\| picture](charts/1-pyramid.svg)\n\nThe engine played 156,144 games",
		"the smaller step of the pyramid is 0.34 rooks (0.30 to 0.39)", "<!-- end of answer -->\n\n<details>\n<summary>Readings and register</summary>\n\nA claim by A\n", "## Appendix\n\n</details>\n",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the page lacks %q:\n%s", want, first)
		}
	}
	f.Figures.Hypotheses[0].Effect.Estimate = 0.35
	testkit.OK(t, (&shortAnswer{Figures: &f.Figures, experiment: e}).writeAnswer(folder))
	testkit.Same(t, "written again", strings.Replace(first, "0.34 rooks", "0.35 rooks", 1), testkit.Read(t, path))
}

// The index draws verdicts and boards anew, for wide and narrow pages, with the numbers of the result.
func TestIndexDraws(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{ResultFile, "report.md"} {
		testkit.Must(files.Write(folder, files.File{Name: filepath.Join("herculean-emptying", name), Data: []byte(testkit.Read(t, resultsFolder, "herculean-emptying", name))}))(t)
	}
	path := filepath.Join(folder, "herculean-emptying", "report.md")
	old := regexp.MustCompile(`!\[[^\n]*\]\(charts/board-herculean\.svg\)`)
	testkit.Write(t, path, old.ReplaceAllString(testkit.Read(t, path), "![old](charts/board-herculean.svg)"))
	testkit.Must(WriteIndex(folder))(t)
	for _, name := range []string{"verdicts.svg", "verdicts-narrow.svg", "board-herculean.svg", "board-herculean-narrow.svg"} {
		drawn := testkit.Read(t, folder, "herculean-emptying", "charts", name)
		if want := "(0.73 to 4.77)"; strings.HasPrefix(name, "verdicts") && !strings.Contains(drawn, want) {
			t.Errorf("%s lacks %s, the limits of an undecided ratio", name, want)
		}
	}
	if text := testkit.Read(t, path); strings.Contains(text, "![old]") || !strings.Contains(text, "![The array of Herculean Chess") {
		t.Error("the board has its old description")
	}
	result := filepath.Join(folder, "herculean-emptying", ResultFile)
	short := regexp.MustCompile(`(?s)"runs": \[.*\]`).ReplaceAllString(testkit.Read(t, result), `"runs": []`)
	testkit.Write(t, result, short[:strings.LastIndex(short, `"runs": []`)]+`"runs": []}}`)
	testkit.Fails(t, testkit.Error(WriteIndex(folder)), "herculean-emptying/"+ResultFile, "0 runs, expected the", "the file is damaged")
}
