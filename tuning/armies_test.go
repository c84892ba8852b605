package tuning

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
)

// world makes games whose results follow the armies' model exactly.
type world struct {
	model *armyModel
	coef  []float64
	unit  Scale
	lack  int // largest number of pieces missing from an army
}

func newWorld(g *rules.Game, lack int) *world {
	c := newColumns(g)
	w := &world{model: newArmyModel(g, c), lack: lack, unit: c.scaleOrPoints(Points)}
	w.coef = w.model.expected(expectations(g, 1))
	return w
}

// change sets true terms, as shares of the value of the first piece of their column's label.
func (w *world) change(t testing.TB, shares map[string]float64) {
	t.Helper()
	n, found := len(w.model.types), 0
	for j, label := range w.model.labels()[n+1:] {
		name, _, _ := strings.Cut(label, " ")
		share, given := shares[label]
		if given {
			found++
		}
		w.coef[n+1+j] = share * w.coef[w.model.at[w.model.g.TypeNamed(name)]]
	}
	if found < len(shares) {
		t.Fatalf("not all of %v are columns: %q", shares, w.model.labels())
	}
}

// crowded holds terms of the size that the priors allow for: queens beside rooks and beyond the
// array are worth less, knights more against queens, bishops make a pair, and pawns at the edge
// are worth less.
var crowded = map[string]float64{
	"queen second": -0.2, "rook with queen": -0.2, "bishop with queen": -0.1, "knight with bishop": 0.05, "knight with queen": -0.1,
	"knight against queen": 0.1, "rook against queen": 0.1, "bishop pair": 0.15, "pawn edge": -0.15,
}

// draw draws true terms from the prior.
func (w *world) draw(rng *rand.Rand) {
	p := w.model.prior(w.model.scaleOf(w.coef))
	for j, precision := range p.Precision {
		if precision > 0 {
			w.coef[j] = p.Mean[j] + rng.NormFloat64()/math.Sqrt(precision)
		}
	}
}

// armies returns two armies of chess, each with up to lack pieces missing.
func (w *world) armies(rng *rand.Rand) (a, b string) {
	for a == b {
		for _, army := range []*string{&a, &b} {
			list := []byte("rnbqkbnrpppppppp")
			for n := rng.IntN(w.lack + 1); n > 0; {
				i := rng.IntN(len(list))
				if kind := strings.IndexByte("pnbrq", list[i]); kind >= 0 && rng.IntN(8) < []int{2, 4, 4, 4, 8}[kind] {
					list[i] = ' '
					n--
				}
			}
			*army = string(list)
		}
	}
	return a, b
}

// play adds the games of a pair to the samples. It derives the rows of the second game
// from the first, which they mirror.
func (w *world) play(t testing.TB, s *Sample, rng *rand.Rand) {
	t.Helper()
	p := testkit.Must(w.model.g.ParseFEN(board(w.armies(rng))))(t)
	w.playFrom(s, p, rng)
}

// playFrom is like play, for games that begin in a given position.
func (w *world) playFrom(s *Sample, p *rules.Position, rng *rand.Rand) {
	w.model.row(p, s.army)
	for range 2 {
		w.result(s, rng)
		floats.Scale(-1, s.army)
		s.army[len(w.model.types)] = 1
	}
	s.pairs++
}

// result adds a game with the row of s.army.
func (w *world) result(s *Sample, rng *rand.Rand) {
	score := logit.Sigmoid(floats.Dot(s.army, w.coef))
	draw := 0.6 * math.Min(score, 1-score)
	y := 0.0
	switch u := rng.Float64(); {
	case u < score-draw/2:
		y = 1
	case u < score+draw/2:
		y = 0.5
	}
	s.addRow(s.start, s.army, y, 1, int32(s.pairs))
}

// estimates fits games with the armies' model, and by the numbers of pieces alone.
func (w *world) estimates(t testing.TB, rng *rand.Rand, pairs int) (full, counts Estimate) {
	t.Helper()
	s := testkit.Must(NewSample(w.model.g, Default()))(t)
	for range pairs {
		w.play(t, s, rng)
	}
	f := testkit.Must(s.fitArmies(s.start))(t)
	plain := testkit.Must(logit.Fit(f.design, f.held.Scaled(1e6), logit.Settings{}))(t)
	return s.designEstimate(f.Result, f.Posterior(), w.unit), s.designEstimate(plain, plain.Posterior(), w.unit)
}

// outcome holds means over pieces and simulated runs.
type outcome struct{ covered, off, width float64 }

func (o *outcome) add(e Estimate, truth func(int) float64, runs float64) {
	for i, v := range e.Values {
		share := 1 / (runs * float64(len(e.Values)))
		if x := truth(i); v.Worth.Lo <= x && x <= v.Worth.Hi {
			o.covered += share
		}
		o.off += share * math.Abs(v.Worth.Estimate/truth(i)-1)
		o.width += share * v.Worth.HalfWidth() / truth(i)
	}
}

// Whatever armies the games begin with, the model's intervals cover the worth at the array
// in 95 % of worlds whose values change according to the prior, and do not miss it more
// often if the values change in a known way or not at all. Intervals from the numbers of
// pieces alone miss it in wide designs. If games begin one exchange away from the array
// and nothing changes, the extra terms and what exchanges may deviate by cost little.
func TestHeadlineDoesNotDependOnTheDesign(t *testing.T) {
	runs, pairs := testkit.Choose(24, 500), testkit.Choose(1000, 2000)
	for name, set := range map[string]func(*world, *rand.Rand){
		"drawn":    func(w *world, rng *rand.Rand) { w.draw(rng) },
		"crowded":  func(w *world, _ *rand.Rand) { w.change(t, crowded) },
		"constant": func(w *world, _ *rand.Rand) { w.change(t, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, lack := range []int{1, 3, 6} {
				w := newWorld(rulestest.Game(t, "chess"), lack)
				truth := func(i int) float64 { return w.unit.point(w.coef, i) }
				var full, counts outcome
				for run := range runs {
					rng := rand.New(rand.NewPCG(uint64(run), uint64(lack)))
					set(w, rng)
					a, b := w.estimates(t, rng, pairs)
					full.add(a, truth, float64(runs))
					counts.add(b, truth, float64(runs))
				}
				t.Logf("up to %d pieces missing: covers %.3f, ±%.3f, off %.3f; by the numbers alone %.3f, ±%.3f, off %.3f", lack,
					full.covered, full.width, full.off, counts.covered, counts.width, counts.off)
				judge(t, name, lack, runs, full, counts)
			}
		})
	}
}

func judge(t *testing.T, name string, lack, runs int, full, counts outcome) {
	t.Helper()
	margin := 0.02
	if runs < 100 {
		margin = 0.05
	}
	if full.covered < 0.95-margin || name == "drawn" && full.covered > 0.95+margin {
		t.Errorf("up to %d pieces missing: intervals cover %.3f", lack, full.covered)
	}
	if name != "constant" && lack == 6 && counts.covered > 0.9 {
		t.Errorf("up to %d pieces missing: by the numbers of pieces alone, intervals cover %.3f, want clearly less", lack, counts.covered)
	}
	if name == "constant" && lack == 1 && full.width > 1.5*counts.width {
		t.Errorf("up to %d pieces missing: half-widths of %.3f, without the terms %.3f", lack, full.width, counts.width)
	}
}

// A pair is two pieces of a kind on squares of both colours, less the half that is in the
// value of each (the third row has a pair, and two bishops more than Black); pawns at the
// edge are on the outer files; what is beside or against another counts from the array.
func TestRowsOfArmies(t *testing.T) {
	for _, c := range []struct {
		game, fen string
		want      map[string]float64
	}{
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", map[string]float64{"first move": 1}},
		{"chess", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", map[string]float64{"first move": 1, "knight": 1, "rook": -1, "knight against rook": -1}},
		{"chess", "rn1qkbnr/1pppppp1/8/8/8/8/PPPPPPPP/RNBQKB1B w Qkq - 0 1", map[string]float64{
			"first move": 1, "bishop": 2, "knight": -1, "rook": -1, "pawn": 2, "pawn edge": 2, "bishop pair": 0,
			"knight with bishop": -1, "knight with rook": 1, "bishop with rook": -1,
			"knight against bishop": 1, "bishop against rook": -1,
		}},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NB1KB2 w kq - 0 1", map[string]float64{
			"first move": 1, "knight": -1, "rook": -2, "queen": -1,
			"knight with rook": 2, "knight with queen": 1, "rook with queen": 2,
		}},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1", map[string]float64{
			"first move": 1, "bishop": -1, "bishop pair": -1 + 1./2,
		}},
		{"chess", "rqbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", map[string]float64{
			"first move": 1, "knight": 1, "queen": -1, "queen second": -1, "knight with queen": 1,
		}},
	} {
		g := rulestest.Game(t, c.game)
		p := testkit.Must(g.ParseFEN(c.fen))(t)
		m := newArmyModel(g, newColumns(g))
		row := make([]float64, m.count)
		m.row(p, row)
		for j, label := range m.labels() {
			if want := c.want[label]; math.Abs(row[j]-want) > 1e-12 {
				t.Errorf("%s: %s is %v, want %v", c.fen, label, row[j], want)
			}
		}
	}
}

// Games are of one exchange, whichever side is ahead by it and wherever the pieces stand; games
// of few exchanges and games of armies drawn at random are of none.
func TestExchangesOfRows(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w, s := newWorld(g, 0), testkit.Must(NewSample(g, Default()))(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, fen := range []string{
		"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - - 0 1", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w - - 0 1", // rook for knight
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKRNR w - - 0 1", // a rook beyond the array
	} {
		for range 10 {
			w.playFrom(s, testkit.Must(g.ParseFEN(fen))(t), rng)
		}
	}
	w.playFrom(s, testkit.Must(g.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1"))(t), rng)
	d := s.armies.withExchanges(s.start, minExchange)
	if d.Columns != s.start.Columns+2 || d.Rows() != s.start.Rows() {
		t.Fatalf("%d columns more, want 2", d.Columns-s.start.Columns)
	}
	sums := map[float64]int{}
	for i := range d.Rows() {
		last := d.Off[i+1] - 1
		if int(d.Idx[last]) < s.start.Columns { // the queen's single pair
			continue
		}
		rook := 0.0
		for k := d.Off[i]; k < last; k++ {
			if int(d.Idx[k]) == s.armies.at[g.TypeNamed("rook")] {
				rook = d.Val[k]
			}
		}
		sums[rook*d.Val[last]]++
	}
	if len(sums) != 1 || sums[-1] != 60 {
		t.Errorf("the side ahead in the exchange is not the side ahead by the rook in all games: %v", sums)
	}
	random := testkit.Must(NewSample(g, Default()))(t)
	far := newWorld(g, 6)
	for range 400 {
		far.play(t, random, rng)
	}
	if d := random.armies.withExchanges(random.start, minExchange); d != random.start {
		t.Errorf("armies drawn at random have %d exchanges", d.Columns-random.start.Columns)
	}
}

// The first guest of a kind has its full worth, and the second is a second one, which is expected to be
// worth less if the kind is strong.
func TestSecondGuests(t *testing.T) {
	g := guested(t)
	m := newArmyModel(g, newColumns(g))
	at := slices.Index(m.labels(), "amazon second")
	weak := slices.Index(m.labels(), "wazir second")
	if at < 0 || weak < 0 {
		t.Fatalf("the columns are %q", m.labels())
	}
	if p := m.prior(1); !(p.Mean[at] < 0) || p.Mean[weak] != 0 || p.Precision[weak] == 0 {
		t.Errorf("seconds are expected to add %v and %v", p.Mean[at], p.Mean[weak])
	}
	row := make([]float64, m.count)
	for fen, want := range map[string]float64{
		"mnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w - - 0 1": 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w - - 0 1": 0,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNM w - - 0 1": 1, "mnbqkbnm/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1": -1,
	} {
		if m.row(testkit.Must(g.ParseFEN(fen))(t), row); row[at] != want {
			t.Errorf("%s: %v seconds, want %v", fen, row[at], want)
		}
	}
}

// guested returns chess with a strong and a weak kind of guests.
func guested(t *testing.T) *rules.Game {
	v := testkit.Must(variant.Find("chess"))(t)
	v.Name = "guested"
	v.Pieces = append(v.Pieces, variant.Piece{Name: "amazon", Symbol: "M", Moves: []variant.MoveSet{{Betza: "QN"}}}, variant.Piece{Name: "wazir", Symbol: "W", Moves: []variant.MoveSet{{Betza: "W"}}})
	return rulestest.Compile(t, v)
}

// Exchanges with guests, of which a run has many, have columns of their own from fewer games on.
func TestExchangesOfGuestsHaveColumns(t *testing.T) {
	for _, test := range []struct {
		game *rules.Game
		fens []string
		more int
	}{
		{rulestest.Game(t, "chess"), []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 1"}, 0},
		{guested(t), []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNW w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR w - - 0 1"}, 2},
	} {
		m := newArmyModel(test.game, newColumns(test.game))
		d, row, columns := &logit.Design{Columns: m.count, Names: m.labels()}, make([]float64, m.count), make([]uint16, m.count)
		for j := range columns {
			columns[j] = uint16(j)
		}
		for i := range 24 {
			m.row(testkit.Must(test.game.ParseFEN(test.fens[i%2]))(t), row)
			d.Add(columns, row, float64(i/2%2), 1, int32(i))
		}
		p := m.prior(1)
		for j := range p.Precision {
			p.Precision[j] = max(p.Precision[j], 1)
		}
		if f := testkit.Must(m.fitHeld(d, p))(t); f.design.Columns-d.Columns != test.more {
			t.Errorf("%s: %d exchanges have columns, want %d", test.game.Variant.Name, f.design.Columns-d.Columns, test.more)
		}
	}
}
