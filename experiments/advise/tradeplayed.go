//go:build !js

package advise

import (
	"context"
	"fmt"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/selfplay/match"
)

// Played is a match at an exchange with a page of its own.
type Played struct {
	*Trade
	Source *estimate.Source
	game   *rules.Game
	seed   uint64
}

// NewPlayed predicts an exchange by the values in the home of a game or, without these, by those that come with the program.
func NewPlayed(g *rules.Game, exchange, home string) (*Played, error) {
	m, _, err := estimate.FindSource(g, ValuesFolder(home))
	if m == nil && err == nil {
		err = fmt.Errorf("there are no values of %s yet, and none come with the program: expected a study of the game first", page.Title(g))
	}
	if err != nil {
		return nil, err
	}
	t, err := NewTrade(m.Model, g, exchange)
	return &Played{Trade: t, Source: m, game: g}, err
}

// Play plays the exchange as Trade.Play does, by the players of the values.
func (p *Played) Play(ctx context.Context, how TradePlay, crew match.Crew, ev match.Events) (err error) {
	p.seed = how.Seed
	if how.Weights, err = p.Source.Weights(p.game); err != nil {
		return err
	}
	if err := p.Trade.Play(ctx, p.Source.Model, p.game, how, crew, ev); err != nil {
		return err
	}
	return estimate.AddMatches(how.Folder, p.game, p.Match.Matches)
}

// Write writes the page of the match into a folder, and returns its path.
func (p *Played) Write(folder string, run page.Run) (string, error) {
	text, err := p.Text(p.game)
	if err != nil {
		return "", err
	}
	about := page.About(p.game, p.Exchange+" in "+page.Title(p.game), texts, "played", p, p.seed)
	about.Answer = []doc.Paragraph{doc.P(text)}
	return about.Write(folder, run)
}
