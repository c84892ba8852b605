package advise

import (
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

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
