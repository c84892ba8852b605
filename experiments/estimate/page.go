//go:build !js

package estimate

import (
	"embed"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/tuning"
)

//go:embed *.tmpl
var pages embed.FS

// texts has the sentences and the tables of the pages.
var texts = doc.ParseTemplates(pages)

// draft is an estimate with what its page uses more than once. Its exported fields and methods are
// for the templates.
type draft struct {
	*Result
	// Ranked lists the pieces from strong to weak; those whose values the games do not determine
	// come last.
	Ranked    []RankedValue
	Checked   []Check
	Published []Published
	Matches   []OddsComparison
	// Stages is set if values over the game are given next to those at the array.
	Stages bool
	// Mates is set if the table says which pieces mate a bare king.
	Mates bool
	// Brief is set for a terminal, where the notes alone say which values the games do not tell.
	Brief    bool
	Pictures []doc.Block
	// Unchecked is the spread of the prior of pieces unlike those by which it was checked, and
	// Tolerance the largest change of a settled value, both in percent. InPawns names the unit of
	// matches at odds.
	UncheckedSpread, Tolerance, InPawns string
}

func newDraft(res *Result) (*draft, error) {
	p := &draft{
		Result: res, Ranked: res.ranked(), Stages: len(res.Measurement.Phases) > 0, Mates: true,
		UncheckedSpread: percents(tuning.UncheckedSpread, tuning.UncheckedSpread), Tolerance: percents(Tolerance, Tolerance),
		InPawns: tuning.NewScale(res.Game, tuning.Pawn).In(),
	}
	var err error
	if p.Checked, err = res.Checks(); err != nil {
		return nil, err
	}
	published, err := PublishedValues(res.Game)
	if err != nil {
		return nil, err
	}
	for _, source := range published {
		p.Published = append(p.Published, source.In(res.Measurement.Scale))
	}
	p.Matches, err = res.CompareOdds()
	return p, err
}

// page returns the page of an estimate. Its body is for the designer of a game; the appendix is for
// a reader who doubts the answer. A value whose interval is too wide for a number is left open in
// the body; the appendix has its numbers.
func (r *Result) page() (*page.Page, error) {
	p, err := newDraft(r)
	if err != nil {
		return nil, err
	}
	order, captions := r.Worths()
	if p.Pictures, err = page.Pictures(r.Game, order, captions); err != nil {
		return nil, err
	}
	out := page.About(r.Game, "What the pieces of "+page.Title(r.Game)+" are worth", texts, "values", p, r.Config.Play.Seed)
	out.Answer, out.Lacks = []doc.Paragraph{doc.Paragraph(texts.Text("answer", p))}, nil
	out.Facts = append(page.Facts(texts.Table("facts", p)), out.Facts...)
	return out, nil
}

// Section returns what another page says of the values: the answer, then the pyramid, the table and its notes.
func (r *Result) Section() ([]doc.Block, error) {
	p, err := newDraft(r)
	if err != nil {
		return nil, err
	}
	p.Mates = false
	return append([]doc.Block{doc.Paragraph(texts.Text("answer", p))}, texts.Blocks("values section", p)...), nil
}

// Text returns the body of the page for a terminal, in lines of width characters.
func (r *Result) Text(width int) (string, error) {
	p, err := newDraft(r)
	if err != nil {
		return "", err
	}
	p.Published, p.Stages, p.Mates, p.Brief = nil, false, false, true // too wide for a terminal
	return doc.Screen(width, texts.Blocks("screen", p)...), nil
}

// Figure returns a chart with a caption, if there is something to show.
func (p *draft) Figure(name, caption string) []doc.Block {
	draw := map[string]func() *chart.Chart{
		"pyramid": p.drawPyramid, "values": p.drawValues, "ladder": p.drawLadder, "slopes": p.drawSlopes, "phases": p.drawPhases,
		"calibration": p.drawCalibration, "growth": p.drawGrowth, "trace": p.drawTrace, "outcomes": p.drawOutcomes,
		"endings": p.drawEndings, "lengths": p.drawLengths,
	}[name]
	return page.Figures(page.Figure{Name: name, Caption: strings.Join(strings.Fields(caption), " "), Chart: draw()})
}

// Worths returns the pieces of an estimate, strongest first, and captions with their
// values.
func (r *Result) Worths() (order []string, captions map[string]string) {
	captions = map[string]string{r.Game.TypeName(r.Game.Royal()): "royal, no value"}
	unit := ""
	if name, ok := strings.CutPrefix(r.Measurement.Scale.In(), "in "); ok && !strings.Contains(name, " ") {
		unit = " " + name
	}
	for _, v := range r.ranked() {
		caption := format.Value.Interval(v.Total) + unit
		switch {
		case v.Total.Exact():
			caption = "the unit of the values"
		case !v.Total.Bounded():
			caption = format.CannotTell
		case v.IsGuess():
			caption = "a guess from its moves: " + format.Value.Number(v.Total.Estimate) + unit
		case v.Tier == 0:
			caption = "left open by the games"
		}
		order, captions[v.Piece] = append(order, v.Piece), caption
	}
	return order, captions
}
