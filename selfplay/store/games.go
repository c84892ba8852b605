package store

import (
	"context"
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

// Key is the place of a game in a round.
type Key struct {
	Pair  int // from 0
	Index int // 0 or 1, the game of the pair
}

// Record is a finished game. If the players are limited only by nodes or depth, it depends
// on nothing but the configuration, the players and its place in the run.
type Record struct {
	Round        int
	Pair, Index  int
	White, Black int      // players, by their index in the run's list
	Game         string   // name of the variant
	FEN          string   // before the random plies, with waiting pieces placed
	RandomPlies  int      // number of random moves at the start
	Moves        []string // coordinate text
	// Scores holds the mover's score for each move, in centipawns from White's view, with
	// mates as in search.MateScore. It is Unknown for random moves and if the player gave
	// none.
	Scores []int
	// Times holds the time of each move in milliseconds, or Unknown; empty without time
	// limits.
	Times []int
	// Depths holds the nominal depth of the search for each move, or Unknown; empty if no
	// depth is known.
	Depths []int
	Result rules.Result
	Reason rules.Reason
	// Detail says more about the end, such as how a player broke the rules. It is
	// usually empty.
	Detail string
}

// Unknown stands for an unknown score, time or depth.
const Unknown = math.MinInt16

// Key returns the place of the game in its round.
func (r *Record) Key() Key { return Key{r.Pair, r.Index} }

// Plies returns the length of the game, random plies included.
func (r *Record) Plies() int { return len(r.Moves) }

// Name identifies the game for people: round, pair and game of the pair.
func (r *Record) Name() string { return fmt.Sprintf("%d.%d.%d", r.Round, r.Pair, r.Index) }

const putGame = `INSERT INTO games (` + columns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

// Put stores a game in its own transaction. A game already in the store is left as it is.
// Once Put has returned, the game survives the end of the process.
func (s *Store) Put(r Record) error {
	if s.put == nil {
		return s.fail("is open for reading only")
	}
	if err := s.change(); err != nil {
		return err
	}
	if _, err := putWith(s.put, &r); err != nil {
		return s.fault(err)
	}
	return nil
}

// PutAll stores games as Put does, in one transaction: all or none. A transaction costs as
// much as several games, so short games are best stored together.
func (s *Store) PutAll(list []Record) error {
	if len(list) == 1 || s.put == nil && len(list) > 0 {
		return s.Put(list[0])
	}
	return s.inTransaction(func(tx *sql.Tx) error {
		return putList(tx.Stmt(s.put), list)
	})
}

func putList(put *sql.Stmt, list []Record) error {
	defer put.Close()
	for i := range list {
		if _, err := putWith(put, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func putWith(put *sql.Stmt, r *Record) (sql.Result, error) {
	w := row{
		r.Round, r.Pair, r.Index, r.White, r.Black, r.FEN, r.RandomPlies, r.Plies(), strings.Join(r.Moves, " "),
		pack(r.Scores), pack(r.Times), pack(r.Depths), r.Result.String(), string(r.Reason), r.Detail, 0,
	}
	w.checksum = w.sum()
	return put.Exec(w.fields()...)
}

// Ply is one move of a stored game.
type Ply struct {
	Number int // from 0
	Move   rules.Move
	Text   string // the move as it is stored
	Random bool   // whether the move was drawn at random
	Score  int    // in centipawns from White's view, or Unknown
	Time   int    // in milliseconds, or Unknown
	Depth  int    // nominal, or Unknown
}

// Start returns the first position of the game, before any random moves.
func (r *Record) Start(g *rules.Game) (*rules.Position, error) {
	p, err := g.ParseFEN(r.FEN)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.Name(), err)
	}
	return p, nil
}

// Replay iterates over the moves of the game. Initially p is the Start of the game; each
// move is made on p after the loop body has run. The body may make and unmake moves on p
// but must restore it. After the last move p is the end of the game. A move that cannot be
// played ends the iteration with an error that names the game and the ply.
func (r *Record) Replay(p *rules.Position) iter.Seq2[Ply, error] {
	return func(yield func(Ply, error) bool) {
		for i, text := range r.Moves {
			m, err := p.ParseMove(text)
			if err != nil {
				yield(Ply{Number: i}, fmt.Errorf("game %s: ply %d: %w", r.Name(), i+1, err))
				return
			}
			ply := Ply{Number: i, Move: m, Text: text, Random: i < r.RandomPlies, Score: at(r.Scores, i),
				Time: at(r.Times, i), Depth: at(r.Depths, i)}
			if !yield(ply, nil) {
				return
			}
			p.Make(m)
		}
	}
}

// Line returns the first position and the moves of the game.
func (r *Record) Line(g *rules.Game) (*rules.Position, []rules.Move, error) {
	p, err := r.Start(g)
	if err != nil {
		return nil, nil, err
	}
	start, moves := p.Clone(), []rules.Move{}
	for ply, err := range r.Replay(p) {
		if err != nil {
			return nil, nil, err
		}
		moves = append(moves, ply.Move)
	}
	return start, moves, nil
}

// Check replays the game and reports moves that cannot be played, and a result or reason
// that contradicts the rules. A game may also end for reasons outside the rules.
func (r *Record) Check(g *rules.Game) error {
	p, err := r.Start(g)
	if err != nil {
		return err
	}
	for _, err := range r.Replay(p) {
		if err != nil {
			return err
		}
	}
	result, reason := p.Outcome()
	if (result == r.Result || r.Reason.ByRules()) && (result != r.Result || reason != r.Reason) {
		return fmt.Errorf("game %s: %s by %s, but by the rules %s %s", r.Name(), r.Result, r.Reason, result, reason)
	}
	return nil
}

// at returns an element of a list, or Unknown past its end.
func at(list []int, i int) int {
	if i >= len(list) {
		return Unknown
	}
	return list[i]
}

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
