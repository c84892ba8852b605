package store

import (
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"strings"

	"bestiary/internal/format"
)

// Copies counts games that repeat earlier games of the same players, move for move: all games, those
// of pairs of which both games are copies, and the different openings.
type Copies struct{ Games, Copies, Openings int }

// CopyFinder finds games that repeat earlier ones. A pair of games that are both copies is no
// evidence.
type CopyFinder struct {
	Copies
	seen, openings map[uint64]bool
}

// Print identifies a game among the games of a run by hashes of its players, first position and
// moves, and of its opening: the position before the first move that a player chose, without
// counters of moves.
type Print struct{ game, opening uint64 }

// Print returns the identity of the game.
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

// Add notes the games of a pair, or a game whose pair is incomplete, and reports whether all are copies.
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
	c.Copies.Copies += len(games)
	return true
}

// Merge adds the counts of other games.
func (c *Copies) Merge(o Copies) {
	c.Games, c.Copies, c.Openings = c.Games+o.Games, c.Copies+o.Copies, c.Openings+o.Openings
}

// Note states how many games do not count and what would make games differ; "" if there are no copies.
func (c Copies) Note() string {
	if c.Copies == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s repeat earlier ones move for move and do not count, which leaves %s from %s; "+
		"more openings, random plies or a time limit make games differ",
		format.Count(c.Copies), format.Plural(c.Games, "game"), format.Plural(c.Games-c.Copies, "game"), format.Plural(c.Openings, "opening"))
}

// Distinct iterates over games that come in the order of Games, without those that are no
// evidence, and counts them.
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
