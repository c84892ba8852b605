package atlas

import (
	"fmt"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/selfplay/match"
)

// Group is the guests of one run.
type Group struct {
	Board  HostBoard
	Number int  // on the board, from 1
	Again  bool // they are measured once more
	Pieces []Piece

	seed uint64
}

// Groups deals the pieces of a list to runs, those of a board evenly.
func (s *Settings) Groups(list []Piece) (out []Group) {
	deal := func(b HostBoard, again bool, list []Piece) {
		runs := (len(list) + s.Guests - 1) / s.Guests
		for i := range runs {
			own := list[i*len(list)/runs : (i+1)*len(list)/runs]
			out = append(out, Group{b, i + 1, again, own, uint64(s.Seed + len(out))})
		}
	}
	for _, b := range s.Boards {
		deal(b, false, s.chosen("board "+b.Name, list, b.Every))
	}
	deal(s.Boards[0], true, s.chosen("again ", list, s.AgainEvery))
	return out
}

// name returns the name of the run's folder.
func (g *Group) name() string {
	name := strings.ReplaceAll(g.Board.Name, " ", "-")
	if g.Again {
		name += "-again"
	}
	return fmt.Sprintf("%s-%d", name, g.Number)
}

// game returns the game of the run.
func (g *Group) game() (*rules.Game, error) {
	var moves []string
	for _, p := range g.Pieces {
		moves = append(moves, p.Betza)
	}
	return g.Board.game(moves)
}

// config returns how the values of a run are measured.
func (s *Settings) config(g *Group) estimate.Config {
	c, by := estimate.Default(), s.Players
	if g.Again {
		by = s.Again
	}
	c.Panel, c.Play.Nodes, c.Play.Seed = by.Panel, by.Nodes, g.seed
	c.SetPairs(s.Pairs)
	c.DesignPairs = s.Pairs
	c.OddsPairs, c.Rounds = 0, s.Rounds
	return c
}

// Games returns the number of games of all runs, at most.
func (s *Settings) Games(crew match.Crew) (games int, err error) {
	list, err := Pieces(s)
	if err != nil {
		return 0, err
	}
	for _, g := range s.Groups(list) {
		game, err := g.game()
		if err != nil {
			return 0, err
		}
		games += s.config(&g).GamesAtMost(game, nil, crew)
	}
	return games, nil
}
