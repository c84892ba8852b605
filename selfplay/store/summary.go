package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"maps"

	"bestiary/engine/rules"
	"bestiary/internal/format"
)

// Summary counts games by how they ended.
type Summary struct {
	Games   int                  `json:"games"`
	W       int                  `json:"white"` // wins of White
	D       int                  `json:"draws"`
	L       int                  `json:"black"` // wins of Black
	Plies   int                  `json:"plies"` // of all games together
	Reasons map[rules.Reason]int `json:"reasons"`
}

// String returns a summary such as "8 games, White +3 =1 −4".
func (s Summary) String() string {
	return fmt.Sprintf("%s, White %s", format.Plural(s.Games, "game"), format.Results(s.W, s.D, s.L))
}

// Add counts games with the same end; plies is their total length.
func (s *Summary) Add(result rules.Result, reason rules.Reason, games, plies int) {
	s.Games += games
	s.Plies += plies
	switch result {
	case rules.WhiteWins:
		s.W += games
	case rules.BlackWins:
		s.L += games
	default:
		s.D += games
	}
	if s.Reasons == nil {
		s.Reasons = map[rules.Reason]int{}
	}
	s.Reasons[reason] += games
}

// Merge adds the games of another summary.
func (s *Summary) Merge(o Summary) {
	s.Games, s.W, s.D, s.L, s.Plies = s.Games+o.Games, s.W+o.W, s.D+o.D, s.L+o.L, s.Plies+o.Plies
	if s.Reasons == nil {
		s.Reasons = map[rules.Reason]int{}
	}
	for reason, n := range o.Reasons {
		s.Reasons[reason] += n
	}
}

// Rounds lists the rounds that have games, in order.
func (s *Store) Rounds() ([]int, error) {
	var list []int
	for next := 0; ; {
		var round *int
		if err := s.db.QueryRow(`SELECT min(round) FROM games WHERE round >= ?`, next).Scan(&round); err != nil {
			return nil, s.fault(err)
		}
		if round == nil {
			return list, nil
		}
		list, next = append(list, *round), *round+1
	}
}

// Info describes a run: the game, what plays it, and how its games ended.
type Info struct {
	Game          string                     `json:"game"`
	Rules         string                     `json:"rules"`                   // hash
	Approximation string                     `json:"approximation,omitempty"` // the rules that the game lacks, if it does
	Revision      int                        `json:"revision"`                // of the engine
	Config        map[string]json.RawMessage `json:"config"`
	Players       []Player                   `json:"players"`
	Totals
}

// Info returns the description of the run.
func (s *Store) Info() (Info, error) {
	v := s.variant
	out := Info{Game: v.Name, Rules: v.Hash(), Approximation: v.Approximation(), Config: maps.Clone(s.config), Players: []Player{}}
	var err error
	if out.Revision, err = s.Revision(); err != nil {
		return out, err
	}
	if out.Totals, err = s.Totals(); err != nil {
		return out, err
	}
	players, err := s.Players()
	out.Players = append(out.Players, players...)
	return out, err
}

// Totals summarizes a run: all games, by round and by players.
type Totals struct {
	Total    Summary          `json:"total"`
	Rounds   []RoundSummary   `json:"rounds"`
	Pairings []PairingSummary `json:"pairings"`
}

// RoundSummary is the summary of a round.
type RoundSummary struct {
	Round int `json:"round"`
	Summary
}

// PairingSummary summarizes the games between two players with the same colours.
type PairingSummary struct {
	White string `json:"white-player"`
	Black string `json:"black-player"`
	Summary
}

// Totals counts all games of the run.
func (s *Store) Totals() (Totals, error) {
	t := Totals{Total: Summary{Reasons: map[rules.Reason]int{}}, Rounds: []RoundSummary{}, Pairings: []PairingSummary{}}
	players, err := s.Players()
	if err != nil {
		return t, err
	}
	type tally struct { // games of two players in a round that ended in the same way
		round, white, black int
		result              rules.Result
		reason              rules.Reason
		games, plies        int
	}
	list, err := query(s, func(rows *sql.Rows) (t tally, err error) {
		var result string
		if err := rows.Scan(&t.round, &t.white, &t.black, &result, &t.reason, &t.games, &t.plies); err != nil {
			return t, s.fault(err)
		}
		var ok bool
		if t.result, ok = parseResult(result); !ok {
			return t, s.fail("has games with the result %q; the file is damaged", result)
		}
		return t, nil
	}, `SELECT round, white, black, result, reason, count(*), sum(plies) FROM games INDEXED BY tallies
		GROUP BY round, white, black, result, reason ORDER BY round, white, black, result, reason`)
	if err != nil {
		return t, err
	}
	place := map[[2]int]int{} // index in Pairings
	for _, x := range list {
		if n := len(t.Rounds); n == 0 || t.Rounds[n-1].Round != x.round {
			t.Rounds = append(t.Rounds, RoundSummary{Round: x.round})
		}
		who := [2]int{x.white, x.black}
		if _, ok := place[who]; !ok {
			place[who] = len(t.Pairings)
			t.Pairings = append(t.Pairings, PairingSummary{White: PlayerName(players, x.white), Black: PlayerName(players, x.black)})
		}
		for _, into := range []*Summary{&t.Rounds[len(t.Rounds)-1].Summary, &t.Total, &t.Pairings[place[who]].Summary} {
			into.Add(x.result, x.reason, x.games, x.plies)
		}
	}
	return t, nil
}

// Outcome is a game without its moves.
type Outcome struct {
	Pair, Index  int
	White, Black int // players
	Result       rules.Result
	Reason       rules.Reason
	Plies        int
}

// Key returns the place of the game in its round.
func (o *Outcome) Key() Key { return Key{o.Pair, o.Index} }

// outcomeChunk is how many outcomes are read at once.
const outcomeChunk = 4096

// Outcomes iterates over the games of a round as Games does, without reading
// their moves.
func (s *Store) Outcomes(round int) iter.Seq2[Outcome, error] {
	return inChunks(outcomeChunk, func(after *Outcome) ([]Outcome, error) {
		last := Key{-1, 0}
		if after != nil {
			last = after.Key()
		}
		return query(s, func(rows *sql.Rows) (o Outcome, err error) {
			var result, reason sql.RawBytes
			if err := rows.Scan(&o.Pair, &o.Index, &o.White, &o.Black, &result, &reason, &o.Plies); err != nil {
				return o, s.fault(err)
			}
			var ok bool
			if o.Result, ok = parseResult(string(result)); !ok {
				return o, s.fail("is damaged: game %d.%d.%d has the result %q", round, o.Pair, o.Index, result)
			}
			if o.Pair < 0 || o.Index>>1 != 0 {
				return o, s.fail("is damaged: round %d has a game %d of pair %d", round, o.Index, o.Pair)
			}
			o.Reason = rules.Reason(reason)
			return o, nil
		}, `SELECT pair, game, white, black, result, reason, plies FROM games INDEXED BY outcomes
			WHERE round = ? AND (pair, game) > (?, ?) ORDER BY pair, game LIMIT ?`, round, last.Pair, last.Index, outcomeChunk)
	})
}

// FirstGames iterates over the games of the first pairs of a round as Games does; a folder
// may hold more from a longer run. It ends with the error of the context.
func (s *Store) FirstGames(ctx context.Context, round, pairs int) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for rec, err := range s.Games(round) {
			if err == nil {
				if rec.Pair >= pairs {
					return
				}
				err = ctx.Err()
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// Pairs iterates over the complete pairs among games that come in the order of Games.
func Pairs[G any, P interface {
	*G
	Key() Key
}](games iter.Seq2[G, error]) iter.Seq2[[2]G, error] {
	return func(yield func([2]G, error) bool) {
		var pair [2]G
		begun := false
		for g, err := range games {
			if err != nil {
				yield(pair, err)
				return
			}
			switch key := P(&g).Key(); {
			case key.Index == 0:
				pair[0], begun = g, true
			case begun && key.Pair == P(&pair[0]).Key().Pair:
				pair[1], begun = g, false
				if !yield(pair, nil) {
					return
				}
			}
		}
	}
}
