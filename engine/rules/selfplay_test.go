package rules

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

var (
	selfPlayGames = flag.Int("games", 0, "random games to play of each game of the catalogue; default 2, or 40 with -long")
	firstGame     = flag.Int("first", 0, "index of the first random game")
)

// handGames are games of testdata with hands, promoted forms, blasts, passes, captures without moving, other armies,
// and joined edges.
var handGames = []string{"kyotoshogi", "microshogi", "atomiczh", "passing-chess", "lions", "different-armies armies=knights-rookies",
	"spared", "chess capture-then=stay", "chess capture-then=change-sides", "chess capture-then=reborn", "chess capture-then=petrify", "atomic capture-then=petrify",
	"chess wraps=files", "al-ces wraps=files", "atomiczh wraps=files", "xiangqi wraps=files", "hannibal-manticore wraps=files", "lions wraps=files", "torus",
	"torus capture-then=petrify"}

// Random games of the catalogue and of handGames, to their end by the rules, never leave
// what the rules allow and see every kind of move that the rules have. A game
// is a function of its name and index, so that a failure can be repeated with
// -run TestRandomSelfPlay/NAME -first INDEX -games 1.
func TestRandomSelfPlay(t *testing.T) {
	for _, name := range append(variant.Catalogue(), handGames...) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gameWith(t, name)
			begin := time.Now()
			p, sum := g.NewPosition(), newTally(g)
			games := cmp.Or(*selfPlayGames, testkit.Choose(2, 40))
			for i := *firstGame; i < *firstGame+games; i++ {
				testkit.OK(t, playAtRandom(p, i, sum))
			}
			t.Logf("%d games, %d plies, %.1f s: %s", games, sum.plies, time.Since(begin).Seconds(), sum)
			if missing := sum.missing(games); len(missing) > 0 {
				t.Errorf("never seen in %d games: %s", games, strings.Join(missing, ", "))
			}
		})
	}
}

// selfPlay is one random game.
type selfPlay struct {
	g     *Game
	p     *Position
	rng   *rand.Rand
	taste float64 // share of the moves that are chosen by their kind
	meek  bool    // Black avoids captures, so that White has nothing to promote to
	sum   *tally

	line     []Move
	lost     bool           // by the last move, for want of a captured piece
	halfmove int            // as the rules count, from the moves played
	seen     map[uint64]int // how often each position has occurred
	hashes   []uint64       // of the positions before each move
	gave     []bool         // whether each move gave check
	checks   [2]int         // how many checks each side has given
	buf      [1024]Move
}

// playAtRandom plays one game from the start p, to which it comes back, and
// counts into sum what it sees. The error says how to come to the position that
// is not as it should be.
func playAtRandom(p *Position, index int, sum *tally) (err error) {
	s := newSelfPlay(p, index, sum)
	defer func() {
		what := recover()
		if what == nil && err == nil {
			return
		}
		if what == nil {
			what = err
		}
		err = fmt.Errorf("%s, random game %d, ply %d: %v\nposition: %s\nmoves: %s",
			s.g.Variant.Name, index, len(s.line), what, s.p.FEN(), s.moveList())
	}()
	for {
		moves := s.p.Moves(s.buf[:0])
		result, err := s.check(moves)
		if err != nil {
			return err
		}
		if result != Ongoing {
			return s.takeBack()
		}
		if err := s.play(s.choose(moves)); err != nil {
			return err
		}
	}
}

func newSelfPlay(p *Position, index int, sum *tally) *selfPlay {
	h := fnv.New64a()
	h.Write([]byte(p.g.Variant.Name))
	s := &selfPlay{
		g: p.g, p: p, sum: sum, seen: map[uint64]int{},
		rng: rand.New(rand.NewPCG(h.Sum64(), uint64(index))),
	}
	s.taste = []float64{0, 0.1, 0.25, 0.5}[index%4]
	s.meek = index%8 == 7
	s.seen[s.p.Hash()]++
	return s
}

func (s *selfPlay) moveList() string {
	var b strings.Builder
	for i, m := range s.line {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.g.MoveText(m))
	}
	return b.String()
}

// choose draws a move, sometimes one of a rare kind or so that every kind of
// move at hand is as likely as any other: most rules would hardly come up by
// themselves.
func (s *selfPlay) choose(moves []Move) Move {
	if s.meek && s.p.turn == Black && slices.ContainsFunc(moves, s.harmless) {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !s.harmless(m) })
	}
	if s.rng.Float64() < 2*s.taste && slices.ContainsFunc(moves, s.isRare) {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !s.isRare(m) })
	}
	if s.rng.Float64() >= s.taste {
		return moves[s.rng.IntN(len(moves))]
	}
	var count [numEvents]int
	var kinds []event
	for _, m := range moves {
		k := s.kind(m)
		if count[k] == 0 {
			kinds = append(kinds, k)
		}
		count[k]++
	}
	k := kinds[s.rng.IntN(len(kinds))]
	nth := s.rng.IntN(count[k])
	for _, m := range moves {
		if s.kind(m) == k {
			if nth == 0 {
				return m
			}
			nth--
		}
	}
	panic("the moves are not those just counted")
}

func (s *selfPlay) harmless(m Move) bool { return !s.p.IsCapture(m) }

func (s *selfPlay) isRare(m Move) bool { return rare[s.kind(m)] }

// play makes a move and keeps the counts that the outcome depends on.
func (s *selfPlay) play(m Move) error {
	p := s.p
	pawn, takes, n := s.g.IsPawn(p.At(m.From()).Type()), p.IsCapture(m), s.material()
	kind := s.kind(m)
	s.sum.count(s, m, kind)
	s.hashes = append(s.hashes, p.Hash())
	if err := p.makeChecked(m); err != nil {
		return err
	}
	s.gave = append(s.gave, !p.Placing() && s.checked(p.turn))
	if s.gave[len(s.line)] {
		s.checks[p.turn.Other()]++
	}
	s.line = append(s.line, m)
	s.sum.countMade(p)
	s.lost = kind == lossByEmptyPool
	r := &p.history[len(p.history)-1]
	switch enters := r.entered|r.second != 0; {
	case kind == placing && !s.g.drops:
	case m.Kind() == Pass:
		s.halfmove++
	case pawn || takes || kind == placing || s.material() != n || enters && s.g.Variant.Rules.Gating.ResetsNMove:
		s.halfmove = 0
	default:
		s.halfmove++
	}
	s.seen[p.Hash()]++
	return nil
}

// takeBack unmakes the whole game.
func (s *selfPlay) takeBack() error {
	for range s.line {
		s.p.Unmake()
	}
	if diff := s.p.difference(s.g.start); diff != "" {
		return fmt.Errorf("the game is not taken back to its start: %s", diff)
	}
	return nil
}

// material is the number of pieces on the board, waiting behind it and in hand.
func (s *selfPlay) material() int {
	n := s.p.handSize(White) + s.p.handSize(Black)
	for sq := range s.g.Squares() {
		if s.p.board[sq] > Wall {
			n++
		}
		if s.p.behind[sq] != 0 {
			n++
		}
	}
	return n
}
