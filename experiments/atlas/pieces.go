package atlas

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/internal/files"
	"bestiary/tuning/formula"
)

// Piece is a piece of the list.
type Piece struct {
	Betza  string `json:"betza"`
	Family string `json:"family"`
	// Locked pieces are not looked at until the formula is judged.
	Locked bool `json:"locked"`
}

// randomFamily is the family of the pieces that are drawn.
const randomFamily = "at random"

// maxDraws bounds the search for random pieces.
const maxDraws = 10_000

// Pieces expands the list. Pieces with the same moves are listed once. It is an error if a
// move string cannot be read or the grammar gives too few pieces.
func Pieces(s *Settings) ([]Piece, error) {
	var list []Piece
	seen := map[string]bool{}
	add := func(moves, family string) error {
		e, err := betza.Parse(moves)
		if err != nil {
			return fmt.Errorf("%s: %w", family, err)
		}
		if key := e.Key(); !seen[key] {
			seen[key] = true
			list = append(list, Piece{Betza: moves, Family: family})
		}
		return nil
	}
	for _, f := range s.Families {
		for _, moves := range unions(f.Moves, f.Unions) {
			if err := add(moves, f.Name); err != nil {
				return nil, err
			}
		}
	}
	rng := rand.New(rand.NewPCG(uint64(s.Seed), 0))
	total := len(list) * s.RandomEvery / (s.RandomEvery - 1)
	for draw := 0; len(list) < total; draw++ {
		if draw == maxDraws {
			return nil, fmt.Errorf("the grammar gave %d of %d pieces in %d draws; expected more atoms or directions", len(list), total, draw)
		}
		moves := s.Random.draw(rng)
		if ok, err := s.useful(moves); err != nil {
			return nil, err
		} else if ok {
			if err := add(moves, randomFamily); err != nil {
				return nil, err
			}
		}
	}
	s.lock(list)
	return list, nil
}

// unions returns all unions of one to most of some moves, those of one first.
func unions(moves []string, most int) []string {
	var out []string
	var extend func(prefix string, rest []string, n int)
	extend = func(prefix string, rest []string, n int) {
		for i, m := range rest {
			if n == 1 {
				out = append(out, prefix+m)
			} else {
				extend(prefix+m, rest[i+1:], n-1)
			}
		}
	}
	for n := 1; n <= max(most, 1); n++ {
		extend("", moves, n)
	}
	return out
}

// draw draws a move string.
func (g *Grammar) draw(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(g.Groups) {
		for _, list := range [][]string{g.Directions, g.Modes, g.Atoms, g.Ranges} {
			b.WriteString(list[rng.IntN(len(list))])
		}
	}
	return b.String()
}

// useful reports whether the prior can judge a piece on the first board, so that what sets its value
// apart is not that it hardly moves. Strings that cannot be read are not useful.
func (s *Settings) useful(moves string) (bool, error) {
	if _, err := betza.Parse(moves); err != nil {
		return false, nil
	}
	f, err := formula.FeaturesOf(s.Boards[0].Board, []string{moves})
	return err == nil && f[0].Unchecked == "", err
}

// lock locks one piece in LockedEvery: those with the least hashes. So what is locked does not
// depend on the order of the list.
func (s *Settings) lock(list []Piece) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(s.hash(list[a].Betza), s.hash(list[b].Betza)) })
	for _, i := range order[:len(list)/s.LockedEvery] {
		list[i].Locked = true
	}
}

func (s *Settings) hash(text string) string {
	return files.SHA256(fmt.Appendf(nil, "%d\n%s", s.Seed, text))
}

// chosen returns one piece in so many, in the order of hashes that begin with a salt.
func (s *Settings) chosen(salt string, list []Piece, every int) []Piece {
	list = slices.Clone(list)
	slices.SortFunc(list, func(x, y Piece) int { return strings.Compare(s.hash(salt+x.Betza), s.hash(salt+y.Betza)) })
	return list[:(len(list)+every-1)/every]
}

// Hash identifies the settings, without the comments of their file, and the list that they give:
// twelve hexadecimal digits.
func (s *Settings) Hash(list []Piece) string {
	own := *s
	own.ID = ""
	text, err := json.Marshal([]any{own, list})
	if err != nil {
		panic(err) // cannot happen with texts and numbers
	}
	return s.hash(string(text))[:12]
}
