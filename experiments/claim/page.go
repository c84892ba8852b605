package claim

import (
	"fmt"
	"math"
	"strings"
	"time"

	"bestiary/experiments/compare"
	"bestiary/internal/files"
	"bestiary/internal/present/format"
)

// RunInfo says how a result came about, for the reader of a page.
type RunInfo struct {
	// Version is that of the program.
	Version string
	// Command makes the page again.
	Command string
	// Time is how long playing took; 0 leaves it out, since it differs from run to run.
	Time time.Duration
}

// page is the Markdown of a result.
func (r *Result) page(info RunInfo, pictures []picture) []byte {
	var b strings.Builder
	e := r.Experiment
	fmt.Fprintf(&b, "# %s\n\n", format.Plain(e.Title))
	fmt.Fprintf(&b, "**%s** — %s.\n\n", strings.ToUpper(string(r.Verdict[:1]))+string(r.Verdict[1:]), r.Summary())
	fmt.Fprintf(&b, "%s\n\n", format.Plain(e.Claim))
	source := format.Plain(e.Source.Author + ", " + e.Source.Page)
	if e.Source.Link != "" {
		source = fmt.Sprintf("%s, [%s](%s)", format.Plain(e.Source.Author), format.Plain(e.Source.Page), e.Source.Link)
	}
	fmt.Fprintf(&b, "Source: %s.\n\n", source)
	r.writePictures(&b, pictures, func(p picture) bool { return p.name == verdictsName })
	r.writeAnswers(&b)
	r.writePictures(&b, pictures, func(p picture) bool { return p.name != verdictsName })
	for i := range e.Tables {
		t := &e.Tables[i]
		fmt.Fprintf(&b, "## %s\n\n", format.Plain(t.Title))
		r.writeTable(&b, t)
	}
	r.writeMethod(&b, info)
	return []byte(b.String())
}

func (r *Result) writePictures(b *strings.Builder, pictures []picture, wanted func(picture) bool) {
	for _, p := range pictures {
		if wanted(p) {
			fmt.Fprintf(b, "![%s](%s/%s.svg)\n\n%s\n\n", p.name, files.Charts, p.name, format.Plain(p.caption))
		}
	}
}

// writeAnswers is the table of the hypotheses, and the cost of what is undecided.
func (r *Result) writeAnswers(b *strings.Builder) {
	e := r.Experiment
	rows := [][]string{{"", "hypothesis", "measured", "supported if", fmt.Sprintf("found (%g %%)", 100*e.Level), "p", "verdict"}}
	for i := range r.Answers {
		a := &r.Answers[i]
		says := a.Hypothesis.Says
		if a.Hypothesis.Ours {
			says += " (our question)"
		}
		found := a.EffectText()
		if a.Decisive != "" {
			found += "; " + a.Decisive
		}
		rows = append(rows, []string{fmt.Sprint(i + 1), says, e.What(a.Hypothesis), a.Hypothesis.Wanted(), found, format.Probability(a.Holm), string(a.Verdict)})
	}
	writeRows(b, rows)
	for i := range r.Answers {
		a := &r.Answers[i]
		if cost := a.Cost(); cost != "" {
			fmt.Fprintf(b, "- %d is undecided after %s: %s.\n", i+1, format.Plural(a.Games, "game"), cost)
		}
	}
	b.WriteString("\n")
	for i := range r.Answers {
		if a := &r.Answers[i]; len(a.Tests) > 1 {
			u := a.Hypothesis.format()
			fmt.Fprintf(b, "Hypothesis %d in its parts, in %s:\n\n", i+1, format.Plain(u.Name))
			rows := [][]string{{"", fmt.Sprintf("found (%g %%)", 100*e.Level), "p for", "p against"}}
			for _, t := range a.Tests {
				rows = append(rows, []string{t.Name, u.Bare().Interval(t.Evidence.at(e.Level)), format.Probability(t.Support), format.Probability(t.Contradict)})
			}
			writeRows(b, rows)
		}
	}
}

// writeTable is a table of measures, a column for each run.
func (r *Result) writeTable(b *strings.Builder, t *Table) {
	level := r.Experiment.Level
	if t.Placements {
		r.writePlacements(b, t)
		return
	}
	head := []string{""}
	for _, i := range t.Runs {
		head = append(head, r.Runs[i].Run.Name)
	}
	rows := [][]string{head}
	if t.Values {
		rows = append(rows, r.valueRows(t.Runs)...)
	}
	for _, name := range t.Measures {
		unit, label := describeMeasure(name)
		u := unit.Format()
		row := []string{label + ", " + u.Name}
		for _, i := range t.Runs {
			text := "?"
			if e, err := measured(name, r.Runs[i].List); err == nil && !math.IsNaN(e.Estimate) {
				text = u.Bare().Interval(e.at(level))
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	writeRows(b, rows)
}

// valueRows are the values of all pieces of runs, in pawns.
func (r *Result) valueRows(runs []int) [][]string {
	var pieces []string
	known := map[string]bool{}
	for _, i := range runs {
		for _, v := range r.Runs[i].Values.Ranking {
			if !known[v.Piece] {
				known[v.Piece] = true
				pieces = append(pieces, v.Piece)
			}
		}
	}
	var rows [][]string
	for _, piece := range pieces {
		row := []string{piece}
		for _, i := range runs {
			text := ""
			for _, v := range r.Runs[i].Values.Ranking {
				if v.Piece == piece {
					text = format.Value.Interval(v.Pawns)
				}
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// shownPlacements is how many placements a page names from the top and from the
// bottom of the order.
const shownPlacements = 8

// writePlacements is the order of placements.
func (r *Result) writePlacements(b *strings.Builder, t *Table) {
	for _, i := range t.Runs {
		ranking, err := compare.RankPlacements(r.Runs[i].List, r.Experiment.Level)
		if err != nil {
			fmt.Fprintf(b, "%s: the games are too few to put placements in order.\n\n", format.Plain(r.Runs[i].Run.Name))
			continue
		}
		n := len(ranking.Entries)
		rows := [][]string{{"", "placement", "score against the mean, %", "first with probability", "games"}}
		for k, entry := range ranking.Entries {
			if k >= shownPlacements && k < n-shownPlacements {
				if k == shownPlacements {
					rows = append(rows, []string{"", fmt.Sprintf("%d more, all in placements.csv", n-2*shownPlacements), "", "", ""})
				}
				continue
			}
			rows = append(rows, []string{fmt.Sprint(k + 1), entry.Name, format.Percent.Bare().Interval(entry.Effect), format.Probability(entry.First), fmt.Sprint(entry.Games)})
		}
		writeRows(b, rows)
		fmt.Fprintf(b, "Effects are shrunk towards their mean by how much placements differ at all: the standard deviation of their effects is %s, and p is %s that they do not differ.\n\n",
			format.Percent.Interval(ranking.Spread), format.Probability(ranking.P))
	}
}

// writeRows is a table, its head the first row.
func writeRows(b *strings.Builder, rows [][]string) {
	for i, row := range rows {
		for _, cell := range row {
			fmt.Fprintf(b, "| %s ", format.Plain(cell))
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	b.WriteString("\n")
}
