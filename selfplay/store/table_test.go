package store

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func runOf(t *testing.T, game string) *Store {
	t.Helper()
	v := testkit.Must(variant.Find(game))(t)
	return runOfGame(t, v)
}

func runOfGame(t *testing.T, v *variant.Variant) *Store {
	t.Helper()
	g := testkit.Must(rules.Compile(v))(t)
	s := testkit.Must(OpenOrCreate(t.TempDir(), g, map[string]int{"seed": 7}))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// chess returns a store with a game of two players with clocks, and gated a store with
// waiting pieces.
func chess(t *testing.T) *Store {
	s := runOf(t, "chess")
	testkit.OK(t, s.HoldPlayers([]Player{{Name: "new, \"better\""}, {Name: "old", Config: json.RawMessage(`{"nodes":300}`)}}))
	put(t, s, Record{
		Round: 1, Pair: 4, Index: 1, White: 1,
		FEN:         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		RandomPlies: 1,
		Moves:       []string{"f2f3", "e7e5", "g2g4", "d8h4"},
		Scores:      []int{Unknown, -84, Unknown, -29999}, Times: []int{Unknown, 15, 1203, Unknown}, Depths: []int{Unknown, 9, Unknown, 1},
		Result: rules.BlackWins, Reason: rules.Checkmate, Detail: "a fool",
	})
	put(t, s, Record{
		Round: 1, Pair: 5, FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Result: rules.Draw, Reason: rules.InsufficientMaterial,
	})
	return s
}

func gated(t *testing.T) *Store {
	s := runOf(t, "hannibal-manticore")
	put(t, s, Record{
		Round: 1, Pair: 23, Index: 1,
		FEN:         "*f******m*/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/M*******F* w KQkq - 0 1",
		RandomPlies: 2,
		Moves:       strings.Fields("b1c3 i9h7 i1h3 b9c7 f1b1 c7b5 c3b5 h7g5"),
		Scores:      []int{Unknown, Unknown, 12, -7, 130, 95, 70, -20},
		Result:      rules.Draw, Reason: "length limit",
	})
	return s
}

// pieceCalledScore returns a store of a game with a piece whose column would have the same
// name as the result's.
func pieceCalledScore(t *testing.T) *Store {
	v, err := variant.Parse("score.toml", []byte(`name = "scores"
[board]
files = 4
ranks = 4
array = "1sk1/4/4/1SK1"
[[piece]]
name = "king"
symbol = "K"
royal = true
move = "K"
[[piece]]
name = "score"
symbol = "S"
move = "R"
`))
	testkit.OK(t, err)
	s := runOfGame(t, v)
	put(t, s, Record{
		Round: 1, FEN: "1sk1/4/4/1SK1 w - - 0 1", Moves: []string{"b1b4", "c4b4"}, Scores: []int{3, -5},
		Result: rules.Draw, Reason: rules.InsufficientMaterial,
	})
	return s
}

func put(t *testing.T, s *Store, r Record) {
	t.Helper()
	testkit.OK(t, s.Put(r))
}

// tables lists the tables for the golden files.
var tables = []struct {
	name  string
	store func(*testing.T) *Store
	write func(io.Writer, *Store) error
}{
	{"games", chess, func(w io.Writer, s *Store) error { return WriteGames(w, Named{"run", s}) }},
	{"positions", chess, func(w io.Writer, s *Store) error { return WritePositions(w, 1, Named{"run", s}) }},
	{"score", pieceCalledScore, func(w io.Writer, s *Store) error { return WritePositions(w, 1, Named{"run", s}) }},
	{"gated", gated, func(w io.Writer, s *Store) error { return WritePositions(w, 3, Named{"run", s}) }},
}

func TestCSVGolden(t *testing.T) {
	for _, tc := range tables {
		var b bytes.Buffer
		testkit.OK(t, tc.write(&b, tc.store(t)))
		testkit.Golden(t, tc.name+".csv", b.String())
	}
}

// Several runs make one table. Pieces that a game lacks are null.
func TestSeveralRuns(t *testing.T) {
	list := []Named{{"first", chess(t)}, {"second/half", pieceCalledScore(t)}}
	var games, positions bytes.Buffer
	testkit.OK(t, WriteGames(&games, list...))
	testkit.OK(t, WritePositions(&positions, 1, list...))
	for _, b := range []*bytes.Buffer{&games, &positions} {
		rows := testkit.Must(csv.NewReader(b).ReadAll())(t)
		seen := map[string]string{}
		for _, row := range rows[1:] {
			seen[row[0]] = row[1] // the rules of a run
			for i, name := range rows[0] {
				of := map[string]string{"white_queen": "first", "black_score_": "second/half"}[name]
				if of != "" && (of == row[0]) != (row[i] != "") {
					t.Errorf("%s of run %s is %q", name, row[0], row[i])
				}
			}
		}
		if len(seen) != 2 || seen["first"] == "" || seen["first"] == seen["second/half"] {
			t.Errorf("the rules of the runs are %v", seen)
		}
	}
}

// docs/games.md explains every column in the words of its description.
func TestColumnsAreDocumented(t *testing.T) {
	docs := testkit.Must(os.ReadFile("../../docs/games.md"))(t)
	for _, c := range append(gameColumns(), positionColumns(rulestest.Game(t, "chess"))...) {
		name := "`" + c.name + "`"
		if side, _, ok := strings.Cut(c.name, "_"); ok && strings.HasPrefix(c.doc, "pieces of this kind") {
			name = "`" + side + "_PIECE`"
		}
		if line := fmt.Sprintf("| %s | %s | %s |", name, c.kind, c.doc); !strings.Contains(string(docs), line) {
			t.Errorf("docs/games.md lacks the line\n%s", line)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := chess(t)
	testkit.Fails(t, WritePositions(io.Discard, 0, Named{"run", s}), "every 0 plies")
	put(t, s, Record{Round: 2, FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Moves: []string{"e1e3"}, Scores: []int{0}, Result: rules.Draw})
	testkit.Fails(t, WritePositions(io.Discard, 1, Named{"run", s}), "game 2.0.0: ply 1")
	testkit.Fails(t, WriteGames(full{}, Named{"run", s}), "no space")
}

// full is a writer without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space") }

// Games of incomplete pairs do not count.
func TestIncompletePairs(t *testing.T) {
	games := func(yield func(Record, error) bool) {
		for _, k := range []Key{{0, 1}, {1, 0}, {1, 1}, {2, 0}, {3, 0}, {3, 1}, {4, 1}} {
			if !yield(Record{Pair: k.Pair, Index: k.Index}, nil) {
				return
			}
		}
	}
	var got []int
	for pair, err := range Pairs(games) {
		if err != nil || pair[0].Pair != pair[1].Pair || pair[0].Index != 0 || pair[1].Index != 1 {
			t.Errorf("games %v, %v", pair, err)
		}
		got = append(got, pair[0].Pair)
	}
	if len(got) != 2 || got[0] != 1 || got[1] != 3 {
		t.Errorf("pairs %v, want 1 and 3", got)
	}
}
