package selfplay

import (
	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
)

// Openings are those that a run with a configuration plays, for who wants to see
// them without playing.
func Openings(g *rules.Game, cfg Config) (*opening.Source, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.Resolved()
	return opening.New(g, cfg.openings(), cfg.Seed)
}
