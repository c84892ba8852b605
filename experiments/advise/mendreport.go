//go:build !js

package advise

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	more := []files.File{r.sheet()}
	if w := r.Winner; w != nil && w.Reached() && !w.original() {
		v := w.Variant.Clone()
		v.Description = strings.TrimSpace(v.Description + " Mended: " + w.Text + ".")
		more = append(more, files.File{Name: MendedGame, Data: v.Encode()})
	} else if err := os.Remove(filepath.Join(r.Folder, MendedGame)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err // of a search with other pairs
	}
	return p.Write(r.Folder, run, more...)
}

// mendDraft is a result for the templates. Brief is set on a terminal, where a table has fewer columns.
type mendDraft struct {
	*MendResult
	Brief    bool
	Pictures []doc.Block // of the game of the answer
}

func (r *MendResult) page() (*page.Page, error) {
	d := mendDraft{MendResult: r}
	if r.Winner != nil {
		v := r.Winner.Variant.Clone()
		if !r.Winner.original() {
			v.Title = page.Title(r.Game) + ", mended"
		}
		g, err := rules.Compile(v)
		if err != nil {
			return nil, err
		}
		if d.Pictures, err = page.Pictures(g, nil, nil); err != nil {
			return nil, err
		}
	}
	p := page.About(r.Game, "The smallest change of "+page.Title(r.Game), texts, "mend", d, r.Config.Balance.Play.Seed)
	p.Answer = []doc.Paragraph{r.Paragraph()}
	return p, nil
}

// Text returns the answer for a terminal with lines of at most width characters.
func (r *MendResult) Text(width int) string {
	return doc.Screen(width, texts.Blocks("mend screen", mendDraft{MendResult: r, Brief: true})...)
}

// Curves draws the balance of what played fresh games, with the answers.
func (r *MendResult) Curves() []doc.Block {
	var labels []string
	var curves []*balance.Result
	for i := range r.Confirmed {
		if b := r.Confirmed[i].Balance; b != nil {
			labels, curves = append(labels, r.Confirmed[i].Text), append(curves, b)
		}
	}
	if len(curves) == 0 {
		return nil
	}
	return balance.Together(labels, curves...)
}

// Paragraph returns the verdict on the answer with the answer.
func (r *MendResult) Paragraph() doc.Paragraph {
	if r.Winner == nil {
		return doc.P(r.Answer)
	}
	return doc.P(r.Mark(r.Winner), ". ", r.Answer)
}

// Mark returns a verdict with its sign, in words: for the score the words of package balance.
func (r *MendResult) Mark(c *Confirmed) doc.Span {
	word := string(c.Verdict)
	if r.OfScore() && c.Balance != nil {
		word = c.Balance.Word(c.Balance.Main().Verdict)
	}
	m := map[Verdict]doc.Mark{Reaches: doc.Good, Misses: doc.Bad, CannotTell: doc.Open}[c.Verdict]
	return doc.Span{Text: m.Sign() + " " + word, Mark: m}
}

// Methods for the sentences of the page.

func (r *MendResult) OfScore() bool                 { return r.Config.Target.Of == TargetScore }
func (r *MendResult) Number(v stat.Interval) string { return r.Config.Target.unit().Interval(v) }
func (r *MendResult) RaceNodes() int                { return r.Config.Balance.Strengths[1] }
func (r *MendResult) Kinds() string                 { return format.List(r.Config.kinds(), "and") }
func (r *MendResult) FirstPairs() int               { return r.Config.firstPairs() }
func (r *MendResult) Error() string                 { return format.Significant(1-r.Level, 4) }
func (c *Confirmed) Reached() bool                  { return c.Verdict == Reaches }

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

// sheet returns mend.csv: a row for each candidate.
func (r *MendResult) sheet() files.File {
	fresh := map[string]*Confirmed{}
	for i := range r.Confirmed {
		fresh[r.Confirmed[i].Hash] = &r.Confirmed[i]
	}
	const head = "game,edit,size,hash,target,rounds,games,found,found_lo,found_hi,out,verdict,fresh,fresh_lo,fresh_hi,fresh_games"
	return page.Sheet("mend.csv", head, r.Race, func(of **Standing) []any {
		c, found := *of, stat.Unknown()
		if c.Round > 0 {
			found = c.Found
		}
		row := []any{r.Name, c.Text, c.Size, c.Hash, r.Target, c.Round, c.Games, found, c.Out}
		if f := fresh[c.Hash]; f != nil {
			return append(row, f.Verdict, f.Fresh, f.FreshGames)
		}
		return append(row, "", stat.Unknown(), "")
	})
}

// MendPlan lists the candidates of a search and its maximum number of games.
type MendPlan struct {
	Game   string `json:"game"`
	Target string `json:"target"`
	// Candidates is the number of games in the race: single edits, and the unchanged game.
	Candidates int           `json:"candidates"`
	Kinds      []PlannedKind `json:"kinds"`
	// Race is the maximum number of games in the race. Intervals take candidates out earlier.
	Race int `json:"race-games"`
	// Learning is the largest number of games that the players learn from: of the unchanged game before
	// the race, and before the confirmation of edits that make a new kind of piece.
	Learning int `json:"learning-games"`
	// Confirmation is the largest number of fresh games. HalfWidth is the expected half-width of the
	// interval of a fresh score. Positions is the number of positions searched in all if a game has a
	// hundred plies.
	Confirmation int         `json:"confirmation-games"`
	HalfWidth    stat.Number `json:"half-width"`
	Positions    float64     `json:"positions"`

	margin float64
}

// PlannedKind is a kind of edit with the number of its candidates.
type PlannedKind struct {
	Kind  EditKind `json:"kind"`
	Edits int      `json:"edits"`
}

// Plan returns the plan of the search.
func (m *Mending) Plan() (*MendPlan, error) {
	p := &MendPlan{
		Game: m.game.Variant.Name, Target: m.Target.String(), Candidates: len(m.candidates), Learning: m.learningGames(),
		margin: m.Balance.Margin,
	}
	for _, kind := range m.kinds() {
		k := PlannedKind{Kind: kind}
		for _, c := range m.candidates[1:] {
			if c.Edits[0].Kind == kind {
				k.Edits++
			}
		}
		p.Kinds = append(p.Kinds, k)
	}
	planned := func(c balance.Config) (*balance.Plan, error) {
		plan, err := balance.NewPlan(m.game, c)
		if err != nil {
			err = fmt.Errorf("mend: %w", err)
		}
		return plan, err
	}
	fresh, err := planned(m.inConfirmation(m.game))
	if err != nil {
		return nil, err
	}
	p.HalfWidth, p.Confirmation = fresh.Rungs[len(fresh.Rungs)-2].HalfWidth, confirmations*fresh.Games
	p.Positions = confirmations * fresh.Positions
	before, left, over := &balance.Plan{}, len(m.candidates)-1, false
	for round := 1; !over; round++ { // if no interval takes any candidate out
		plan, err := planned(m.inRace(m.game, round))
		if err != nil {
			return nil, err
		}
		p.Race += left * (plan.Games - before.Games)
		p.Positions += float64(left) * (plan.Positions - before.Positions)
		before = plan
		left, over = kept(left, round)
	}
	alone, err := planned(m.inRace(m.game, lastRound))
	if err != nil {
		return nil, err
	}
	p.Race, p.Positions = p.Race+alone.Games, p.Positions+alone.Positions
	return p, nil
}

// learningGames returns the largest number of games that the players learn from.
func (m *Mending) learningGames() int {
	games := m.Balance.LearningGames(m.game)
	i := slices.IndexFunc(m.candidates, func(c *Candidate) bool { return !c.original() && c.Edits[0].Kind == EditAtom })
	if i < 0 {
		return games
	}
	if g, err := rules.Compile(m.candidates[i].Variant); err == nil {
		games += keep * m.Balance.LearningGames(g) // all but the unchanged game
	}
	return games
}

// The numbers of the sentence about a plan.

func (p *MendPlan) Searched() string  { return format.Short(uint64(p.Positions)) }
func (p *MendPlan) OfScore() bool     { return p.Target == string(TargetScore) }
func (p *MendPlan) Precision() string { return format.Fixed(100*float64(p.HalfWidth), 1) }
func (p *MendPlan) Within() string    { return format.Fixed(100*p.margin, 1) }
func (p *MendPlan) TooFew() bool      { return float64(p.HalfWidth) >= p.margin }

// String describes the plan in a sentence.
func (p *MendPlan) String() string { return texts.Text("mend plan", p).String() }

// Table returns the plan as a table.
func (p *MendPlan) Table() doc.Table { return texts.Table("mend plan table", p) }
