package formula

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/tuning"
)

// Features describe a kind of piece on a board by its moves alone. Means are over all squares
// and random boards. A square that it goes to or captures on counts as in eval.Mobility: a third
// for going there, two thirds for capturing.
type Features struct {
	// Mobility is the mean number of squares on boards that are filled to a tenth, a third
	// and six tenths.
	Mobility [3]float64 `json:"mobility"`
	// Adjacent is the mean number of squares next to it among them, on boards filled to a third.
	Adjacent float64 `json:"adjacent"`
	// UnitMobility is the geometric mean of such numbers of knight, bishop, rook and queen on this
	// board.
	UnitMobility float64 `json:"unit-mobility"`
	// Forward is the share of them that lies ahead, of a board filled to a third; half for
	// a piece without a direction.
	Forward float64 `json:"forward"`
	// Capture is the share of captures among moves and captures, of the same boards as if each
	// square had an enemy on it or none; half for a piece that captures as it moves.
	Capture float64 `json:"capture"`
	// Jumps is the share of its captures that no piece on the way can prevent: those on a full
	// board over those on an almost empty one.
	Jumps float64 `json:"jumps"`
	// Reach is the share of the board that it can ever come to, mean over the squares. It goes
	// wherever it does on some of the boards that are filled to a tenth.
	Reach float64 `json:"reach"`
	// Moves is the mean number of such moves from one square to another.
	// Numbers above 4, and squares that the piece never reaches, count as 4, so adding a move never
	// makes a piece slower.
	Moves float64 `json:"moves"`
	// Squares counts where it goes from the middle of the board at a distance of 1, 2, 3,
	// and 4 or more squares.
	Squares [4]int `json:"squares"`
	// ColourBound reports whether it never leaves the colour of its square.
	ColourBound bool `json:"colour-bound"`
	// Prior is its value by mobility in points, and Leaper that by Muller's law in pawns; 0 for a
	// piece that is no short leaper, goes forward otherwise than backward, or is Unchecked.
	Prior  float64 `json:"prior"`
	Leaper float64 `json:"leaper"`
	// Unchecked is what sets it apart from all pieces by which the mobility prior was checked; ""
	// if it is not set apart.
	Unchecked string `json:"unchecked,omitempty"`
}

// The fillings of Features.Mobility, and the number of random boards of each.
var fillings = [3]float64{0.1, 1.0 / 3, 0.6}

const randomBoards = 60

// Unchecked returns Features.Unchecked of a piece, without its other features.
func Unchecked(b Board, moves string) (string, error) {
	g, err := host(b, []string{moves})
	if err != nil {
		return "", err
	}
	return eval.Unchecked(g, g.TypeNamed(GuestName(0))), nil
}

// looker works out the features of the kinds of a game.
type looker struct {
	g      *rules.Game
	boards [3][]rules.Set
	values []float64 // by the mobility prior
	factor float64   // from these to points
	unit   float64
}

func newLooker(g *rules.Game) (*looker, error) {
	unit, err := unitMobility(Board{g.Files(), g.Ranks()})
	if err != nil {
		return nil, err
	}
	values := eval.PriorValues(g)
	factor, _ := tuning.NewScale(g, tuning.Points).Factor(func(piece string) (float64, bool) {
		t := g.TypeNamed(piece)
		return values[t] / eval.PawnValue, t != rules.NoType
	})
	return &looker{g, drawBoards(g), values, factor, unit}, nil
}

// features returns the features of a kind.
func (l *looker) features(t rules.Type) Features {
	f := featuresOf(l.g, t, l.boards)
	f.UnitMobility, f.Prior = l.unit, l.factor*l.values[t]/eval.PawnValue
	if x, ok := eval.ShortLeaper(l.g, t); ok && f.Forward == 0.5 && f.Unchecked == "" {
		f.Leaper = x / eval.PawnValue
	}
	f.round()
	return f
}

// round leaves four decimals, so that all machines agree.
func (f *Features) round() {
	for _, x := range []*float64{
		&f.Mobility[0], &f.Mobility[1], &f.Mobility[2], &f.Adjacent, &f.UnitMobility, &f.Forward, &f.Capture, &f.Jumps,
		&f.Reach, &f.Moves, &f.Prior, &f.Leaper,
	} {
		*x = math.Round(*x*1e4) / 1e4
	}
}

// drawBoards draws random boards of each filling.
func drawBoards(g *rules.Game) (out [3][]rules.Set) {
	rng := rand.New(rand.NewPCG(1, 0))
	for k, share := range fillings {
		for range randomBoards {
			var s rules.Set
			for sq := range g.Squares() {
				if rng.Float64() < share {
					s.Add(rules.Square(sq))
				}
			}
			out[k] = append(out[k], s)
		}
	}
	return out
}

func featuresOf(g *rules.Game, t rules.Type, boards [3][]rules.Set) Features {
	var f Features
	code, squares := rules.CodeOf(t, rules.White), g.Squares()
	var full rules.Set
	for sq := range squares {
		full.Add(rules.Square(sq))
	}
	to, real := make([]rules.Set, squares), 0
	ahead, quiets, captures, blocked, open := 0.0, 0.0, 0.0, 0.0, 0.0
	for sq := range squares {
		from := rules.Square(sq)
		if g.IsHole(from) {
			continue
		}
		real++
		near := nextTo(g, from)
		for k := range boards {
			for i := range boards[k] {
				quiet, capture := g.Reach(code, from, &boards[k][i])
				q, c := float64(quiet.Count()), float64(capture.Count())
				f.Mobility[k] += q/3 + 2*c/3
				switch k {
				case 0:
					to[sq] = to[sq].Or(&quiet)
					to[sq] = to[sq].Or(&capture)
					open += c
				case 1:
					quiets, captures = quiets+q, captures+c
					ahead += aheadOf(g, from, &quiet)/3 + 2*aheadOf(g, from, &capture)/3
					steps, takes := quiet.And(&near), capture.And(&near)
					f.Adjacent += float64(steps.Count())/3 + 2*float64(takes.Count())/3
				}
			}
		}
		_, capture := g.Reach(code, from, &full)
		blocked += float64(capture.Count())
	}
	n := float64(real * randomBoards)
	if f.Mobility[1] > 0 {
		f.Forward, f.Capture = ahead/f.Mobility[1], captures/(quiets+captures)
	}
	if open > 0 {
		f.Jumps = min(1, blocked*randomBoards/open)
	}
	for k := range f.Mobility {
		f.Mobility[k] /= n
	}
	f.Adjacent /= n
	f.Reach, f.Moves = roam(to, real)
	f.Squares = nearSquares(g, to)
	f.ColourBound, f.Unchecked = eval.ColourBound(g, t), eval.Unchecked(g, t)
	return f
}

// chessPieces are the moves of the pieces that fix a point.
var chessPieces = []string{"N", "B", "R", "Q"}

// units caches the results of unitMobility.
var units sync.Map

// unitMobility returns Features.UnitMobility of a board.
func unitMobility(b Board) (float64, error) {
	if known, ok := units.Load(b); ok {
		return known.(float64), nil
	}
	g, err := host(b, chessPieces)
	if err != nil {
		return 0, err
	}
	boards, sum := drawBoards(g), 0.0
	for i := range chessPieces {
		f := featuresOf(g, g.TypeNamed(GuestName(i)), boards)
		sum += math.Log(f.Mobility[1]) / float64(len(chessPieces))
	}
	units.Store(b, math.Exp(sum))
	return math.Exp(sum), nil
}

// nextTo returns the squares around a square.
func nextTo(g *rules.Game, from rules.Square) (out rules.Set) {
	for sq := range g.Squares() {
		files, ranks := g.Distance(from, rules.Square(sq))
		if max(files, -files, ranks, -ranks) == 1 {
			out.Add(rules.Square(sq))
		}
	}
	return out
}

// aheadOf counts the squares of a set on higher ranks, and half of those on the same rank.
func aheadOf(g *rules.Game, from rules.Square, s *rules.Set) (n float64) {
	s.Squares(func(to rules.Square) {
		switch rank := g.Rank(to); {
		case rank > g.Rank(from):
			n++
		case rank == g.Rank(from):
			n += 0.5
		}
	})
	return n
}

// far is the largest number of moves that counts in Features.Moves.
const far = 4

// roam returns Features.Reach and Moves of a piece that goes to these squares in one move, by square, on
// a board with a number of squares without its holes.
func roam(to []rules.Set, squares int) (reach, moves float64) {
	came, all, steps := -(len(to) - squares), squares*squares, 0 // it comes from a hole to itself
	for sq := range to {
		var seen, next rules.Set
		next.Add(rules.Square(sq))
		for n := 0; !next.Empty(); n++ {
			came, steps = came+next.Count(), steps+min(n, far)*next.Count()
			seen = seen.Or(&next)
			var more rules.Set
			next.Squares(func(at rules.Square) { more = more.Or(&to[at]) })
			next = more.AndNot(&seen)
		}
	}
	return float64(came) / float64(all), float64(steps+far*(all-came)) / float64(all-squares)
}

// nearSquares counts the squares to which a piece goes from the middle of the board, by their
// distance. To holds where it goes, by square.
func nearSquares(g *rules.Game, to []rules.Set) (out [4]int) {
	from := g.SquareAt((g.Files()-1)/2, (g.Ranks()-1)/2)
	to[from].Squares(func(sq rules.Square) {
		files, ranks := g.Distance(from, sq)
		if d := max(files, -files, ranks, -ranks); d > 0 {
			out[min(d, len(out))-1]++
		}
	})
	return out
}

// Board is the size of a board.
type Board struct {
	Files int `json:"files"`
	Ranks int `json:"ranks"`
}

// ParseBoard reads a size such as 10x8. It returns false unless both sides are from 1 to 16.
func ParseBoard(text string) (b Board, ok bool) {
	files, ranks, _ := strings.Cut(text, "x")
	var err1, err2 error
	b.Files, err1 = strconv.Atoi(files)
	b.Ranks, err2 = strconv.Atoi(ranks)
	return b, err1 == nil && err2 == nil && min(b.Files, b.Ranks) >= 1 && max(b.Files, b.Ranks) <= variant.MaxSide
}

func (b Board) String() string { return fmt.Sprintf("%dx%d", b.Files, b.Ranks) }

// Chess returns chess on a board.
func (b Board) Chess() (*variant.Variant, error) {
	v, err := variant.Plain(b.Files, b.Ranks)
	if err != nil {
		return nil, fmt.Errorf("values are for boards of %d x %[1]d to %d x %[2]d squares", variant.MinPlain, variant.MaxSide)
	}
	return v, nil
}

// GuestName returns the name of the guest with an index.
func GuestName(i int) string { return "guest-" + string(rune('a'+i)) }

// AddGuest adds a kind of piece that is not in the array to a game, with a letter that is free.
func AddGuest(v *variant.Variant, name, moves string) error {
	for symbol := 'A'; symbol <= 'Z'; symbol++ {
		if !slices.ContainsFunc(v.Pieces, func(p variant.Piece) bool { return p.Symbol == string(symbol) }) {
			v.Pieces = append(v.Pieces, variant.Piece{Name: name, Symbol: string(symbol), Moves: []variant.MoveSet{{Betza: moves}}})
			return nil
		}
	}
	return fmt.Errorf("%s has no letter left for another piece", v.Name)
}

// host returns chess on a board together with guests: kinds of pieces that are not in the array.
func host(b Board, guests []string) (*rules.Game, error) {
	v, err := b.Chess()
	if err != nil {
		return nil, err
	}
	for i, moves := range guests {
		if err := AddGuest(v, GuestName(i), moves); err != nil {
			return nil, err
		}
	}
	return rules.Compile(v)
}
