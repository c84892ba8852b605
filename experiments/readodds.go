package experiments

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// ReadOdds reads the folder of a run of Odds, for the checks and comparisons of an
// estimate: the odds of the unit first, then the other exchanges in the order of their
// names. It is an error when the run is of another game or was played with other limits.
func ReadOdds(folder string, g *rules.Game, play selfplay.Config, level float64) (*OddsResult, error) {
	unit := UnitOdds(g)
	names := []string{folderName(unit)}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("odds of %s: %w", unit, err)
	}
	for _, e := range entries { // in order
		if e.IsDir() && strings.HasPrefix(e.Name(), oddsPrefix) && !slices.Contains(names, e.Name()) {
			names = append(names, e.Name())
		}
	}
	out := &OddsResult{Game: g, Config: OddsConfig{Play: play, Level: level}.Resolved(), Unit: strings.TrimSuffix(unit, "="), Folder: folder}
	one := 0.0
	for i, name := range names {
		line, x, err := readExchange(filepath.Join(folder, name), unit, g, play.Resolved())
		if err != nil {
			return nil, err
		}
		if i == 0 {
			one = priorOf(g, x)
		}
		line.Prior = priorOf(g, x) / one
		out.Lines = append(out.Lines, line)
	}
	return out, out.measure()
}

// readExchange counts the games in the folder of an exchange.
func readExchange(folder, unit string, g *rules.Game, play selfplay.Config) (OddsLine, opening.Exchange, error) {
	fail := func(err error) (OddsLine, opening.Exchange, error) { return OddsLine{}, opening.Exchange{}, err }
	games, err := store.Open(folder)
	if err != nil {
		return fail(fmt.Errorf("odds of %s: %w", unit, err))
	}
	defer games.Close()
	var was selfplay.Config
	if err := games.Config(&was); err != nil {
		return fail(err)
	}
	v := games.Variant()
	switch {
	case v.Hash() != g.Variant.Hash():
		return fail(fmt.Errorf("run folder %s has odds of %s with rules %s, expected %s with rules %s", folder, v.Name, v.Hash(), g.Variant.Name, g.Variant.Hash()))
	case was.Nodes != play.Nodes || was.MaxPlies != play.MaxPlies:
		return fail(fmt.Errorf("run folder %s has odds at %d nodes and at most %d plies, expected those of the estimate, %d and %d",
			folder, was.Nodes, was.MaxPlies, play.Nodes, play.MaxPlies))
	}
	x, err := opening.ParseExchange(g, was.Exchange)
	if err != nil {
		return fail(fmt.Errorf("run folder %s: %w", folder, err))
	}
	line := OddsLine{Exchange: x.Text(g), Folder: folder}
	if line.Results, err = countPairs(games, oddsRound, was.Pairs); err != nil {
		return fail(err)
	}
	if line.Results.Number() == 0 {
		return fail(fmt.Errorf("run folder %s has no finished pair of games at odds of %s", folder, line.Exchange))
	}
	return line, x, games.Close()
}
