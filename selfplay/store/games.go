package store

import (
	"database/sql"
	"encoding/binary"
	"iter"
	"math"
	"strings"

	"bestiary/engine/rules"
)

// Games iterates over the games of a round by pair and game. It ends after an error.
// The store may be used while the iteration is under way.
func (s *Store) Games(round int) iter.Seq2[Record, error] { return s.between(round, round) }

// AllGames iterates over the games of all rounds by round, pair and game, as
// Games does.
func (s *Store) AllGames() iter.Seq2[Record, error] { return s.between(0, math.MaxInt) }

// chunk is how many games are read at once.
const chunk = 500

// between iterates over the games of the rounds first to last.
func (s *Store) between(first, last int) iter.Seq2[Record, error] {
	return inChunks(chunk, func(after *Record) ([]Record, error) {
		round, pair, game := first, -1, 0
		if after != nil {
			round, pair, game = after.Round, after.Pair, after.Index
		}
		return query(s, s.scanGame, `SELECT `+columns+` FROM games
			WHERE (round, pair, game) > (?, ?, ?) AND round <= ? ORDER BY round, pair, game LIMIT ?`, round, pair, game, last, chunk)
	})
}

// scanGame reads a row of columns.
func (s *Store) scanGame(rows *sql.Rows) (Record, error) {
	r := Record{Game: s.variant.Name}
	var plies int
	var moves, result, reason string
	var scores, times, depths []byte
	if err := rows.Scan(&r.Round, &r.Pair, &r.Index, &r.White, &r.Black, &r.FEN, &r.RandomPlies, &plies, &moves, &scores, &times, &depths, &result, &reason, &r.Detail); err != nil {
		return r, s.fault(err)
	}
	var ok bool
	r.Moves, r.Reason = strings.Fields(moves), rules.Reason(reason)
	r.Scores = unpack(scores, plies)
	if len(times) > 0 {
		r.Times = unpack(times, plies)
	}
	if len(depths) > 0 {
		r.Depths = unpack(depths, plies)
	}
	if r.Result, ok = parseResult(result); !ok || len(r.Moves) != plies || len(r.Scores) != plies || r.RandomPlies > plies ||
		r.Times != nil && len(r.Times) != plies || r.Depths != nil && len(r.Depths) != plies {
		return r, s.fail("is damaged: game %s has %d plies, %d moves, %d scores, %d times, %d depths and the result %q",
			r.Name(), plies, len(r.Moves), len(r.Scores), len(r.Times), len(r.Depths), result)
	}
	for i := range r.RandomPlies { // earlier versions wrote 0
		r.Scores[i] = Unknown
		if r.Times != nil {
			r.Times[i] = Unknown
		}
	}
	return r, nil
}

// pack encodes numbers as varints; unpack decodes all numbers in b, of which about n
// are expected.
func pack(list []int) []byte {
	b := []byte{} // nil would be NULL
	for _, n := range list {
		b = binary.AppendVarint(b, int64(n))
	}
	return b
}

func unpack(b []byte, n int) []int {
	list := make([]int, 0, min(max(n, 0), len(b)))
	for len(b) > 0 {
		x, used := binary.Varint(b)
		if used <= 0 {
			break
		}
		list, b = append(list, int(x)), b[used:]
	}
	return list
}

// parseResult is the inverse of Result.String for finished games.
func parseResult(text string) (rules.Result, bool) {
	for _, r := range []rules.Result{rules.WhiteWins, rules.BlackWins, rules.Draw} {
		if r.String() == text {
			return r, true
		}
	}
	return rules.Ongoing, false
}
