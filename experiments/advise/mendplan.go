package mend

import (
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Plan says what a search tries, and how many games it plays at most.
type Plan struct {
	Game   string `json:"game"`
	Target string `json:"target"`
	// Candidates is the number of games in the race: single edits, and the unchanged game.
	Candidates int           `json:"candidates"`
	Kinds      []PlannedKind `json:"kinds"`
	// Race counts the games of the race at most. Intervals take candidates out earlier. Pairs
	// counts those of a race of two edits at once, which is held only if no single one suffices.
	Race  int `json:"race-games"`
	Pairs int `json:"pair-games"`
	// Learning is the largest number of games that the players learn from: of the unchanged game before
	// the race, and before the confirmation of edits that make a new kind of piece.
	Learning int `json:"learning-games"`
	// Confirmation is the largest number of fresh games. HalfWidth is the expected half-width of the
	// interval of a fresh score at a second look. Positions is the number of positions searched in all if a single
	// edit suffices and a game has a hundred plies.
	Confirmation int         `json:"confirmation-games"`
	HalfWidth    stat.Number `json:"half-width"`
	Positions    float64     `json:"positions"`

	margin float64
}

// PlannedKind is a kind of edit with the number of its candidates.
type PlannedKind struct {
	Kind  Kind `json:"kind"`
	Edits int  `json:"edits"`
}

// Plan returns the plan of the search.
func (s *Search) Plan() (*Plan, error) {
	list := s.candidates
	p := &Plan{Game: s.game.Variant.Name, Target: s.Target.String(), Candidates: len(list), margin: s.Balance.Margin}
	for _, kind := range s.kinds() {
		k := PlannedKind{Kind: kind}
		for _, candidate := range list[1:] {
			if candidate.Edits[0].Kind == kind {
				k.Edits++
			}
		}
		p.Kinds = append(p.Kinds, k)
	}
	confirmation, err := balance.NewPlan(s.game, s.inConfirmation(s.game, firstLook))
	if err != nil {
		return nil, fmt.Errorf("mend: %w", err)
	}
	longest, err := balance.NewPlan(s.game, s.inConfirmation(s.game, secondLook))
	if err != nil {
		return nil, fmt.Errorf("mend: %w", err)
	}
	p.HalfWidth = longest.Rungs[len(longest.Rungs)-2].HalfWidth
	p.Positions = float64(keep+1)*confirmation.Positions + lookedAgain*(longest.Positions-confirmation.Positions)
	race, positions, err := s.planRace(len(list) - 1)
	if err != nil {
		return nil, err
	}
	alone, err := balance.NewPlan(s.game, s.inRace(s.game, lastRound))
	if err != nil {
		return nil, fmt.Errorf("mend: %w", err)
	}
	p.Race, p.Positions = race+alone.Games, p.Positions+positions+alone.Positions
	if p.Pairs, _, err = s.planRace(s.Partners * (s.Partners - 1) / 2); err != nil {
		return nil, err
	}
	p.Learning = s.learningGames()
	p.Confirmation = confirmations*confirmation.Games + 2*lookedAgain*(longest.Games-confirmation.Games)
	return p, nil
}

// learningGames returns the largest number of games that the players learn from.
func (s *Search) learningGames() int {
	games := s.Balance.LearningGames(s.game)
	i := slices.IndexFunc(s.candidates, func(c *Candidate) bool { return len(c.Edits) > 0 && c.Edits[0].Kind == Atom })
	if i < 0 {
		return games
	}
	if g, err := rules.Compile(s.candidates[i].Variant); err == nil {
		games += (confirmations - 1) * s.Balance.LearningGames(g) // all but the unchanged game
	}
	return games
}

// planRace returns the games and positions of a race of n edits if no interval takes any out.
func (s *Search) planRace(n int) (games int, positions float64, err error) {
	var before balance.Plan
	over := n == 0
	for round := 1; !over; round++ {
		p, err := balance.NewPlan(s.game, s.inRace(s.game, round))
		if err != nil {
			return 0, 0, fmt.Errorf("mend: %w", err)
		}
		games += n * (p.Games - before.Games)
		positions += float64(n) * (p.Positions - before.Positions)
		before = *p
		n, over = kept(n, round)
	}
	return games, positions, nil
}

// String describes the plan in a sentence.
func (p *Plan) String() string {
	text := fmt.Sprintf("%s race for %s, in at most %s; at most %s confirm", format.Plural(p.Candidates, "candidate"), p.Target, format.Plural(p.Race, "game"), format.Plural(p.Confirmation, "fresh game"))
	if p.Pairs > 0 {
		text += fmt.Sprintf("; if no single edit does, pairs of them race in at most %s more", format.Count(p.Pairs))
	}
	if p.Learning > 0 {
		text += fmt.Sprintf("; before these the players learn from at most %s", format.Plural(p.Learning, "game"))
	}
	text += fmt.Sprintf(". That is about %s positions if a single edit suffices", format.Short(uint64(p.Positions)))
	if p.Target == string(Score) {
		text += fmt.Sprintf(". A fresh score is expected to be known to ±%s points at a second look", format.Fixed(100*float64(p.HalfWidth), 1))
		if float64(p.HalfWidth) >= p.margin {
			text += fmt.Sprintf(", which cannot confirm that a game is fair to within %s; more --pairs could", format.Fixed(100*p.margin, 1))
		}
	}
	return text
}

// Table returns the plan as a table.
func (p *Plan) Table() doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("Edits of %s by kind, each of which gives another valid game.", p.Game),
		Head:    []string{"kind", "edits"},
		Foot:    doc.T(p.String() + "."),
	}
	for _, k := range p.Kinds {
		t.Rows = append(t.Rows, doc.Row(string(k.Kind), format.Count(k.Edits)))
	}
	return t
}
