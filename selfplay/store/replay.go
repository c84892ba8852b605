package store

import (
	"fmt"
	"iter"
	"slices"

	"bestiary/engine/rules"
)

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
			ply := Ply{Number: i, Move: m, Text: text, Random: i < r.RandomPlies, Score: at(r.Scores, i), Time: at(r.Times, i), Depth: at(r.Depths, i)}
			if !yield(ply, nil) {
				return
			}
			p.Make(m)
		}
	}
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
	byRules := []rules.Reason{rules.Checkmate, rules.Stalemate, rules.Repetition, rules.NMoveRule, rules.InsufficientMaterial, rules.EmptyPool}
	result, reason := p.Outcome()
	if (result == r.Result || slices.Contains(byRules, r.Reason)) && (result != r.Result || reason != r.Reason) {
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
