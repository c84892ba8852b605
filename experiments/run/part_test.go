package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// parts returns a plan of two folders, of which the first is announced with the second, and what its
// readers see.
func parts(t *testing.T, folder string) (list []*Part, read *[]string) {
	g := rulestest.Game(t, "chess")
	cfg := match.SelfPlay()
	cfg.Nodes, cfg.Pairs = 5, 3
	players := testkit.Must(EnterPanel(g, cfg, []string{Learned, "engine:nodes=3"}, eval.Prior(g), 2))(t)
	Deal(players, 3)
	read = &[]string{}
	reader := func(label string) func(*Games) error {
		return func(games *Games) error {
			all, pairs := 0, 0
			for _, err := range games.All() {
				testkit.OK(t, err)
				all++
			}
			for _, err := range games.Pairs(0) {
				testkit.OK(t, err)
				pairs++
			}
			*read = append(*read, fmt.Sprintf("%s: %d games, %d pairs of the first", label, all, pairs))
			return nil
		}
	}
	two := &Part{Label: "two", Folder: filepath.Join(folder, "two"), Game: g, Config: cfg, Players: players, Listed: true, Read: reader("two")}
	two.Hold = func(games *store.Store) error { return games.HoldRound(2, "note", "this") }
	one := Alone("", filepath.Join(folder, "one"), g, cfg, testkit.Must(Engine(g, cfg, eval.Prior(g)))(t))
	one.Read = reader("one")
	return []*Part{two, one}, read
}

func TestPlay(t *testing.T) {
	folder := t.TempDir()
	var events []string
	games, last := 0, match.Progress{}
	ev := match.Events{
		PartStarts: func(p match.Part) { events = append(events, fmt.Sprintf("%s %d", p.Label, p.Games)) },
		GameDone:   func(p match.Progress) { games, last = games+1, p },
	}
	for i, want := range []int{12, 12} { // the second time all is there
		list, read := parts(t, folder)
		testkit.OK(t, Play(context.Background(), match.Workers(2), ev, list...))
		testkit.Same(t, "read", []string{"two: 6 games, 2 pairs of the first", "one: 6 games, 3 pairs of the first"}, *read)
		if games != want || last.Done != 12 || last.Total != 12 || len(events) != i+1 || events[i] != "two 12" {
			t.Errorf("%d games, want %d; %d of %d done; %q", games, want, last.Done, last.Total, events)
		}
		if sum := list[0].Summary(); sum.Games != 6 || list[0].Players[0].Summary.Games != 4 || list[0].Players[0].Faults() != 0 {
			t.Errorf("%+v", sum)
		}
	}
	list, _ := parts(t, folder)
	list[0].Where, list[0].Hold = "here", func(games *store.Store) error { return games.HoldRound(2, "note", "that") }
	testkit.Fails(t, Play(context.Background(), match.Workers(1), ev, list...), "here: ")
	if len(events) != 2 {
		t.Errorf("%q: a refused part was announced", events)
	}
}

// One opening and a player that never varies give one pair; its copies are read nowhere.
func TestCopiesAreNotRead(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := match.SelfPlay().FromArray()
	cfg.Nodes, cfg.Pairs, cfg.RandomPlies = 5, 4, 0
	p := Alone("copies", t.TempDir(), g, cfg, testkit.Must(Engine(g, cfg, eval.Prior(g)))(t))
	games, pairs := 0, 0
	p.Read = func(read *Games) error {
		for range read.All() {
			games++
		}
		for range read.Pairs(0) {
			pairs++
		}
		return nil
	}
	var found []string
	testkit.OK(t, Play(context.Background(), match.Workers(2), match.Events{Found: func(text string) { found = append(found, text) }}, p))
	if games != 2 || pairs != 1 || p.Copies.Games != 8 || p.Copies.Repeated != 6 || p.Copies.Openings != 1 || len(found) != 1 {
		t.Errorf("%d games, %d pairs, %+v; %q", games, pairs, p.Copies, found)
	}
}

// A machine plays its shard of all parts, and nothing is read before all games are there.
func TestPlayOfShards(t *testing.T) {
	folder := t.TempDir()
	for i, shard := range []match.Shard{{Index: 0, Of: 2}, {Index: 1, Of: 2}, {}} {
		list, read := parts(t, folder)
		games := 0
		ev := match.Events{GameDone: func(match.Progress) { games++ }}
		err := Play(context.Background(), match.Crew{Workers: 1, Shard: shard}, ev, list...)
		if partial := shard.Of > 0; errors.Is(err, match.ErrPartial) != partial || len(*read) > 0 == partial {
			t.Errorf("%s: error %v, read %q", shard, err, *read)
		}
		if want := []int{8, 4, 0}[i]; games != want {
			t.Errorf("%s: %d games, want %d", shard, games, want)
		}
	}
}

func TestEachAndAll(t *testing.T) {
	broken, other := errors.New("broken"), errors.New("other")
	for _, test := range []struct {
		errs      []error
		each, all error // the errors that they end with
		calls     [2]int
	}{
		{[]error{nil, nil}, nil, nil, [2]int{2, 2}},
		{[]error{match.ErrPartial, nil}, match.ErrPartial, match.ErrPartial, [2]int{2, 2}},
		{[]error{match.ErrPartial, broken, nil}, broken, broken, [2]int{2, 3}},
		{[]error{broken, other, match.ErrPartial}, broken, other, [2]int{1, 3}},
	} {
		calls := [2]int{}
		do := func(k int) func(error) error {
			return func(err error) error {
				calls[k]++
				return err
			}
		}
		each, all := Each(context.Background(), test.errs, do(0)), All(context.Background(), test.errs, do(1))
		if !errors.Is(each, test.each) || !errors.Is(all, test.all) || calls != test.calls {
			t.Errorf("%v: %v, %v after %v calls", test.errs, each, all, calls)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, err := range map[string]error{
		"each": Each(ctx, []rules.Type{1, 2}, func(rules.Type) error { return nil }), "all": All(ctx, []error{broken}, func(err error) error { return err }),
	} {
		if err == nil {
			t.Errorf("%s: no error of the context", name)
		}
	}
}

// Games that are not necessary are reported with the next part, once.
func TestSkipsAndAsOne(t *testing.T) {
	var seen []match.Part
	var done []int
	ev := match.Events{PartStarts: func(p match.Part) { seen = append(seen, p) }, GameDone: func(p match.Progress) { done = append(done, p.Done) }}
	skips, skipped := Skips(ev)
	*skipped = 7
	skips.Start(match.Part{})
	skips.Start(match.Part{})
	one := AsOne(ev, "both", 9)
	for range 2 {
		one.Start(match.Part{Games: 4})
		one.GameDone(match.Progress{Done: 4})
	}
	if seen[0].Skipped != 7 || seen[1].Skipped != 0 || seen[2].Label != "both" || len(seen) != 3 || !slices.Equal(done, []int{4, 8}) {
		t.Errorf("%+v, %v", seen, done)
	}
}
