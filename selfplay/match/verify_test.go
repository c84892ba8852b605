package match

import (
	"path/filepath"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// A game in the place of another, which the rules cannot tell, is not merged.
func TestMergeMisplacedGames(t *testing.T) {
	book := testkit.File(t, "book.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -\n")
	other := testkit.File(t, "other.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
	chess := rulestest.Game(t, "chess")
	random := with(func(c *Config) { c.Pairs, c.RandomPlies, c.MaxPlies = 4, 6, 20 })
	fromBook := random
	fromBook.Config = opening.FromBook(book)
	alone := selfPlay(func(c *Config) { c.Pairs, c.Nodes, c.MaxPlies = 4, 1, 20 })
	swap := func(a, b *store.Record) { a.Pair, b.Pair = b.Pair, a.Pair }
	turn := func(a, _ *store.Record) { a.White, a.Black = a.Black, a.White }
	const misplaced = "has a game in a place of another: game 1.0.0: it begins with"
	for name, test := range map[string]struct {
		run    *Run
		change func(first, other *store.Record) // games 0.0 and 2.0
		book   string
		want   string // empty: the games are merged
	}{
		"match":          {run: prepare(t, chess, random, "random", "random:name=b")},
		"equal players":  {run: prepare(t, chess, random, "random", "random:name=b"), change: swap, want: misplaced},
		"tournament":     {run: prepare(t, chess, random, "random", "engine:nodes=1", "engine:nodes=2")},
		"other players":  {run: prepare(t, chess, random, "random", "engine:nodes=1"), change: turn, want: "players 2 and 1, but in this place 1 and 2 play"},
		"book":           {run: prepare(t, chess, fromBook, "random", "random:name=b"), book: book},
		"without a book": {run: prepare(t, chess, fromBook, "random", "random:name=b"), want: "expected --openings FILE"},
		"another book":   {run: prepare(t, chess, fromBook, "random", "random:name=b"), book: other, want: "expected the same file"},
		"self-play":      {run: soloist(t, chess, alone)},
		"self-play, swapped": {run: soloist(t, chess, alone), change: swap,
			want: "has a game in a place of another: game 0.0.0"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "shard")
			s := testkit.Must(test.run.Open(folder))(t)
			play(t, test.run, s, 1, Events{})
			if test.change != nil {
				a := testkit.Must(s.Game(test.run.round, store.Key{}))(t)
				b := testkit.Must(s.Game(test.run.round, store.Key{Pair: 2}))(t)
				testkit.OK(t, s.Discard([]store.Author{{Round: test.run.round, First: 0, Count: 1}, {Round: test.run.round, First: 2, Count: 1}}))
				test.change(&a, &b)
				testkit.OK(t, s.PutAll([]store.Record{a, b}))
			}
			testkit.OK(t, s.Close())
			_, err := store.Merge(filepath.Join(t.TempDir(), "merged"), []string{folder}, Openings(test.book))
			if test.want != "" {
				testkit.Fails(t, err, store.File, test.want)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// soloist returns a round of self-play.
func soloist(t *testing.T, g *rules.Game, cfg Config) *Run {
	t.Helper()
	p := testkit.Must(EnginePlayer(g, cfg, eval.Prior(g)))(t)
	return testkit.Must(NewAlone(g, cfg, p, 0))(t)
}
