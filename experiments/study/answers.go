package study

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// The lines of a page between which its answer in plain words is written, and what follows them: the
// rest of the page, which is folded.
const (
	answerBegin, answerEnd = "<!-- answer -->", "<!-- end of answer -->"
	registerBegin          = "<details>\n<summary>Readings and register</summary>\n\n"
	registerEnd            = "\n\n</details>\n"
)

// shortAnswer is a result for readers who want the answer alone. It is the data of the template in
// answers.tmpl that has the ID of the experiment as its name.
type shortAnswer struct {
	*Figures
	experiment *Experiment
	page       string
}

// Games counts the games.
func (p *shortAnswer) Games() string { return format.Plural(p.Figures.Games, "game") }

// Found returns what was found about the nth hypothesis, from 1, with its interval.
func (p *shortAnswer) Found(n int) string {
	return p.experiment.Hypotheses[n-1].Unit().Interval(p.Hypotheses[n-1].Effect)
}

// ByPlayer is a table of what each player finds of the numbers that some hypotheses are about.
func (p *shortAnswer) ByPlayer(list ...int) doc.Table {
	t := doc.Table{Head: []string{"by player"}}
	for _, n := range list {
		a := p.Hypotheses[n-1]
		number, _, _ := strings.Cut(a.What, ", ") // without the run
		row := doc.Row(format.Words(strings.ReplaceAll(number, " - ", " over ")))
		for _, player := range a.Players {
			if len(t.Rows) == 0 {
				t.Head = append(t.Head, player.Player)
			}
			row = append(row, doc.T(p.experiment.Hypotheses[n-1].Unit().Interval(player.Effect)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Quotes lists the sentences of the author that the verdict rests on.
func (p *shortAnswer) Quotes() []string {
	return distinct(Claimed.of(p.Hypotheses), func(a *Answer) string { return a.Quote })
}

// Parts counts the parts of the claim by their verdicts.
func (p *shortAnswer) Parts() string {
	var list []string
	for _, v := range []Verdict{Supported, Contradicted, DependsOnPlay, Undecided} {
		if n := len(slices.DeleteFunc(Claimed.of(p.Hypotheses), func(a *Answer) bool { return a.Verdict != v })); n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, v))
		}
	}
	return format.Plural(len(Claimed.of(p.Hypotheses)), "part") + ": " + strings.Join(list, ", ")
}

// Source is where the claim is from.
func (p *shortAnswer) Source() Source { return p.experiment.Source }

// Picture returns a picture of the page.
func (p *shortAnswer) Picture(name string) doc.Figure {
	alt := pictureOf(name).FindStringSubmatch(p.page)
	if alt == nil {
		return doc.Figure{Name: name}
	}
	return doc.Figure{Name: name, Alt: unescape.ReplaceAllString(alt[1], "$1")}
}

// unescape finds the characters that Markdown escapes.
var unescape = regexp.MustCompile(`\\(.)`)

// answer returns the answer in plain words as Markdown.
func (p *shortAnswer) answer() string {
	d := doc.Document{Body: slices.Concat(texts.Blocks("claims-quotes", p), texts.Blocks(p.ID, p), texts.Blocks("claims-brackets", p))}
	_, text, _ := strings.Cut(string(d.Markdown()), "\n")
	return strings.TrimSpace(text)
}

// sentence returns the answer in a sentence or two, "" if there is none.
func (p *shortAnswer) sentence() string {
	if p == nil {
		return ""
	}
	for _, block := range texts.Blocks(p.ID, p) {
		if text, ok := block.(doc.Paragraph); ok && text[0].Mark == doc.Strong {
			return doc.Text(text).String()
		}
	}
	return ""
}

// writeAnswer puts the answer in plain words, if there is one, in front of its page, and folds the rest.
func (p *shortAnswer) writeAnswer(folder string) error {
	if p == nil {
		return nil
	}
	path := filepath.Join(folder, p.ID, page.MarkdownFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	list, text := p.redrawn(string(data))
	title, rest, _ := strings.Cut(text, "\n")
	p.page = text
	if before, after, found := strings.Cut(rest, answerEnd); found && strings.Contains(before, answerBegin) {
		rest = after
	} else {
		rest = "\n\n" + registerBegin + strings.TrimSpace(rest) + registerEnd
	}
	data = []byte(title + "\n\n" + answerBegin + "\n" + p.answer() + "\n" + answerEnd + rest)
	if _, err := files.Write(filepath.Dir(path), append(list, files.File{Name: page.MarkdownFile, Data: data})...); err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	return nil
}

// redrawn draws verdicts and boards anew, from the result alone, and returns the page with their descriptions.
func (p *shortAnswer) redrawn(text string) (list []files.File, _ string) {
	r := draft{Result: &Result{Experiment: p.experiment, Answers: p.Hypotheses, Runs: p.Runs}}
	for i, a := range r.Answers {
		a.Hypothesis = p.experiment.Hypotheses[i]
	}
	for i, run := range r.Runs {
		run.Run = p.experiment.Runs[i]
	}
	figures := r.Boards()
	for _, block := range r.Verdicts() {
		figures = append(figures, block.(doc.Figure))
	}
	for _, f := range figures {
		list = append(list, f.Files()...)
		f.Caption = ""
		_, shown, _ := strings.Cut(string((&doc.Document{Body: []doc.Block{f}}).Markdown()), "\n")
		text = pictureOf(f.Name).ReplaceAllLiteralString(text, strings.TrimSpace(shown))
	}
	return list, text
}

// pictureOf finds a picture of a page.
func pictureOf(name string) *regexp.Regexp {
	return regexp.MustCompile(`!\[([^\n]*)\]\(` + doc.Charts + `/` + regexp.QuoteMeta(name) + `\.svg\)`)
}
