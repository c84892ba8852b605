package review

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/selfplay/store"
)

// The files in the folder of a review.
const (
	Page = "review.html"
	Card = "card.svg"
)

// Write writes the page and the card of the review into its folder.
func (r *Result) Write(run page.Run) error {
	page, err := r.page()
	if err == nil {
		_, err = files.Write(r.Folder, files.File{Name: Page, Data: page.Document(run).HTML()}, files.File{Name: Card, Data: r.card().SVG})
	}
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	return nil
}

// Path returns the path of the page.
func (r *Result) Path() string { return filepath.Join(r.Folder, Page) }

// page returns the page of the review.
func (r *Result) page() (*page.Page, error) {
	pictures, err := r.pictures()
	if err != nil {
		return nil, err
	}
	p := &page.Page{
		Title: "A review of " + page.Title(r.Game), Byline: page.Byline(r.Game),
		Lacks:  []string{r.Game.Variant.Approximation()},
		Answer: []doc.Paragraph{doc.P(r.summary()...)},
		Body:   slices.Concat(r.whoWinsSection(), []doc.Block{doc.Heading("Checks"), r.checksTable(), r.notAsked(), doc.Heading("The pieces")}, pictures, []doc.Block{doc.Heading("Typical games")}),
		Appendix: []doc.Section{
			{Title: "The rules", Blocks: []doc.Block{r.rules()}},
			{Title: "How the review was made", Blocks: r.method()},
		},
		Facts: []page.Fact{{Name: "seed", Value: r.Config.Play.Seed}, {Name: "hash of the rules", Value: r.Game.Variant.Hash()}},
	}
	add := func(blocks ...doc.Block) { p.Body = append(p.Body, blocks...) }
	for i, t := range r.Games.Typical {
		replay, err := r.replay(fmt.Sprintf("game%d", i+1), t)
		if err != nil {
			return nil, err
		}
		add(replay)
	}
	add(doc.Heading("The games"))
	add(r.charts()...)
	add(r.kindsTable(), doc.Heading("What mates"), r.endingsTable())
	if r.Levels != nil {
		add(doc.Heading("Levels of play"))
		add(r.levels()...)
	}
	return p, nil
}

// maxNamed is the number of failed checks that the summary names.
const maxNamed = 3

// counts returns the names of the checks by their verdicts, as they stand in a sentence.
func (r *Result) counts() map[Verdict][]string {
	names := map[Verdict][]string{}
	for _, c := range r.Checks() {
		names[c.Verdict] = append(names[c.Verdict], strings.ToLower(c.Name[:1])+c.Name[1:])
	}
	return names
}

// Summary states how the checks came out, and names the failed ones.
func (r *Result) Summary() string { return doc.T(r.summary()...).String() }

func (r *Result) summary() []any {
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
		fmt.Sprintf(": %s. %s", format.List(shorter(failed, maxNamed), "and"), strings.ToUpper(rest[:1])+rest[1:])}
}

func (r *Result) checksTable() doc.Table {
	t := doc.Table{
		Head: []string{"check", "verdict", "what was found", "range"},
		Foot: doc.T(fmt.Sprintf("Shares are of %s from the array at %s a move, with %s intervals. A check fails if its interval lies outside the range, and cannot tell if it is partly outside. The ranges are conventions.",
			format.Plural(r.Games.Played, "game"), format.Plural(r.Config.Play.Nodes, "node"), format.Level(r.Config.Level))),
	}
	for i, c := range r.Checks() {
		verdict := doc.Verdict(string(c.Verdict))
		if i > 0 && verdict.Text != t.Rows[i-1][1].String() {
			t.Breaks = append(t.Breaks, i)
		}
		t.Rows = append(t.Rows, doc.Row(c.Name, verdict, c.Found, c.Range))
	}
	return t
}

// whoWinsSection says who wins, by strength.
func (r *Result) whoWinsSection() []doc.Block {
	if r.Balance == nil {
		return nil
	}
	return append([]doc.Block{doc.Heading("Who wins")}, r.Balance.Section()...)
}

// notAsked lists the checks that have no meaning in the game and the pieces that never come
// into it.
func (r *Result) notAsked() doc.List {
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
func (r *Result) pictures() ([]doc.Block, error) {
	if r.Values == nil {
		list, err := page.Pictures(r.Game, nil, nil)
		return append(list, doc.Note(doc.T("There are no values: ", r.NoValues, "."))), err
	}
	order, captions := r.Values.Worths()
	list, err := page.Pictures(r.Game, order, captions)
	return append(list, doc.P(r.valuesFrom())), err
}

// valuesFrom says what the values are based on.
func (r *Result) valuesFrom() string {
	games := format.Plural(r.Values.Measurement.Games, "game")
	if !slices.ContainsFunc(r.Values.Ranking, func(v estimate.RankedValue) bool { return v.Tier > 0 }) {
		return fmt.Sprintf("%s were too few to tell these values; try --value-pairs %d.", format.Title(games), 4*r.Config.ValuePairs)
	}
	return fmt.Sprintf("Values with %s intervals from %s of a quick estimate; bestiary estimate makes them precise.", format.Level(r.Config.Level), games)
}

// replay returns a game to be replayed.
func (r *Result) replay(name string, t Typical) (doc.Replay, error) {
	start, moves, err := t.Line(r.Game)
	if err != nil {
		return doc.Replay{}, err
	}
	film := board.Shoot(name, start, moves)
	shots, err := json.Marshal(film.Shots)
	return doc.Replay{
		Caption: fmt.Sprintf("%s: %s after %s, %s (game %s).", t.Title, t.Result, format.Plural((t.Plies()+1)/2, "move"), measure.Reason(r.Game, t.Reason), t.Name()),
		Board:   film.SVG, Frames: shots, Moves: start.LineSAN(moves) + " " + t.Result.String(),
		Link: board.Link(r.Game.Variant, start.FEN(), t.Moves),
	}, err
}

func (r *Result) charts() []doc.Block {
	about := chart.About{Game: page.Title(r.Game), Games: r.Games.Played, Note: format.Plural(r.Config.Play.Nodes, "node") + " a move"}
	w := r.Games.Outcomes
	row := chart.OutcomeRow{Name: "from the array", WhiteWins: w.White, Draws: w.Draws, BlackWins: w.Black}
	decided, drawn := measure.Lengths(r.Games.List)
	return page.Figures(
		page.Figure{Name: "outcomes", Chart: chart.Outcomes(chart.OutcomesInput{About: about, Rows: []chart.OutcomeRow{row}})},
		page.Figure{Name: "lengths", Chart: chart.Lengths(chart.LengthsInput{About: about, Decided: decided, Drawn: drawn})},
	)
}

func (r *Result) kindsTable() doc.Table {
	t := doc.Table{
		Caption: "What the pieces of the array did in the games.",
		Head:    []string{"piece", "pieces that moved", "sides that moved none"},
	}
	for _, k := range r.Games.Kinds {
		t.Rows = append(t.Rows, doc.Row(format.Words(k.Piece), percent(float64(k.Moved)/float64(k.Pieces)), format.Percent.Interval(r.still(&k))))
	}
	return t
}

func (r *Result) endingsTable() doc.Table {
	t := doc.Table{
		Caption: "What each piece does with its king against a bare king, White to move, solved exactly.",
		Head:    []string{"piece", "positions won", "longest win"},
		Foot:    doc.T("bestiary endgame solves endings of more pieces."),
	}
	for _, e := range r.Endings {
		switch {
		case e.Unsolved != "":
			t.Rows = append(t.Rows, doc.Row(format.Words(e.Piece), "not solved: "+e.Unsolved, "–"))
		case e.Wins == 0:
			t.Rows = append(t.Rows, doc.Row(format.Words(e.Piece), "none", "–"))
		default:
			t.Rows = append(t.Rows, doc.Row(format.Words(e.Piece), percent(e.Share()), format.Plural(e.Moves(), "move")))
		}
	}
	return t
}

// levels shows how much stronger play gets with more nodes.
func (r *Result) levels() []doc.Block {
	t := doc.Table{
		Caption: fmt.Sprintf("The engine at several numbers of nodes a move, with %s between each two of them and %s intervals.",
			format.Plural(r.Config.LevelPairs, "pair")+" of games", format.Level(r.Config.Level)),
		Head: []string{"nodes a move", "Elo", "score"},
		Foot: doc.T("The mean is 0. The further the levels are apart, the more there is to find in the game."),
	}
	for _, p := range r.Levels.Players {
		t.Rows = append(t.Rows, doc.Row(p.Name, format.Elo.Bare().Interval(p.Elo), percent(float64(p.Score))))
	}
	list := []doc.Block{t}
	if r.LevelsNote != "" {
		list = append(list, doc.Note(doc.T(r.LevelsNote)))
	}
	return list
}

func (r *Result) rules() doc.Block {
	var list doc.List
	for _, e := range r.Game.Variant.Explain() {
		list = append(list, doc.T(doc.Bold(format.Title(e.Topic)+". "), e.Text))
	}
	return list
}

func (r *Result) method() []doc.Block {
	return []doc.Block{
		doc.P(fmt.Sprintf("The engine played %s against itself from the array, after %s, at %s a move. The position before the first move was also searched with %s positions, and the games of up to %s were searched for one that is won, through at most %s positions.",
			format.Plural(r.Games.Played, "game"), format.Plural(r.Config.Play.RandomPlies, "random move"), format.Plural(r.Config.Play.Nodes, "node"),
			format.Count(balance.SearchedNodes), format.Plural(helpPlies, "ply"), format.Count(helpPositions))),
		doc.P("Stronger players may find what the engine does not. All games are in the folder of the review: ",
			doc.Span{Text: gamesFolder + "/" + store.File, Mark: doc.Literal}, ", ", doc.Span{Text: levelsFolder + "/" + store.File, Mark: doc.Literal}, "."),
	}
}

// card returns a small picture of the game with its main figures.
func (r *Result) card() board.Picture {
	var checks doc.Text
	for i, of := range []struct {
		verdict Verdict
		many    string
	}{{Passed, "pass"}, {Failed, "fail"}, {CannotTell, "cannot tell"}} {
		m := doc.Judge(string(of.verdict))
		checks = append(checks, doc.T([]string{"", ", "}[min(i, 1)], doc.Span{Text: fmt.Sprintf("%s %d %s", m.Sign(), len(r.counts()[of.verdict]), of.many), Mark: m})...)
	}
	lines := []doc.Text{checks}
	for _, text := range []string{
		fmt.Sprintf("White scores %s, draws %s", format.Percent.Number(r.Score().Estimate), format.Percent.Number(r.Draws().Estimate)),
		fmt.Sprintf("median length %s", format.Plural(r.Games.Median(), "move")),
		fmt.Sprintf("%s at %s a move", format.Plural(r.Games.Played, "game"), format.Plural(r.Config.Play.Nodes, "node")),
	} {
		lines = append(lines, doc.T(text))
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
