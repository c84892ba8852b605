package study

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// An index is made of what is published: the claims of authors, what others measured and
// our own questions are apart, in the order of their places.
func TestIndex(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "README.md")
	publish := func(id string, place int, verdict Verdict, list ...*Answer) {
		e := &Experiment{ID: id, Title: "T | " + id, Place: place, Source: Source{Author: "A", Page: "P"}}
		for i := range list {
			list[i].Effect = stat.Interval{Estimate: 1, Lo: 0.9, Hi: 1.2, Level: 0.95}
		}
		r := &Result{Experiment: e, Verdict: verdict, Answers: list, Runs: []*RunResult{{Games: 1234}}}
		data := testkit.Must(json.Marshal(figures[*Result]{Figures: r, Open: r.Open(false), Readings: draft{Result: r}.readings()}))(t)
		testkit.OK(t, errors.Join(os.MkdirAll(filepath.Join(folder, id), 0o777), os.WriteFile(filepath.Join(folder, id, ResultFile), data, 0o666)))
	}
	answer := func(v Verdict, family Family) *Answer {
		ratio := worthOf(Sum{{Times: 1, Piece: "falcon"}}, Sum{{Times: 1, Piece: "rook"}})
		return &Answer{Hypothesis: Hypothesis{Says: "it is much", Family: family, Finds: "it is {}", Statistic: ratio}, Verdict: v, Lo: 1.2, Games: 2000, Needed: 5000}
	}
	reread := func(v Verdict, family Family, since, known string) *Answer {
		a := answer(v, family)
		a.Quote, a.Reading, a.Since, a.Known = "It is much.", "More than "+since[:4], since, known
		return a
	}
	publish("one", 2, Supported, reread(Contradicted, Superseded, "2001-02-03 1dfbdae4", ""), reread(Supported, Claimed, "2002-02-03", "2001-12-31 98c0f153"),
		reread(Undecided, Blind, "2003-02-03", ""), answer(Contradicted, Ours))
	publish("two", 1, Undecided, answer(Undecided, Claimed), answer(Undecided, Ours))
	publish("ours", 3, NoClaim, answer(Contradicted, Ours), answer(Undecided, Ours))
	const (
		claims = "| claim | by | verdict | answer |\n|---|---|---|---|\n" +
			"| [T \\| two](<two/report.md>) | A | **? undecided** | It is 1.00 rooks (0.90 to 1.20) |\n" +
			"| [T \\| one](<one/report.md>) | A | **✓ supported** | It is 1.00 rooks (0.90 to 1.20) |\n"
		own = "| page | game | answers |\n|---|---|---|\n" +
			"| [T \\| two](<two/report.md>) | P | ? 1 undecided |\n" +
			"| [T \\| one](<one/report.md>) | P | ✗ it is much |\n" +
			"| [T \\| ours](<ours/report.md>) | P | ✗ it is much; ? 1 undecided. It is 1.00 rooks (0.90 to 1.20); it is 1.00 rooks (0.90 to 1.20) |\n"
		open = "| claim | part | found | what it would take |\n|---|---|---|---|\n" +
			"| [T \\| two](<two/report.md>) | it is much | 1.00 rooks (0.90 to 1.20) | About 5,000 games would decide it (the median); the estimate is 2.6 standard errors from the end of the range |\n"
	)
	const summary = "| verdict | pages |\n|---|---|\n| **✓ supported** | [T \\| one](<one/report.md>) |\n| **? undecided** | [T \\| two](<two/report.md>) |\n\n" +
		"See [what was found](claims.md), [our own questions and what is undecided](questions.md), and [how the sentences are read](readings.csv).\n"
	tables := "### What the authors claim\n\n" + claims + "\n" + paragraph("index-key", nil)
	questions := "### Questions of our own\n\n" + own + "\n### What is undecided\n\n" + open + "\n" + paragraph("index-signs", nil)
	for _, c := range []struct{ what, before, want string }{
		{"between the marks", "# Head\n\nwords\n\n<!-- verdicts -->\nold\n<!-- end of verdicts -->\n\nafter\n", "# Head\n\nwords\n\n<!-- verdicts -->\n" + summary + "<!-- end of verdicts -->\n\nafter\n"},
		{"without marks at the end", "# Head\n", "# Head\n\n<!-- verdicts -->\n" + summary + "<!-- end of verdicts -->\n"},
		{"without a file", "", "# Claims, tested\n\n<!-- verdicts -->\n" + summary + "<!-- end of verdicts -->\n"},
	} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if c.before != "" {
			write(t, path, c.before)
		}
		testkit.Must(WriteIndex(folder))(t)
		testkit.Same(t, c.what, c.want, read(t, path))
	}
	testkit.Same(t, "claims", "# What the authors claim, and what others have measured\n\n<!-- verdicts -->\n"+tables+"<!-- end of verdicts -->\n", read(t, filepath.Join(folder, "claims.md")))
	testkit.Same(t, "questions", "# Questions of our own, and what is undecided\n\n<!-- verdicts -->\n"+questions+"<!-- end of verdicts -->\n", read(t, filepath.Join(folder, "questions.md")))
	// The register has all readings of a sentence, the one that counts first.
	testkit.Same(t, "register", "page,written,read_as,when,found,verdict\n"+
		"one,It is much.,More than 2002,\"2002-02-03, read after a first answer of 2001-12-31 98c0f153\",1.00 rooks (0.90 to 1.20),supported\n"+
		"one,It is much.,More than 2001,\"2001-02-03 1dfbdae4, superseded\",1.00 rooks (0.90 to 1.20),contradicted\n"+
		"one,It is much.,More than 2003,\"2003-02-03, blind\",1.00 rooks (0.90 to 1.20),undecided\n", read(t, filepath.Join(folder, "readings.csv")))
	// A mark without its other half is no place to write to.
	const halved = "# Head\n\n<!-- verdicts -->\nwords that must stay\n"
	write(t, path, halved)
	testkit.Fails(t, testkit.Error(WriteIndex(folder)), `has the mark "<!-- verdicts -->" but not "<!-- end of verdicts -->" after it`)
	if got := read(t, path); got != halved {
		t.Errorf("half of the marks: the file became %q", got)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	testkit.OK(t, os.WriteFile(path, []byte(text), 0o666))
}

func read(t *testing.T, path string) string {
	t.Helper()
	data := testkit.Must(os.ReadFile(path))(t)
	return string(data)
}

// A page about an earlier version of its experiment keeps its verdict with a mark; who asks, and
// how the sentences are read, is that of today.
func TestIndexOfAnEarlierVersion(t *testing.T) {
	folder := t.TempDir()
	for _, id := range []string{"assassin", "pyramid", "truth"} {
		testkit.OK(t, os.Mkdir(filepath.Join(folder, id), 0o777))
		write(t, filepath.Join(folder, id, ResultFile), `{"figures": {"id": "`+id+`", "hash": "old", "title": "Old", "verdict": "supported", "finding": "It is old", "games": 7,
			"hypotheses": [{"says": "it was claimed", "verdict": "supported"}, {"says": "it was asked", "family": "ours", "verdict": "contradicted"}]},
			"open": [{"says": "it is open", "takes": "many games"}]}`)
	}
	path := testkit.Must(WriteIndex(folder))(t)
	text := read(t, path) + read(t, filepath.Join(folder, "claims.md")) + read(t, filepath.Join(folder, "questions.md"))
	for _, want := range []string{
		"| **✓ supported** | [A pyramid of strength](<pyramid/report.md>) |\n",
		" For 3 of 3 pages the readings or methods have changed since their games were played.\n",
		"| [A pyramid of strength](<pyramid/report.md>) | Aurelian Florea | **✓ supported** | It is old; answers an earlier version |\n",
		"| control | [Known truths](<truth/report.md>): It is old; answers an earlier version |\n",
		"| ✓ | It is old; answers an earlier version | 7 |\n",
		"| [The assassin](<assassin/report.md>) | Al-Ces | answers an earlier version; ✗ it was asked |\n",
		"| it is open |  | Answers an earlier version |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the index lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "it was claimed") {
		t.Errorf("the index has a claim that is made no longer:\n%s", text)
	}
}
