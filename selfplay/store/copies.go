package store

import (
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"strings"

	"bestiary/internal/format"
)

// Copies counts the games of a run and how many of them are copies: games that repeat earlier games
// of the same players, move for move. A pair is left out if both of its games are copies.
type Copies struct {
	Games    int // all games
	Repeated int // games of pairs that are left out
	Openings int // different openings
}

// CopyFinder finds the copies among games.
type CopyFinder struct {
	Copies
	seen, openings map[uint64]bool
}

// Print identifies a game of a run by two hashes: one of its players, first position and moves, and
// one of its opening, which is the first position, without the counters of moves, and the random
// moves.
type Print struct{ game, opening uint64 }

// Print returns the hashes that identify the game.
func (r *Record) Print() Print {
	h := fnv.New64a()
	write := func(words []string) {
		for _, word := range words {
			_, _ = io.WriteString(h, word) // a hash has no errors
			_, _ = h.Write([]byte{' '})
		}
	}
	fields := strings.Fields(r.FEN)
	write(fields[:max(len(fields)-2, 0)])
	random := min(r.RandomPlies, len(r.Moves))
	write(r.Moves[:random])
	p := Print{opening: h.Sum64()}
	fmt.Fprint(h, r.Round, r.White, r.Black, r.Result, random, " ")
	write(r.Moves[random:])
	p.game = h.Sum64()
	return p
}

// Add counts the games of a pair, or a game whose pair is incomplete, and reports whether all are
// copies.
func (c *CopyFinder) Add(games ...Print) bool {
	if c.seen == nil {
		c.seen, c.openings = map[uint64]bool{}, map[uint64]bool{}
	}
	known := 0
	for _, g := range games {
		if c.seen[g.game] {
			known++
		}
		c.seen[g.game] = true
	}
	c.openings[games[0].opening] = true // the second game may begin with the board rotated
	c.Openings = len(c.openings)
	c.Games += len(games)
	if known < len(games) {
		return false
	}
	c.Repeated += len(games)
	return true
}

// Merge adds the counts of other games.
func (c *Copies) Merge(o Copies) {
	c.Games, c.Repeated, c.Openings = c.Games+o.Games, c.Repeated+o.Repeated, c.Openings+o.Openings
}

// Note states how many games do not count and how to get games that differ. It is "" if there are no
// copies.
func (c Copies) Note() string {
	if c.Repeated == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s repeat earlier ones move for move and do not count, which leaves %s from %s; "+
		"more openings, random plies or a time limit make games differ",
		format.Count(c.Repeated), format.Plural(c.Games, "game"), format.Plural(c.Games-c.Repeated, "game"),
		format.Plural(c.Openings, "opening"))
}

// Distinct iterates over games in the order of Store.Games without the pairs that are left out, and
// counts all of them.
func (c *CopyFinder) Distinct(games iter.Seq2[Record, error]) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var pair []Record
		pass := func() bool { // passes on the games of a pair
			var prints []Print
			for i := range pair {
				prints = append(prints, pair[i].Print())
			}
			if len(pair) > 0 && !c.Add(prints...) {
				for _, rec := range pair {
					if !yield(rec, nil) {
						return false
					}
				}
			}
			pair = pair[:0]
			return true
		}
		for rec, err := range games {
			if len(pair) > 0 && (err != nil || pair[0].Round != rec.Round || pair[0].Pair != rec.Pair) && !pass() {
				return
			}
			if err != nil {
				if !yield(rec, err) {
					return
				}
				continue
			}
			pair = append(pair, rec)
		}
		pass()
	}
}
