package study

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	gonum "gonum.org/v1/gonum/stat"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/estimate"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// HostBoard is a board with the array of its host.
type HostBoard struct {
	formula.Board
	// Name distinguishes hosts on boards of the same size. Default: the size of the board.
	Name string
	// Knight and Bishop are the moves of the host's minor pieces; "" are the usual ones.
	Knight, Bishop string
	// Array is the first position of the host. Default: the array of variant.Plain.
	Array string
	// One piece in Every is a guest on this board; 1 to 100.
	Every int
	// Seconds is the time of one core that a game takes at the usual nodes; above 0.
	Seconds float64
}

// usual reports whether the host has no name of its own.
func (b HostBoard) usual() bool { return b.Name == b.Board.String() }

// usual returns the names of the usual hosts.
func (s *Pieces) usual() (names []string) {
	for _, b := range s.Boards {
		if b.usual() {
			names = append(names, b.Name)
		}
	}
	return names
}

// chess returns the game of a host with guests.
func (b HostBoard) chess(guests []Piece) (*variant.Variant, error) {
	v, err := b.Chess()
	if err != nil {
		return nil, err
	}
	v.Name = "atlas-" + strings.ReplaceAll(b.Name, " ", "-")
	if b.Array != "" {
		v.Array = b.Array
	}
	// Knights and bishops with other moves are other pieces, with names of their own.
	for name, moves := range map[string]string{"knight": b.Knight, "bishop": b.Bishop} {
		i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == name })
		if moves == "" || i < 0 {
			continue
		}
		v.Pieces[i].Name, v.Pieces[i].Moves = "other-"+name, []variant.MoveSet{{Betza: moves}}
		choices := v.Rules.Promotions[0].Choices
		if i := slices.Index(choices, name); i >= 0 {
			choices[i] = "other-" + name
		}
	}
	for i, p := range guests {
		if err := formula.AddGuest(v, formula.GuestName(i), p.Betza); err != nil {
			return nil, err
		}
	}
	return v, v.Validate()
}

// GuestRun is the guests of one run.
type GuestRun struct {
	Board  HostBoard
	Number int  // on the board, from 1
	Again  bool // they are measured once more
	Pieces []Piece

	chess  *variant.Variant
	config estimate.Config // how the values of the run are measured
}

// dealt is the list of an atlas with the runs that measure its pieces.
type dealt struct {
	list []Piece
	runs []GuestRun
}

// deal returns the list and deals its pieces evenly to the runs of each board. It deals only once.
func (s *Pieces) deal() (*dealt, error) {
	if s.dealt != nil {
		return s.dealt, nil
	}
	list, err := s.List()
	if err != nil {
		return nil, err
	}
	d := &dealt{list: list}
	deal := func(b HostBoard, again bool, salt string, every int) {
		order := s.byHash(salt, list)[:(len(list)+every-1)/every]
		runs := (len(order) + s.Guests - 1) / s.Guests
		for i := range runs {
			g := GuestRun{Board: b, Number: i + 1, Again: again, config: s.config(again, uint64(s.Seed+len(d.runs)))}
			for _, k := range order[i*len(order)/runs : (i+1)*len(order)/runs] {
				g.Pieces = append(g.Pieces, list[k])
			}
			d.runs = append(d.runs, g)
		}
	}
	for _, b := range s.Boards {
		deal(b, false, "board "+b.Name, b.Every)
	}
	deal(s.Boards[0], true, "again ", s.AgainEvery)
	for i := range d.runs {
		g := &d.runs[i]
		if g.chess, err = g.Board.chess(g.Pieces); err != nil {
			return nil, fmt.Errorf("%s: %w", g.name(), err)
		}
	}
	s.dealt = d
	return d, nil
}

func (s *Pieces) config(again bool, seed uint64) estimate.Config {
	c, by := estimate.Default(), s.Players
	if again {
		by = s.Again
	}
	c.Panel, c.Play.Nodes, c.Play.Seed = by.Panel, by.Nodes, seed
	c.SetPairs(s.Pairs)
	c.DesignPairs = s.Pairs
	c.OddsPairs, c.Rounds = 0, s.Rounds
	return c
}

// name returns the name of the run's folder.
func (g *GuestRun) name() string {
	name := strings.ReplaceAll(g.Board.Name, " ", "-")
	if g.Again {
		name += "-again"
	}
	return fmt.Sprintf("%s-%d", name, g.Number)
}

// run returns the run for the runner, with the game.
func (g *GuestRun) run() (*Run, error) {
	game, err := rules.Compile(g.chess)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.name(), err)
	}
	return &Run{
		Name: g.name(), Game: game, Kind: ValuesRun, Play: g.config.Play, Values: &g.config, Folder: filepath.Join("games", g.name()),
	}, nil
}

// games returns the number of games of each run, at most: all begin with the prior, whatever their
// guests.
func (d *dealt) games(crew match.Crew) (int, error) {
	run, err := d.runs[0].run()
	if err != nil {
		return 0, err
	}
	return (&Runner{Crew: crew}).games([]*Run{run}), nil
}

// About identifies the atlas.
func (s *Pieces) About() About { return atlasForm.about(s.id) }

// Games returns the number of games of all runs, at most.
func (s *Pieces) Games(session *Session) (int, error) {
	d, err := s.deal()
	if err != nil {
		return 0, err
	}
	games, err := d.games(session.Crew)
	return games * len(d.runs), err
}

// Show describes the measurements and their cost.
func (s *Pieces) Show(width int) (string, error) {
	p, err := s.plan()
	if err != nil {
		return "", err
	}
	out := &labelled{width: width}
	fmt.Fprintf(out, "%s\n\n", s.About().Asks)
	out.add("", 2, texts.Text("planned atlas", p).String())
	fmt.Fprintf(out, "\n%s\nhash of the list %s\n", texts.Table("planned hosts", p).Text(width), p.Hash)
	return out.String(), nil
}

// Plan returns an *AtlasPlan.
func (s *Pieces) Plan() (any, error) { return s.plan() }

// AtlasPlan describes the measurements of an atlas and their cost.
type AtlasPlan struct {
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

// plan returns the plan before any game.
func (s *Pieces) plan() (*AtlasPlan, error) {
	d, err := s.deal()
	if err != nil {
		return nil, err
	}
	games, err := d.games(match.Workers(1))
	if err != nil {
		return nil, err
	}
	p := &AtlasPlan{Hash: s.Hash(d.list), Pieces: len(d.list), Locked: locked(d.list)}
	for i := range d.runs {
		g := &d.runs[i]
		if g.Number == 1 {
			width, err := g.halfWidth()
			if err != nil {
				return nil, err
			}
			p.Boards = append(p.Boards, PlannedHost{Board: g.Board.Name, Again: g.Again, HalfWidth: width})
		}
		h := &p.Boards[len(p.Boards)-1]
		hours := float64(games) * g.Board.Seconds * g.config.Effort() * float64(g.config.Play.Nodes) / float64(s.Nodes) / 3600
		h.Runs, h.Pieces, h.Games, h.Hours = h.Runs+1, h.Pieces+len(g.Pieces), h.Games+games, h.Hours+hours
		p.Games, p.Hours = p.Games+games, p.Hours+hours
	}
	return p, nil
}

// locked counts locked pieces.
func locked(list []Piece) (n int) {
	for _, p := range list {
		if p.Locked {
			n++
		}
	}
	return n
}

// halfWidth returns the median of the half-widths that the values of guests are expected to have, as
// shares of the values.
func (g *GuestRun) halfWidth() (float64, error) {
	run, err := g.run()
	if err != nil {
		return 0, err
	}
	plan, err := estimate.Plan(run.Game, g.config)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", g.name(), err)
	}
	values, widths := plan.Values(), plan.HalfWidths(g.config.Pairs, g.config.ExpectedPanel())
	var shares []float64
	for i, name := range plan.Pieces {
		if opening.Guest(run.Game, run.Game.TypeNamed(name)) {
			shares = append(shares, widths[i]/values[i])
		}
	}
	slices.Sort(shares)
	return gonum.Quantile(0.5, gonum.Empirical, shares, nil), nil
}

// For returns the hours that a number of pieces would take.
func (p *AtlasPlan) For(pieces float64) float64 { return pieces * p.Hours / float64(p.Pieces) }

// Spread is how much players are taken to differ, as a share of a value.
func (p *AtlasPlan) Spread() float64 { return tuning.OwnSpread.Mean() }
