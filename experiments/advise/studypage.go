//go:build !js

package advise

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// Card is the file of a small picture of the game with its figures.
const Card = "card.svg"

// Write writes the page and the card into the home of the game, the reports of its parts into their folders, and returns
// the path of the page.
func (r *Study) Write(run page.Run) (string, error) {
	d, err := r.draft()
	if err != nil {
		return "", fmt.Errorf("study: %w", err)
	}
	p, err := d.page()
	if err != nil {
		return "", fmt.Errorf("study: %w", err)
	}
	if r.Config.Steps == nil { // the time does not make the same page again
		run.Command += fmt.Sprintf(" --steps %d,%d", max(1, r.Steps.Values), max(1, r.Steps.Balance))
		if n := r.Steps.Trades; n > 0 {
			run.Command += fmt.Sprintf(",%d", n)
		}
	}
	if r.Values != nil {
		if _, err := r.Values.Write(run); err != nil {
			return "", err
		}
	}
	if r.Balance != nil {
		if _, err := r.Balance.Write(run); err != nil {
			return "", err
		}
	}
	var more []files.File
	if r.Games != nil {
		more = append(more, files.File{Name: Card, Data: r.card().SVG})
	}
	if png, err := pyramid(d.Worth); err != nil {
		return "", fmt.Errorf("study: %w", err)
	} else if png != nil {
		p.Image = doc.Card
		more = append(more, files.File{Name: doc.Card, Data: png})
	}
	return p.Write(r.Folder, run, more...)
}

// studyDraft is a study with what its page uses more than once, for the templates.
type studyDraft struct {
	*Study
	Checked                  []Check
	Worth, Pictures, Replays []doc.Block
	More                     *More
}

func (r *Study) draft() (*studyDraft, error) {
	d := &studyDraft{Study: r, More: r.More()}
	if r.Games != nil {
		d.Checked = r.Checks()
	}
	if r.Values == nil || !r.Config.Asks(AskValues) {
		return d, nil
	}
	var err error
	d.Worth, err = r.Values.Section()
	return d, err
}

// pyramid returns the pyramid among blocks as PNG, or nil.
func pyramid(blocks []doc.Block) ([]byte, error) {
	for _, b := range blocks {
		if f, ok := b.(doc.Figure); ok && f.Name == "pyramid" {
			return f.PNG()
		}
	}
	return nil, nil
}

// page returns the page of the study.
func (d *studyDraft) page() (p *page.Page, err error) {
	r := d.Study
	var order []string
	var captions map[string]string
	if r.Values != nil {
		order, captions = r.Values.Worths()
	}
	if d.Pictures, err = page.Pictures(r.Game, order, captions); err != nil {
		return nil, err
	}
	if d.Replays, err = r.replays(); err != nil {
		return nil, err
	}
	p = page.About(r.Game, "A study of "+page.Title(r.Game), texts, "study", d, r.Config.Seed)
	p.Answer, p.Play = d.answers(), board.Link(r.Game.Variant, "", nil)
	return p, nil
}

// answers states the answers to the questions, a paragraph for each.
func (d *studyDraft) answers() (list []doc.Paragraph) {
	if len(d.Worth) > 0 {
		list = append(list, doc.Paragraph(texts.Text("worths", d.Values)))
	}
	if d.Asked(string(AskBalance)) {
		list = append(list, d.Balance.Paragraph())
	}
	if d.Asked(string(AskFaults)) {
		list = append(list, doc.P(d.summary()...))
	}
	return list
}

// Asked reports whether a question was asked.
func (r *Study) Asked(q string) bool { return r.Config.Asks(Question(q)) }

// Notes names the pieces that never come into the game.
func (r *Study) Notes() []string { return append(r.Game.Variant.Unused(), r.Game.DeadEnds()...) }

// TradeTable is the table of what to give for a piece.
func (r *Study) TradeTable() []doc.Block {
	if r.Values == nil {
		return nil
	}
	return r.Values.Trades
}

// Nodes lists the numbers of nodes a move of the games that show faults.
func (r *Study) Nodes() string {
	var list []string
	for _, n := range r.Balance.Config.Strengths[1:] {
		list = append(list, format.Count(n))
	}
	return format.List(list, "and")
}

// Text returns the answers for a terminal, in lines of width characters.
func (r *Study) Text(width int) string {
	d, err := r.draft()
	if err != nil {
		return err.Error()
	}
	var parts []string
	if len(d.Worth) > 0 {
		text, err := r.Values.Text(width)
		if err != nil {
			return err.Error()
		}
		parts = append(parts, text)
	}
	if r.Config.Asks(AskBalance) {
		parts = append(parts, r.Balance.Text(width))
	}
	return strings.Join(append(parts, doc.Screen(width, texts.Blocks("study screen", d)...)), "\n")
}

// Begins reports whether a check is the first with its verdict.
func (d *studyDraft) Begins(i int) bool {
	return i > 0 && d.Checked[i].Verdict != d.Checked[i-1].Verdict
}

// replays returns the typical games, to be replayed.
func (r *Study) replays() (list []doc.Block, err error) {
	if r.Games == nil {
		return nil, nil
	}
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
func (r *Study) Charts() []doc.Block {
	about := chart.About{Game: page.Title(r.Game), Games: r.Games.Played, Note: r.Nodes() + " nodes a move"}
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
func (r *Study) card() board.Picture {
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
		doc.T(fmt.Sprintf("%s at %s a move", format.Plural(r.Games.Played, "game"), r.Nodes()+" nodes")),
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

//go:embed study.tmpl mend.tmpl trade.tmpl
var pages embed.FS

// texts holds the sentences of the pages.
var texts = doc.ParseTemplates(pages)
