package advise

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// MendedGame is the file of a folder with the mended game, if an edit is confirmed.
const MendedGame = "mended.toml"

// Write writes the report, with mend.csv and the game of the answer, into the folder of the search
// and returns the path of the page for a browser.
func (r *MendResult) Write(run page.Run) (string, error) {
	p, err := r.page()
	if err != nil {
		return "", err
	}
	more := []files.File{files.CSV("mend.csv", r.rows())}
	if w := r.Winner; w != nil && w.Reached() && !w.original() {
		v := w.Variant.Clone()
		v.Description = strings.TrimSpace(v.Description + " Mended: " + w.Text + ".")
		more = append(more, files.File{Name: MendedGame, Data: v.Encode()})
	} else if err := os.Remove(filepath.Join(r.Folder, MendedGame)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err // of a search with other pairs
	}
	return p.Write(r.Folder, run, more...)
}

func (r *MendResult) page() (*page.Page, error) {
	p := &page.Page{
		Title: "The smallest change of " + page.Title(r.Game), Byline: page.Byline(r.Game),
		Lacks: []string{r.Game.Variant.Approximation()}, Answer: []doc.Paragraph{r.paragraph()}, Body: []doc.Block{r.confirmedTable()},
		Appendix: []doc.Section{
			{Title: "The race", Blocks: []doc.Block{r.raceTable()}},
			{Title: "How the edits were tried", Blocks: texts.Blocks("mend method", r)},
		},
		Facts: []page.Fact{{Name: "seed", Value: r.Config.Balance.Play.Seed}, {Name: "hash of the rules", Value: r.Game.Variant.Hash()}},
	}
	var labels []string
	var curves []*balance.Result
	for i := range r.Confirmed {
		if b := r.Confirmed[i].Balance; b != nil {
			labels, curves = append(labels, r.Confirmed[i].Text), append(curves, b)
		}
	}
	if len(curves) > 0 {
		p.Body = append(p.Body, balance.Together(labels, curves...)...)
	}
	if r.Winner == nil {
		return p, nil
	}
	g, err := rules.Compile(r.Winner.Variant)
	if err != nil {
		return nil, err
	}
	pictures, err := page.Pictures(g, nil, nil)
	p.Appendix = append([]doc.Section{{Title: "The game of the answer", Blocks: pictures}}, p.Appendix...)
	return p, err
}

// paragraph returns the verdict on the answer with the answer.
func (r *MendResult) paragraph() doc.Paragraph {
	if r.Winner == nil {
		return doc.P(r.Answer)
	}
	return doc.P(r.mark(r.Winner), ". ", r.Answer)
}

// mark returns a verdict with its sign, in words: for the score those of package balance.
func (r *MendResult) mark(c *Confirmed) doc.Span {
	word := string(c.Verdict)
	if r.OfScore() && c.Balance != nil {
		word = c.Balance.Word(c.Balance.Main().Verdict)
	}
	m := map[Verdict]doc.Mark{Reaches: doc.Good, Misses: doc.Bad, CannotTell: doc.Open}[c.Verdict]
	return doc.Span{Text: m.Sign() + " " + word, Mark: m}
}

// What the sentences of the page ask for.

func (r *MendResult) OfScore() bool                 { return r.Config.Target.Of == TargetScore }
func (r *MendResult) Number(v stat.Interval) string { return r.Config.Target.unit().Interval(v) }
func (r *MendResult) RaceNodes() int                { return r.Config.Balance.Strengths[1] }
func (r *MendResult) Kinds() string                 { return format.List(r.Config.kinds(), "and") }
func (r *MendResult) FirstPairs() int               { return r.Config.firstPairs() }
func (r *MendResult) Error() string                 { return format.Significant(1-r.Level, 4) }
func (r *MendResult) NotAdjudicated() string {
	return page.NotAdjudicated(r.Config.Balance.Play.MaxPlies)
}
func (c *Confirmed) Reached() bool { return c.Verdict == Reaches }

// Says describes the target in words.
func (t Target) Says(margin float64) string {
	switch t.Of {
	case TargetDraws:
		return "at most " + format.Percent.Number(t.Most) + " of the games drawn"
	case TargetLength:
		return "games of at most " + format.Fixed(t.Most, 0) + " plies on average"
	}
	return fmt.Sprintf("a score between %s and %s", format.Percent.Number(0.5-margin), format.Percent.Number(0.5+margin))
}

func (r *MendResult) confirmedTable() doc.Table {
	t := doc.Table{
		Caption: texts.Text("mend fresh", r).String(), Foot: texts.Text("mend fresh foot", r),
		Head: []string{"edit", "size", "verdict", "score", "draws", "plies", "games"},
	}
	for i := range r.Confirmed {
		c := &r.Confirmed[i]
		t.Rows = append(t.Rows, doc.Row(c.Text, format.Count(c.Size), r.mark(c), format.Percent.Interval(c.Score),
			format.Percent.Interval(c.Draws), format.Fixed(c.Length.Estimate, 0), format.Count(c.FreshGames)))
	}
	return t
}

// raceTable lists the candidates.
func (r *MendResult) raceTable() doc.Table {
	t := doc.Table{
		Caption: texts.Text("mend race", r).String(), Foot: texts.Text("mend race foot", r),
		Head: []string{"edit", "size", "rounds", "games", string(r.Config.Target.Of), "out"},
	}
	for _, c := range r.Race {
		found := format.None
		if c.Round > 0 {
			found = r.Number(c.Found)
		}
		t.Rows = append(t.Rows, doc.Row(c.Text, format.Count(c.Size), format.Count(c.Round), format.Count(c.Games), found, c.Out))
	}
	return t
}

// rows returns mend.csv: a row for each candidate.
func (r *MendResult) rows() [][]string {
	cells := func(v stat.Interval) []string {
		return []string{format.Cell(v.Estimate), format.Cell(v.Lo), format.Cell(v.Hi)}
	}
	fresh := map[string]*Confirmed{}
	for i := range r.Confirmed {
		fresh[r.Confirmed[i].Hash] = &r.Confirmed[i]
	}
	rows := [][]string{{"game", "edit", "size", "hash", "target", "rounds", "games", "found", "found_lo", "found_hi",
		"out", "verdict", "fresh", "fresh_lo", "fresh_hi", "fresh_games"}}
	for _, c := range r.Race {
		row := []string{r.Name, c.Text, strconv.Itoa(c.Size), c.Hash, r.Target, strconv.Itoa(c.Round), strconv.Itoa(c.Games),
			"", "", "", c.Out, "", "", "", "", ""}
		if c.Round > 0 {
			copy(row[7:], cells(c.Found))
		}
		if f := fresh[c.Hash]; f != nil {
			row[11], row[15] = string(f.Verdict), strconv.Itoa(f.FreshGames)
			copy(row[12:], cells(f.Fresh))
		}
		rows = append(rows, row)
	}
	return rows
}

// Text returns the answer for a terminal with lines of at most width characters.
func (r *MendResult) Text(width int) string {
	text := strings.Join(format.Wrap(doc.Text(r.paragraph()).String(), width), "\n") + "\n"
	if len(r.Confirmed) == 0 {
		return text
	}
	t := r.confirmedTable()
	for i := range t.Rows {
		t.Rows[i] = append(doc.Row(format.Ordinal(i+1)), t.Rows[i][1:5]...)
		text += fmt.Sprintf("\n%s: %s", format.Ordinal(i+1), r.Confirmed[i].Text)
	}
	t.Head, t.Foot = t.Head[:5], nil
	return text + "\n\n" + t.Text(width)
}
