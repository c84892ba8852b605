package retrodiction

import (
	"bestiary/engine/eval"
	"bestiary/engine/search"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/selfplay/player"
)

// playedFile is the name of the file with what else the games follow from.
const playedFile = "played.json"

// played is what determines the games besides the settings.
type played struct {
	Revision int          `json:"revision"` // of the engine
	Games    []playedGame `json:"games"`
}

type playedGame struct {
	Name  string `json:"name"`
	Rules string `json:"rules"` // hash
	// Weights is the hash of the weights that the players begin with, and Network that of the program's
	// network for the game, if it has one.
	Weights string `json:"weights"`
	Network string `json:"network,omitempty"`
	// Play is the configuration of the games.
	Play balance.Config `json:"play"`
}

// sealed returns the files that lie with their hashes beside the games, from before the first one.
func (s *Settings) sealed() ([]files.File, error) {
	p := played{Revision: search.Revision}
	for _, k := range s.Known {
		g := playedGame{Name: k.Name, Rules: k.game.Variant.Hash(), Weights: player.HashWeights(estimate.StartWeights(k.game)), Play: s.config(k.Name)}
		if w := eval.Strongest(k.game); w.Network != nil {
			g.Network = player.HashWeights(w)
		}
		p.Games = append(p.Games, g)
	}
	f, err := files.JSON(playedFile, p)
	return []files.File{{Name: Name + suffix, Data: s.data}, f}, err
}
