package advise

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// The files in the folder of a review.
const (
	ReviewPage = "review.html"
	Card       = "card.svg"
)

// Write writes the page and the card of the review into its folder.
func (r *Review) Write(run page.Run) error {
	page, err := r.page()
	if err == nil {
		_, err = files.Write(r.Folder, files.File{Name: ReviewPage, Data: page.Document(run).HTML()}, files.File{Name: Card, Data: r.card().SVG})
	}
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	return nil
}

// Path returns the path of the page.
func (r *Review) Path() string { return filepath.Join(r.Folder, ReviewPage) }

// page returns the page of the review.
func (r *Review) page() (*page.Page, error) {
	p := &page.Page{
		Title: "A review of " + page.Title(r.Game), Byline: page.Byline(r.Game),
		Lacks:  []string{r.Game.Variant.Approximation()},
		Answer: []doc.Paragraph{doc.P(r.summary()...)},
		Appendix: []doc.Section{
			{Title: "The rules", Blocks: []doc.Block{r.rules()}},
			{Title: "How the review was made", Blocks: texts.Blocks("review method", r)},
		},
		Facts: []page.Fact{{Name: "seed", Value: r.Config.Play.Seed}, {Name: "hash of the rules", Value: r.Game.Variant.Hash()}},
	}
	pictures, err := r.pictures()
	if err != nil {
		return nil, err
	}
	replays, err := r.replays()
	if err != nil {
		return nil, err
	}
	section := func(title string, blocks ...doc.Block) {
		p.Body = append(append(p.Body, doc.Heading(title)), blocks...)
	}
	if r.Balance != nil {
		section("Who wins", r.Balance.Section()...)
	}
	section("Checks", r.checksTable(), r.notAsked())
	section("The pieces", pictures...)
	section("Typical games", replays...)
	section("The games", append(r.charts(), r.kindsTable())...)
	section("What mates", r.endingsTable())
	if r.Levels != nil {
		section("Levels of play", r.levelsTable())
		if r.LevelsNote != "" {
			p.Body = append(p.Body, doc.Note(doc.T(r.LevelsNote)))
		}
	}
	return p, nil
}

// maxNamed is the number of failed checks that the summary names.
const maxNamed = 3

// counts returns the names of the checks by their verdicts, as they stand in a sentence.
func (r *Review) counts() map[Verdict][]string {
	names := map[Verdict][]string{}
	for _, c := range r.Checks() {
		names[c.Verdict] = append(names[c.Verdict], strings.ToLower(c.Name[:1])+c.Name[1:])
	}
	return names
}

// Summary states how the checks came out, and names the failed ones.
func (r *Review) Summary() string { return doc.T(r.summary()...).String() }

func (r *Review) summary() []any {
	names := r.counts()
	failed, open, passed := names[Failed], names[CannotTell], names[Passed]
	all := format.Plural(len(failed)+len(open)+len(passed), "check")
	rest := fmt.Sprintf("%d cannot tell, %d pass.", len(open), len(passed))
	if len(failed) == 0 {
		return []any{fmt.Sprintf("None of %s fails; %s", all, rest)}
	}
	verb := "fail"
	if len(failed) == 1 {
		verb = "fails"
	}
	return []any{doc.Span{Text: fmt.Sprintf("%s %d of %s %s", doc.Bad.Sign(), len(failed), all, verb), Mark: doc.Bad},
		fmt.Sprintf(": %s. %s", format.List(shorter(failed, maxNamed), "and"), rest)}
}

func (r *Review) checksTable() doc.Table {
	t := doc.Table{Head: []string{"check", "verdict", "what was found", "range"}, Foot: texts.Text("checks foot", r)}
	for i, c := range r.Checks() {
		verdict := doc.Verdict(string(c.Verdict))
		if i > 0 && verdict.Text != t.Rows[i-1][1].String() {
			t.Breaks = append(t.Breaks, i)
		}
		t.Rows = append(t.Rows, doc.Row(c.Name, verdict, c.Found, c.Range))
	}
	return t
}

// notAsked lists the checks that have no meaning in the game and the pieces that never come
// into it.
func (r *Review) notAsked() doc.List {
	var list doc.List
	for _, text := range r.NotAsked() {
		list = append(list, doc.T("Not asked: ", text, "."))
	}
	for _, note := range r.Game.Variant.Unused() {
		list = append(list, doc.T("Note: ", note, "."))
	}
	return list
}

// pictures draws the array and the pieces with their values.
func (r *Review) pictures() ([]doc.Block, error) {
	if r.Values == nil {
		list, err := page.Pictures(r.Game, nil, nil)
		return append(list, doc.Note(doc.T("There are no values: ", r.NoValues, "."))), err
	}
	order, captions := r.Values.Worths()
	list, err := page.Pictures(r.Game, order, captions)
	return append(list, texts.Blocks("values from", r)...), err
}

// Told reports whether the games tell any value.
func (r *Review) Told() bool {
	return slices.ContainsFunc(r.Values.Ranking, func(v estimate.RankedValue) bool { return v.Tier > 0 })
}

// MoreValuePairs is a number of pairs that may tell values if those of the review do not.
func (r *Review) MoreValuePairs() int { return 4 * r.Config.ValuePairs }

// replays returns the typical games, to be replayed.
func (r *Review) replays() (list []doc.Block, err error) {
	for i, t := range r.Games.Typical {
		start, moves, err := t.Line(r.Game)
		if err != nil {
			return nil, err
		}
		film := board.Shoot(fmt.Sprintf("game%d", i+1), start, moves)
		shots, err := json.Marshal(film.Shots)
		if err != nil {
			return nil, err
		}
		length := format.Plural((t.Plies()+1)/2, "move")
		list = append(list, doc.Replay{
			Caption: fmt.Sprintf("%s: %s after %s, %s (game %s).", t.Title, t.Result, length, measure.Reason(r.Game, t.Reason), t.Name()),
			Board:   film.SVG, Frames: shots, Moves: start.LineSAN(moves) + " " + t.Result.String(),
			Link: board.Link(r.Game.Variant, start.FEN(), t.Moves),
		})
	}
	return list, nil
}

func (r *Review) charts() []doc.Block {
	about := chart.About{Game: page.Title(r.Game), Games: r.Games.Played, Note: format.Plural(r.Config.Play.Nodes, "node") + " a move"}
	w := r.Games.Outcomes
	row := chart.OutcomeRow{Name: "from the array", WhiteWins: w.White, Draws: w.Draws, BlackWins: w.Black}
	decided, drawn := measure.Lengths(r.Games.List)
	return page.Figures(
		page.Figure{Name: "outcomes", Chart: chart.Outcomes(chart.OutcomesInput{About: about, Rows: []chart.OutcomeRow{row}})},
		page.Figure{Name: "lengths", Chart: chart.Lengths(chart.LengthsInput{About: about, Decided: decided, Drawn: drawn})},
	)
}

func (r *Review) kindsTable() doc.Table {
	t := doc.Table{
		Caption: "What the pieces of the array did in the games.",
		Head:    []string{"piece", "pieces that moved", "sides that moved none"},
	}
	for _, k := range r.Games.Kinds {
		t.Rows = append(t.Rows, doc.Row(format.Words(k.Piece), percent(float64(k.Moved)/float64(k.Pieces)), format.Percent.Interval(r.still(&k))))
	}
	return t
}

func (r *Review) endingsTable() doc.Table {
	t := doc.Table{
		Caption: "What each piece does with its king against a bare king, White to move, solved exactly.",
		Head:    []string{"piece", "positions won", "longest win"},
		Foot:    doc.T("bestiary endgame solves endings of more pieces."),
	}
	for _, e := range r.Endings {
		won, longest := percent(e.Share()), format.Plural(e.Moves(), "move")
		switch {
		case e.Unsolved != "":
			won, longest = "not solved: "+e.Unsolved, format.None
		case e.Wins == 0:
			won, longest = "none", format.None
		}
		t.Rows = append(t.Rows, doc.Row(format.Words(e.Piece), won, longest))
	}
	return t
}

// levelsTable shows how much stronger play gets with more nodes.
func (r *Review) levelsTable() doc.Table {
	t := doc.Table{
		Caption: texts.Text("levels", r).String(),
		Head:    []string{"nodes a move", "Elo", "score"},
		Foot:    doc.T("The mean is 0. The further the levels are apart, the more there is to find in the game."),
	}
	for _, p := range r.Levels.Players {
		t.Rows = append(t.Rows, doc.Row(p.Name, format.Elo.Bare().Interval(p.Elo), percent(float64(p.Score))))
	}
	return t
}

func (r *Review) rules() doc.Block {
	var list doc.List
	for _, e := range r.Game.Variant.Explain() {
		list = append(list, doc.T(doc.Bold(format.Title(e.Topic)+". "), e.Text))
	}
	return list
}

// card returns a small picture of the game with its main figures.
func (r *Review) card() board.Picture {
	var checks doc.Text
	for i, of := range []struct {
		verdict Verdict
		many    string
	}{{Passed, "pass"}, {Failed, "fail"}, {CannotTell, "cannot tell"}} {
		m := doc.Judge(string(of.verdict))
		text := fmt.Sprintf("%s %d %s", m.Sign(), len(r.counts()[of.verdict]), of.many)
		checks = append(checks, doc.T([]string{"", ", "}[min(i, 1)], doc.Span{Text: text, Mark: m})...)
	}
	lines := []doc.Text{
		checks,
		doc.T(fmt.Sprintf("White scores %s, draws %s", format.Percent.Number(r.Score().Estimate), format.Percent.Number(r.Draws().Estimate))),
		doc.T("median length " + format.Plural(r.Games.Median(), "move")),
		doc.T(fmt.Sprintf("%s at %s a move", format.Plural(r.Games.Played, "game"), format.Plural(r.Config.Play.Nodes, "node"))),
	}
	captions := map[string]string{}
	if r.Values != nil {
		for _, v := range r.Values.Ranking {
			if v.Tier > 0 {
				captions[v.Piece] = format.Fixed(v.Pawns.Estimate, 1)
			}
		}
	}
	return board.Card(r.Game, board.Options{Width: cardWidth, Captions: captions}, lines)
}

const cardWidth = 358
