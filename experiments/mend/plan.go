package mend

import (
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

// Plan says what a search tries, and how many games it plays at most.
type Plan struct {
	Game   string `json:"game"`
	Target string `json:"target"`
	// Candidates is the number of games in the race: single edits, and the game as it is.
	Candidates int           `json:"candidates"`
	Kinds      []PlannedKind `json:"kinds"`
	// Race counts the games of the race at most. Intervals take candidates out earlier. Pairs
	// counts those of a race of two edits at once, which is held only if no single one suffices.
	Race  int `json:"race-games"`
	Pairs int `json:"pair-games"`
	// Learning counts the games from which the players learn at most: the game as it is before the
	// race, and before the confirmation the edits that make a new kind of piece.
	Learning int `json:"learning-games"`
	// Confirmation counts the fresh games at all strengths at most: of Keep edits and the game as it is.
	Confirmation int `json:"confirmation-games"`
}

// PlannedKind is a kind of edit with the number of its candidates.
type PlannedKind struct {
	Kind  Kind `json:"kind"`
	Edits int  `json:"edits"`
}

// Plan returns the plan of the search.
func (s *Search) Plan() *Plan {
	list := s.candidates
	p := &Plan{Game: s.game.Variant.Name, Target: s.Target.String(), Candidates: len(list)}
	for _, kind := range s.kinds() {
		k := PlannedKind{Kind: kind}
		for _, candidate := range list[1:] {
			if candidate.Edits[0].Kind == kind {
				k.Edits++
			}
		}
		p.Kinds = append(p.Kinds, k)
	}
	partners := min(s.Partners, len(list)-1)
	p.Race = s.raceGames(len(list)-1, 1)
	p.Pairs = s.raceGames(partners*(partners-1)/2, 0)
	p.Learning = s.learningGames()
	p.Confirmation = (min(s.Keep, len(list)-1) + 1) * s.inEarnest(s.game, 1).Games(match.Crew{})
	return p
}

// learningGames returns the games from which the players learn at most.
func (s *Search) learningGames() int {
	games := s.Balance.LearningGames(s.game)
	i := slices.IndexFunc(s.candidates, func(c *Candidate) bool { return len(c.Edits) > 0 && c.Edits[0].Kind == Atom })
	if i < 0 {
		return games
	}
	if g, err := rules.Compile(s.candidates[i].Variant); err == nil {
		games += s.Keep * s.Balance.LearningGames(g)
	}
	return games
}

// raceGames returns the games of a race of n edits, and of others that are never behind, if no
// interval takes any out.
func (s *Search) raceGames(n, others int) (sum int) {
	before, over := 0, n == 0
	for round := 1; !over; round++ {
		games := s.inRace(s.game, round).Games(match.Crew{})
		sum, before = sum+(n+others)*(games-before), games
		n, over = s.kept(n, round)
	}
	return sum
}

// String describes the plan in a sentence.
func (p *Plan) String() string {
	learning := ""
	if p.Learning > 0 {
		learning = fmt.Sprintf("; before these the players learn from at most %s", format.Plural(p.Learning, "game"))
	}
	return fmt.Sprintf("%s race for %s, in at most %s; if no single edit suffices, pairs of them in at most %s more; at most %s confirm",
		format.Plural(p.Candidates, "candidate"), p.Target, format.Plural(p.Race, "game"), format.Count(p.Pairs), format.Plural(p.Confirmation, "fresh game")) + learning
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
