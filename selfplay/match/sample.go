package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"bestiary/engine/search"
	"bestiary/selfplay/store"
)

// Sample is some games of a round with all that they depend on, so that they can be played again
// without the rest of the run.
type Sample struct {
	Run   string          `json:"run"` // its folder, relative to that of the page, which is ""
	Round int             `json:"round"`
	Job   json.RawMessage `json:"job"` // as of Run.Job
	Games []Sampled       `json:"games"`
}

// Sampled is a game of a Sample.
type Sampled struct {
	Pair   int    `json:"pair"`
	Game   int    `json:"game"` // 0 or 1
	FEN    string `json:"fen"`
	Moves  string `json:"moves"`
	Result string `json:"result"`
	Reason string `json:"reason"`
}

func sampled(rec *store.Record) Sampled {
	return Sampled{rec.Pair, rec.Index, rec.FEN, strings.Join(rec.Moves, " "), rec.Result.String(), string(rec.Reason)}
}

// maxJob is the size in bytes above which a store keeps no job, as with networks.
const maxJob = 64 << 10

// keepJob notes the job of the round, or that it has none. Once there are games, their job stays.
func (r *Run) keepJob(games *store.Store) error {
	key := store.RoundKey(r.round, store.Job)
	_, ok, err := games.Meta(key)
	if err != nil {
		return err
	}
	for _, err := range games.Outcomes(r.round) {
		if ok || err != nil {
			return err
		}
		break
	}
	job, err := r.Job()
	if err != nil || len(job) > maxJob {
		job = nil // its games depend on the host, or on more than fits
	}
	return games.SetMeta(key, string(job))
}

// Most rounds and pairs of games that Samples takes: they are played again in seconds.
const sampledRounds, sampledPairs = 12, 24

// Samples returns the first games of rounds, chosen evenly, of all runs in and below folders, and the number
// of rounds there, without those that another host or this revision plays differently, or in damaged stores.
func Samples(folders ...string) (list []Sample, rounds int) {
	for _, top := range folders {
		found, _ := store.Find(top)
		for _, folder := range found {
			name := strings.TrimLeft(strings.TrimPrefix(filepath.ToSlash(folder), filepath.ToSlash(filepath.Clean(top))), "/")
			if len(folders) > 1 {
				name = path.Join(filepath.Base(top), name)
			}
			of, n := samplesOf(folder, name)
			list, rounds = append(list, of...), rounds+n
		}
	}
	chosen := min(len(list), sampledRounds)
	for i := range chosen {
		list[i] = list[i*len(list)/chosen]
		list[i].Games = list[i].Games[:min(2*(sampledPairs/chosen), len(list[i].Games))]
	}
	return list[:chosen], rounds
}

func samplesOf(folder, name string) (list []Sample, rounds int) {
	s, err := store.Open(folder)
	if err != nil {
		return nil, 0
	}
	defer s.Close()
	numbers, _ := s.Rounds()
	revision, _ := s.Revision()
	for _, round := range numbers {
		job, _, _ := s.Meta(store.RoundKey(round, store.Job))
		one := Sample{Run: name, Round: round, Job: json.RawMessage(job)}
		for rec, err := range s.FirstGames(context.Background(), round, sampledPairs) {
			if err != nil {
				break
			}
			one.Games = append(one.Games, sampled(&rec))
		}
		if job != "" && len(one.Games) > 0 && revision == search.Revision {
			list = append(list, one)
		}
	}
	return list, len(numbers)
}

// Repeat plays the games again and describes each that differs.
func (s *Sample) Repeat(ctx context.Context) (differ []string, err error) {
	run, err := ReadJob(s.Job)
	if err != nil {
		return nil, fmt.Errorf("%s%w", s.where(), err)
	}
	single := run.Single()
	defer func() { err = errors.Join(err, single.Close()) }()
	for _, was := range s.Games {
		if was.Pair < 0 || was.Game>>1 != 0 {
			return nil, fmt.Errorf("%spair %d, game %d: the file is damaged, expected a pair from 0 and a game 0 or 1",
				s.where(), was.Pair, was.Game)
		}
		rec, err := single.Play(ctx, store.Key{Pair: was.Pair, Index: was.Game})
		if err != nil {
			return nil, fmt.Errorf("%s%w", s.where(), err)
		}
		if text := was.unlike(sampled(&rec)); text != "" {
			differ = append(differ, fmt.Sprintf("%spair %d, game %d: %s", s.where(), was.Pair+1, was.Game+1, text))
		}
	}
	return differ, nil
}

// where names the round at the beginning of a line.
func (s *Sample) where() string {
	return strings.TrimPrefix(fmt.Sprintf("%s, round %d, ", s.Run, s.Round), ", ")
}

// unlike says how another game differs, "" if it is the same.
func (g Sampled) unlike(now Sampled) string {
	if g == now {
		return ""
	}
	if g.FEN != now.FEN {
		return fmt.Sprintf("it began with %s, and begins with %s now", g.FEN, now.FEN)
	}
	was, is := strings.Fields(g.Moves), strings.Fields(now.Moves)
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(was) || i >= len(is):
			return fmt.Sprintf("it ended after ply %d, and ends after ply %d now", len(was), len(is))
		case was[i] != is[i]:
			return fmt.Sprintf("ply %d was %s, and is %s now", i+1, was[i], is[i])
		}
	}
	return fmt.Sprintf("it ended %s by %s, and ends %s by %s now", g.Result, g.Reason, now.Result, now.Reason)
}
