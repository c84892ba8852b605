package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// page is an estimate with everything that its report looks up more than once.
type page struct {
	*estimate.Result
	// ranked lists the pieces from strong to weak, and last the pieces whose value
	// the games do not determine.
	ranked    []estimate.RankedValue
	checks    []estimate.Check
	published []estimate.Published
	matches   []estimate.OddsComparison
}

func newPage(res *estimate.Result) (*page, error) {
	p := &page{Result: res, ranked: ranked(res)}
	var err error
	if p.checks, err = res.Checks(); err != nil {
		return nil, err
	}
	published, err := estimate.PublishedValues(res.Game)
	if err != nil {
		return nil, err
	}
	for _, source := range published {
		p.published = append(p.published, source.In(res.Measurement.Scale))
	}
	p.matches, err = res.CompareOdds()
	return p, err
}

// ranked lists the pieces as page.ranked does.
func ranked(res *estimate.Result) []estimate.RankedValue {
	list := slices.Clone(res.Ranking)
	slices.SortStableFunc(list, func(a, b estimate.RankedValue) int {
		return cmp.Compare(min(b.Tier, 1), min(a.Tier, 1))
	})
	return list
}

// document is the report of an estimate.
func document(res *estimate.Result, run Run) (*doc.Document, error) {
	p, err := newPage(res)
	if err != nil {
		return nil, err
	}
	d := &doc.Document{Title: "What the pieces of " + Title(res.Game) + " are worth", Byline: Byline(res.Game)}
	d.AddNote(res.Game.Variant.Approximation())
	d.Add(doc.P(strings.Join(p.answer(), " ")))
	for _, text := range p.warnings() {
		d.Add(doc.Note(doc.T(text)))
	}
	if err := p.addFigures(&d.Body, pyramidPicture); err != nil {
		return nil, err
	}
	order, captions := Worths(res)
	pictures, err := Pictures(res.Game, order, captions)
	if err != nil {
		return nil, err
	}
	d.Add(doc.Heading("The pieces"))
	d.Add(pictures...)
	d.Add(doc.Heading("The values"))
	if err := p.addFigures(&d.Body, valuesPicture); err != nil {
		return nil, err
	}
	d.Add(p.valuesTable())
	return d, p.addAppendix(d, run)
}

// addAppendix adds the sections for a reader who doubts the values.
func (p *page) addAppendix(d *doc.Document, run Run) error {
	for _, s := range []struct {
		title    string
		blocks   []doc.Block
		pictures []picture
	}{
		{"How the values were measured", p.method(), nil},
		{"By what the armies differ", p.differences(), nil},
		{"Checks", p.checksTable(), nil},
		{"How far the players differ", p.players(), nil},
		{"Do the estimates agree?", p.agreement(), nil},
		{"Army against army", p.oddsMatches(), nil},
		{"At other strengths of play", p.ladder(), []picture{ladderPicture, slopesPicture}},
		{"As pawns and officers go", p.boards(), nil},
		{"Early and late in the game", p.phases(), []picture{phasesPicture}},
		{"Do values add up?", p.additivity(), nil},
		{"Other ways to fit the model", p.sensitivity(), nil},
		{"Are the intervals right?", p.resampling(), nil},
		{"How the errors are correlated", p.correlations(), nil},
		{"Does the model predict the results?", nil, []picture{calibrationPicture}},
		{"How the values settled", nil, []picture{growthPicture, tracePicture}},
		{"The games", nil, []picture{outcomesPicture, endingsPicture, lengthsPicture}},
		{"The run", p.facts(run), nil},
	} {
		if err := p.addFigures(&s.blocks, s.pictures...); err != nil {
			return err
		}
		d.AddSection(s.title, s.blocks...)
	}
	return nil
}

// sample is the number of games that a table rests on.
func (p *page) sample() string {
	return fmt.Sprintf("%s in %s", format.Plural(p.Measurement.Games, "game"), format.Plural(p.Measurement.Pairs, "pair"))
}

// inUnits is the unit of the values: "in points", or "in units of a ferz".
func (p *page) inUnits() string { return p.Measurement.Scale.In() }

// unitName is the unit after a number, with a space before it; empty if it has no short
// name.
func unitName(res *estimate.Result) string {
	name, ok := strings.CutPrefix(res.Measurement.Scale.In(), "in ")
	if !ok || strings.Contains(name, " ") {
		return ""
	}
	return " " + name
}

// pawnPiece is the piece whose odds matches are measured in.
func (p *page) pawnPiece() string { return words(p.Game.TypeName(tuning.UnitPiece(p.Game))) }

// words is the name of a piece in a sentence.
func words(piece string) string { return strings.ReplaceAll(piece, "-", " ") }
