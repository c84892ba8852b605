package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Part is a part of a run: the games of one folder, by players that play against themselves or by
// the players of a match.
type Part struct {
	// Label announces the part to the events. A part without one continues the part before it:
	// both are announced and counted as one.
	Label string
	// Again and Last are as in match.Part.
	Again, Last bool
	// Where, if not "", begins the errors of the part.
	Where string

	// Folder keeps the games. If Games is not nil, it is this folder, open; Play leaves it open.
	Folder string
	Games  *store.Store
	Game   *rules.Game
	// Config is stored in the folder. The players have pairs of their own.
	Config match.Config
	// Players play one after the other. If Listed is set, the store lists them, and games refer to
	// them by their seats.
	Players []Player
	Listed  bool
	// Beside lists players of parts before, in the same folder, whose games are read with these.
	Beside []Player
	// Match, if not nil, is a match or tournament, in place of Config and Players. Play sets
	// the Tally.
	Match *match.Run
	Tally *match.Tally

	// Hold, if not nil, is called before any game is played. It may record the inputs of the games,
	// or refuse the folder.
	Hold func(*store.Store) error
	// Read, if not nil, is called when the folder has all games of the part. Play then sets Copies
	// to the counts of the games that it has read.
	Read   func(*Games) error
	Copies store.Copies
}

// Alone returns a part of one player with all pairs of a configuration.
func Alone(label, folder string, g *rules.Game, cfg match.Config, p Player) *Part {
	p.Pairs = cfg.Pairs
	return &Part{Label: label, Folder: folder, Game: g, Config: cfg, Players: []Player{p}}
}

// Engine returns the engine as a player of the first round, with the given weights and the nodes of
// a configuration.
func Engine(g *rules.Game, cfg match.Config, w *eval.Weights) (Player, error) {
	p, err := match.EnginePlayer(g, cfg, w)
	return Player{Player: p, Name: Learned, Nodes: cfg.Nodes, Round: FirstRound}, err
}

// FirstRound is the round of the first player of a folder, unless the part says otherwise.
const FirstRound = 1

// games returns how many games of the part a crew plays.
func (p *Part) games(crew match.Crew) (n int) {
	if p.Match != nil {
		return crew.Games(p.Match.Total() / 2)
	}
	for _, by := range p.Players {
		n += crew.Games(by.Pairs)
	}
	return n
}

// Play plays the games of the parts that their folders lack, and reads the parts that are
// complete. The error is match.ErrPartial if the crew has played its shard and some part lacks
// other games; another error ends the plan.
func Play(ctx context.Context, crew match.Crew, ev match.Events, parts ...*Part) error {
	at, total := 0, 0
	var before store.Summary // the games of the parts that this one continues
	return Each(ctx, parts, func(p *Part) error {
		if p.Label != "" || at == 0 {
			before, total = store.Summary{}, p.games(crew)
			for _, next := range parts[at+1:] {
				if next.Label != "" {
					break
				}
				total += next.games(crew)
			}
		}
		at++
		err := p.play(ctx, crew, ev, &before, total)
		if err != nil && p.Where != "" {
			err = fmt.Errorf("%s: %w", p.Where, err)
		}
		return err
	})
}

// play plays and reads a part. It adds its games to those before.
func (p *Part) play(ctx context.Context, crew match.Crew, ev match.Events, before *store.Summary, total int) (err error) {
	games := p.Games
	if games == nil {
		if games, err = p.open(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, games.Close()) }()
	}
	if err := p.prepare(ctx, games, crew); err != nil {
		return err
	}
	if p.Label != "" {
		ev.Start(match.Part{Label: p.Label, Games: total, Again: p.Again, Last: p.Last})
	}
	if p.Match != nil {
		p.Tally, err = p.Match.Play(ctx, games, crew, nil, ev)
	} else {
		err = p.playAlone(ctx, games, crew, ev, before, total)
	}
	if err != nil || p.Read == nil {
		return err
	}
	read := GamesOf(ctx, games, slices.Concat(p.Beside, p.Players))
	if err := p.Read(read); err != nil {
		return err
	}
	if p.Copies = read.Copies(); p.Copies.Repeated > 0 {
		ev.Find("%s", strings.TrimPrefix(p.Label+": "+p.Copies.Note(), ": "))
	}
	return nil
}

func (p *Part) open() (*store.Store, error) {
	if p.Match != nil {
		return p.Match.Open(p.Folder)
	}
	return match.OpenRun(p.Folder, p.Game, p.Config)
}

// prepare notes the players, and tries programs that have games to play: one that is missing or
// does not know the game is noticed before the first of them.
func (p *Part) prepare(ctx context.Context, games *store.Store, crew match.Crew) error {
	if p.Listed {
		var list []store.Player
		for _, by := range p.Players {
			list = append(list, store.Player{Name: by.Name, Config: by.Config()})
		}
		if err := games.AddPlayers(list); err != nil {
			return err
		}
	}
	if p.Hold != nil {
		if err := p.Hold(games); err != nil {
			return err
		}
	}
	for _, by := range p.Players {
		if by.Foreign && !has(games, by.Round, crew.Games(by.Pairs)) {
			if err := Try(ctx, crew, by); err != nil {
				return err
			}
		}
	}
	return nil
}

// has reports whether a round has this number of games.
func has(games *store.Store, round, n int) bool {
	for _, err := range games.Outcomes(round) {
		if n <= 0 || err != nil {
			break
		}
		n--
	}
	return n <= 0
}

func (p *Part) playAlone(
	ctx context.Context, games *store.Store, crew match.Crew, ev match.Events, before *store.Summary, total int,
) error {
	var list []*Player
	for j := range p.Players {
		if p.Players[j].Pairs > 0 {
			list = append(list, &p.Players[j])
		}
	}
	return Each(ctx, list, func(by *Player) (err error) {
		cfg := p.Config
		cfg.Pairs = by.Pairs
		by.Summary, err = match.PlayWith(ctx, p.Game, cfg, by.Player, by.Round, crew, games, ev.After(*before, total))
		before.Merge(by.Summary)
		return err
	})
}

// Games are the games of a folder's players.
type Games struct {
	*store.Store
	ctx     context.Context
	players []Player
	copies  []store.CopyFinder // by player, as far as they have been read
}

// Copies counts the games that have been read, and those left out because they repeat others.
func (g *Games) Copies() (sum store.Copies) {
	for _, c := range g.copies {
		sum.Merge(c.Copies)
	}
	return sum
}

// GamesOf returns the games of players in an open folder.
func GamesOf(ctx context.Context, s *store.Store, players []Player) *Games {
	return &Games{s, ctx, players, make([]store.CopyFinder, len(players))}
}

// All iterates over the games of all players, one player after the other, without copies. It ends
// with the error of the context.
func (g *Games) All() iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for j := range g.players {
			for rec, err := range g.by(j) {
				if !yield(rec, err) {
					return
				}
			}
		}
	}
}

// Pairs iterates over the complete pairs of a player, without copies.
func (g *Games) Pairs(j int) iter.Seq2[[2]store.Record, error] { return store.Pairs(g.by(j)) }

// by iterates over the games of a player.
func (g *Games) by(j int) iter.Seq2[store.Record, error] {
	g.copies[j] = store.CopyFinder{}
	return g.copies[j].Distinct(g.FirstGames(g.ctx, g.players[j].Round, g.players[j].Pairs))
}

// Summary counts the games of all players.
func (p *Part) Summary() (sum store.Summary) {
	for _, by := range p.Players {
		sum.Merge(by.Summary)
	}
	return sum
}
