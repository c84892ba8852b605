package study

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/internal/files"
	"bestiary/internal/toml"
	"bestiary/tuning/formula"
)

// An atlas lists pieces by rule, measures what they are worth, and judges the formula (package
// formula) that predicts it from their moves alone. Its file states families of move strings, a
// grammar from which one piece in ten is drawn, boards with their hosts, and how precisely the
// pieces are to be measured. A third of the list is locked, chosen by hash, until a formula is
// judged.
//
// The pieces are measured as guests: kinds that are not in the array of a host and replace its
// pieces in exchanges (package estimate). The settings are sealed with the games. Locked pieces are
// shown once, when all games have been played. The formula is fitted to the pieces that are not
// locked, and its errors on the others are compared with those of the mobility prior.
var atlasForm = Form{
	Table: atlasName, Article: "an", Title: "What pieces are worth", Asks: "What pieces are worth, and a formula for it",
	Takes: []string{"open"}, Open: openAtlas, Plan: AtlasPlan{}, Answer: Atlas{},
}

const atlasName = "atlas"

// Pieces says by which rule an atlas lists pieces, and how they are measured. Its JSON cannot change:
// the hash of published values is over it.
type Pieces struct {
	// Seed determines what is drawn; 0 to 2^31 - 1.
	Seed int
	// Guests is the number of kinds in a run; 1 to 12.
	Guests int
	// RandomEvery and LockedEvery are n where one piece in n is random or locked; 2 to 100.
	RandomEvery, LockedEvery int
	Players
	// Pairs is the number of pairs of a run; 2 to 1,000,000.
	Pairs int
	// Rounds is the largest number of learning rounds of a run; 0 to 20.
	Rounds int
	// Again says who measures one piece in AgainEvery, 2 to 100, once more.
	Again      Players
	AgainEvery int
	// Precision is the half-width of the interval as a share of the value, 0.01 to 1, that
	// PreciseShare of the pieces are to have, above 0 to 1.
	Precision, PreciseShare float64
	Boards                  []HostBoard
	Families                []PieceFamily
	Random                  Grammar

	// ID is "", which the hash covers.
	ID string

	id   string
	data []byte // of the file

	dealt *dealt
}

// Players says who plays.
type Players struct {
	// Panel lists the players, as in estimate.Config.
	Panel []string
	// Nodes is the number of nodes a move; 1 to 1,000,000.
	Nodes int
}

// PieceFamily is a list of moves.
type PieceFamily struct {
	Name  string
	Moves []string
	// Unions makes the family all unions of up to this number of Moves; 1 to 3.
	Unions int
}

// Grammar specifies how moves are drawn: one to Groups groups, each of a direction, a mode, an atom
// and a range.
type Grammar struct {
	Groups                           int // 1 to 5
	Directions, Modes, Atoms, Ranges []string
}

func openAtlas(_ *Library, name string, data []byte, _ Options) (Study, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	root, s := f.Root(), &Pieces{id: fileID(name), data: data}
	for _, table := range []struct {
		key    string
		fields []field
	}{
		{atlasName, []field{
			{key: "seed", at: &s.Seed, hi: math.MaxInt32},
			{key: "guests", at: &s.Guests, lo: 1, hi: 12},
			{key: "random-every", at: &s.RandomEvery, lo: 2, hi: 100},
			{key: "locked-every", at: &s.LockedEvery, lo: 2, hi: 100},
			{key: "panel", at: &s.Panel},
			{key: "nodes", at: &s.Nodes, lo: 1, hi: 1_000_000},
			{key: "pairs", at: &s.Pairs, lo: 2, hi: 1_000_000},
			{key: "rounds", at: &s.Rounds, hi: 20},
			{key: "precision", at: &s.Precision, lo: 0.01, hi: 1},
			{key: "precise-share", at: &s.PreciseShare, hi: 1},
		}},
		{"again", []field{
			{key: "every", at: &s.AgainEvery, lo: 2, hi: 100},
			{key: "panel", at: &s.Again.Panel},
			{key: "nodes", at: &s.Again.Nodes, lo: 1, hi: 1_000_000},
		}},
		{"random", []field{
			{key: "groups", at: &s.Random.Groups, lo: 1, hi: 5},
			{key: "directions", at: &s.Random.Directions},
			{key: "modes", at: &s.Random.Modes},
			{key: "atoms", at: &s.Random.Atoms},
			{key: "ranges", at: &s.Random.Ranges},
		}},
	} {
		if t := needed(root, table.key); t != nil {
			readAll(t, table.fields)
		}
	}
	for _, t := range root.Sections("board", 10) {
		s.readBoard(t)
	}
	if len(s.Boards) == 0 || !s.Boards[0].usual() {
		root.Report("board", "no first board without a name of its own", "a [[board]] whose name is its size, to which others are compared", "")
	}
	for _, t := range root.Sections("family", 100) {
		own := PieceFamily{Unions: 1}
		readFields(t, []field{{key: "name", at: &own.Name}, {key: "unions", at: &own.Unions, lo: 1, hi: 3}})
		readAll(t, []field{{key: "moves", at: &own.Moves}})
		s.Families = append(s.Families, own)
	}
	root.Close()
	return s, f.Err()
}

// needed returns a table of a file; nil if it is missing, which is a fault.
func needed(root *toml.Section, key string) *toml.Section {
	t := root.Section(key)
	if t == nil {
		root.Report(key, "missing", "a table ["+key+"]", "")
	}
	return t
}

// readAll reads the last fields of a table, all of which have to be there. Lists of players are
// called panel.
func readAll(t *toml.Section, fields []field) {
	for _, f := range fields {
		f.required = true
		f.read(t)
		if f.key == "panel" {
			checkPlayers(t, f.key, *f.at.(*[]string))
		}
	}
	t.Close()
}

// readBoard reads a board with its host.
func (s *Pieces) readBoard(t *toml.Section) {
	var b HostBoard
	t.Text("size", &b.Name)
	var ok bool
	if b.Board, ok = formula.ParseBoard(b.Name); !ok {
		t.Report("size", toml.Quote(b.Name), "FILESxRANKS, as in 10x8", "")
	}
	readFields(t, []field{
		{key: "name", at: &b.Name}, {key: "array", at: &b.Array}, {key: "knight", at: &b.Knight}, {key: "bishop", at: &b.Bishop},
	})
	readAll(t, []field{{key: "every", at: &b.Every, lo: 1, hi: 100}, {key: "seconds", at: &b.Seconds, hi: 1e6}})
	if slices.ContainsFunc(s.Boards, func(o HostBoard) bool { return o.Name == b.Name }) {
		t.Report("name", toml.Quote(b.Name)+" again", "another name for each board", "")
	}
	s.Boards = append(s.Boards, b)
}

// Piece is a piece of the list.
type Piece struct {
	Betza  string `json:"betza"`
	Family string `json:"family"`
	// Locked pieces are not looked at until the formula is judged.
	Locked bool `json:"locked"`
}

// randomFamily is the family of the pieces that are drawn.
const randomFamily = "at random"

// maxPieceDraws bounds the search for random pieces.
const maxPieceDraws = 10_000

// List expands the list. Pieces with the same moves are listed once. It is an error if a
// move string cannot be read or the grammar gives too few pieces.
func (s *Pieces) List() (list []Piece, err error) {
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
		if draw == maxPieceDraws {
			return nil, fmt.Errorf("the grammar gave %d of %d pieces in %d draws; expected more atoms or directions", len(list), total, draw)
		}
		moves := s.Random.draw(rng)
		if _, err := betza.Parse(moves); err != nil {
			continue
		}
		// What sets the value of a piece apart should not be that it hardly moves.
		unlike, err := formula.Unchecked(s.Boards[0].Board, moves)
		if err == nil && unlike == "" {
			err = add(moves, randomFamily)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, i := range s.byHash("", list)[:len(list)/s.LockedEvery] {
		list[i].Locked = true
	}
	return list, nil
}

// unions returns all unions of one to most of the given moves, single moves first.
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

// byHash returns the indices of a list, sorted by the salted hashes of its pieces. So the choice
// does not depend on the order of the list.
func (s *Pieces) byHash(salt string, list []Piece) []int {
	order, hashes := make([]int, len(list)), make([]string, len(list))
	for i, p := range list {
		order[i], hashes[i] = i, s.hash(salt+p.Betza)
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(hashes[a], hashes[b]) })
	return order
}

func (s *Pieces) hash(text string) string {
	return files.SHA256(fmt.Appendf(nil, "%d\n%s", s.Seed, text))
}

// Hash identifies the settings, without the comments of their file, and the list that they give:
// twelve hexadecimal digits.
func (s *Pieces) Hash(list []Piece) string {
	text, err := json.Marshal([]any{s, list})
	if err != nil {
		panic(err) // cannot happen with texts and numbers
	}
	return s.hash(string(text))[:12]
}

// sealed returns the files of the settings and of the list, which are stored with the games.
func (s *Pieces) sealed(list []Piece) ([]files.File, error) {
	f, err := files.JSON("pieces.json", list)
	return []files.File{{Name: atlasName + suffix, Data: s.data}, f}, err
}
