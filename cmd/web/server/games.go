package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"bestiary/engine/rules"
	"bestiary/experiments/page/board"
	"bestiary/selfplay/store"
)

// game is a game in a list.
type game struct {
	Name   string       `json:"name"` // round.pair.game
	White  string       `json:"white"`
	Black  string       `json:"black"`
	Result string       `json:"result"`
	Reason rules.Reason `json:"reason"`
	Plies  int          `json:"plies"`
}

// filter selects games.
type filter struct {
	round       int
	result      string
	reason      rules.Reason
	skip, limit int

	minPlies, maxPlies int // 0 for no limit
}

// maxListed is the largest number of games in a list.
const maxListed = 200

// newFilter reads the parameters of a request.
func newFilter(q url.Values, last int) (f filter, err error) {
	f = filter{result: q.Get("result"), reason: rules.Reason(q.Get("reason"))}
	for _, x := range []struct {
		name      string
		into      *int
		byDefault int
	}{{"round", &f.round, last}, {"least", &f.minPlies, 0}, {"most", &f.maxPlies, 0}, {"skip", &f.skip, 0}, {"limit", &f.limit, maxListed}} {
		*x.into = x.byDefault
		if text := q.Get(x.name); text != "" {
			if *x.into, err = strconv.Atoi(text); err != nil || *x.into < 0 {
				return f, bad("%s is %q, expected a number of at least 0", x.name, text)
			}
		}
	}
	f.limit = min(f.limit, maxListed)
	return f, nil
}

func (f *filter) takes(result rules.Result, reason rules.Reason, plies int) bool {
	return (f.result == "" || f.result == result.String()) && (f.reason == "" || f.reason == reason) &&
		plies >= f.minPlies && (f.maxPlies == 0 || plies <= f.maxPlies)
}

// lastRound returns the last round of a run, which is the reported one.
func lastRound(games *store.Store) (int, error) {
	rounds, err := games.Rounds()
	if err != nil || len(rounds) == 0 {
		return 0, err
	}
	return rounds[len(rounds)-1], nil
}

// prepare opens the run named by a parameter and reads the filter.
func (s *Server) prepare(q url.Values, name string) (*store.Store, filter, error) {
	games, err := s.open(q.Get(name))
	if err != nil {
		return nil, filter{}, err
	}
	last, err := lastRound(games)
	var f filter
	if err == nil {
		f, err = newFilter(q, last)
	}
	if err != nil {
		return nil, f, errors.Join(err, games.Close())
	}
	return games, f, nil
}

// listGames lists the games of a run that pass a filter.
func (s *Server) listGames(r *http.Request) (any, error) {
	games, f, err := s.prepare(r.URL.Query(), "run")
	if err != nil {
		return nil, err
	}
	defer games.Close()
	players, err := games.Players()
	if err != nil {
		return nil, err
	}
	list, found := []game{}, 0
	for o, err := range games.Outcomes(f.round) {
		if err = cmp.Or(err, r.Context().Err()); err != nil {
			return nil, err
		}
		if !f.takes(o.Result, o.Reason, o.Plies) {
			continue
		}
		if found++; found > f.skip && len(list) < f.limit {
			list = append(list, game{fmt.Sprintf("%d.%d.%d", f.round, o.Pair, o.Index), store.PlayerName(players, o.White),
				store.PlayerName(players, o.Black), o.Result.String(), o.Reason, o.Plies})
		}
	}
	return map[string]any{"round": f.round, "found": found, "games": list}, nil
}

// gameReply is a game to replay.
type gameReply struct {
	game
	FEN    string          `json:"fen"`
	Moves  []string        `json:"moves"`
	SAN    string          `json:"san"`
	Detail string          `json:"detail"`
	Board  string          `json:"board"` // as board.Film
	Shots  json.RawMessage `json:"shots"`
}

func (s *Server) showGame(r *http.Request) (any, error) {
	games, err := s.open(r.FormValue("run"))
	if err != nil {
		return nil, err
	}
	defer games.Close()
	name := r.FormValue("game")
	var round int
	var k store.Key
	if n, err := fmt.Sscanf(name, "%d.%d.%d", &round, &k.Pair, &k.Index); n != 3 || err != nil {
		return nil, bad("game %q: expected ROUND.PAIR.GAME", name)
	}
	rec, err := games.Game(round, k)
	if err != nil {
		return nil, err
	}
	return replayed(games, &rec)
}

func replayed(games *store.Store, rec *store.Record) (gameReply, error) {
	g, err := rules.Compile(games.Variant())
	if err != nil {
		return gameReply{}, err
	}
	players, err := games.Players()
	if err != nil {
		return gameReply{}, err
	}
	start, moves, err := rec.Line(g)
	if err != nil {
		return gameReply{}, err
	}
	out := gameReply{FEN: rec.FEN, Moves: rec.Moves, Detail: rec.Detail,
		game: game{rec.Name(), store.PlayerName(players, rec.White), store.PlayerName(players, rec.Black),
			rec.Result.String(), rec.Reason, rec.Plies()}}
	film := board.Shoot("game", start, moves)
	out.SAN, out.Board = start.LineSAN(moves), string(film.SVG)
	out.Shots, err = json.Marshal(film.Shots)
	return out, err
}
