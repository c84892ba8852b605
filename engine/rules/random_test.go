package rules

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"

	"github.com/google/go-cmp/cmp"
)

// allGames are the catalogue and the games of testdata.
func allGames(t testing.TB) []string {
	t.Helper()
	names := variant.Catalogue()
	files := testkit.Must(os.ReadDir(filepath.Join("testdata", "games")))(t)
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".toml"))
	}
	return names
}

// forRandomPositions plays a random game of each kind, or several with -long, and
// calls f at every position.
func forRandomPositions(t *testing.T, f func(t *testing.T, p *Position, rng *rand.Rand)) {
	games, plies := 1, 80
	if testkit.Long() {
		games, plies = 4, 250
	}
	for i, name := range allGames(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gameWith(t, name)
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			for range games {
				p := g.NewPosition()
				for range plies {
					f(t, p, rng)
					if t.Failed() {
						return
					}
					moves := p.Moves(nil)
					if len(moves) == 0 {
						break
					}
					p.Make(moves[rng.IntN(len(moves))])
				}
			}
		})
	}
}

func TestMakeUnmakeRestoresEverything(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, rng *rand.Rand) {
		if rng.IntN(3) != 0 {
			return
		}
		before := p.Clone()
		for _, m := range p.Moves(nil) {
			p.Make(m)
			if err := p.CheckInvariants(); err != nil {
				t.Fatalf("after %s: %v", p.g.MoveText(m), err)
			}
			if n := p.handSize(White) + p.handSize(Black); n == 0 && p.checked(p.turn.Other()) {
				t.Fatalf("%s leaves the king in check: %s", p.g.MoveText(m), p.FEN())
			}
			p.Unmake()
			if diff := diffPositions(before, p); diff != "" {
				t.Fatalf("%s is not taken back: %s", p.g.MoveText(m), diff)
			}
		}
		if !p.Placing() && !p.InCheck() {
			p.MakeNull()
			p.Unmake()
			if diff := diffPositions(before, p); diff != "" {
				t.Fatalf("the null move is not taken back: %s", diff)
			}
		}
	})
}

func diffPositions(want, got *Position) string { return got.difference(want) }

func TestFENRoundTrip(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, _ *rand.Rand) {
		q := testkit.Must(p.g.ParseFEN(p.FEN()))(t)
		if q.FEN() != p.FEN() || q.Hash() != p.Hash() {
			t.Fatalf("%s reads back as %s", p.FEN(), q.FEN())
		}
	})
}

func TestMovesAgreeWithSlowGenerator(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, rng *rand.Rand) {
		if p.Placing() || rng.IntN(8) != 0 {
			return
		}
		if diff := cmp.Diff(newSlowBoard(p).moves(), moveTexts(p, p.Moves(nil))); diff != "" {
			t.Fatalf("%s: slow generator (-), step programs (+):\n%s", p.FEN(), diff)
		}
	})
}

func moveTexts(p *Position, moves []Move) []string {
	out := make([]string, 0, len(moves))
	for _, m := range moves {
		out = append(out, p.g.MoveText(m))
	}
	sort.Strings(out)
	return out
}

func TestMirrorMirrorsMoves(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, _ *rand.Rand) {
		if !p.g.Mirrors() {
			t.Skip("the rules of the sides differ")
		}
		q := p.Mirror()
		testkit.OK(t, q.CheckInvariants())
		if back := q.Mirror(); back.FEN() != p.FEN() || back.Hash() != p.Hash() {
			t.Fatalf("the mirror image of the mirror image of %s is %s", p.FEN(), back.FEN())
		}
		var want []string
		for _, m := range p.Moves(nil) {
			want = append(want, p.g.mirrorText(m))
		}
		sort.Strings(want)
		if diff := cmp.Diff(want, moveTexts(q, q.Moves(nil)), cmp.Transformer("empty", func(s []string) []string { return append([]string{}, s...) })); diff != "" {
			t.Fatalf("%s and its mirror image %s have different moves:\n%s", p.FEN(), q.FEN(), diff)
		}
	})
}

// mirrorText is the text of the mirrored move.
func (g *Game) mirrorText(m Move) string {
	extra := m.Extra()
	if k := m.Kind(); k == EnPassant || k == Locust {
		extra = uint8(g.MirrorSquare(Square(extra)))
	}
	to, from := g.MirrorSquare(m.To()), g.MirrorSquare(m.From())
	return g.MoveText(makeMove(from, to, m.Kind(), m.Promotion(), extra))
}

func TestCapturesAreTheCapturesAmongMoves(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, _ *rand.Rand) {
		if p.Placing() {
			return
		}
		var want []Move
		for _, m := range p.Moves(nil) {
			if p.IsCapture(m) || m.IsPromotion() {
				want = append(want, m)
			}
		}
		got := p.Captures(nil)
		if diff := cmp.Diff(moveTexts(p, want), moveTexts(p, got)); diff != "" {
			t.Fatalf("%s: %s", p.FEN(), diff)
		}
	})
}

func TestAttackedAgreesWithGeneratedCaptures(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, rng *rand.Rand) {
		if p.Placing() || rng.IntN(4) != 0 {
			return
		}
		taken := map[Square]bool{}
		for _, m := range pseudoLegal(nil, p, relEnemy) {
			if m.Kind() == EnPassant {
				continue
			}
			if p.At(m.To()) != 0 {
				taken[m.To()] = true
			}
			if m.Kind() == Locust {
				taken[Square(m.Extra())] = true
			}
		}
		for sq := range p.g.Squares() {
			sq := Square(sq)
			if c := p.At(sq); c != 0 && c.Color() != p.turn && p.Attacked(sq, p.turn) != taken[sq] {
				t.Fatalf("%s: Attacked(%s) = %v, generated captures say %v", p.FEN(), p.g.SquareName(sq), !taken[sq], taken[sq])
			}
		}
	})
}

// pseudoLegal appends the wanted moves of all pieces by their step programs.
func pseudoLegal(moves []Move, p *Position, want uint8) []Move {
	for sq := range p.g.Squares() {
		if code := p.board[sq]; code != 0 && code.Color() == p.turn {
			moves = p.specialMoves(moves, code, Square(sq), want, p.g.rays.forms[code][sq])
		}
	}
	return moves
}

func TestRaysAgreeWithStepPrograms(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, _ *rand.Rand) {
		var d Danger
		p.FindDanger(&d)
		for sq := range p.g.Squares() {
			from := Square(sq)
			code := p.board[sq]
			if code == 0 {
				continue
			}
			var fast, slow Set
			p.Targets(code, from, &fast)
			p.walkReached(code, from, &slow)
			if fast != slow {
				t.Fatalf("%s: the rays of %s lead to %v, its program to %v", p.FEN(), p.g.SquareName(from), fast, slow)
			}
			checkAttacks(t, p, code, from, slow)
		}
		if p.Placing() {
			return
		}
		for _, want := range []uint8{relAll, relEmpty, relEnemy | relFriend} {
			var legal []Move
			for _, m := range pseudoLegal(nil, p, want) {
				if p.keepsKingSafe(m) {
					legal = append(legal, m)
				}
			}
			got := moveTexts(p, p.legalMoves(nil, want, &d))
			if diff := cmp.Diff(moveTexts(p, legal), got); diff != "" && p.ended == Ongoing {
				t.Fatalf("%s: wanted %d: %s", p.FEN(), want, diff)
			}
		}
	})
}

// checkAttacks compares Attacks and Guarded with the step program. Enemies that a piece
// guards are those it reaches.
func checkAttacks(t *testing.T, p *Position, code Code, from Square, want Set) {
	t.Helper()
	var slow Set
	guarded := p.Sight(code, from).Guards
	p.walkGuarded(code, from, &slow)
	if guarded != slow {
		t.Fatalf("%s: %s guards %v, by its program %v", p.FEN(), p.g.SquareName(from), guarded, slow)
	}
	enemy := p.Side(code.Color().Other())
	if hit := guarded.And(&enemy); hit != want.And(&enemy) {
		t.Fatalf("%s: %s guards the enemies %v and reaches %v", p.FEN(), p.g.SquareName(from), hit, want.And(&enemy))
	}
}

// Moves of earlier positions of the same game, and moves with a bit changed,
// are what a search asks about.
func TestIsLegalAgreesWithMoves(t *testing.T) {
	var mu sync.Mutex
	seen := map[*Game][]Move{}
	forRandomPositions(t, func(t *testing.T, p *Position, rng *rand.Rand) {
		moves := p.Moves(nil)
		mu.Lock()
		earlier := seen[p.g]
		mu.Unlock()
		legal := map[Move]bool{}
		for _, m := range moves {
			legal[m] = true
			if !isLegal(p, m) {
				t.Fatalf("%s: %s is generated but not legal", p.FEN(), p.g.MoveText(m))
			}
		}
		var ask []Move
		for range min(len(earlier), 30) {
			ask = append(ask, earlier[rng.IntN(len(earlier))])
		}
		for _, m := range moves {
			ask = append(ask, m^1<<rng.IntN(32))
		}
		for _, m := range ask {
			if isLegal(p, m) != legal[m] {
				t.Fatalf("%s: IsLegalWith(%x %s) = %v", p.FEN(), uint32(m), p.g.MoveText(m), !legal[m])
			}
		}
		mu.Lock()
		seen[p.g] = append(earlier, moves...)
		mu.Unlock()
	})
}

func TestQuietsAndCapturesAreTheMoves(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, _ *rand.Rand) {
		quiets := quietMoves(p)
		for _, m := range quiets {
			if p.IsCapture(m) || m.IsPromotion() {
				t.Fatalf("%s: %s is no quiet move", p.FEN(), p.g.MoveText(m))
			}
		}
		if diff := cmp.Diff(moveTexts(p, p.Moves(nil)), moveTexts(p, p.Captures(quiets))); diff != "" {
			t.Fatalf("%s: %s", p.FEN(), diff)
		}
	})
}

func TestGivesCheckIsInCheckAfterTheMove(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, _ *rand.Rand) {
		for _, m := range p.Moves(nil) {
			got, text := p.GivesCheck(m), p.g.MoveText(m)
			p.Make(m)
			want := p.InCheck()
			p.Unmake()
			if got != want {
				t.Fatalf("%s: %s gives check: %v, want %v", p.FEN(), text, got, want)
			}
		}
	})
}

func TestCheapestAttackerIsTheCheapestOfAll(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, rng *rand.Rand) {
		values := make([]int, len(p.g.types))
		for i := range values {
			values[i] = rng.IntN(5)
		}
		sq, c := Square(rng.IntN(p.g.Squares())), Color(rng.IntN(2))
		var gone Set
		gone.Add(Square(rng.IntN(p.g.Squares())))
		all := p.all.AndNot(&gone)
		least, found := 0, false
		for _, code := range p.g.of[c] {
			if _, ok := p.Attacker(code, sq, &all, &gone); ok && (!found || values[code.Type()] < least) {
				least, found = values[code.Type()], true
			}
		}
		enough := rng.IntN(5)
		at, ok := p.CheapestAttacker(values, enough, sq, c, &all, &gone)
		if value := values[p.board[at].Type()]; ok != found || ok && value != least && value > enough {
			t.Fatalf("%s: the cheapest attacker of %s's on %s is %v on %s, want value %d, %v; %d is cheap enough", p.FEN(), c, p.g.SquareName(sq), ok, p.g.SquareName(at), least, found, enough)
		}
	})
}
