package web

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/experiments/advise"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/internal/check"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// small returns a measurement of a few quick games.
func small(other *GameRef) Measurement {
	return Measurement{Game: GameRef{Name: "chess"}, Other: other, Seed: 4, Nodes: 15}
}

// smallPairs is the number of its pairs.
const smallPairs = MinPairs + 2

// games plays the games of a measurement.
func games(t *testing.T, a *API, m Measurement) (list []Record) {
	t.Helper()
	sides := 1
	if m.Other != nil {
		sides = 2
	}
	for i := range 2 * sides * smallPairs {
		list = append(list, call[Record](t, a, "play", PlayRequest{m, i % sides, i / (2 * sides), i / sides % 2}))
	}
	return list
}

// The values equal those of the command estimate without learning rounds, for games in any
// order.
func TestValuesAreThoseOfEstimate(t *testing.T) {
	a, m := &API{}, small(nil)
	list := games(t, a, m)
	slices.Reverse(list)
	half := call[Values](t, a, "values", ValuesRequest{m, list[:len(list)/2], true})
	if half.Pairs != 0 || len(half.Values) != 0 {
		t.Errorf("%d pairs count, %d values, although the first are missing", half.Pairs, len(half.Values))
	}
	got := call[Values](t, a, "values", ValuesRequest{m, list[len(list)/2:], false})
	cfg := estimate.Quick() // one player
	cfg.Design, cfg.Rounds, cfg.Pairs, cfg.OddsPairs, cfg.Play = estimate.RandomArmies, 0, smallPairs, 0, m.play()
	g := testkit.Must(a.Game(m.Game))(t)
	want := testkit.Must(estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Crew{Workers: 1}, match.Events{}))(t)
	if got.Pairs != smallPairs || len(got.Values) != len(want.Measurement.Design.Values) {
		t.Fatalf("%d pairs, %d values", got.Pairs, len(got.Values))
	}
	for i, v := range want.Measurement.Design.Values {
		mine := got.Values[i]
		if mine.Name != v.Piece || !(math.Abs(mine.Interval.Estimate/v.Worth.Estimate-1) <= 1e-5) { // six digits in JSON
			t.Errorf("%s is worth %v, by the command %s %v", mine.Name, mine.Interval.Estimate, v.Piece, v.Worth.Estimate)
		}
	}
	if want := "bestiary estimate %s --openings armies --panel learned --rounds 0 --pairs 22 --nodes 15 --seed 4"; got.Command != want {
		t.Errorf("command %q, want %q", got.Command, want)
	}
}

// A comparison has the measures of the command compare.
func TestDifferencesAreThoseOfCompare(t *testing.T) {
	a, m := &API{}, small(&GameRef{Name: "chess", Rules: []string{"n-move=5"}})
	got := call[map[string]any](t, a, "values", ValuesRequest{m, games(t, a, m), true})
	sides := testkit.Must(a.sides(m))(t)
	cfg := measure.Default()
	cfg.Play = m.play()
	cfg.Play.Pairs = smallPairs
	want := testkit.Must(measure.Run(context.Background(), [2]measure.Side{{Game: sides[0].Game}, {Game: sides[1].Game}}, cfg, t.TempDir(), match.Crew{Workers: 1}, match.Events{}))(t)
	testkit.Same(t, "", []any{want.Sides[0].Label, want.Sides[1].Label}, got["labels"])
	if got["identical"] != float64(want.Identical) {
		t.Errorf("%v games are the same, want %d", got["identical"], want.Identical)
	}
	measures := got["measures"].([]any)
	if len(measures) != len(want.Measures) {
		t.Fatalf("%d measures, want %d", len(measures), len(want.Measures))
	}
	for i, x := range measures {
		mine, theirs := x.(map[string]any), want.Measures[i]
		estimate, ok := mine["difference"].(map[string]any)["estimate"].(float64)
		if mine["name"] != theirs.Name || ok && math.Abs(estimate-theirs.Difference.Estimate) > 1e-5*math.Max(1, math.Abs(estimate)) {
			t.Errorf("%v differs by %v, by the command %s by %v", mine["name"], estimate, theirs.Name, theirs.Difference.Estimate)
		}
	}
}

func TestFaultsOfMeasurements(t *testing.T) {
	a, m := &API{}, small(nil)
	bad := m
	bad.Nodes = 0
	record := Record{FEN: "8/8", Result: "*"}
	for want, request := range map[string]any{
		"play self-play: nodes is 0":     PlayRequest{Measurement: bad},
		"play side 0, pair 10000000, ":   PlayRequest{Measurement: m, Pair: check.MaxPairs},
		"faults no games from the array": m,
		"speed unknown game":             SpeedRequest{GameRef{Name: "ches"}},
		"play side 1, pair 0, game 0":    PlayRequest{Measurement: m, Side: 1},
		"play both games have the same":  PlayRequest{Measurement: small(&GameRef{Name: "chess"})},
		"values side 0, pair 0, game 2":  ValuesRequest{Measurement: m, Games: []Record{{Index: 2}}},
		`values pair 0, game 0: result `: ValuesRequest{Measurement: m, Games: []Record{record, {Index: 1, Result: "*"}}},
		"think nodes is 0":               ThinkRequest{Place: Place{Game: m.Game}},
		"think lines is 11":              ThinkRequest{Place: Place{Game: m.Game}, Nodes: 1, Lines: 11},
		`set-up "z9" is not a square`:    SetUpRequest{Game: m.Game, Pieces: []Stone{{Square: "z9"}}},
		"set-up piece 77":                SetUpRequest{Game: m.Game, Pieces: []Stone{{Square: "a1", Piece: 77}}},
		"read-pgn PGN: no game":          ReadPGNRequest{Game: m.Game},
		"read-pgn PGN:1: game 1, ply 1":  ReadPGNRequest{Game: m.Game, Text: "1. e5 *"},
	} {
		method, message, _ := strings.Cut(want, " ")
		if f := fault(t, a, method, request); !strings.Contains(f.Message, message) {
			t.Errorf("%s: %q, want %q", method, f.Message, message)
		}
	}
}

// The engine finds a mate and says what follows.
func TestThink(t *testing.T) {
	a := &API{}
	place := Place{Game: GameRef{Name: "chess"}, Moves: []string{"f3", "e5", "g4"}}
	got := call[Thought](t, a, "think", ThinkRequest{Place: place, Nodes: 2000, Lines: 2})
	if len(got.Lines) != 2 || got.Lines[0].Best.SAN != "Qh4#" || got.Lines[0].Text != "#-1" {
		t.Errorf("lines %+v", got.Lines)
	}
	if want := "the engine plays chess with a network and " + eval.TunedWords; got.Playing != want {
		t.Errorf("playing %q, want %q", got.Playing, want)
	}
	place.Moves = append(place.Moves, "Qh4")
	if got := call[Thought](t, a, "think", ThinkRequest{Place: place, Nodes: 100}); len(got.Lines) != 0 {
		t.Errorf("after the mate: %+v", got.Lines)
	}
}

// Setting up a position from its own pieces gives the same position.
func TestSetUpOfEveryStart(t *testing.T) {
	a := &API{}
	for _, entry := range call[struct{ Games []catalogueEntry }](t, a, "catalogue", struct{}{}).Games {
		ref := GameRef{Name: entry.Name}
		p := call[Position](t, a, "position", Place{Game: ref})
		got := call[map[string]string](t, a, "set-up", SetUpRequest{Game: ref, Pieces: p.Pieces, Behind: p.Behind, Hand: p.Hand})
		if got["fen"] != p.FEN {
			t.Errorf("%s: %s, want %s", entry.Name, got["fen"], p.FEN)
		}
	}
}

// Who wins is told at three strengths, by the same games as those of package balance with one player.
func TestWhoWins(t *testing.T) {
	a, m := &API{}, Measurement{Game: GameRef{Name: "minishogi"}, Seed: 4, Nodes: 5, Wins: true}
	var list []Record
	for i := range 2 * strengths * leastWins {
		list = append(list, call[Record](t, a, "play", PlayRequest{m, i % strengths, i / (2 * strengths), i / strengths % 2}))
	}
	few := call[map[string]any](t, a, "values", ValuesRequest{m, list[:len(list)-1], true})
	if few["wins"] != nil {
		t.Errorf("%d pairs are said to tell %v", leastWins-1, few["wins"])
	}
	got := call[struct {
		Wins struct {
			Answer    string
			Now, Then float64
			Curves    []struct{ Rungs []balance.Rung }
		}
	}](t, a, "values", ValuesRequest{m, list[len(list)-1:], false}).Wins
	if now, then := got.Now, got.Then; !(now > 0 && then < 0.7*now && then > 0.3*now) {
		t.Errorf("±%v now, ±%v with four times as many games", now, then)
	}
	g := testkit.Must(a.Game(m.Game))(t)
	cfg := testkit.Must(m.balance(g))(t)
	// Faults are those of the games at the higher strengths, with intervals that hold at any look.
	var by [strengths][]store.Record
	for _, r := range list {
		by[r.Side] = append(by[r.Side], testkit.Must(r.record(g))(t))
	}
	known := cfg
	known.Play.Pairs = leastWins
	wins := testkit.Must(known.Read(g, by[:]))(t)
	arrays := testkit.Must(advise.Arrays(g, m.Seed, eval.Default(g)))(t)
	study := testkit.Must(advise.Faults(g, arrays, wins, slices.Concat(by[1], by[2]), anytime(leastWins, bestPairs)))(t)
	testkit.Same(t, "level", anytime(leastWins, bestPairs), study.Config.Level)
	faults := call[Faults](t, a, "faults", m)
	testkit.Same(t, "summary", study.Summary(), faults.Summary)
	for i, c := range study.Checks() {
		testkit.Same(t, c.Name, c, faults.Checks[i])
	}
	if rungs := got.Curves[0].Rungs; len(rungs) != strengths || rungs[2].Nodes != 80 || rungs[0].Games != 2*leastWins ||
		!regexp.MustCompile(`^The (first|second) player scores \d+ % \(\d+ to \d+\) at 80 positions a move[:;] `).MatchString(got.Answer) {
		t.Errorf("%+v", got)
	}
	cfg.Looked, cfg.Strengths, cfg.Play.Pairs = false, cfg.Strengths[:2], leastWins
	want := testkit.Must(balance.Measure(t.Context(), g, cfg, t.TempDir(), match.Crew{Workers: 1}, match.Events{}))(t)
	testkit.Near(t, "score at the lowest strength, as by the command", got.Curves[0].Rungs[0].Score.Estimate, want.Main().Rungs[0].Score.Estimate, 1e-6)
	testkit.Fails(t, testkit.Error(a.sides(Measurement{Game: m.Game, Other: &m.Game, Nodes: 10, Wins: true})), "wins and other: expected one of them")
}
