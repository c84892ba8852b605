package advise

import (
	"embed"
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

// reviewDraft is a review with what its page uses more than once, for the templates.
type reviewDraft struct {
	*Review
	Checked           []Check
	Pictures, Replays []doc.Block
}

// page returns the page of the review.
func (r *Review) page() (*page.Page, error) {
	d := reviewDraft{Review: r, Checked: r.Checks()}
	var order []string
	var captions map[string]string
	if r.Values != nil {
		order, captions = r.Values.Worths()
	}
	var err error
	if d.Pictures, err = page.Pictures(r.Game, order, captions); err != nil {
		return nil, err
	}
	if d.Replays, err = r.replays(); err != nil {
		return nil, err
	}
	p := page.About(r.Game, "A review of "+page.Title(r.Game), texts, "review", d, r.Config.Play.Seed)
	p.Answer = []doc.Paragraph{doc.P(r.summary()...)}
	return p, nil
}

// maxNamed is the number of failed checks that the summary names.
const maxNamed = 3

// counts returns the names of the checks by their verdicts, formatted for a sentence.
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

// Begins reports whether a check is the first with its verdict.
func (d reviewDraft) Begins(i int) bool {
	return i > 0 && d.Checked[i].Verdict != d.Checked[i-1].Verdict
}

// Told reports whether the games determine any value.
func (r *Review) Told() bool {
	return slices.ContainsFunc(r.Values.Ranking, func(v estimate.RankedValue) bool { return v.Tier > 0 })
}

// MoreValuePairs returns a number of pairs that may determine values if the review's pairs do not.
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

// Charts draws how the games ended and how long they were.
func (r *Review) Charts() []doc.Block {
	about := chart.About{Game: page.Title(r.Game), Games: r.Games.Played, Note: format.Plural(r.Config.Play.Nodes, "node") + " a move"}
	w := r.Games.Outcomes
	row := chart.OutcomeRow{Name: "from the array", WhiteWins: w.White, Draws: w.Draws, BlackWins: w.Black}
	decided, drawn := measure.Lengths(r.Games.List)
	return page.Figures(
		page.Figure{Name: "outcomes", Chart: chart.Outcomes(chart.OutcomesInput{About: about, Rows: []chart.OutcomeRow{row}})},
		page.Figure{Name: "lengths", Chart: chart.Lengths(chart.LengthsInput{About: about, Decided: decided, Drawn: drawn})},
	)
}

// MovedShare is the share of the pieces of a kind that moved.
func (k *Kind) MovedShare() float64 { return float64(k.Moved) / float64(k.Pieces) }

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

//go:embed *.tmpl
var pages embed.FS

// texts holds the sentences of the pages.
var texts = doc.ParseTemplates(pages)
