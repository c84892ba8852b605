package store

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"iter"
	"math"
	"strings"

	"bestiary/engine/rules"
)

// Games iterates over the games of a round by pair and game. It stops after an error. The
// store may be used during the iteration.
func (s *Store) Games(round int) iter.Seq2[Record, error] { return s.between(round, round) }

// AllGames iterates over the games of all rounds by round, pair and game, as
// Games does.
func (s *Store) AllGames() iter.Seq2[Record, error] { return s.between(0, math.MaxInt) }

// chunk is the number of games read at once.
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

// columns lists the columns of a game in the order of the fields of row.
const columns = `round, pair, game, white, black, fen, random_plies, plies, moves, scores, times, depths, result, reason, detail, checksum`

// row is a game as it is stored.
type row struct {
	round, pair, game, white, black int
	fen                             string
	random, plies                   int
	moves                           string
	scores, times, depths           []byte
	result, reason, detail          string
	checksum                        int64
}

// fields returns pointers to the fields, for reading and for writing.
func (r *row) fields() []any {
	return []any{&r.round, &r.pair, &r.game, &r.white, &r.black, &r.fen, &r.random, &r.plies, &r.moves,
		&r.scores, &r.times, &r.depths, &r.result, &r.reason, &r.detail, &r.checksum}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the CRC-32C (Castagnoli) of all fields but the checksum: numbers as zigzag
// varints, and texts and lists preceded by their lengths.
func (r *row) sum() int64 {
	var b []byte
	for _, field := range r.fields() {
		switch x := field.(type) {
		case *int:
			b = binary.AppendVarint(b, int64(*x))
		case *string:
			b = append(binary.AppendVarint(b, int64(len(*x))), *x...)
		case *[]byte:
			b = append(binary.AppendVarint(b, int64(len(*x))), *x...)
		}
	}
	return int64(crc32.Checksum(b, castagnoli))
}

// scanGame reads a row with these columns.
func (s *Store) scanGame(rows *sql.Rows) (Record, error) {
	var w row
	if err := rows.Scan(w.fields()...); err != nil {
		return Record{}, s.fault(err)
	}
	return s.decode(&w)
}

// decode converts a row to a record, unless it is damaged.
func (s *Store) decode(w *row) (Record, error) {
	r := Record{
		Round: w.round, Pair: w.pair, Index: w.game, White: w.white, Black: w.black, Game: s.variant.Name, FEN: w.fen,
		RandomPlies: w.random, Moves: strings.Fields(w.moves), Scores: unpack(w.scores,
			w.plies), Reason: rules.Reason(w.reason), Detail: w.detail,
	}
	if len(w.times) > 0 {
		r.Times = unpack(w.times, w.plies)
	}
	if len(w.depths) > 0 {
		r.Depths = unpack(w.depths, w.plies)
	}
	var ok bool
	if r.Result, ok = parseResult(w.result); !ok || len(r.Moves) != w.plies || len(r.Scores) != w.plies ||
		r.RandomPlies < 0 || r.RandomPlies > w.plies ||
		r.Times != nil && len(r.Times) != w.plies || r.Depths != nil && len(r.Depths) != w.plies {
		return r, s.fail("is damaged: game %s has %d plies, %d moves, %d scores, %d times, %d depths and the result %q; "+repairHint,
			r.Name(), w.plies, len(r.Moves), len(r.Scores), len(r.Times), len(r.Depths), w.result)
	}
	if w.checksum != w.sum() {
		return r, s.fail("is damaged: game %s does not match its checksum; "+repairHint, r.Name())
	}
	return r, nil
}

// pack encodes numbers as varints; unpack decodes all numbers in b, which holds about n.
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

// parseResult parses the result of a finished game.
func parseResult(text string) (rules.Result, bool) {
	r, _ := rules.ParseResult(text)
	return r, r != rules.Ongoing
}

// Game returns a game of a round. If it does not exist, the error wraps fs.ErrNotExist.
func (s *Store) Game(round int, k Key) (Record, error) {
	list, err := query(s, s.scanGame, `SELECT `+columns+` FROM games WHERE round = ? AND pair = ? AND game = ?`, round, k.Pair, k.Index)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("game %d.%d.%d: %w", round, k.Pair, k.Index, fs.ErrNotExist)
	}
	if err != nil {
		return Record{}, err
	}
	return list[0], nil
}
