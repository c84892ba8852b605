package advise

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/experiments/measure"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Check is a question about the design and its answer.
type Check struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	// Found is the observed result; Range is the range considered sound.
	Found string `json:"found"`
	Range string `json:"range"`
}

// sound has the limits of the ranges that are considered sound.
var sound = struct {
	Draws, Early, Cut, Promoting float64 // shares of games
	Still                        float64 // share of games in which a kind of piece does not move
	EarlyMoves                   int     // of an early mate
	Advantage                    int     // pawns by which the first move leads
	Plies, Longest               int     // of the shortest game, and of those searched
}{Draws: 0.6, Early: 0.05, Cut: 0.05, Promoting: 0.05, Still: 0.5, EarlyMoves: 20, Advantage: 1, Plies: 4, Longest: helpPlies}

// question is a check and the reason why it has no meaning in the game, "" if it has one. Its
// result and the sound range are the sentences "found KEY" and "range KEY".
type question struct {
	key, name, unless string
	ask               func() finding
}

// finding is the answer to a question with what its sentences need.
type finding struct {
	Verdict Verdict
	Share   stat.Interval // of the games
	List    []string
	Kind    string // of piece
	Any     bool   // whether the game has the subject of the question

	Array *Array // in which a search sees most
	Mate  int    // moves of a forced mate in it, 0 for none
	Doubt string // how the games speak against the search
}

func (r *Study) questions() []question {
	loses, differ, threats := "", "", "mate"
	if eval.Loses(r.Game) {
		loses = "a side wins by losing its pieces"
	}
	if r.Game.ArmiesDiffer() {
		differ = r.says("armies differ", r.armiesDiffer())
	}
	checkless := noChecks(r.Game)
	if checkless == "" && !r.Game.Variant.OnlyMates() {
		threats = "win"
	}
	list := []question{
		{"who wins", "Who wins", "", r.whoWins},
		{"first move", "What the first move wins", differ, r.firstMove},
		{"undefended", "Undefended pieces in the array", loses, r.undefended},
		{"at once", "Checks and " + threats + " threats of the first move", checkless, r.atOnce},
		{"shortest", "Shortest game", "", r.shortest},
		{"draws", "Draws", "", r.draws},
		{"early", "Early mates", checkless, func() finding { return r.atMost(fmt.Sprintf("mates-by-%d", 2*sound.EarlyMoves), sound.Early) }},
		{"endless", "Games without an end", "", func() finding { return r.atMost("drawn-by-length-limit", sound.Cut) }},
		{"still", "Pieces that never move", "", r.neverMove},
	}
	if slices.ContainsFunc(r.Game.Types(), r.Game.Promotes) {
		list = append(list, question{"promotion", "Promotion", "", r.promoting})
	}
	return list
}

//go:embed checks.tmpl
var checksText string

// checkWords holds the sentences of the checks. Browsers show them, too.
var checkWords = sync.OnceValue(func() *format.Sentences {
	return format.ParseSentences(checksText, map[string]any{
		"count": format.Count, "plural": format.Plural, "join": strings.Join,
		"percents":  func(v stat.Interval) string { return format.Percent.Interval(v) },
		"rounded":   func(x float64) string { return format.Significant(100*x, 3) + " %" },
		"ply":       func(list []string) string { return format.Plural(len(list), "ply") },
		"advantage": (*Array).advantage, "wins": (*Array).wins, "score": (*Study).Score, "median": (*Games).Median,
		"threat": threat, "win": win,
		"unused": func(g *rules.Game) []string { return g.Variant.Unused() },
	})
})

// says returns the sentences of a template about a finding.
func (r *Study) says(name string, f finding) string {
	return checkWords().Write(name, struct {
		*Study
		finding
		Sound              any
		Searched, MaxPlies int
	}{r, f, sound, balance.SearchedNodes, balance.Quick().Play.MaxPlies})
}

// noChecks returns why there are neither checks nor mates, "" if there are.
func noChecks(g *rules.Game) string {
	switch rule := &g.Variant.Rules; {
	case rule.Royals == variant.NoRoyals:
		return "no piece is royal"
	case rule.ChecksForbidden:
		return "no move may give check"
	}
	return ""
}

// Checks returns the checks with their answers, failed ones first.
func (r *Study) Checks() []Check {
	var list []Check
	for _, q := range r.questions() {
		if q.unless == "" {
			f := q.ask()
			list = append(list, Check{q.name, f.Verdict, r.says("found "+q.key, f), r.says("range "+q.key, f)})
		}
	}
	slices.SortStableFunc(list, func(a, b Check) int { return a.Verdict.urgency(b.Verdict) })
	return list
}

// urgency orders the verdicts of checks, the most urgent first.
func (v Verdict) urgency(o Verdict) int {
	order := []Verdict{Failed, CannotTell, Passed}
	return slices.Index(order, v) - slices.Index(order, o)
}

// NotAsked lists the checks that have no meaning in the game, each with the reason.
func (r *Study) NotAsked() []string {
	list := []string{}
	for _, q := range r.questions() {
		if q.unless != "" {
			list = append(list, q.name+": "+strings.TrimSuffix(q.unless, "."))
		}
	}
	return list
}

// within judges an interval that should lie in a range.
func within(v stat.Interval, lo, hi float64) Verdict { return judge(v, lo, hi, Passed, Failed) }

// fails returns Failed if something was found.
func fails(found bool) Verdict {
	if found {
		return Failed
	}
	return Passed
}

// measure returns the mean over the games of a measure of package measure.
func (r *Study) measure(name string) stat.Interval {
	q, err := measure.Find(name)
	if err != nil {
		return stat.Unknown()
	}
	return r.mean(q)
}

func (r *Study) mean(q measure.Quantity) stat.Interval {
	v, err := measure.Mean(q, r.Games.List, r.Config.Level)
	if err != nil {
		return stat.Unknown()
	}
	return v
}

// whoWins passes if the game is fair between the strongest players, and fails if it leans to a
// side.
func (r *Study) whoWins() finding {
	verdict := map[balance.Verdict]Verdict{balance.Fair: Passed, balance.Leans: Failed, balance.Behind: Failed, balance.CannotTell: CannotTell}
	m := r.Balance.Margin
	return finding{Verdict: verdict[r.Balance.Main().Verdict], Share: stat.Interval{Lo: 0.5 - m, Hi: 0.5 + m}}
}

// Score returns White's score between the strongest players in the game as designed.
func (r *Study) Score() stat.Interval {
	top := r.Balance.Main().Strongest()
	score := top.Curve // of the side that moves first
	if r.Balance.Of == balance.Army {
		score = top.Designed
	}
	if r.Game.First() == rules.Black {
		score = score.Scale(-1).Map(func(s float64) float64 { return 1 + s })
	}
	return score
}

// Draws returns the share of draws.
func (r *Study) Draws() stat.Interval { return r.measure("draws") }

// atMost expects a share of the games of at most a limit.
func (r *Study) atMost(name string, limit float64) finding {
	v := r.measure(name)
	return finding{Verdict: within(v, 0, limit), Share: v}
}

func (r *Study) draws() finding {
	f := r.atMost("draws", sound.Draws)
	for _, reason := range slices.Sorted(maps.Keys(r.Games.Reasons)) {
		f.List = append(f.List, measure.Reason(r.Game, reason)+" "+format.Count(r.Games.Reasons[reason]))
	}
	return f
}

// Still returns the share of sides that moved none of a kind. The sides of a pair of games are alike,
// so they count as one.
func (r *Study) Still(k *Kind) stat.Interval {
	return stat.Wilson(float64(k.Still)/float64(k.Sides), math.Max(1, float64(k.games)/2), stat.Quantile(r.Config.Level), r.Config.Level)
}

// neverMove looks for kinds of pieces that rarely move. If there are none it names the one that
// moves least.
func (r *Study) neverMove() finding {
	f := finding{Verdict: Passed, Any: len(r.Games.Kinds) > 0}
	for _, k := range r.Games.Kinds {
		v := within(r.Still(&k), 0, sound.Still)
		if v.urgency(f.Verdict) < 0 {
			f.Verdict = v
		}
		if v != Passed {
			f.List = append(f.List, fmt.Sprintf("A side moves no %s in %s of the games.", format.Words(k.Piece), format.Percent.Interval(r.Still(&k))))
		}
	}
	if f.Any {
		k := slices.MaxFunc(r.Games.Kinds, func(a, b Kind) int {
			return cmp.Compare(float64(a.Still)/float64(a.Sides), float64(b.Still)/float64(b.Sides))
		})
		f.Kind, f.Share = format.Words(k.Piece), r.Still(&k)
	}
	return f
}

func (r *Study) promoting() finding {
	promotions, _ := measure.Find("promotions")
	share := r.mean(measure.Quantity{Unit: measure.Share, Of: func(g *measure.Game) float64 { return min(1, promotions.Of(g)) }})
	f := finding{Verdict: within(share, sound.Promoting, 1), Share: share}
	for _, name := range slices.SortedFunc(maps.Keys(r.Games.Promoted), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Games.Promoted[b], r.Games.Promoted[a]), cmp.Compare(a, b))
	}) {
		f.List = append(f.List, format.Count(r.Games.Promoted[name])+" to "+format.Article(format.Words(name)))
	}
	return f
}
