package rules

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// allGames are the catalogue, the games of testdata and those of the reference counts.
func allGames(t testing.TB) []string {
	t.Helper()
	names := variant.Catalogue()
	files := testkit.Must(os.ReadDir(filepath.Join("testdata", "games")))(t)
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".toml"))
	}
	unreached := unreachedGames(t)
	for _, file := range []string{"fairy-stockfish.tsv", "fairy-stockfish-ends.tsv"} {
		for _, r := range readTSV(t, file) {
			name := r["variant"]
			if unreached[name] == "" && dialects[name].game == "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// forRandomPositions plays a random game of each kind, or several with -long, and
// calls f at every position.
func forRandomPositions(t *testing.T, f func(t *testing.T, p *Position, rng *rand.Rand)) {
	games, plies := testkit.Choose(1, 4), testkit.Choose(80, 250)
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

func diffPositions(want, got *Position) string { return got.difference(want) }

func moveTexts(p *Position, moves []Move) []string {
	out := make([]string, 0, len(moves))
	for _, m := range moves {
		out = append(out, p.g.MoveText(m))
	}
	sort.Strings(out)
	return out
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
			var fast Set
			var slow Sight
			p.Reached(code, from, &fast)
			p.walkSight(code, from, &slow)
			if fast != slow.Quiets {
				t.Fatalf("%s: the rays of %s lead to %v, its program to %v", p.FEN(), p.g.SquareName(from), fast, slow.Quiets)
			}
			if guards := p.Sight(code, from).Guards; guards != slow.Guards {
				t.Fatalf("%s: %s guards %v, by its program %v", p.FEN(), p.g.SquareName(from), guards, slow.Guards)
			}
			enemy := p.Side(code.Color().Other())
			if hit := slow.Guards.And(&enemy); hit != slow.Quiets.And(&enemy) {
				t.Fatalf("%s: %s guards the enemies %v and reaches %v", p.FEN(), p.g.SquareName(from), hit, slow.Quiets.And(&enemy))
			}
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

// checkInvariants notices when any part of a position is not what the others
// say.
func TestCheckInvariants(t *testing.T) {
	g := gameWith(t, "hannibal-manticore")
	last := Square(g.Squares() - 1)
	manticore := CodeOf(g.TypeNamed("manticore"), Black)
	for _, c := range []struct {
		what, want string
		corrupt    func(p *Position)
	}{
		{"nothing", "", func(*Position) {}},
		{"a piece that no set knows of", "the sets of occupied squares", func(p *Position) { p.board[last] = manticore }},
		{"a set with one square too many", "the sets of occupied squares", func(p *Position) { p.all.Add(last) }},
		{"a side's set with one square too many", "the sets of occupied squares", func(p *Position) { p.side[White].Add(last) }},
		{"a gate with nothing behind", "the set of gates", func(p *Position) { p.gates.Add(last) }},
		{"a hash of something else", "the hash", func(p *Position) { p.hash ^= 1 }},
		{"a pawn hash of something else", "the hash of the pawns", func(p *Position) { p.pawnHash ^= 1 }},
		{"a right that the hash does not know of", "the hash", func(p *Position) { p.rights = 1 }},
		{"a king elsewhere", "white's king is not on a1", func(p *Position) { p.king[White] = 0 }},
		{"a hand that nobody has", "0 pieces in hand, counted as 1", func(p *Position) { p.inHand++ }},
		{"a right without its king", "white may castle with a1, but the pieces are not in place", func(p *Position) {
			p.remove(p.king[White])
			p.king[White] = p.g.SquareAt(4, 1)
			p.put(CodeOf(p.g.Royal(), White), p.king[White])
			p.setRights(2)
		}},
		{"a right of no castling", "are rights of no castling", func(p *Position) { p.setRights(1 << 40) }},
		{"nothing to be captured en passant", "nothing on a5 can be captured", func(p *Position) {
			p.addPassed(g.SquareAt(0, 3))
			p.passer = g.SquareAt(0, 4)
		}},
		{"a passed square that is taken", "a1 has been passed but is not empty", func(p *Position) {
			p.addPassed(0)
			p.passer = p.king[Black]
		}},
		{"a waiting piece off its home rank", "a piece waits behind a5", func(p *Position) { p.wait(manticore, g.SquareAt(0, 4)) }},
		{"a waiting piece behind the other side's last square", "a piece waits behind j9", func(p *Position) { p.wait(manticore^1, last) }},
	} {
		p := parsed(t, g, "5k4/10/10/10/10/10/10/10/R3K5 w - - 0 1")
		c.corrupt(p)
		err := p.checkInvariants()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
}
