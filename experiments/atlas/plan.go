package atlas

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
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
	// HalfWidth is the median of the half-widths, as shares of the values, that the first run is
	// expected to have if players differ as in other games.
	HalfWidth float64 `json:"half-width"`
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
			width, err := halfWidth(game, s.config(&g))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", g.name(), err)
			}
			p.Boards = append(p.Boards, PlannedHost{Board: g.Board.Name, Again: g.Again, HalfWidth: width})
		}
		h, games := &p.Boards[len(p.Boards)-1], s.config(&g).GamesAtMost(game, nil, match.Workers(1))
		config := s.config(&g)
		hours := float64(games) * g.Board.Seconds * config.Effort() * float64(config.Play.Nodes) / float64(s.Nodes) / 3600
		h.Runs, h.Pieces, h.Games, h.Hours = h.Runs+1, h.Pieces+len(g.Pieces), h.Games+games, h.Hours+hours
		p.Games, p.Hours = p.Games+games, p.Hours+hours
	}
	return p, nil
}

// halfWidth returns the median of the half-widths that the values of guests are expected to have, as
// shares of the values.
func halfWidth(game *rules.Game, c estimate.Config) (float64, error) {
	plan, err := estimate.Plan(game, c)
	if err != nil {
		return 0, err
	}
	values, widths := plan.Values(), plan.HalfWidths(c.Pairs, c.ExpectedPanel())
	var shares []float64
	for i, name := range plan.Pieces {
		if opening.Guest(game, game.TypeNamed(name)) {
			shares = append(shares, widths[i]/values[i])
		}
	}
	slices.Sort(shares)
	return stat.Quantile(0.5, stat.Empirical, shares, nil), nil
}

// String says in a sentence what is played.
func (p *Plan) String() string {
	return fmt.Sprintf("%s, of which %s locked until the formula is judged; %s at most, %s hours of one processor; 200 pieces would take %s", format.Plural(p.Pieces, "piece"), format.Count(p.Locked)+" are", format.Plural(p.Games, "game"), format.Fixed(p.Hours, 1), format.Fixed(200*p.Hours/float64(p.Pieces), 1))
}

// Table lists the hosts.
func (p *Plan) Table() doc.Table {
	t := doc.Table{Head: []string{"host", "pieces", "runs", "games", "hours", "half-width"}, Foot: doc.T(doc.Italic("half-width"), ": of the intervals of values, the median expected in the first run if players differ by "+format.Percent.Number(tuning.PlayerScale)+".")}
	for _, h := range p.Boards {
		name := h.Board
		if h.Again {
			name += ", again"
		}
		t.Rows = append(t.Rows, doc.Row(name, h.Pieces, h.Runs, format.Count(h.Games), format.Fixed(h.Hours, 1), "± "+format.Percent.Number(h.HalfWidth)))
	}
	return t
}
