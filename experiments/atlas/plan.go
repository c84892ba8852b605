package atlas

import (
	"fmt"

	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

// Plan says what an atlas measures and what it costs.
type Plan struct {
	Hash   string        `json:"hash"` // of the settings and the list
	Pieces int           `json:"pieces"`
	Locked int           `json:"locked"`
	Boards []PlannedHost `json:"boards"`
	Games  int           `json:"games"`
	Hours  float64       `json:"hours"` // of one processor
}

// PlannedHost is the cost of one host.
type PlannedHost struct {
	Board  string  `json:"board"`
	Again  bool    `json:"again"`
	Pieces int     `json:"pieces"`
	Runs   int     `json:"runs"`
	Games  int     `json:"games"` // at most
	Hours  float64 `json:"hours"` // of one processor
}

// Plan returns the plan before any game.
func (s *Settings) Plan() (*Plan, error) {
	list, err := Pieces(s)
	if err != nil {
		return nil, err
	}
	p := &Plan{Hash: s.Hash(list), Pieces: len(list)}
	for _, q := range list {
		if q.Locked {
			p.Locked++
		}
	}
	for _, g := range s.Groups(list) {
		game, err := g.game()
		if err != nil {
			return nil, err
		}
		if n := len(p.Boards); n == 0 || p.Boards[n-1].Board != g.Board.Name || p.Boards[n-1].Again != g.Again {
			p.Boards = append(p.Boards, PlannedHost{Board: g.Board.Name, Again: g.Again})
		}
		h, games := &p.Boards[len(p.Boards)-1], s.config(&g).GamesAtMost(game, nil, match.Workers(1))
		hours := float64(games) * g.Board.Seconds / 3600
		h.Runs, h.Pieces, h.Games, h.Hours = h.Runs+1, h.Pieces+len(g.Pieces), h.Games+games, h.Hours+hours
		p.Games, p.Hours = p.Games+games, p.Hours+hours
	}
	return p, nil
}

// String says in a sentence what is played.
func (p *Plan) String() string {
	return fmt.Sprintf("%s, of which %s locked until the formula is judged; %s at most, %s hours of one processor", format.Plural(p.Pieces, "piece"), format.Count(p.Locked)+" are", format.Plural(p.Games, "game"), format.Fixed(p.Hours, 1))
}

// Table lists the hosts.
func (p *Plan) Table() doc.Table {
	t := doc.Table{Head: []string{"host", "pieces", "runs", "games", "hours"}}
	for _, h := range p.Boards {
		name := h.Board
		if h.Again {
			name += ", again"
		}
		t.Rows = append(t.Rows, doc.Row(name, h.Pieces, h.Runs, format.Count(h.Games), format.Fixed(h.Hours, 1)))
	}
	return t
}
