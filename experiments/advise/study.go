package advise

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Question is something that a study asks of a game.
type Question string

// The questions.
const (
	AskValues  Question = "values"  // what the pieces are worth
	AskBalance Question = "balance" // who wins, by strength
	AskFaults  Question = "faults"  // what is wrong with the design
	AskTrades  Question = "trades"  // what to give for a piece
)

// Questions lists all questions.
func Questions() []Question { return []Question{AskValues, AskBalance, AskFaults, AskTrades} }

// StudyConfig says what is asked of a game, and for how long it is played. Use DefaultStudy to make one.
type StudyConfig struct {
	// Ask lists the questions; all by default, at least one.
	Ask []Question
	// For is how long a call plays; a minute by default, 1 second to 1,000 hours. Each question that games answer gets
	// its first games in any case, and a step that has begun is finished.
	For time.Duration
	// Steps, if not nil, are taken instead of playing for a time, to make the same page again. Those of values and of balance
	// are 1 to 40, those of trades 0 to 40.
	Steps *Steps
	// Seed determines all random choices.
	Seed uint64
	// Nodes is the number of positions searched a move where values are measured; 300 by default, 2 to 100,000,000. Who
	// wins is measured at 4/5 of it, and at four and sixteen times that.
	Nodes int
	// Level is the confidence level of intervals; 0.95 by default, 0.5 to 0.999.
	Level float64
}

// DefaultStudy returns the configuration of a study of a minute.
func DefaultStudy() StudyConfig {
	return StudyConfig{Ask: Questions(), For: time.Minute, Seed: 1, Nodes: match.SelfPlay().Nodes, Level: 0.95}
}

// Validate reports the first field that is out of range.
func (c StudyConfig) Validate() error {
	errs := []error{
		check.That(len(c.Ask) > 0, "ask is empty, expected at least one question"),
		check.Range("for", c.For, time.Second, 1000*time.Hour),
		check.Range("nodes", c.Nodes, 2, 100_000_000),
		check.Range("level", c.Level, 0.5, 0.999),
	}
	if c.Steps != nil {
		errs = append(errs, c.Steps.validate())
	}
	for i, q := range c.Ask {
		errs = append(errs, check.OneOf("ask: question", q, Questions()...),
			check.That(!slices.Contains(c.Ask[:i], q), "ask: %q stands twice", q))
	}
	return check.All("study", errs...)
}

// Asks reports whether a study asks one of some questions.
func (c StudyConfig) Asks(some ...Question) bool {
	return slices.ContainsFunc(some, func(q Question) bool { return slices.Contains(c.Ask, q) })
}

// The first steps of the two parts of a study in pairs; each later step has growth times as many.
const (
	firstValues, firstBalance = 40, 6
	// learningPairs is the number of pairs of each of the two learning rounds, whose games count.
	learningPairs = 50
)

// bestPairs is the number of pairs at which intervals that hold at any look are narrowest: about what a few minutes allow.
const bestPairs = 50

// pairs returns the number of pairs of a step, from 1.
func pairs(first, step int) int {
	return int(math.Ceil(float64(first) * math.Pow(growth, float64(step-1))))
}

// values returns the configuration of the estimate after a step.
func (c StudyConfig) values(g *rules.Game, step int) estimate.Config {
	e := estimate.Quick()
	e.Panel, e.RoundPairs, e.OddsPairs, e.Pairs = estimate.DefaultPanel(g), learningPairs, 0, pairs(firstValues, step)
	e.Play.Seed, e.Play.Nodes, e.Fit.Level = c.Seed, c.Nodes, c.Level
	return e
}

// balance returns the configuration of the games from the array after a step, half of them at the highest strength.
func (c StudyConfig) balance(w *eval.Weights, step int) balance.Config {
	b := balance.Quick()
	least := max(1, 4*c.Nodes/5)
	b.Strengths = []int{least, balance.Factor * least, balance.Factor * balance.Factor * least}
	b.Half, b.Weights, b.Level, b.Best = b.Strengths[len(b.Strengths)-1], w, c.Level, bestPairs
	b.Play.Seed, b.Play.Pairs = c.Seed, pairs(firstBalance, step)
	return b
}

// The aims of a study: half-widths of the values, as a share, and of the score between the strongest players. The next
// games go where the distance from the aim is largest.
const (
	aimValues  = 0.1
	aimBalance = 0.04
)

// Study holds the answers to the questions about a game. Its folder is the home of the game: the same call continues where
// the last one ended.
type Study struct {
	Game   *rules.Game
	Config StudyConfig
	Folder string
	// Arrays lists the first positions examined: the array or, in a game that begins with
	// placing pieces, some placements.
	Arrays []Array
	// Games has the games from the array; nil if there are none.
	Games *Games
	// Balance says who wins, by strength; nil if it is not asked.
	Balance *balance.Result
	// Values is the estimate; nil if there is none, and then NoValues gives the reason.
	Values   *estimate.Result
	NoValues string
	Endings  []Ending
	// Trades says what to give for a piece; those with a Match were played.
	Trades []*Trade
	// Steps are those that were taken, and Seconds is roughly how long their games take on this machine.
	Steps   Steps
	Seconds float64
}

// The folders of the runs within the home of a game.
const (
	valuesFolder  = "values"
	balanceFolder = "balance"
)

// ValuesFolder returns the folder of the values in the home of a game.
func ValuesFolder(home string) string { return filepath.Join(home, valuesFolder) }

// RunStudy plays for a while, and answers the questions from all games that the folder then has.
func RunStudy(ctx context.Context, g *rules.Game, cfg StudyConfig, folder string, crew match.Crew, ev match.Events) (*Study, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	out := &Study{Game: g, Config: cfg, Folder: folder}
	s := &studying{ctx: ctx, crew: crew, ev: ev, began: time.Now(), weights: eval.Default(g), Study: out}
	for _, part := range []func() error{s.lookAtArrays, s.solveEndings, s.open, s.grow, s.finish} {
		if err := part(); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out, nil
}

// playValues plays the games of a step about values.
func (s *studying) playValues(step int) (float64, error) {
	events := s.ev.Parts(func(p *match.Part) { p.Label = s.progress(valuesFolder, aimValues) })
	events.Found = nil
	var err error
	s.Values, err = estimate.Run(s.ctx, s.Game, s.Config.values(s.Game, step), ValuesFolder(s.Folder), s.crew, events)
	if errors.Is(err, tuning.ErrOneSided) {
		s.NoValues = err.Error()
		s.part(valuesFolder).shut = true
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	s.weights, s.learned = s.Values.Weights, true
	var widths []float64
	for _, v := range s.Values.Ranking {
		if !v.Total.Exact() {
			widths = append(widths, v.Total.HalfWidth()/math.Abs(v.Total.Estimate))
		}
	}
	if len(widths) == 0 { // the only kind is the unit
		return 0, nil
	}
	slices.Sort(widths)
	return widths[len(widths)/2] / aimValues, nil
}

// playBalance plays the games of a step about who wins.
func (s *studying) playBalance(step int) (float64, error) {
	w, err := s.learn()
	if err != nil {
		return 0, err
	}
	cfg := s.Config.balance(w, step)
	cfg.Unseen = true
	events := s.ev.Parts(func(p *match.Part) { p.Label = s.progress(balanceFolder, aimBalance) + ", " + p.Label })
	res, err := balance.Measure(s.ctx, s.Game, cfg, filepath.Join(s.Folder, balanceFolder), s.crew, events)
	if err != nil {
		return 0, err
	}
	return res.Main().Strongest().Curve.HalfWidth() / aimBalance, nil
}

// learn returns the weights of the players: those that the learning rounds end with, whether values are asked for or not, so
// that all games of a home have the same players. Where values cannot be measured they are the usual weights.
func (s *studying) learn() (*eval.Weights, error) {
	if s.learned || estimate.CheckGame(s.Game) != nil {
		return s.weights, nil
	}
	s.learned = true
	events := s.ev.Parts(func(p *match.Part) { p.Label = "learning" })
	events.Found = nil
	w, _, err := estimate.LearnWeights(s.ctx, s.Game, s.Config.values(s.Game, 1), ValuesFolder(s.Folder), s.crew, events)
	if errors.Is(err, tuning.ErrOneSided) {
		return s.weights, nil
	}
	if err == nil {
		s.weights = w
	}
	return s.weights, err
}

// finish reads the answers from the games of the steps taken. The score of the game is now seen, which counts as a look.
func (s *studying) finish() (err error) {
	for _, p := range s.parts {
		if p.shut {
			continue
		}
		s.Seconds += p.rate * p.cost(p.at)
		*s.Steps.of(p.name) = p.at
		if p.name != balanceFolder {
			continue
		}
		cfg := s.Config.balance(s.weights, p.at)
		var from []store.Record
		cfg.Each = func(nodes int, r *store.Record) {
			if nodes > cfg.Strengths[0] {
				from = append(from, *r)
			}
		}
		if s.Balance, err = balance.Measure(s.ctx, s.Game, cfg, filepath.Join(s.Folder, balanceFolder), s.crew, match.Events{}); err != nil {
			return err
		}
		for _, a := range s.Arrays {
			s.Balance.Arrays = append(s.Balance.Arrays, a.Array)
		}
		if s.Games, err = readGames(s.Game, from); err != nil {
			return err
		}
	}
	if s.Values != nil && s.Config.Asks(AskTrades) {
		if s.Trades, err = tradesOf(s.Values, s.Trades); err == nil && len(s.Trades) > 0 {
			s.Values.Trades, err = tradesBlock(s.Game, s.Trades)
		}
	}
	return err
}
