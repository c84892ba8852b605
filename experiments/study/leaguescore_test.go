package study

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
)

// simulated is the result of a league whose values are right but for the scatter of exchanges,
// in log-odds, which the forecasts state.
func simulated(rng *rand.Rand, games []*rules.Game, each int, scatter float64) *Scored {
	r := &Scored{Forecasts: &Forecasts{Settings: League{games: games}}}
	values := map[string]float64{"pawn": 0.25, "knight": 0.8, "bishop": 0.9, "rook": 1.3, "queen": 2.5}
	exchanges := []string{"rook=knight", "knight=bishop+pawn", "queen=rook+knight", "rook=bishop+pawn", "knight=pawn", "queen=rook+rook+pawn", "bishop=pawn+pawn"}
	for _, g := range games {
		for i := range each {
			m := LeagueMatch{Game: g.Variant.Name, Number: i + 1, Class: MatchClasses[i%3], Exchange: exchanges[rng.IntN(len(exchanges))], Pairs: 200, Unseen: i%4 == 0, Locked: i%5 == 0}
			for _, piece := range piecesOf(m.Exchange, 0) {
				m.LogOdds += values[piece]
			}
			for _, piece := range piecesOf(m.Exchange, 1) {
				m.LogOdds -= values[piece]
			}
			m.Errors = logit.Parts{Sampling: 0.03, Exchange: scatter, Chance: logit.Chance(m.LogOdds, 0, 2*m.Pairs)}
			m.Predicted = m.Errors.Score(m.LogOdds, usualLevel)
			truth := logit.Sigmoid(m.LogOdds + 0.03*rng.NormFloat64() + scatter*rng.NormFloat64())
			score := 0.0
			for range 2 * m.Pairs {
				if rng.Float64() < truth {
					score += 0.5 / float64(m.Pairs)
				}
			}
			p := PlayedMatch{LeagueMatch: m, Score: stat.Exact(score), Error: math.Sqrt(score * (1 - score) / float64(2*m.Pairs))}
			p.Inside = !m.Predicted.Excludes(score)
			r.played = append(r.played, p)
		}
	}
	return r
}

// Where the truth is known, a standing finds it: how far exchanges scatter, that the slope is
// 1, that 95 % lie inside, and which values are better.
func TestStandingOfAKnownWorld(t *testing.T) {
	var games []*rules.Game
	for _, name := range []string{"chess", "capablanca", "falcon-chess", "grand"} {
		games = append(games, rulestest.Game(t, name))
	}
	r := simulated(rand.New(rand.NewPCG(1, 1)), games, 150, 0.2)
	right, wrong := &ValueTable{Name: "right"}, &ValueTable{Name: "wrong"}
	for _, g := range games {
		for piece, x := range map[string]float64{"pawn": 1, "knight": 3.2, "bishop": 3.6, "rook": 5.2, "queen": 10} {
			right.set(g.Variant.Name, piece, x)
			wrong.set(g.Variant.Name, piece, 3)
		}
	}
	wrong.values["grand"] = map[string]float64{"pawn": 1}
	st := r.Standing([]*ValueTable{wrong, right})
	near := func(what string, v stat.Interval, want, tolerance float64) {
		t.Helper()
		if math.Abs(v.Estimate-want) > tolerance || v.Excludes(want) {
			t.Errorf("%s is %+v, want %v ± %v", what, v, want, tolerance)
		}
	}
	near("off", st.All.Off, 100*0.2*0.225, 0.6) // a mean slope of the curve
	if e := st.All.Expected; math.Abs(e.All()-st.All.Off.Estimate) > 0.7 || e.Player != 0 || math.Abs(e.Sampling/e.Exchange-0.03/0.2) > 1e-9 {
		t.Errorf("expected to be off by %+v, found %+v", e, st.All.Off)
	}
	near("slope", st.All.Slope, 1, 0.05)
	near("inside", st.All.Inside, 0.95, 0.025)
	if st.All.Matches != 480 || len(st.Classes) != 3 || len(st.Games) != 4 || len(st.Players) != 2 || st.Locked != nil {
		t.Errorf("%+v", st)
	}
	worse, same := st.Beside[0], st.Beside[1]
	if worse.Matches >= 400 || worse.Matches < 360 || !(worse.Skill.Lo > 0.5) || !(worse.Rival.Estimate > worse.Off.Hi) {
		t.Errorf("beside wrong values: %+v", worse)
	}
	if same.Matches != 480 || same.Skill.Excludes(0) || math.Abs(same.Skill.Estimate) > 0.1 {
		t.Errorf("beside the right values: %+v", same)
	}
	r.Opened = true
	if st := r.Standing([]*ValueTable{right}); st.All.Matches != 600 || st.Locked[1].Matches != 120 {
		t.Errorf("opened: %d matches, %+v", st.All.Matches, st.Locked)
	}
	text := r.Answer([]*ValueTable{right}).Text(80)
	for _, want := range []string{"the scores predicted from the values were off", "\nsmall removal", "\nright"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

// Tables of values come from the program and from files, whose faults have their lines.
// Limits of a skill that are more than 100 % apart are left out.
func TestWideSkill(t *testing.T) {
	row := func(lo float64) string {
		s := LeagueScores{Of: "chess", Matches: 3, Skill: stat.Interval{Estimate: 0.8, Lo: lo, Hi: 0.9, Level: usualLevel}}
		f := &LeagueAnswer{Standing: Standing{Games: []LeagueScores{s}}}
		return texts.Table("standing", leagueTables{f, true}).Text(200)
	}
	if narrow, wide := row(0.5), row(-7); !strings.Contains(narrow, "80.0 % (50.0 to 90.0)") || strings.Contains(wide, "80.0 % (") || !strings.Contains(wide, "80.0 %") {
		t.Errorf("narrow:\n%s\nwide:\n%s", narrow, wide)
	}
}

func TestValueTables(t *testing.T) {
	s := &League{games: []*rules.Game{rulestest.Game(t, "chess"), rulestest.Game(t, "capablanca"), rulestest.Game(t, "shatranj")}}
	tables := testkit.Must(s.Tables())(t)
	if tables[0].Name != Mobility || tables[1].Name != "1-3-3-5-9" {
		t.Errorf("tables %q, %q", tables[0].Name, tables[1].Name)
	}
	for exchange, want := range map[string]float64{"rook=knight+pawn": 1, "queen=rook+rook": -1} {
		if x, ok := tables[1].of(s.games[0], exchange); !ok || x != want {
			t.Errorf("%s is worth %v by 1-3-3-5-9, want %v", exchange, x, want)
		}
	}
	if _, ok := tables[1].of(s.games[2], "queen=rook"); ok {
		t.Error("1-3-3-5-9 values the queen of Shatranj, which moves otherwise")
	}
	if _, ok := tables[1].of(s.games[1], "archbishop=rook"); ok {
		t.Error("1-3-3-5-9 values the archbishop")
	}

	path := filepath.Join(t.TempDir(), "mine.csv")
	read := func(text string) (*ValueTable, error) {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o666))
		return s.ReadTable(path)
	}
	const whole = "piece,value\npawn,1\nknight,3\nbishop,3.5\nrook,5\nqueen,9.5\n"
	mine := testkit.Must(read(whole))(t)
	if x, ok := mine.of(s.games[0], "bishop=knight"); mine.Name != "mine" || !ok || x != 0.5 {
		t.Errorf("%s: bishop=knight %v, %v", mine.Name, x, ok)
	}
	if len(mine.values) != 1 {
		t.Errorf("a table without archbishops is for %d games", len(mine.values))
	}
	for text, want := range map[string]string{
		"":                        "mine.csv:1: expected a header",
		"a,b\n1,2\n":              `mine.csv:1: the header is "a,b"`,
		"piece,value\npawn\n":     "wrong number of fields",
		whole + "kinght,3\n":      `mine.csv:7: no game has a piece "kinght"; did you mean "knight"?`,
		whole + "archbishop,x\n":  `mine.csv:7: value is "x", expected a number`,
		whole + "rook,5\n":        "mine.csv:7: chess has the rook twice",
		"piece,value\npawn,NaN\n": `value is "NaN"`,
		"game,piece,value\nchess,pawn,1\nchess,rook,5\n": "mine.csv lacks the knight of chess",
		"piece,value\npawn,1\nknight,3\n":                "mine.csv lacks the",
		"game,piece,value\nches,pawn,1\n":                `mine.csv:2: the league has no game "ches"; did you mean "chess"?`,
	} {
		_, err := read(text)
		testkit.Fails(t, err, want)
	}
	testkit.Fails(t, testkit.Error(s.ReadTable(filepath.Join(t.TempDir(), "no.csv"))), "no.csv")
}

// The forecast of the rest of a match is the mean of forecast and first pairs by their precisions.
func TestRestOfAMatch(t *testing.T) {
	p := PlayedMatch{LeagueMatch: LeagueMatch{Pairs: 150, LogOdds: 0.4, Errors: logit.Parts{Sampling: 0.12, Exchange: 0.16, Chance: 0.1}}}
	first, rest := rating.Pairs{LL: 25, WL: 50, WW: 25}, rating.Pairs{LL: 10, WL: 20, WW: 20}
	testkit.OK(t, p.rest(first, rest))
	chance := logit.Chance(0, 0.5, 200)
	if se := errorOf(testkit.Must(rating.Summarize(first, usualLevel))(t).Score) * 4; se > chance {
		chance = se
	}
	share := 0.04 / (0.04 + chance*chance) // the forecast's own error is 0.2
	want := 0.4 * (1 - share)
	testkit.Near(t, "predicted", logit.LogOdds(p.Rest.Predicted.Estimate), want, 1e-9)
	sd := (logit.LogOdds(p.Rest.Predicted.Hi) - want) / stat.Quantile(usualLevel)
	testkit.Near(t, "error", sd*sd, 0.04*(1-share)+0.01*150/50, 1e-9)
	testkit.Near(t, "found", p.Rest.Score.Estimate, 0.6, 1e-9)
	s := restScores("all", []PlayedMatch{p, {}})
	if len(s) != 1 || s[0].Matches != 1 || restScores("none", []PlayedMatch{{}}) != nil {
		t.Errorf("%+v", s)
	}
}
