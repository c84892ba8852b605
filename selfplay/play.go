package selfplay

import (
	"context"
	"math/rand/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/store"
)

// LengthLimit is the reason of a draw after Config.MaxPlies.
const LengthLimit rules.Reason = "length limit"

// player plays single games. Each worker has its own.
type player struct {
	*openings
	round  int
	engine *search.Searcher
}

func newPlayer(o *openings, e *eval.Evaluator, round int) *player {
	return &player{o, round, search.New(e, search.Options{})}
}

// play is one game. Its only errors are those of the context, after the move
// under way, and an opening that cannot be drawn.
func (w *player) play(ctx context.Context, k store.Key) (store.Record, error) {
	games, err := w.pair(w.round, k.Pair)
	if err != nil {
		return store.Record{}, err
	}
	p := games[k.Index]
	rec := store.Record{Round: w.round, Pair: k.Pair, Index: k.Index, Game: w.g.Variant.Name, FEN: p.FEN()}
	for _, m := range randomPlies(newRand(w.cfg.Seed, w.round, k.Pair, k.Index), p, w.cfg.RandomPlies) {
		rec.Moves = append(rec.Moves, w.g.MoveText(m))
		rec.Scores = append(rec.Scores, 0)
		rec.RandomPlies++
	}
	w.engine.Reset()
	for {
		if err := ctx.Err(); err != nil {
			return store.Record{}, err
		}
		if _, reason := p.DrawByRule(); reason != rules.NoReason || p.Plies() >= w.cfg.MaxPlies {
			end(&rec, p)
			return rec, nil
		}
		found := w.engine.Search(p, search.Limits{Nodes: uint64(w.cfg.Nodes)})
		if found.Move == 0 {
			end(&rec, p)
			return rec, nil
		}
		rec.Moves = append(rec.Moves, w.g.MoveText(found.Move))
		rec.Scores = append(rec.Scores, fromWhite(found.Score, p.Turn()))
		p.Make(found.Move)
	}
}

// end notes the result of a game that is over. A mate or stalemate goes before
// a draw on the same move; a game that is not over by the rules has reached the
// length limit.
func end(r *store.Record, p *rules.Position) {
	r.Result, r.Reason = p.Outcome()
	if r.Result == rules.Ongoing {
		r.Result, r.Reason = rules.Draw, LengthLimit
	}
}

func fromWhite(score int, turn rules.Color) int {
	if turn == rules.Black {
		return -score
	}
	return score
}

// randomPlies makes n random moves that do not end the game, or fewer where
// there is no such move.
func randomPlies(rng *rand.Rand, p *rules.Position, n int) []rules.Move {
	var made []rules.Move
	for len(made) < n {
		m := randomMove(rng, p)
		if m == 0 {
			break
		}
		made = append(made, m)
	}
	return made
}

// randomMove makes a random move that does not end the game, or none.
func randomMove(rng *rand.Rand, p *rules.Position) rules.Move {
	moves := p.Moves(nil)
	for _, i := range rng.Perm(len(moves)) {
		p.Make(moves[i])
		if result, _ := p.Outcome(); result == rules.Ongoing {
			return moves[i]
		}
		p.Unmake()
	}
	return 0
}
