package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

func create(t *testing.T, game string) *store.Store {
	t.Helper()
	v := testkit.Must(variant.Find(game))(t)
	return createOf(t, v)
}

func createOf(t *testing.T, v *variant.Variant) *store.Store {
	t.Helper()
	g := testkit.Must(rules.Compile(v))(t)
	s := testkit.Must(store.OpenOrCreate(t.TempDir(), g, map[string]int{"seed": 7}))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// chess returns a store with a game of two players with clocks, and gated a store with
// waiting pieces.
func chess(t *testing.T) *store.Store {
	s := create(t, "chess")
	testkit.OK(t, s.HoldPlayers([]store.Player{{Name: "new, \"better\""}, {Name: "old", Config: json.RawMessage(`{"nodes":300}`)}}))
	put(t, s, store.Record{
		Round: 1, Pair: 4, Index: 1, White: 1,
		FEN:         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		RandomPlies: 1,
		Moves:       []string{"f2f3", "e7e5", "g2g4", "d8h4"},
		Scores:      []int{store.Unknown, -84, store.Unknown, -29999}, Times: []int{store.Unknown, 15, 1203, store.Unknown}, Depths: []int{store.Unknown, 9, store.Unknown, 1},
		Result: rules.BlackWins, Reason: rules.Checkmate, Detail: "a fool",
	})
	put(t, s, store.Record{
		Round: 1, Pair: 5, FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Result: rules.Draw, Reason: rules.InsufficientMaterial,
	})
	return s
}

func gated(t *testing.T) *store.Store {
	s := create(t, "hannibal-manticore")
	put(t, s, store.Record{
		Round: 1, Pair: 23, Index: 1,
		FEN:         "*f******m*/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/M*******F* w KQkq - 0 1",
		RandomPlies: 2,
		Moves:       strings.Fields("b1c3 i9h7 i1h3 b9c7 f1b1 c7b5 c3b5 h7g5"),
		Scores:      []int{store.Unknown, store.Unknown, 12, -7, 130, 95, 70, -20},
		Result:      rules.Draw, Reason: "length limit",
	})
	return s
}

// pieceCalledScore returns a store of a game with a piece whose column would have the same
// name as the result's.
func pieceCalledScore(t *testing.T) *store.Store {
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
	s := createOf(t, v)
	put(t, s, store.Record{
		Round: 1, FEN: "1sk1/4/4/1SK1 w - - 0 1", Moves: []string{"b1b4", "c4b4"}, Scores: []int{3, -5},
		Result: rules.Draw, Reason: rules.InsufficientMaterial,
	})
	return s
}

func put(t *testing.T, s *store.Store, r store.Record) {
	t.Helper()
	testkit.OK(t, s.Put(r))
}

// tables lists the tables for the golden files and the comparison of formats.
var tables = []struct {
	name  string
	store func(*testing.T) *store.Store
	write func(io.Writer, Format, *store.Store) error
}{
	{"games", chess, func(w io.Writer, f Format, s *store.Store) error { return Games(w, f, Run{"run", s}) }},
	{"positions", chess, func(w io.Writer, f Format, s *store.Store) error { return Positions(w, f, 1, Run{"run", s}) }},
	{"score", pieceCalledScore, func(w io.Writer, f Format, s *store.Store) error { return Positions(w, f, 1, Run{"run", s}) }},
	{"gated", gated, func(w io.Writer, f Format, s *store.Store) error { return Positions(w, f, 3, Run{"run", s}) }},
}

func TestCSVGolden(t *testing.T) {
	for _, tc := range tables {
		var b bytes.Buffer
		testkit.OK(t, tc.write(&b, CSV, tc.store(t)))
		testkit.Golden(t, tc.name+".csv", b.String())
	}
}

// A Parquet file holds the table of the CSV file, and is the same every time.
func TestParquet(t *testing.T) {
	for _, tc := range tables {
		s := tc.store(t)
		var plain, first, second bytes.Buffer
		for _, out := range []struct {
			w *bytes.Buffer
			f Format
		}{{&plain, CSV}, {&first, Parquet}, {&second, Parquet}} {
			testkit.OK(t, tc.write(out.w, out.f, s))
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: two files differ", tc.name)
		}
		want := testkit.Must(csv.NewReader(&plain).ReadAll())(t)
		testkit.Same(t, tc.name, want, readParquet(t, first.Bytes()))
	}
}

// readParquet returns a Parquet file as CSV rows.
func readParquet(t *testing.T, data []byte) [][]string {
	t.Helper()
	f := testkit.Must(parquet.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
	if config, _ := f.Lookup("bestiary.config"); config != `{"seed":7}` {
		t.Errorf("the configuration is %q", config)
	}
	var header []string
	for _, path := range f.Schema().Columns() {
		header = append(header, path[0])
	}
	table := [][]string{header}
	for _, group := range f.RowGroups() {
		rows := group.Rows()
		defer rows.Close()
		buf := make([]parquet.Row, 10)
		for {
			n, err := rows.ReadRows(buf)
			for _, row := range buf[:n] {
				table = append(table, cells(row, len(header)))
			}
			if err == io.EOF {
				break
			}
			testkit.OK(t, err)
		}
	}
	return table
}

func cells(row parquet.Row, columns int) []string {
	out := make([]string, columns)
	for _, v := range row {
		var s string
		switch {
		case v.IsNull() && v.DefinitionLevel() == 1:
			s = "null" // of a list
		case v.IsNull():
		case v.Kind() == parquet.Double:
			s = strconv.FormatFloat(v.Double(), 'g', -1, 64)
		case v.Kind() == parquet.ByteArray:
			s = string(v.ByteArray())
		default:
			s = fmt.Sprint(v.Int64())
			if v.Kind() == parquet.Int32 {
				s = fmt.Sprint(v.Int32())
			}
		}
		if v.RepetitionLevel() > 0 {
			s = out[v.Column()] + " " + s
		}
		out[v.Column()] = s
	}
	return out
}

// The columns have the types that readers expect.
func TestParquetSchema(t *testing.T) {
	got := schemaOf(gameColumns()).String()
	for _, want := range []string{
		"required int64 round (INT(64,true))", "required binary white (STRING)", "required double white_score",
		"required group scores (LIST)", "optional int32 element (INT(32,true))",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := schemaOf(positionColumns(rulestest.Game(t, "chess"))).String(); !strings.Contains(got, "optional int64 score") {
		t.Errorf("no optional score in\n%s", got)
	}
}

// Several runs make one table. Pieces that a game lacks are null.
func TestSeveralRuns(t *testing.T) {
	list := []Run{{"first", chess(t)}, {"second/half", pieceCalledScore(t)}}
	var games, positions bytes.Buffer
	testkit.OK(t, Games(&games, CSV, list...))
	testkit.OK(t, Positions(&positions, CSV, 1, list...))
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
	types := map[kind]string{integer: "integer", optional: "integer or null", number: "number", text: "text", category: "text", list: "list of integers"}
	for _, c := range append(gameColumns(), positionColumns(rulestest.Game(t, "chess"))...) {
		name := "`" + c.name + "`"
		if side, _, ok := strings.Cut(c.name, "_"); ok && strings.HasPrefix(c.doc, "pieces of this kind") {
			name = "`" + side + "_PIECE`"
		}
		if line := fmt.Sprintf("| %s | %s | %s |", name, types[c.kind], c.doc); !strings.Contains(string(docs), line) {
			t.Errorf("docs/games.md lacks the line\n%s", line)
		}
	}
}

// Large tables have several row groups.
func TestRowGroups(t *testing.T) {
	s := create(t, "chess")
	long := store.Record{FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Result: rules.Draw, Reason: "length limit", Detail: strings.Repeat("x", 1<<18)}
	for i := range 200 {
		long.Pair = i
		put(t, s, long)
	}
	var b bytes.Buffer
	testkit.OK(t, Games(&b, Parquet, Run{"run", s}))
	f := testkit.Must(parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len())))(t)
	if f.NumRows() != 200 || len(f.RowGroups()) != 4 {
		t.Errorf("%d rows in %d groups, want 200 in 4", f.NumRows(), len(f.RowGroups()))
	}
}

func TestRefusals(t *testing.T) {
	s := chess(t)
	testkit.Fails(t, Games(io.Discard, "parket", Run{"run", s}), `"parket", expected "csv" or "parquet"; did you mean parquet?`)
	testkit.Fails(t, Positions(io.Discard, CSV, 0, Run{"run", s}), "every 0 plies")
	put(t, s, store.Record{Round: 2, FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Moves: []string{"e1e3"}, Scores: []int{0}, Result: rules.Draw})
	testkit.Fails(t, Positions(io.Discard, CSV, 1, Run{"run", s}), "game 2.0.0: ply 1")
	for _, f := range []Format{CSV, Parquet} {
		testkit.Fails(t, Games(full{}, f, Run{"run", s}), "no space")
	}
}

// full is a writer without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, fmt.Errorf("no space") }
