package advise

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// world plays games of which the true score of each candidate is known, by its hash.
type world struct {
	scores map[string]float64
	usual  float64            // of all others
	drawn  map[string]float64 // shares of drawn games, where they do not follow from the score
	uneven string             // hash of a game without even openings
	fine   int                // calls for that game before it has none

	calls  []string // folders, in order
	stopAt int      // the call at which play is interrupted; 0 for never
}

// errStop is the error of a world that is interrupted.
var errStop = errors.New("stopped")

func (w *world) play(_ context.Context, g *rules.Game, c balance.Config, folder string, crew match.Crew, ev match.Events) (*balance.Result, error) {
	hash := g.Variant.Hash()
	w.calls = append(w.calls, folder)
	if len(w.calls) == w.stopAt {
		return nil, errStop
	}
	if hash == w.uneven {
		w.fine--
	}
	if hash == w.uneven && w.fine < 0 {
		return nil, &opening.Unbalanced{Game: g.Variant.Name}
	}
	score, known := w.scores[hash]
	if !known {
		score = w.usual
	}
	h := fnv.New64()
	h.Write([]byte(hash))
	rng := rand.New(rand.NewPCG(h.Sum64(), c.Play.Seed))
	// A rung has games by the root of the nodes; the error of its score is that of its own games.
	shares, sum := make([]float64, len(c.Strengths)), 0.0
	for i, n := range c.Strengths {
		shares[i] = math.Sqrt(float64(c.Strengths[0]) / float64(n))
		sum += shares[i]
	}
	z := stat.Quantile(c.Level)
	if !c.Fixed {
		z = 3.5
	}
	curve := balance.Curve{}
	for i, n := range c.Strengths {
		games := int(shares[i] / sum * float64(c.Games(crew)))
		found := func(mean, sd float64) stat.Interval {
			sd /= math.Sqrt(float64(games))
			v := stat.Symmetric(mean+sd*rng.NormFloat64(), z*sd, c.Level)
			return stat.Interval{Estimate: v.Estimate, Lo: max(0, v.Lo), Hi: v.Hi, Level: v.Level}
		}
		rung := balance.Rung{Nodes: n, Games: games, Score: found(score, 0.45), Draws: found(1-score, 0.45), Length: found(200*score, 45), Verdict: balance.CannotTell}
		if drawn, ok := w.drawn[hash]; ok {
			rung.Draws = found(drawn, 0.1)
		}
		rung.Curve = rung.Score
		curve.Rungs = append(curve.Rungs, rung)
	}
	curve.Verdict = balance.CannotTell
	return &balance.Result{Game: g, Config: c, Of: balance.First, Games: c.Games(crew), Answer: "It was played.", Curves: []balance.Curve{curve}}, nil
}

// find lets all runs of a search find the scores of a function, and readies it for the confirmation.
func (s *Mending) find(score func(hash string, c balance.Config) stat.Interval) {
	s.begin("run", match.Crew{}, match.Events{})
	s.known = eval.Prior(s.game)
	s.measure = func(_ context.Context, g *rules.Game, c balance.Config, _ string, crew match.Crew, _ match.Events) (*balance.Result, error) {
		v := score(g.Variant.Hash(), c)
		return &balance.Result{Config: c, Games: c.Games(crew), Curves: []balance.Curve{{Rungs: []balance.Rung{{Score: v, Curve: v}}}}}, nil
	}
}

// small returns a game that compiles at once.
func small(t *testing.T) *rules.Game {
	return rulestest.Compile(t, testkit.Must(variant.Plain(5, 6))(t))
}

// searchOf prepares a search in a world, with few games and the edits of some kinds.
func searchOf(t *testing.T, w *world, change func(*MendConfig)) *Mending {
	t.Helper()
	c := DefaultMend()
	c.Edits = []EditKind{EditTempo}
	c.Balance.Rounds = 0 // the world's players know the game
	if change != nil {
		change(&c)
	}
	s := testkit.Must(NewMending(small(t), c))(t)
	s.measure = w.play
	return s
}

func (s *Mending) hashOf(t *testing.T, text string) string {
	t.Helper()
	for _, c := range s.candidates {
		if c.Text == text {
			return c.Hash
		}
	}
	t.Fatalf("no candidate %q", text)
	return ""
}

func result(t *testing.T, s *Mending) *MendResult {
	t.Helper()
	return testkit.Must(s.Run(t.Context(), "run", match.Crew{}, match.Events{}))(t)
}
