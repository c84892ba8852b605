//go:build !js

package mend

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
)

// GameFile is the file of a folder with the mended game, if an edit is confirmed.
const GameFile = "mended.toml"

// Write writes the report, with mend.csv and the game of the answer, into the folder of the search
// and returns the path of the page for a browser.
func (r *Result) Write(run page.Run) (string, error) {
	p, err := r.page()
	if err != nil {
		return "", err
	}
	more := []files.File{files.CSV("mend.csv", r.rows())}
	if w := r.Winner; w != nil && w.Verdict == Reaches && !w.original() {
		v := w.Variant.Clone()
		v.Description = strings.TrimSpace(v.Description + " Mended: " + w.Text + ".")
		more = append(more, files.File{Name: GameFile, Data: v.Encode()})
	} else if err := os.Remove(filepath.Join(r.Folder, GameFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err // of a search with other pairs
	}
	return p.Write(r.Folder, run, more...)
}

func (r *Result) page() (*page.Page, error) {
	p := &page.Page{
		Title: "The smallest change of " + page.Title(r.Game), Byline: page.Byline(r.Game),
		Lacks: []string{r.Game.Variant.Approximation()}, Answer: []doc.Paragraph{r.paragraph()}, Body: []doc.Block{r.confirmedTable()},
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
	p.Appendix = []doc.Section{{Title: "The race", Blocks: []doc.Block{r.raceTable()}}, {Title: "How the edits were tried", Blocks: []doc.Block{r.method()}}}
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
func (r *Result) paragraph() doc.Paragraph {
	if r.Winner == nil {
		return doc.P(r.Answer)
	}
	return doc.P(r.mark(r.Winner), ". ", r.Answer)
}

func (r *Result) confirmedTable() doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("Fresh games; the target is %s.", r.Config.Target.says(r.Config.Balance.Margin)),
		Head:    []string{"edit", "size", "verdict", "score", "draws", "plies", "games"},
		Foot:    doc.T("Score, draws and plies are those of the strongest players. The race that chose these edits is not in them."),
	}
	for i := range r.Confirmed {
		c := &r.Confirmed[i]
		t.Rows = append(t.Rows, doc.Row(c.Text, format.Count(c.Size), r.mark(c), format.Percent.Interval(c.Score), format.Percent.Interval(c.Draws), format.Fixed(c.Length.Estimate, 0), format.Count(c.FreshGames)))
	}
	return t
}

// raceTable lists the candidates.
func (r *Result) raceTable() doc.Table {
	nodes := r.Config.Balance.Strengths[1]
	t := doc.Table{
		Caption: fmt.Sprintf("All candidates of the race, with the %s at %s a move.", r.Config.Target.Of, format.Plural(nodes, "node")),
		Head:    []string{"edit", "size", "rounds", "games", string(r.Config.Target.Of), "out"},
		Foot:    doc.T("The best of many candidates was lucky, so these numbers flatter the first. Intervals hold however often one looks."),
	}
	for _, c := range r.Race {
		found := format.None
		if c.Round > 0 {
			found = r.Config.Target.unit().Interval(c.Found)
		}
		t.Rows = append(t.Rows, doc.Row(c.Text, format.Count(c.Size), format.Count(c.Round), format.Count(c.Games), found, c.Out))
	}
	return t
}

func (r *Result) method() doc.Block {
	c := &r.Config
	top := c.Balance.Strengths[len(c.Balance.Strengths)-2:]
	return doc.Texts(
		fmt.Sprintf("Candidates are all games that differ by one edit of the kinds %s, without those that are not valid or have the rules of a smaller edit.", format.List(c.kinds(), "and")),
		fmt.Sprintf("The first round has %s at %s a move and half as many at %s; the second as many again, and each further one twice as many as the one before. After a round those whose interval misses the target are out, and those that, with even scores, would have less than half as many decided games as the unchanged game. The better half of the others goes on after the first round, the best third after each further one, by the mean over the games at both strengths.",
			format.Plural(c.firstPairs(), "pair"), format.Plural(c.Balance.Strengths[0], "node"), format.Count(c.Balance.Strengths[1])),
		fmt.Sprintf("The last ones that seem to reach the target, the smallest first, play fresh games from openings of another seed at %s and %s a move until one is confirmed. If none is, at most %d whose estimates reach the target, though their intervals do not, play %d times as many, the smallest first. Their limits are for the mean of the players, and allow for all looks: none that misses the target is confirmed, with %s.",
			format.Count(top[0]), format.Plural(top[1], "node"), lookedAgain, moreFresh, format.Level(c.Balance.Level)),
		fmt.Sprintf("If none is, %d pairs of edits race in the same way: those that should come nearest if effects add up.", c.Partners*(c.Partners-1)/2),
		page.NotAdjudicated(c.Balance.Play.MaxPlies),
	)
}

// rows returns mend.csv: a row for each candidate.
func (r *Result) rows() [][]string {
	fresh := map[string]*Confirmed{}
	for i := range r.Confirmed {
		fresh[r.Confirmed[i].Hash] = &r.Confirmed[i]
	}
	rows := [][]string{{"game", "edit", "size", "hash", "target", "rounds", "games", "found", "found_lo", "found_hi", "out", "verdict", "fresh", "fresh_lo", "fresh_hi", "fresh_games"}}
	for _, c := range r.Race {
		row := []string{r.Name, c.Text, strconv.Itoa(c.Size), c.Hash, r.Target, strconv.Itoa(c.Round), strconv.Itoa(c.Games), "", "", "", c.Out, "", "", "", "", ""}
		if c.Round > 0 {
			row[7], row[8], row[9] = format.Cell(c.Found.Estimate), format.Cell(c.Found.Lo), format.Cell(c.Found.Hi)
		}
		if f := fresh[c.Hash]; f != nil {
			row[11], row[12], row[13], row[14], row[15] = string(f.Verdict), format.Cell(f.Fresh.Estimate), format.Cell(f.Fresh.Lo), format.Cell(f.Fresh.Hi), strconv.Itoa(f.FreshGames)
		}
		rows = append(rows, row)
	}
	return rows
}

// Text returns the answer for a terminal with lines of at most width characters.
func (r *Result) Text(width int) string {
	text := strings.Join(format.Wrap(doc.Text(r.paragraph()).String(), width), "\n") + "\n"
	if len(r.Confirmed) == 0 {
		return text
	}
	t := r.confirmedTable()
	for i := range t.Rows {
		t.Rows[i] = append(doc.Row(format.Ordinal(i+1)), t.Rows[i][1:5]...)
	}
	t.Head, t.Foot = append([]string{"edit"}, t.Head[1:5]...), nil
	for i := range r.Confirmed {
		text += fmt.Sprintf("\n%s: %s", format.Ordinal(i+1), r.Confirmed[i].Text)
	}
	return text + "\n\n" + t.Text(width)
}
