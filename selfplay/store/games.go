package store

import (
	"encoding/binary"
	"iter"
	"math"
	"strings"

	"bestiary/engine/rules"
)

// columns are those of a game in the order in which Put and read use them.
const columns = `round, pair, game, white, black, fen, random_plies, plies, moves, scores, times, result, reason, detail`

const putGame = `INSERT INTO games (` + columns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

// Put stores a game in a transaction of its own. A game that the store has
// already is left as it is.
func (s *Store) Put(r Record) error {
	_, err := s.db.Exec(putGame, r.Round, r.Pair, r.Index, r.White, r.Black, r.FEN, r.RandomPlies, r.Plies(),
		strings.Join(r.Moves, " "), pack(r.Scores), pack(r.Times), r.Result.String(), string(r.Reason), r.Detail)
	if err != nil {
		return s.fault(err)
	}
	return nil
}

// Have is the set of games of a round that the store has.
func (s *Store) Have(round int) (map[Key]bool, error) {
	rows, err := s.db.Query(`SELECT pair, game FROM games WHERE round = ?`, round)
	if err != nil {
		return nil, s.fault(err)
	}
	defer rows.Close()
	have := map[Key]bool{}
	for rows.Next() {
		var k Key
		if err := rows.Scan(&k.Pair, &k.Index); err != nil {
			return nil, s.fault(err)
		}
		have[k] = true
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(err)
	}
	return have, nil
}

// Count is the number of games of a round.
func (s *Store) Count(round int) (int, error) {
	var n int
	if err := s.db.QueryRow(`SELECT count(*) FROM games WHERE round = ?`, round).Scan(&n); err != nil {
		return 0, s.fault(err)
	}
	return n, nil
}

// Summary counts the games of a round that belong to its first pairs.
func (s *Store) Summary(round, pairs int) (Summary, error) {
	rows, err := s.db.Query(`SELECT result, reason, count(*), sum(plies) FROM games
		WHERE round = ? AND pair < ? GROUP BY result, reason`, round, pairs)
	if err != nil {
		return Summary{}, s.fault(err)
	}
	defer rows.Close()
	var sum Summary
	for rows.Next() {
		var result, reason string
		var games, plies int
		if err := rows.Scan(&result, &reason, &games, &plies); err != nil {
			return Summary{}, s.fault(err)
		}
		r, ok := parseResult(result)
		if !ok {
			return Summary{}, s.fail("has games with the result %q; the file is damaged", result)
		}
		sum.Add(r, rules.Reason(reason), games, plies)
	}
	if err := rows.Err(); err != nil {
		return Summary{}, s.fault(err)
	}
	return sum, nil
}

// Games iterates over the games of a round by pair and game. After an error it
// ends. The store may be used for other things meanwhile.
func (s *Store) Games(round int) iter.Seq2[Record, error] { return s.between(round, round) }

// AllGames iterates over the games of all rounds by round, pair and game, as
// Games does.
func (s *Store) AllGames() iter.Seq2[Record, error] { return s.between(0, math.MaxInt) }

// chunk is how many games are read at once.
const chunk = 500

// between iterates over the games of the rounds first to last. It reads in
// chunks, so that no query is open while the caller works.
func (s *Store) between(first, last int) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		round, pair, game := first, -1, 0
		for {
			list, err := s.read(round, pair, game, last)
			if err != nil {
				yield(Record{}, err)
				return
			}
			for _, r := range list {
				if !yield(r, nil) {
					return
				}
			}
			if len(list) < chunk {
				return
			}
			end := list[len(list)-1]
			round, pair, game = end.Round, end.Pair, end.Index
		}
	}
}

// read is the chunk of games after a given one.
func (s *Store) read(round, pair, game, last int) ([]Record, error) {
	rows, err := s.db.Query(`SELECT `+columns+` FROM games
		WHERE (round, pair, game) > (?, ?, ?) AND round <= ? ORDER BY round, pair, game LIMIT ?`, round, pair, game, last, chunk)
	if err != nil {
		return nil, s.fault(err)
	}
	defer rows.Close()
	list := make([]Record, 0, chunk)
	for rows.Next() {
		r := Record{Game: s.variant.Name}
		var plies int
		var moves, result, reason string
		var scores, times []byte
		if err := rows.Scan(&r.Round, &r.Pair, &r.Index, &r.White, &r.Black, &r.FEN, &r.RandomPlies, &plies, &moves, &scores, &times, &result, &reason, &r.Detail); err != nil {
			return nil, s.fault(err)
		}
		var ok bool
		r.Moves, r.Reason = strings.Fields(moves), rules.Reason(reason)
		r.Scores = unpack(scores, plies)
		if len(times) > 0 {
			r.Times = unpack(times, plies)
		}
		if r.Result, ok = parseResult(result); !ok || len(r.Moves) != plies || len(r.Scores) != plies || r.Times != nil && len(r.Times) != plies || r.RandomPlies > plies {
			return nil, s.fail("is damaged: game %s has %d plies, %d moves, %d scores, %d times and the result %q", r.Name(), plies, len(r.Moves), len(r.Scores), len(r.Times), result)
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fault(err)
	}
	return list, nil
}

// pack writes numbers one after the other; unpack reads as many as there are,
// n of them are expected.
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
