package experiments

import (
	"fmt"
	"path/filepath"

	"bestiary/engine/rules"
	"bestiary/selfplay"
	"bestiary/selfplay/store"
)

// ReadOdds reads the odds of the unit from the folder of a run of Odds, for the
// checks of an estimate. It is an error when the run is of another game or was
// played with other limits.
func ReadOdds(folder string, g *rules.Game, play selfplay.Config, level float64) (*OddsLine, error) {
	line := OddsLine{Exchange: UnitOdds(g), Prior: 1}
	line.Folder = filepath.Join(folder, folderName(line.Exchange))
	games, err := store.Open(line.Folder)
	if err != nil {
		return nil, fmt.Errorf("odds of %s: %w", line.Exchange, err)
	}
	defer games.Close()
	var was selfplay.Config
	if err := games.Config(&was); err != nil {
		return nil, err
	}
	play = play.Resolved()
	v := games.Variant()
	switch {
	case v.Hash() != g.Variant.Hash():
		return nil, fmt.Errorf("run folder %s has odds of %s with rules %s, expected %s with rules %s", folder, v.Name, v.Hash(), g.Variant.Name, g.Variant.Hash())
	case was.Nodes != play.Nodes || was.MaxPlies != play.MaxPlies:
		return nil, fmt.Errorf("run folder %s has odds at %d nodes and at most %d plies, expected those of the estimate, %d and %d",
			folder, was.Nodes, was.MaxPlies, play.Nodes, play.MaxPlies)
	}
	if line.Results, err = countPairs(games, oddsRound, was.Pairs); err != nil {
		return nil, err
	}
	if line.Results.Number() == 0 {
		return nil, fmt.Errorf("run folder %s has no finished pair of games at odds of %s", folder, line.Exchange)
	}
	res := &OddsResult{Config: OddsConfig{Level: level}.Resolved(), Lines: []OddsLine{line}}
	if err := res.measure(); err != nil {
		return nil, err
	}
	return &res.Lines[0], games.Close()
}
