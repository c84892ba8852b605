package search

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// mate is a position in which the side to move forces mate.
type mate struct {
	game, fen string
	plies     int // of the shortest mate
}

// mateSuite reads testdata/mates.tsv: game, FEN and length of the shortest mate
// in plies, proven by brute force. Most positions come from games of the search
// against itself.
func mateSuite(t testing.TB) []mate {
	t.Helper()
	data := testkit.Must(os.ReadFile("testdata/mates.tsv"))(t)
	var suite []mate
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		plies, err := strconv.Atoi(f[len(f)-1])
		if err != nil || len(f) != 3 {
			t.Fatalf("testdata/mates.tsv: line %q: expected game, FEN and plies", line)
		}
		suite = append(suite, mate{f[0], f[1], plies})
	}
	if testkit.Long() {
		return suite
	}
	var some []mate
	for i := 0; i < len(suite); i += 4 {
		some = append(some, suite[i])
	}
	return some
}

// provable is how many moves a proof may take in the test.
const provable = 6_000

// The shortest mates are proven again; a suite that is mostly too hard for that
// would not be noticed otherwise.
func TestMateSuiteIsProven(t *testing.T) {
	suite := mateSuite(t)
	proven := 0
	var g *rules.Game
	for _, m := range suite {
		if g == nil || g.Variant.Name != m.game {
			g, _ = compile(t, m.game)
		}
		p := rulestest.Position(t, g, m.fen)
		if m.plies > 1 {
			v := newProver(p, provable)
			shorter, ok := v.mates(m.plies - 2)
			if shorter && ok {
				t.Errorf("%s %s: mate in less than %d plies", m.game, m.fen, m.plies)
			}
		}
		v := newProver(p, provable)
		if yes, ok := v.mates(m.plies); !ok {
			continue
		} else if !yes {
			t.Errorf("%s %s: no mate in %d plies", m.game, m.fen, m.plies)
		}
		proven++
	}
	if proven < len(suite)/3 {
		t.Errorf("%d of %d mates proven, want a third", proven, len(suite))
	}
}

// mateBudget is the number of nodes in which a mate has to be found, by its
// length in plies.
var mateBudget = map[int]uint64{1: 300, 3: 20_000, 5: 60_000, 7: 400_000}

// longer is by how many plies the mate found may be longer than the shortest,
// since a search with reductions can meet a longer one first.
var longer = map[int]int{3: 2, 5: 4, 7: 6}

func TestFindsTheMatesOfTheSuite(t *testing.T) {
	var s *Searcher
	var e *eval.Evaluator
	var g *rules.Game
	var nodes uint64
	found := map[string]int{}
	for _, m := range mateSuite(t) {
		if g == nil || g.Variant.Name != m.game {
			g, e = compile(t, m.game)
			s = New(e, Options{})
		}
		s.Reset()
		p := rulestest.Position(t, g, m.fen)
		r := s.Search(p, Limits{Nodes: mateBudget[m.plies]})
		nodes += r.Nodes
		shortest := MateScore - m.plies
		if r.Score > shortest || r.Score < shortest-longer[m.plies] {
			t.Errorf("%s %s: score %d with %s after %d nodes, want mate in %d plies (%d), at most %d longer",
				m.game, m.fen, r.Score, g.MoveText(r.Move), r.Nodes, m.plies, shortest, longer[m.plies])
			continue
		}
		found[m.game]++
	}
	for game, n := range found {
		if n < 1 || testkit.Long() && n < 3 {
			t.Errorf("%s: %d mates found, want more", game, n)
		}
	}
	t.Logf("%d nodes", nodes)
}

// prover decides by brute force whether a side can force mate. It shares nothing
// with the search but the rules; repetition and the n-move rule play no part.
type prover struct {
	p       *rules.Position
	budget  int              // moves that may still be made
	refutes [16]rules.Move   // by plies left, the defence that worked last
	bufs    [16][]rules.Move // by plies left
}

// newProver is a prover that makes at most budget moves.
func newProver(p *rules.Position, budget int) *prover {
	return &prover{p: p, budget: budget}
}

// mates reports whether the side to move can give mate within an odd number of
// plies. ok is false when the budget ran out.
func (v *prover) mates(plies int) (yes, ok bool) {
	yes = v.attack(plies)
	return yes, v.budget > 0
}

func (v *prover) attack(plies int) bool {
	v.bufs[plies] = v.p.Moves(v.bufs[plies][:0])
	for _, m := range v.bufs[plies] {
		if v.budget--; v.budget <= 0 {
			return false
		}
		v.p.Make(m)
		lost := v.defenceFails(plies - 1)
		v.p.Unmake()
		if lost {
			return true
		}
	}
	return false
}

// defenceFails reports whether every move leads into a mate within plies; no
// move at all has to be mate already.
func (v *prover) defenceFails(plies int) bool {
	check := v.p.InCheck()
	if plies == 0 && !check && v.p.Game().StalemateScore() == 0 {
		return false
	}
	v.bufs[plies] = v.p.Moves(v.bufs[plies][:0])
	moves := v.bufs[plies]
	if len(moves) == 0 {
		return check || v.p.Game().StalemateScore() < 0
	}
	if plies == 0 {
		return false
	}
	for i, m := range moves {
		if m == v.refutes[plies] {
			moves[0], moves[i] = m, moves[0]
		}
	}
	for _, m := range moves {
		if v.budget--; v.budget <= 0 {
			return false
		}
		v.p.Make(m)
		lost := v.attack(plies - 1)
		v.p.Unmake()
		if !lost {
			v.refutes[plies] = m
			return false
		}
	}
	return true
}
