package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestFind(t *testing.T) {
	game := Game{Bare: [2]bool{true, false}, Plies: 50, Result: rules.BlackWins, Reason: rules.EmptyPool, Counter: 60, EndCounter: 4, Captures: []int{9, 20},
		Castlings: []Castling{{Ply: 12}, {Ply: 31}}, Waits: []Wait{{Entered: 9}, {Lost: 30}, {}},
		FirstRanks: []Fill{{0, 1}, {20, 0.75}}, Explosions: []Explosion{{Ply: 3, Color: rules.Black, Won: 9, Lost: 4}}}
	for name, want := range map[string]float64{
		"white-score": 0, "won-by-nothing-to-promote-to": 1, "won-by-checkmate": 0, "drawn-by-repetition": 0, "mates-by-60": 0,
		"captures-by-9": 1, "castled-by-12": 0.5, "castling-ply": 21.5, "entry-ply": 9, "waiting-lost": 1.0 / 3, "waiting-at-9": 2.0 / 3,
		"waiting-at-30": 1.0 / 3, "counter-from-60": 1, "counter-from-61": 0, "decided-from-50": 1, "lost-decisions-50": 1,
		"explosion-gain": 5, "explosion-score": 1, "end-counter": 4, "bare-from-50": 1, "first-rank-at-19": 1, "first-rank-at-20": 0.75,
	} {
		q, err := Find(name)
		if err != nil || q.Name != name || q.Label == "" || q.Unit == "" {
			t.Errorf("%s: %+v, error %v", name, q, err)
			continue
		}
		if got := q.values([]Game{game})[0]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"mates-by":    `compare: unknown measure "mates-by"; did you mean "mates-by-N"?`,
		"mates-by-x":  `expected a number from 1 to 100000`,
		"lenght":      `did you mean "length"?`,
		"nonsense-77": `expected one of white-score, `,
	} {
		testkit.Fails(t, testkit.Error(Find(name)), want)
	}
}

// The manual has a line about every measure.
func TestMeasuresAreDocumented(t *testing.T) {
	manual := testkit.Read(t, "../../docs/comparing.md")
	names := Names()
	for _, q := range ofSets {
		names = append(names, q.Name)
	}
	for _, name := range names {
		if how, _, ok := strings.Cut(name, "-by-"); ok && (how == "drawn" || how == "won") {
			name = how + "-by-REASON"
		}
		if !strings.Contains(manual, "`"+name+"`") {
			t.Errorf("docs/comparing.md lacks `%s`", name)
		}
	}
}

// The mean of something that games have several times: estimate by hand, and
// coverage with games that have many also having long ones.
func TestRatioOfSums(t *testing.T) {
	q := testkit.Must(Find("castling-ply"))(t)
	games := []Game{{Castlings: []Castling{{Ply: 10}, {Ply: 20}}}, {Index: 1}, {Pair: 1, Castlings: []Castling{{Ply: 45}}}, {Pair: 1, Index: 1}}
	v := testkit.Must(Mean(q, games, 0.95))(t)
	near(t, "mean ply", v.Estimate, 25, 1e-12)
	rng := rand.New(rand.NewPCG(8, 8))
	const simulations, pairs = 800, 60
	covered := 0.0
	for range simulations {
		v := testkit.Must(Mean(q, castled(rng, pairs), 0.95))(t)
		covered += truth(v.Lo <= 26 && 26 <= v.Hi) / simulations
	}
	near(t, "coverage", covered, 0.945, 0.025)
}

// Of rare things among few, a share has limits that stay honest: three of three
// says little, and one of many never goes below 0.
func TestShareOfFew(t *testing.T) {
	q, _ := Find("explosion-score")
	games := castled(rand.New(rand.NewPCG(1, 1)), 100)
	for _, i := range []int{0, 50, 120} {
		games[i].Result = rules.WhiteWins
		games[i].Explosions = []Explosion{{Ply: 9}}
	}
	v, err := Mean(q, games, 0.95)
	if err != nil || v.Estimate != 1 || v.Lo > 0.5 || v.Hi != 1 {
		t.Errorf("3 of 3: %v, error %v; want Wilson's limits from 0.44", v, err)
	}
	for i := range games {
		games[i].Result, games[i].EndCounter = rules.WhiteWins, 1
	}
	games[7].Counter = 60
	lost, _ := Find("lost-decisions-50")
	if v, _ := Mean(lost, games, 0.95); math.Abs(v.Estimate-1.0/200) > 1e-12 || v.Lo <= 0 || v.Hi < 0.02 || v.Hi > 0.04 {
		t.Errorf("1 of 200: %v, want 0.001 to 0.028", v)
	}
}

// castled are games with one castling at ply 18 on average, or two at ply 30; the
// games of a pair have as many. The mean ply is (18 + 2·30)/3 = 26.
func castled(rng *rand.Rand, pairs int) []Game {
	var list []Game
	for pair := range pairs {
		n := 1 + rng.IntN(2)
		for index := range gamesOfPair {
			g := Game{Pair: pair, Index: index}
			for range n {
				g.Castlings = append(g.Castlings, Castling{Ply: 6 + 12*n + rng.IntN(13) - 6})
			}
			list = append(list, g)
		}
	}
	return list
}

func TestMeasuredNeedsTheSamePairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	q, _ := Find("castling-ply")
	full := castled(rng, 5)
	m, err := Measured(q, [2][]Game{full, castled(rng, 5)}, 0.95)
	if err != nil || !(m.P > 0 && m.P <= 1) || m.Holm != m.P || !(m.Equivalence(100) < 0.01) || !(m.Interval(0.5).Lo > m.Difference.Lo) {
		t.Errorf("%+v, error %v", m, err)
	}
	twice := append([]Game{full[0]}, full[:9]...)
	for i, games := range [][]Game{nil, full[:9], full[:8], twice} {
		if _, err := Measured(q, [2][]Game{full, games}, 0.95); err == nil {
			t.Errorf("case %d: no error", i)
		}
	}
	never, _ := Find("explosion-gain")
	if v, err := Mean(never, full, 0.95); err != nil || !math.IsNaN(v.Estimate) {
		t.Errorf("gain of no explosion: %v, error %v; want NaN", v, err)
	}
	if names := fmt.Sprint(Names()); !strings.Contains(names, "lost-decisions-N") {
		t.Errorf("names %s", names)
	}
}

// An end by pieces in line says which number makes it.
func TestLineMade(t *testing.T) {
	for want, l := range map[string]variant.Line{
		"4 pieces in line":                       {Count: 4},
		"3 pieces in line":                       {OnLine: 3},
		"4 pieces in line or a square of 2 by 2": {Count: 4, Square: 2},
	} {
		if got := lineMade(&l); got != want {
			t.Errorf("%+v: %s, want %s", l, got, want)
		}
	}
}
