package store

import (
	"database/sql"
	"fmt"
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

// Record is a finished game. If the players are limited only by nodes or depth, it depends only on
// the configuration, the players and its index in the run.
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

// Unknown is an unknown score, time or depth.
const Unknown = math.MinInt16

// Key returns the place of the game in its round.
func (r *Record) Key() Key { return Key{r.Pair, r.Index} }

// Labelled is the reason of a record that is one position of a game, without moves, with the game's
// result.
const Labelled rules.Reason = "labelled"

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
