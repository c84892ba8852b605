package claim

import (
	"bestiary/internal/toml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/internal/check"
	"bestiary/selfplay"
	"bestiary/selfplay/opening"
)

// Defaults of a run.
const (
	usualPairs = 500
	quickShare = 20 // of the pairs, one in so many in a quick run
	leastPairs = 2
	usualSeed  = 1
)

// run reads a run, or one for each of a list of games.
func (r *reader) run(s *toml.Section) {
	defaults := selfplay.Default()
	run := Run{Pairs: usualPairs, Nodes: defaults.Nodes, MaxPlies: defaults.MaxPlies, Units: defaults.Units, MaxImbalance: defaults.MaxImbalance}
	seed := usualSeed
	prose(s, "name", &run.Name)
	choice(s, "play", &run.Kind, GamesRun, ValuesRun, OddsRun)
	var games []string
	one := ""
	s.Text("game", &one)
	s.Texts("games", &games)
	s.Pairs("rules", &run.Rules)
	s.Text("array", &run.Array)
	s.Texts("exchanges", &run.Exchanges)
	count(s, "pairs", &run.Pairs, leastPairs, check.MaxPairs)
	run.QuickPairs = max(run.Pairs/quickShare, leastPairs)
	count(s, "quick-pairs", &run.QuickPairs, leastPairs, check.MaxPairs)
	count(s, "nodes", &run.Nodes, 1, check.MaxNodes)
	var given []float64
	s.Floats("further-nodes", &given)
	further, err := furtherNodes(given, &run, s.Has("nodes"))
	if err != nil {
		s.Report("further-nodes", err.Error(), "", "")
	}
	count(s, "max-plies", &run.MaxPlies, defaults.RandomPlies+1, check.MaxPlies)
	count(s, "seed", &seed, 0, 1<<31-1)
	run.Seed = uint64(seed)
	readOwn(s, &run)
	s.Close()
	key := "game"
	switch {
	case s.Has("game") == s.Has("games"):
		s.Report("game", "missing", "one of game and games: names of the catalogue or paths of game files", "")
		r.known = false
		return
	case s.Has("games"):
		key = "games"
	default:
		games = []string{one}
	}
	r.addRuns(s, key, run, games, further)
}

// readOwn reads what only runs of some kinds have.
func readOwn(s *toml.Section, run *Run) {
	for _, only := range []struct {
		key  string
		kind Kind
	}{{"units", ValuesRun}, {"max-imbalance", ValuesRun}, {"exchanges", OddsRun}} {
		if run.Kind != only.kind {
			refuse(s, "in a run of "+string(run.Kind), only.key)
		}
	}
	if run.Kind == ValuesRun {
		refuse(s, "in a run of values, which has a panel of its own", "further-nodes")
	}
	count(s, "units", &run.Units, 1, 20)
	s.Float("max-imbalance", &run.MaxImbalance)
	if s.Has("max-imbalance") && !(run.MaxImbalance > 0 && run.MaxImbalance <= 1000) {
		s.Report("max-imbalance", fmt.Sprint(run.MaxImbalance), "a number above 0, at most 1000", "")
	}
}

// addRuns adds a run for each game.
func (r *reader) addRuns(s *toml.Section, key string, run Run, games []string, further []int) {
	for _, name := range games {
		next := run
		next.GameName = name
		if run.Name == "" {
			next.Name = "*"
		}
		next.Name = strings.ReplaceAll(next.Name, "*", gameID(name))
		switch {
		case next.Name == "" || strings.ContainsAny(next.Name, "*?[]\\"):
			s.Report("name", fmt.Sprintf("%q", next.Name), `a name, in which * stands for the name of the game`, "")
		case slices.Contains(r.names(), next.Name):
			s.Report("name", fmt.Sprintf("%q is the name of two runs", next.Name), "names of their own, as in name = \"*-games\"", "")
		}
		g, place, err := r.library.game(&next, r.folder)
		if err != nil {
			if place == "" {
				place = key
			}
			reportEach(s, place, err)
			r.known = false
			continue
		}
		next.Game = g
		checkExchanges(s, &next)
		next.addPeers(further)
		r.e.Runs = append(r.e.Runs, next)
	}
}

// checkExchanges reports the first exchange that the game cannot have.
func checkExchanges(s *toml.Section, run *Run) {
	if run.Kind == OddsRun && len(run.Exchanges) == 0 {
		s.Report("exchanges", "missing", `exchanges of pieces, as in ["falcon=rook"]`, "")
	}
	for i, text := range run.Exchanges {
		x, err := opening.ParseExchange(run.Game, text)
		if err != nil {
			s.Report(fmt.Sprintf("exchanges[%d]", i+1), err.Error(), "", "")
			continue
		}
		run.Exchanges[i] = x.Text(run.Game)
	}
}

// reportEach reports an error, or each of a list of them.
func reportEach(s *toml.Section, key string, err error) {
	var list toml.Errors
	if !errors.As(err, &list) {
		s.Report(key, err.Error(), "", "")
		return
	}
	for _, e := range list {
		s.Report(key, e.Error(), "", "")
	}
}
