package advise

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

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
	// Found states what was found, and Range what is considered sound.
	Found string `json:"found"`
	Range string `json:"range"`
}

// The ranges that are considered sound.
const (
	maxDraws     = 0.6
	maxEarly     = 0.05 // mates within earlyMoves
	earlyMoves   = 20
	maxCut       = 0.05 // games that reach the limit
	maxStill     = 0.5  // games in which a kind of piece does not move
	minPromoting = 0.05 // games
	maxAdvantage = 100  // of the first move, in centipawns
	minHelp      = 4    // plies of the shortest game
)

// question is a check and the reason why it has no meaning in the game, "" if it has one.
type question struct {
	name, unless string
	ask          func() (v Verdict, found, sound string)
}

func (r *Review) questions() []question {
	loses, differ, unplayed, threats := "", "", "", "mate"
	if r.Balance == nil {
		unplayed = "no games were played for it"
	}
	if eval.Loses(r.Game) {
		loses = "a side wins by losing its pieces"
	}
	if r.Game.ArmiesDiffer() {
		differ = r.armiesDiffer()
	}
	checkless := noChecks(r.Game)
	if checkless == "" && !r.Game.Variant.OnlyMates() {
		threats = "win"
	}
	list := []question{
		{"Who wins", unplayed, r.whoWins},
		{"What the first move wins", differ, r.firstMove},
		{"Undefended pieces in the array", loses, r.undefended},
		{"Checks and " + threats + " threats of the first move", checkless, r.atOnce},
		{"Shortest game", "", r.shortest},
		{"Draws", "", r.draws},
		{"Early mates", checkless, r.earlyMates},
		{"Games without an end", "", r.endless},
		{"Pieces that never move", "", r.neverMove},
	}
	if slices.ContainsFunc(r.Game.Types(), r.Game.Promotes) {
		list = append(list, question{"Promotion", "", r.promoting})
	}
	return list
}

// noChecks says why there are neither checks nor mates, "" if there are.
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
func (r *Review) Checks() []Check {
	var list []Check
	for _, q := range r.questions() {
		if q.unless == "" {
			verdict, found, sound := q.ask()
			list = append(list, Check{q.name, verdict, found, sound})
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
func (r *Review) NotAsked() []string {
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
func (r *Review) measure(name string) stat.Interval {
	q, err := measure.Find(name)
	if err != nil {
		return stat.Unknown()
	}
	return r.mean(q)
}

func (r *Review) mean(q measure.Quantity) stat.Interval {
	v, err := measure.Mean(q, r.Games.List, r.Config.Level)
	if err != nil {
		return stat.Unknown()
	}
	return v
}

func percent(x float64) string { return format.Significant(100*x, 3) + " %" }

// whoWins passes if the game is fair between the strongest players, and fails if it leans to a
// side.
func (r *Review) whoWins() (v Verdict, found, sound string) {
	verdict := map[balance.Verdict]Verdict{balance.Fair: Passed, balance.Leans: Failed, balance.Behind: Failed, balance.CannotTell: CannotTell}
	m := r.Balance.Margin
	sound = fmt.Sprintf("%s to %s between the strongest players", percent(0.5-m), percent(0.5+m))
	return verdict[r.Balance.Main().Verdict], r.Balance.Answer, sound
}

// Score returns White's score in the games from the array.
func (r *Review) Score() stat.Interval { return r.measure("white-score") }

// Draws returns the share of draws.
func (r *Review) Draws() stat.Interval { return r.measure("draws") }

func (r *Review) draws() (v Verdict, found, sound string) {
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(r.Games.Reasons)) {
		reasons = append(reasons, measure.Reason(r.Game, reason)+" "+format.Count(r.Games.Reasons[reason]))
	}
	found = fmt.Sprintf("%s. How the games ended: %s.", format.Percent.Interval(r.Draws()), strings.Join(reasons, ", "))
	return within(r.Draws(), 0, maxDraws), found, "at most " + percent(maxDraws)
}

func (r *Review) earlyMates() (v Verdict, found, sound string) {
	mates := r.measure(fmt.Sprintf("mates-by-%d", 2*earlyMoves))
	found = fmt.Sprintf("%s of the games end in mate within %d moves. The median game has %s.",
		format.Percent.Interval(mates), earlyMoves, format.Plural(r.Games.Median(), "move"))
	return within(mates, 0, maxEarly), found, "at most " + percent(maxEarly)
}

func (r *Review) endless() (v Verdict, found, sound string) {
	cut := r.measure("drawn-by-length-limit")
	found = fmt.Sprintf("%s of the games are not over after %s.", format.Percent.Interval(cut), format.Plural(r.Config.Play.MaxPlies, "ply"))
	return within(cut, 0, maxCut), found, "at most " + percent(maxCut)
}

// Still returns the share of sides that moved none of a kind. The sides of a pair of games are alike,
// so they count as one.
func (r *Review) Still(k *Kind) stat.Interval {
	return stat.Wilson(float64(k.Still)/float64(k.Sides), math.Max(1, float64(k.games)/2), stat.Quantile(r.Config.Level), r.Config.Level)
}

// neverMove looks for kinds of pieces that rarely move.
func (r *Review) neverMove() (worst Verdict, found, sound string) {
	sound = "no kind in more than " + percent(maxStill) + " of the games"
	worst = Passed
	var texts []string
	for _, k := range r.Games.Kinds {
		v := within(r.Still(&k), 0, maxStill)
		if v.urgency(worst) < 0 {
			worst = v
		}
		if v != Passed {
			texts = append(texts, fmt.Sprintf("A side moves no %s in %s of the games.", format.Words(k.Piece), format.Percent.Interval(r.Still(&k))))
		}
	}
	if len(texts) > 0 || len(r.Games.Kinds) == 0 {
		return worst, strings.Join(texts, " "), sound
	}
	k := slices.MaxFunc(r.Games.Kinds, func(a, b Kind) int {
		return cmp.Compare(float64(a.Still)/float64(a.Sides), float64(b.Still)/float64(b.Sides))
	})
	kinds := "every kind"
	if len(r.Game.Variant.Unused()) > 0 {
		kinds += " on the board"
	}
	found = fmt.Sprintf("Pieces of %[3]s move, the %[1]s least: a side moves no %[1]s in %[2]s of the games.",
		format.Words(k.Piece), format.Percent.Interval(r.Still(&k)), kinds)
	return worst, found, sound
}

func (r *Review) promoting() (v Verdict, found, sound string) {
	promotions, _ := measure.Find("promotions")
	share := r.mean(measure.Quantity{Unit: measure.Share, Of: func(g *measure.Game) float64 { return min(1, promotions.Of(g)) }})
	var list []string
	for _, name := range slices.SortedFunc(maps.Keys(r.Games.Promoted), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Games.Promoted[b], r.Games.Promoted[a]), cmp.Compare(a, b))
	}) {
		list = append(list, format.Count(r.Games.Promoted[name])+" to "+format.Article(format.Words(name)))
	}
	found = "No piece promotes in any game."
	if len(list) > 0 {
		found = fmt.Sprintf("In %s of the games a piece promotes: %s.", format.Percent.Interval(share), strings.Join(list, ", "))
	}
	return within(share, minPromoting, 1), found, "in at least " + percent(minPromoting) + " of the games"
}
