package pgn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

func create(t *testing.T, g *rules.Game) *store.Store {
	t.Helper()
	s := testkit.Must(store.OpenOrCreate(t.TempDir(), g, map[string]string{}))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func exported(t *testing.T, s *store.Store) string {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, Export(&b, s, ""))
	return b.String()
}

// refuse accepts no bad games.
func refuse(e *GameError) error { return e }

// For every game, a run that is exported and imported stays the same.
func TestImportOfExport(t *testing.T) {
	importExport(t, rulestest.Game(t, "musketeer"), importBatch+20)
	for i, name := range variant.Catalogue() {
		if i%8 == 0 || testkit.Long() {
			importExport(t, rulestest.Game(t, name), 6)
		}
	}
}

func importExport(t *testing.T, g *rules.Game, n int) {
	s, copied := create(t, g), create(t, g)
	timed := []store.Player{{Name: "first", Config: json.RawMessage(`{"tc":"40/60+0.5"}`)}, {Name: "second", Config: json.RawMessage(`{"movetime":0.25}`)}}
	testkit.OK(t, s.HoldPlayers(timed))
	rng := rand.New(rand.NewPCG(3, 3))
	var list []store.Record
	for i := range n {
		r := randomGame(rng, g, i%3 == 0)
		r.Round, r.Pair, r.Index, r.White, r.Black = i%2, i/4, i/2%2, i%2, 1-i%2
		list = append(list, r)
	}
	testkit.OK(t, s.PutAll(list))
	text := exported(t, s)
	for range 2 { // the second time changes nothing
		done, err := Import(copied, NewReader(strings.NewReader(text), "run.pgn", g), refuse)
		if err != nil || done != (Imported{Games: len(list)}) {
			t.Fatalf("%s: %+v, %v", g.Variant.Name, done, err)
		}
	}
	testkit.Same(t, g.Variant.Name, text, exported(t, copied))
}

func TestImportOfForeignGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	game := func(white, black, moves string) string {
		return fmt.Sprintf("[Event \"cup\"]\n[Round \"7.7.1\"]\n[White %q]\n[Black %q]\n%s\n", white, black, moves)
	}
	text := game("A", "B", "1. e4 1-0") + game("B", "A", "1. e4 1-0") + game("A", "B", "1. c4 0-1") +
		game("A", "B", "1. c4 0-1") + game("B", "A", "1. z9 1-0") + game("B", "A", "1. d4 *") + game("B", "C", "1. e4 1-0")
	s := create(t, g)
	bad := 0
	done, err := Import(s, NewReader(strings.NewReader(text), "cup.pgn", g), func(e *GameError) error {
		bad++
		return nil
	})
	if err != nil || done != (Imported{Games: 5, Unfinished: 1, Bad: 1}) || bad != 1 {
		t.Errorf("%+v, %v, %d bad", done, err, bad)
	}
	var places []string
	for r, err := range s.AllGames() {
		testkit.OK(t, err)
		places = append(places, fmt.Sprint(r.Name(), " ", r.White, r.Black))
	}
	testkit.Same(t, "", []string{"1.0.0 0 1", "1.0.1 1 0", "1.1.0 0 1", "1.2.0 0 1", "1.3.0 1 2"}, places)
	if list, err := s.Players(); err != nil || len(list) != 3 || list[2].Name != "C" {
		t.Errorf("players %v, %v", list, err)
	}
	_, err = Import(create(t, g), NewReader(strings.NewReader(text), "cup.pgn", g), refuse)
	var fault *GameError
	if !errors.As(err, &fault) || fault.Game != 5 || fault.Who != "B - A" {
		t.Errorf("a bad game: %v", err)
	}
}

// A comment on one move does not affect the other moves.
func TestImportOfFewComments(t *testing.T) {
	const none = store.Unknown
	s := create(t, rulestest.Game(t, "chess"))
	text := "1. e4 {a good move} e5 {+0.67/12 0.145s} 2. Nf3 1-0\n\n1. e4 e5 1-0"
	testkit.Must(Import(s, NewReader(strings.NewReader(text), "few.pgn", rulestest.Game(t, "chess")), refuse))(t)
	var got [][3][]int
	for r, err := range s.AllGames() {
		testkit.OK(t, err)
		got = append(got, [3][]int{r.Scores, r.Depths, r.Times})
	}
	want := [][3][]int{{{none, -67, none}, {none, 12, none}, {none, 145, none}}, {{none, none}, nil, nil}}
	testkit.Same(t, "", want, got)
}

// An import that fails leaves the games so far with their players, and the next import
// continues from there.
func TestImportThatStops(t *testing.T) {
	g := rulestest.Game(t, "chess")
	var text strings.Builder
	for i := range importBatch {
		fmt.Fprintf(&text, "[White \"A\"]\n[Black \"B%d\"]\n1. e4 1-0\n", i%2)
	}
	text.WriteString("[White \"A\"]\n[Black \"B0\"]\n1. z9 1-0\n[White \"C\"]\n[Black \"A\"]\n1. d4 1-0\n")
	s := create(t, g)
	if _, err := Import(s, NewReader(strings.NewReader(text.String()), "bad.pgn", g), refuse); err == nil {
		t.Fatal("no error")
	}
	if list, err := s.Players(); err != nil || len(list) != 3 {
		t.Errorf("players after the stop: %v, %v", list, err)
	}
	skip := func(*GameError) error { return nil }
	if done, err := Import(s, NewReader(strings.NewReader(text.String()), "bad.pgn", g), skip); err != nil || done.Games != importBatch+1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if list, err := s.Players(); err != nil || len(list) != 4 || list[3].Name != "C" {
		t.Errorf("players: %v, %v", list, err)
	}
}

func TestImportOfTheSameGameTwice(t *testing.T) {
	g := rulestest.Game(t, "chess")
	var b bytes.Buffer
	for range 2 {
		testkit.OK(t, Write(&b, g, sample(0, 4, 0), players))
	}
	_, err := Import(create(t, g), NewReader(&b, "twice.pgn", g), refuse)
	if err == nil || err.Error() != "twice.pgn:33: game 2: there is another game 0.4.0 before" {
		t.Error(err)
	}
}

// Wherever a file was cut short, it ends up with every game of the run once and with its
// earlier contents.
func TestLive(t *testing.T) {
	s := create(t, rulestest.Game(t, "chess"))
	testkit.OK(t, s.HoldPlayers(players))
	list := []store.Record{sample(1, 0, 0), sample(1, 0, 1), sample(1, 1, 0)}
	path := filepath.Join(t.TempDir(), "live.pgn")
	const other = "[Event \"cup\"]\n\n1. e4 1-0\n"
	testkit.OK(t, os.WriteFile(path, []byte(other), 0o666))
	open := func() *Live {
		t.Helper()
		return testkit.Must(OpenLive(path, s, true))(t)
	}
	_, err := OpenLive(path, s, false)
	testkit.Fails(t, err, "live.pgn: the file has games of another run, or other text")
	l := open()
	for _, i := range []int{2, 0} { // in the order in which they end
		testkit.OK(t, s.Put(list[i]))
		testkit.OK(t, l.Add(list[i]))
	}
	l.Close()
	testkit.OK(t, s.Put(list[1]))
	whole := testkit.Must(os.ReadFile(path))(t)
	for cut := len(other) + 2; cut <= len(whole); cut += 29 {
		testkit.OK(t, os.WriteFile(path, whole[:cut], 0o666))
		open().Close()
		open().Close() // changes nothing
		text := testkit.Must(os.ReadFile(path))(t)
		rounds := map[string]int{}
		for r, err := range Read(bytes.NewReader(text), path, rulestest.Game(t, "chess")) {
			if err != nil {
				t.Fatalf("cut at %d: %v in\n%s", cut, err, text)
			}
			rounds[r.Name()+" "+r.Result.String()]++
		}
		want := map[string]int{"1.0.0 1-0": 1, "1.0.0 0-1": 1, "1.0.1 0-1": 1, "1.1.0 0-1": 1}
		if diff := cmp.Diff(want, rounds); diff != "" || !bytes.HasPrefix(text, []byte(other)) {
			t.Fatalf("cut at %d: %s in\n%s", cut, diff, text)
		}
	}
	testkit.OK(t, os.WriteFile(path, whole[len(other)+2:len(whole)-7], 0o666)) // without the other text
	testkit.Must(OpenLive(path, s, false))(t).Close()
	// Games whose comments another version has written otherwise are there.
	plain := bytes.ReplaceAll(whole, []byte(" "+bookComment), nil)
	testkit.OK(t, os.WriteFile(path, plain, 0o666))
	open().Close()
	text := testkit.Must(os.ReadFile(path))(t)
	if added := bytes.TrimPrefix(text, plain); len(added) == len(text) || bytes.Count(added, []byte("[Event")) != 1 {
		t.Errorf("added %q, want one game", added)
	}
}

// gated is a game that shows waiting pieces, castling and promotion.
func gated() store.Record {
	return store.Record{
		Round: 1, Pair: 23, Index: 1, Game: "hannibal-manticore",
		FEN:         "*f******m*/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/M*******F* w KQkq - 0 1",
		RandomPlies: 2,
		Moves:       strings.Fields("b1c3 i9h7 i1h3 b9c7 f1b1 c7b5 c3b5 h7g5"),
		Scores:      []int{store.Unknown, store.Unknown, 12, -7, 130, 95, search.MateScore - 3, -search.MateScore + 20},
		Result:      rules.Draw, Reason: "length limit",
	}
}

// sample is a game between two players that a run names.
func sample(round, pair, index int) store.Record {
	return store.Record{
		Round: round, Pair: pair, Index: index, Game: "chess", White: index, Black: 1 - index,
		FEN:         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		RandomPlies: 1,
		Moves:       []string{"f2f3", "e7e5", "g2g4", "d8h4"},
		Scores:      []int{store.Unknown, -84, 211, -29999},
		Result:      rules.BlackWins, Reason: rules.Checkmate,
	}
}

var players = []store.Player{{Name: "first"}, {Name: "second"}}

func TestPGNGolden(t *testing.T) {
	var b bytes.Buffer
	for _, r := range []store.Record{sample(0, 4, 0), gated()} {
		testkit.OK(t, Write(&b, rulestest.Game(t, r.Game), r, players))
	}
	testkit.Golden(t, "games.pgn", b.String())
}

func TestPGNRefusesBadRecords(t *testing.T) {
	g := rulestest.Game(t, "chess")
	bad := sample(0, 1, 0)
	bad.Moves[2] = "g2g5"
	testkit.Fails(t, Write(&bytes.Buffer{}, g, bad, nil), "game 0.1.0: ply 3")
	bad.FEN = "8/8"
	testkit.Fails(t, Write(&bytes.Buffer{}, g, bad, nil), "game 0.1.0")
}

func TestScoreText(t *testing.T) {
	for score, want := range map[int]string{
		0: "+0.00", 31: "+0.31", -5: "-0.05", 1234: "+12.34", -100: "-1.00",
		search.MateScore - 1: "+M1", search.MateScore: "+M0", 4 - search.MateScore: "-M4", search.MateScore + 1: "+300.01",
	} {
		if got := scoreText(score); got != want {
			t.Errorf("%d is written %s, want %s", score, got, want)
		}
	}
}
