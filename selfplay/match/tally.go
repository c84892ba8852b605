package match

import (
	"fmt"
	"maps"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/store"
)

// Standing is the result of a pairing so far.
type Standing struct {
	A, B int // players
	// Pairs counts the pairs that count, from A's point of view.
	Pairs rating.Pairs
	// Colours holds A's results with White and with Black.
	Colours [2]rating.WDL
}

// Tally sums up the games of a run. It counts complete pairs in the order of their
// numbers, until a test is decided.
type Tally struct {
	Players  []string   `json:"players"`
	Pairings []Standing `json:"-"`
	// Reasons counts these games by why they ended; Plies is their total length.
	Reasons map[rules.Reason]int `json:"reasons"`
	Plies   int                  `json:"plies"`
	// Finished counts all games that have ended, including those of incomplete pairs and
	// those after a decision, from the point of view of the first player of the pairing.
	Finished rating.WDL `json:"-"`
	// Self counts the games of self-play. Apart from faults no other result is counted there,
	// because a player's results against itself say nothing about its strength.
	Self store.Summary `json:"-"`
	// Test is the state of the sequential test, or nil without one.
	Test *rating.State `json:"-"`
	// Copies counts the games of pairs of which both games had been played before by the same
	// players, move for move. They are no evidence and are not counted elsewhere. Openings is the
	// number of different openings of the pairs that have been looked at.
	Copies   int `json:"copies"`
	Openings int `json:"openings"`
	// Faults counts each player's faults in this part of the run, not counting time
	// forfeits.
	Faults []int `json:"faults"`

	test    *rating.SPRT
	waiting map[int][2]ending // pairs with one finished game
	have    map[int]int       // the finished games of these pairs, as bits
	next    int               // the next pair to count
	copies  *store.CopyFinder

	forfeits []int // how many games in a row each player has lost on time, in this part of the run
}

// ending is how a game ended, and its identity.
type ending struct {
	store.Outcome
	print store.Print
}

// newEnding returns the data of a game for a tally.
func newEnding(r *store.Record) ending { return ending{outcomeOf(r), r.Print()} }

func outcomeOf(r *store.Record) store.Outcome {
	return store.Outcome{Pair: r.Pair, Index: r.Index, White: r.White, Black: r.Black, Result: r.Result, Reason: r.Reason, Plies: r.Plies()}
}

func newTally(names []string, pairings [][2]int, test *rating.SPRT) (*Tally, error) {
	t := &Tally{
		Players: names, Reasons: map[rules.Reason]int{}, Faults: make([]int, len(names)),
		waiting: map[int][2]ending{}, have: map[int]int{}, copies: &store.CopyFinder{}, forfeits: make([]int, len(names)),
	}
	for _, p := range pairings {
		t.Pairings = append(t.Pairings, Standing{A: p[0], B: p[1]})
	}
	if test != nil {
		state, err := test.Evaluate(rating.Pairs{})
		if err != nil {
			return nil, err
		}
		t.test, t.Test = test, &state
	}
	return t, nil
}

// Games is the number of games that count.
func (t *Tally) Games() int {
	n := 0
	for _, p := range t.Pairings {
		n += p.Pairs.Games()
	}
	return n
}

// Decided reports whether the test has ended.
func (t *Tally) Decided() bool { return t.Test != nil && t.Test.Decision != rating.Continue }

// Clone returns an independent copy of the exported fields.
func (t *Tally) Clone() *Tally {
	c := *t
	c.Pairings, c.Faults = slices.Clone(t.Pairings), slices.Clone(t.Faults)
	c.Reasons = maps.Clone(t.Reasons)
	c.Self.Reasons = maps.Clone(t.Self.Reasons)
	if t.Test != nil {
		state := *t.Test
		c.Test = &state
	}
	c.test, c.waiting, c.have, c.copies = nil, nil, nil, nil
	return &c
}

// ResultOf returns the result of a game for one of its players.
func ResultOf(r rules.Result, white bool) rating.Result {
	switch {
	case r == rules.Draw:
		return rating.Draw
	case (r == rules.WhiteWins) == white:
		return rating.Win
	}
	return rating.Loss
}

// add counts one more game.
func (t *Tally) add(o ending) error {
	s := &t.Pairings[o.Pair%len(t.Pairings)]
	count(&t.Finished, ResultOf(o.Result, o.White == s.A))
	if t.Decided() {
		return nil
	}
	both := t.waiting[o.Pair]
	both[o.Index] = o
	t.waiting[o.Pair], t.have[o.Pair] = both, t.have[o.Pair]|1<<o.Index
	for !t.Decided() && t.have[t.next] == 3 {
		if err := t.judge(t.waiting[t.next]); err != nil {
			return err
		}
		delete(t.waiting, t.next)
		delete(t.have, t.next)
		t.next++
	}
	return nil
}

// judge counts the next pair.
func (t *Tally) judge(games [2]ending) error {
	copies := t.copies.Add(games[0].print, games[1].print)
	if t.Copies, t.Openings = t.copies.Repeated, t.copies.Openings; copies {
		return nil
	}
	s := &t.Pairings[games[0].Pair%len(t.Pairings)]
	var results [2]rating.Result
	for i, o := range games {
		colour := rules.Black
		if o.White == s.A {
			colour = rules.White
		}
		results[i] = ResultOf(o.Result, colour == rules.White)
		count(&s.Colours[colour], results[i])
		t.Reasons[o.Reason]++
		t.Plies += o.Plies
	}
	if err := s.Pairs.Add(results[0], results[1]); err != nil {
		return err
	}
	if t.test == nil {
		return nil
	}
	state, err := t.test.Evaluate(s.Pairs)
	t.Test = &state
	return err
}

func count(w *rating.WDL, r rating.Result) {
	switch r {
	case rating.Win:
		w.Wins++
	case rating.Draw:
		w.Draws++
	default:
		w.Losses++
	}
}

// Table returns the results of the tournament by pairing and colours, for rating.Rate.
func (t *Tally) Table() rating.Table {
	var table rating.Table
	for _, s := range t.Pairings {
		a, b := t.Players[s.A], t.Players[s.B]
		if w := s.Colours[0]; w.Games() > 0 {
			table = append(table, rating.Match{White: a, Black: b, Result: w})
		}
		if w := s.Colours[1]; w.Games() > 0 {
			table = append(table, rating.Match{White: b, Black: a, Result: rating.WDL{Wins: w.Losses, Draws: w.Draws, Losses: w.Wins}})
		}
	}
	return table
}

// priorSD keeps ratings finite for players who have won or lost every game.
const priorSD = 400

// Rate rates the players of a tournament. The note states whether and why the ratings have a prior.
func (t *Tally) Rate() (ratings *rating.Ratings, note string, err error) {
	table := t.Table()
	if ratings, err = rating.Rate(table, 0); err == nil {
		return ratings, "", nil
	}
	bounded, again := rating.Rate(table, priorSD)
	if again != nil {
		return nil, "", again
	}
	return bounded, fmt.Sprintf("The ratings are pulled towards 0 by a prior of %d Elo: %v.", priorSD, err), nil
}
