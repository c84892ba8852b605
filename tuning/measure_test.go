package tuning

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

func all(records []store.Record) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// truth holds the worth of the pieces in the synthetic games, in logits.
var truth = map[byte]float64{'p': 0.3, 'n': 0.95, 'b': 1.05, 'r': 1.5, 'q': 2.9}

// whiteAdvantage is the worth of the first move in the synthetic games.
const whiteAdvantage = 0.15

// synthetic makes pairs of games whose results follow the model with the
// values of truth; a third of the results near an even score are draws. The two
// games of a pair share a luck term, so they are not independent.
func synthetic(rng *rand.Rand, pairs int) []store.Record {
	var out []store.Record
	for pair := range pairs {
		a, va := randomArmy(rng)
		b, vb := randomArmy(rng)
		luck := 0.4 * rng.NormFloat64()
		for i := range 2 {
			white, black, diff := a, b, va-vb+luck
			if i == 1 {
				white, black, diff = b, a, vb-va-luck
			}
			score := logit.Sigmoid(whiteAdvantage + diff)
			r := store.Record{Round: 1, Pair: pair, Index: i, FEN: board(white, black), Reason: rules.Checkmate}
			draw := 0.6 * math.Min(score, 1-score)
			switch u := rng.Float64(); {
			case u < score-draw/2:
				r.Result = rules.WhiteWins
			case u < score+draw/2:
				r.Result, r.Reason = rules.Draw, rules.Repetition
			default:
				r.Result = rules.BlackWins
			}
			out = append(out, r)
		}
	}
	return out
}

// randomArmy drops some pieces from the first two ranks of chess.
func randomArmy(rng *rand.Rand) (string, float64) {
	army := []byte("rnbqkbnrpppppppp")
	value := 0.0
	for i, c := range army {
		if c != 'k' && rng.IntN(6) == 0 {
			army[i] = ' '
		} else {
			value += truth[c]
		}
	}
	return string(army), value
}

func board(white, black string) string {
	row := func(s string) string {
		for n := 8; n > 0; n-- {
			s = strings.ReplaceAll(s, strings.Repeat(" ", n), strconv.Itoa(n))
		}
		return s
	}
	return fmt.Sprintf("%s/%s/8/8/8/8/%s/%s w - - 0 1", row(black[:8]), row(black[8:]),
		strings.ToUpper(row(white[8:])), strings.ToUpper(row(white[:8])))
}

func TestDesignRecoversKnownValues(t *testing.T) {
	g := rulestest.Game(t, "chess")
	m := testkit.Must(Measure(g, all(synthetic(rand.New(rand.NewPCG(1, 2)), 6000)), Default()))(t)
	if m.Games != 12000 || m.Pairs != 6000 || m.Design.Pairs != 6000 || m.Scale.Unit != Points {
		t.Errorf("%d games, %d pairs, %d clusters, unit %s", m.Games, m.Pairs, m.Design.Pairs, m.Scale.Unit)
	}
	for _, v := range m.Design.Values {
		// The luck that a pair shares flattens the model a little.
		want := truth[strings.ToLower(g.Symbol(v.Type))[0]] / math.Sqrt(1+0.16*0.35)
		if math.Abs(v.Logit.Estimate-want) > 0.09*want+0.02 {
			t.Errorf("%s: %.3f logits, want about %.3f", v.Piece, v.Logit.Estimate, want)
		}
		ratio := truth[strings.ToLower(g.Symbol(v.Type))[0]] / truth['p']
		if v.Piece != "pawn" && (v.Pawns.Lo > ratio || v.Pawns.Hi < ratio) {
			t.Errorf("%s: %.2f (%.2f to %.2f) pawns, want an interval around %.2f", v.Piece, v.Pawns.Estimate, v.Pawns.Lo, v.Pawns.Hi, ratio)
		}
		if v.Support < 1000 {
			t.Errorf("%s: support of %d pairs", v.Piece, v.Support)
		}
	}
	for _, s := range [][2]string{{"queen", "rook"}, {"rook", "bishop"}, {"bishop", "knight"}, {"knight", "pawn"}} {
		of := func(name string) float64 { return truth[strings.ToLower(g.Symbol(g.TypeNamed(name)))[0]] }
		above, below := g.TypeNamed(s[0]), g.TypeNamed(s[1])
		want := (of(s[0]) - of(s[1])) / truth['p']
		if v := m.Design.Sum([]rules.Type{above}, []rules.Type{below}, g.TypeNamed("pawn"), 0.95); v.Excludes(want) || !v.Bounded() {
			t.Errorf("%s over %s: %v pawns, want an interval around %.2f", s[0], s[1], v, want)
		}
	}
	if w := m.Design.White; w.Lo > whiteAdvantage || w.Hi < whiteAdvantage*0.9 {
		t.Errorf("first move worth %v logits, want %v", w, whiteAdvantage)
	}
	if m.CalibrationError > 0.02 {
		t.Errorf("calibration error %.3f", m.CalibrationError)
	}
}

func TestIntervalsCoverTheTruth(t *testing.T) {
	g := rulestest.Game(t, "chess")
	knight := g.TypeNamed("knight")
	covered, reps := 0, testkit.Choose(40, 250)
	want := truth['n'] / truth['p']
	for i := range reps {
		m := testkit.Must(Measure(g, all(synthetic(rand.New(rand.NewPCG(uint64(i), 5)), 400)), Default()))(t)
		if v, _ := m.Design.Of(knight); v.Pawns.Lo <= want && want <= v.Pawns.Hi {
			covered++
		}
	}
	share, margin := float64(covered)/float64(reps), 3*math.Sqrt(0.05*0.95/float64(reps))
	t.Logf("95 %% intervals cover the truth in %.3f of %d runs", share, reps)
	if math.Abs(share-0.95) > margin {
		t.Errorf("95 %% intervals of the knight in pawns cover the truth in %.1f %% of %d runs", 100*share, reps)
	}
}

func TestQuietPositionsAreQuiet(t *testing.T) {
	g := rulestest.Game(t, "chess")
	moves := strings.Fields("e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 f1e2 e5a5 g1f3")
	p := g.NewPosition()
	rec := store.Record{Round: 1, FEN: p.FEN(), RandomPlies: 1, Moves: moves, Result: rules.Draw}
	s := testkit.Must(NewSample(g, Settings{PositionsPerGame: 100, PawnShare: 0.375, PriorSpread: 1, Level: 0.95, Unit: Points}))(t)
	testkit.OK(t, s.add(rec, 0))
	// Not before e2e4 (random), e4d5 and d8d5 (captures), f1e2 (White is in check).
	if got, want := len(s.picked), 5; got != want {
		t.Errorf("%d quiet positions, want %d", got, want)
	}
	for _, q := range s.picked {
		for i, n := range q.counts {
			if n != 0 {
				t.Errorf("material differs by %v in %s, but trades were even", n, s.names()[i])
			}
		}
		if q.phase != 1 {
			t.Errorf("phase %v with all officers on the board", q.phase)
		}
	}
}

func TestBareEndingsAreLeftOut(t *testing.T) {
	g := rulestest.Game(t, "chess")
	fen := "4k3/pppp4/8/8/8/8/8/4K2R w - - 0 1"
	rec := store.Record{Round: 1, FEN: fen, Moves: []string{"h1h2", "e8e7", "h2h3"}, Result: rules.Draw}
	for _, c := range []struct {
		share float64
		want  int
	}{{0.375, 0}, {0.25, 3}, {-1, 3}} {
		s := testkit.Must(NewSample(g, Settings{PositionsPerGame: 100, PawnShare: c.share, PriorSpread: 1, Level: 0.95, Unit: Points}))(t)
		testkit.OK(t, s.add(rec, 0))
		if len(s.picked) != c.want {
			t.Errorf("share of pawns %v: %d positions, want %d", c.share, len(s.picked), c.want)
		}
	}
}

func TestWaitingPiecesCount(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	c := newColumns(g)
	out := make([]float64, len(c.types))
	p := testkit.Must(g.ParseFEN("m********f/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/*M******** w KQkq - 0 1"))(t)
	c.counts(p, out)
	for i, n := range out {
		want := 0.0
		if c.names()[i] == "falcon" {
			want = -1
		}
		if n != want {
			t.Errorf("%s: difference %v, want %v", c.names()[i], n, want)
		}
	}
}

func TestFewOrNoGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	if _, err := Measure(g, all(nil), Default()); !errors.Is(err, ErrNoGames) {
		t.Errorf("no games: %v", err)
	}
	one := synthetic(rand.New(rand.NewPCG(1, 1)), 1)
	bad := one[0]
	bad.Moves = []string{"e2e9"}
	testkit.Fails(t, testkit.Error(Measure(g, all([]store.Record{bad}), Default())), "game 1.0.0: ply 1")
}

func TestSettingsValidate(t *testing.T) {
	for _, edit := range []func(*Settings){
		func(s *Settings) { s.PositionsPerGame = -1 }, func(s *Settings) { s.PawnShare = 1.5 },
		func(s *Settings) { s.PriorSpread = 0.001 }, func(s *Settings) { s.Level = 0.3 }, func(s *Settings) { s.Level = math.NaN() },
	} {
		s := Default()
		if edit(&s); s.Validate() == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
}

func BenchmarkMeasure(b *testing.B) {
	g := rulestest.Game(b, "chess")
	records := synthetic(rand.New(rand.NewPCG(1, 2)), 2000)
	for b.Loop() {
		testkit.Must(Measure(g, all(records), Default()))(b)
	}
}

// Games that do not determine all values give finite numbers, unbounded intervals and
// warnings.
func TestDegenerateGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	games := func(pairs int, change func(*store.Record)) []store.Record {
		records := withQuietMoves(t, g, synthetic(rand.New(rand.NewPCG(7, 7)), pairs), pairs+1)
		for i := range records {
			change(&records[i])
		}
		return records
	}
	counts, c := make([]float64, 5), newColumns(g)
	material := func(r *store.Record, piece string) float64 {
		p := testkit.Must(g.ParseFEN(r.FEN))(t)
		c.counts(p, counts)
		return counts[columnOf(t, g, piece)]
	}
	replace := func(from, to string) func(*store.Record) {
		return func(r *store.Record) {
			board, rest, _ := strings.Cut(r.FEN, " ")
			r.FEN, r.Moves = strings.NewReplacer(from, to, strings.ToUpper(from), strings.ToUpper(to)).Replace(board)+" "+rest, nil
		}
	}
	for _, test := range []struct {
		name    string
		records []store.Record
		vague   string // pieces whose values in logits have no bounds
		says    string // part of a warning
	}{
		{"one game", games(1, func(*store.Record) {})[:1], "pawn knight bishop rook queen", "too few clusters"},
		{"all draws", games(120, func(r *store.Record) { r.Result = rules.Draw }), "", "too little variation between clusters"},
		{"White wins always", games(120, func(r *store.Record) { r.Result = rules.WhiteWins }), "", "separation"},
		{"queens decide", games(120, func(r *store.Record) {
			switch x := material(r, "queen"); {
			case x > 0:
				r.Result = rules.WhiteWins
			case x < 0:
				r.Result = rules.BlackWins
			}
		}), "", "queen to infinity"},
		{"pawns are a burden", games(120, func(r *store.Record) {
			switch x := material(r, "pawn"); {
			case r.Pair%5 == 0:
			case x > 0:
				r.Result = rules.BlackWins
			case x < 0:
				r.Result = rules.WhiteWins
			}
		}), "", ""},
		{"a piece in no game", games(120, replace("q", "r")), "queen", "queen is zero in every row"},
		{"two pieces that come together", games(120, func(r *store.Record) {
			r.FEN, r.Moves = withKnights(r.FEN), nil
		}), "knight bishop", "collinear"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := testkit.Must(Measure(g, all(test.records), Default()))(t)
			for _, e := range []Estimate{m.Design, m.Texel} {
				for _, v := range e.Values {
					if !finite(v.Logit.Estimate) || v.Logit.Lo > v.Logit.Estimate || v.Logit.Hi < v.Logit.Estimate || math.IsNaN(v.Logit.Lo) || math.IsNaN(v.Logit.Hi) {
						t.Errorf("%s: %s is worth %+v logits", e.Method, v.Piece, v.Logit)
					}
				}
			}
			unit := m.Design.Values[0]
			for _, v := range m.Design.Values {
				if unit.Logit.Estimate < 0 && v.Piece != unit.Piece && v.Pawns.Known() {
					t.Errorf("%s: %+v in pawns of %+v logits, want nothing known", v.Piece, v.Pawns, unit.Logit)
				}
				if want := strings.Contains(test.vague, v.Piece); v.Logit.Bounded() == want {
					t.Errorf("%s: %+v, want no bounds: %v", v.Piece, v.Logit, want)
				}
			}
			if words := strings.Join(m.Design.Warnings, "; "); !strings.Contains(words, test.says) {
				t.Errorf("warnings %q, want %q", words, test.says)
			}
			x := m.Examination
			if x == nil {
				return
			}
			for _, c := range x.Comparisons {
				if c.Disagree && !c.Worth.Known() {
					t.Errorf("%+v", c)
				}
			}
		})
	}
}

// withKnights gives each side as many knights as it has bishops, in the empty half of the
// board, and no others.
func withKnights(fen string) string {
	rows := strings.Split(fen, "/")
	last, rest, _ := strings.Cut(rows[7], " ")
	squares := func(row string) string {
		for n := 1; n <= 8; n++ {
			row = strings.ReplaceAll(row, strconv.Itoa(n), strings.Repeat(" ", n))
		}
		return row
	}
	text := func(row string) string {
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(" ", n), strconv.Itoa(n))
		}
		return row
	}
	rows[2] = text(fmt.Sprintf("%-8s", strings.Repeat("n", strings.Count(rows[0], "b"))))
	rows[5] = text(fmt.Sprintf("%-8s", strings.Repeat("N", strings.Count(last, "B"))))
	rows[0] = text(strings.ReplaceAll(squares(rows[0]), "n", " "))
	rows[7] = text(strings.ReplaceAll(squares(last), "N", " ")) + " " + rest
	return strings.Join(rows, "/")
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Each stage equals the result of a run of its size, and the last stage is the estimate
// itself.
func TestGrowth(t *testing.T) {
	g := rulestest.Game(t, "chess")
	records := synthetic(rand.New(rand.NewPCG(6, 6)), 450)
	m := testkit.Must(Measure(g, all(records), Default()))(t)
	var pairs []int
	for _, stage := range m.Growth {
		pairs = append(pairs, stage.Pairs)
		short := testkit.Must(Measure(g, all(records[:2*stage.Pairs]), Default()))(t)
		if stage.Games != 2*stage.Pairs {
			t.Errorf("%d games in %d pairs", stage.Games, stage.Pairs)
		}
		for i, v := range short.Design.Values {
			if stage.Worth[i] != v.Worth {
				t.Errorf("%s after %d pairs: %+v, want %+v", v.Piece, stage.Pairs, stage.Worth[i], v.Worth)
			}
		}
	}
	testkit.Same(t, "stages", []int{112, 225, 450}, pairs)
	if m = testkit.Must(Measure(g, all(records[:398]), Default()))(t); m.Growth != nil {
		t.Errorf("199 pairs: %d stages, want none", len(m.Growth))
	}
}

// In worlds where a piece in hand is worth half to twice as much as on the board, and
// whose values change according to the priors, games from the chosen exchanges measure the
// values of both: without bias, with intervals of the right level, and from pairs in which
// the sides differ in each.
func TestPiecesInHandAreTold(t *testing.T) {
	runs := testkit.Choose(6, 150)
	for _, name := range []string{"minishogi", "crazyhouse"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const pairs = 1500
			g, w, x, chosen, cfg := chosenWorld(t, name)
			covered := 0.0
			var off []float64
			for run := range runs {
				rng := rand.New(rand.NewPCG(uint64(run), 41))
				w.coef = w.model.expected(x)
				for i, u := range w.model.types {
					if opening.IsInHand(u) {
						w.coef[i] = w.coef[w.model.at[opening.OnBoard(u)]] * math.Exp((2*rng.Float64()-1)*math.Ln2)
					}
				}
				w.draw(rng)
				s := testkit.Must(NewSample(g, Default()))(t)
				for p, err := range everySecond(openingsOf(t, g, cfg, pairs)) {
					testkit.OK(t, err)
					w.playFrom(s, p, rng)
				}
				f := testkit.Must(s.fitArmies(s.start))(t)
				for i, v := range s.designEstimate(f.Result, f.Posterior(), w.unit).Values {
					if !opening.IsInHand(v.Type) {
						continue
					}
					if v.Support == 0 {
						t.Fatalf("no pair differs in the %s: %s", v.Piece, chosen.Text)
					}
					truth := w.unit.point(w.coef, i)
					if v.Worth.Lo <= truth && truth <= v.Worth.Hi {
						covered++
					}
					off = append(off, v.Worth.Estimate/truth)
				}
			}
			all, middle := float64(len(off)), median(off)
			t.Logf("intervals of %v values of pieces in hand cover %.3f; the median estimate is %.3f of the truth", all, covered/all, middle)
			if margin := 0.02 + 2*math.Sqrt(0.05*0.95/all); math.Abs(covered/all-0.95) > margin {
				t.Errorf("intervals cover %.3f", covered/all)
			}
			if math.Abs(middle-1) > 0.02+0.25/math.Sqrt(all) {
				t.Errorf("the median estimate is %.3f of the truth", middle)
			}
		})
	}
}

// everySecond leaves out the second game of each pair, which mirrors the first.
func everySecond(starts func(func(*rules.Position, error) bool)) func(func(*rules.Position, error) bool) {
	return func(yield func(*rules.Position, error) bool) {
		k := 0
		starts(func(p *rules.Position, err error) bool {
			k++
			return k%2 == 0 || yield(p, err)
		})
	}
}

// A piece in hand has its own column.
func TestRowsOfPiecesInHand(t *testing.T) {
	g := rulestest.Game(t, "crazyhouse")
	m := newArmyModel(g, newColumns(g))
	p := testkit.Must(g.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR[RPpp] w Kkq - 0 1"))(t)
	row := make([]float64, m.count)
	m.row(p, row)
	want := map[string]float64{"first move": 1, "rook": -1, "rook-in-hand": 1, "pawn-in-hand": -1}
	for j, label := range m.labels() {
		if w, ok := want[label]; ok && math.Abs(row[j]-w) > 1e-12 || !ok && j < len(m.types) && row[j] != 0 {
			t.Errorf("%s: %v, want %v", label, row[j], w)
		}
	}
}
