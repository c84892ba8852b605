package review

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
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

// Verdict is the answer to a check.
type Verdict string

// The verdicts, the most urgent first.
const (
	Failed     Verdict = "fails"
	CannotTell Verdict = "cannot tell"
	Passed     Verdict = "passes"
)

var verdicts = []Verdict{Failed, CannotTell, Passed}

// The ranges that are considered sound.
const (
	maxDraws     = 0.6
	maxEarly     = 0.05 // mates
	maxCut       = 0.05 // games that reach the limit
	maxStill     = 0.5  // games in which a kind of piece does not move
	minPromoting = 0.05 // games
	maxAdvantage = 100  // of the first move, in centipawns
	minHelp      = 4    // plies of the shortest game
)

// Checks returns the checks with their answers, failed ones first.
func (r *Result) Checks() []Check {
	var list []Check
	for _, q := range r.questions() {
		if q.unless == "" {
			list = append(list, q.ask())
		}
	}
	slices.SortStableFunc(list, func(a, b Check) int {
		return cmp.Compare(slices.Index(verdicts, a.Verdict), slices.Index(verdicts, b.Verdict))
	})
	return list
}

// question is a check and the reason why it has no meaning in the game, "" if it has one.
type question struct {
	name, unless string
	ask          func() Check
}

func (r *Result) questions() []question {
	loses, differ, unplayed := "", "", ""
	if r.Balance == nil {
		unplayed = "no games were played for it"
	}
	if eval.Loses(r.Game) {
		loses = "a side wins by losing its pieces"
	}
	if r.Game.ArmiesDiffer() {
		differ = r.armiesDiffer()
	}
	list := []question{
		{"Who wins", unplayed, r.whoWins},
		{firstMoveName, differ, r.firstMove},
		{"Undefended pieces in the array", loses, r.undefended},
		{"Checks and mate threats of the first move", noChecks(r.Game), r.atOnce},
		{"Shortest game", "", r.shortest},
		{"Draws", "", r.draws},
		{"Early mates", noChecks(r.Game), r.earlyMates},
		{"Games without an end", "", r.endless},
		{"Pieces that never move", "", r.checkStill},
	}
	if r.promotes() {
		list = append(list, question{"Promotion", "", r.promoting})
	}
	return list
}

// NotAsked lists the checks that have no meaning in the game, each with the reason.
func (r *Result) NotAsked() []string {
	list := []string{}
	for _, q := range r.questions() {
		if q.unless != "" {
			list = append(list, q.name+": "+strings.TrimSuffix(q.unless, "."))
		}
	}
	return list
}

// earlyMoves is the number of moves within which a mate is early.
const earlyMoves = 20

// judge compares an interval with a range.
func judge(v stat.Interval, lo, hi float64) Verdict {
	switch {
	case v.Hi < lo || v.Lo > hi:
		return Failed
	case v.Lo >= lo && v.Hi <= hi:
		return Passed
	}
	return CannotTell
}

// fails returns Failed if something was found.
func fails(found bool) Verdict {
	if found {
		return Failed
	}
	return Passed
}

// measure returns the mean over the games of a measure from package compare.
func (r *Result) measure(name string) stat.Interval {
	q, err := measure.Find(name)
	if err != nil {
		return stat.Unknown()
	}
	return r.mean(q)
}

func (r *Result) mean(q measure.Quantity) stat.Interval {
	v, err := measure.Mean(q, r.Games.List, r.Config.Level)
	if err != nil {
		return stat.Unknown()
	}
	return v
}

func percent(x float64) string { return format.Significant(100*x, 3) + " %" }

// whoWins passes if the game is fair between the strongest players, and fails if it leans to a
// side.
func (r *Result) whoWins() Check {
	verdict := map[balance.Verdict]Verdict{balance.Fair: Passed, balance.Leans: Failed, balance.Behind: Failed, balance.CannotTell: CannotTell}
	m := r.Balance.Margin
	return Check{"Who wins", verdict[r.Balance.Main().Verdict], r.Balance.Answer, fmt.Sprintf("%s to %s between the strongest players", percent(0.5-m), percent(0.5+m))}
}

// Score returns White's score in the games from the array.
func (r *Result) Score() stat.Interval { return r.measure("white-score") }

// Draws returns the share of draws.
func (r *Result) Draws() stat.Interval { return r.measure("draws") }

func (r *Result) draws() Check {
	found := format.Percent.Interval(r.Draws()) + "."
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(r.Games.Reasons)) {
		reasons = append(reasons, fmt.Sprintf("%s %s", measure.Reason(r.Game, reason), format.Count(r.Games.Reasons[reason])))
	}
	return Check{"Draws", judge(r.Draws(), 0, maxDraws), found + " How the games ended: " + strings.Join(reasons, ", ") + ".", "at most " + percent(maxDraws)}
}

func (r *Result) earlyMates() Check {
	v := r.measure(fmt.Sprintf("mates-by-%d", 2*earlyMoves))
	return Check{"Early mates", judge(v, 0, maxEarly),
		fmt.Sprintf("%s of the games end in mate within %d moves. The median game has %s.", format.Percent.Interval(v), earlyMoves, format.Plural(r.Games.Median(), "move")),
		"at most " + percent(maxEarly)}
}

func (r *Result) endless() Check {
	v := r.measure("drawn-by-length-limit")
	return Check{"Games without an end", judge(v, 0, maxCut),
		fmt.Sprintf("%s of the games are not over after %s.", format.Percent.Interval(v), format.Plural(r.Config.Play.MaxPlies, "ply")), "at most " + percent(maxCut)}
}

// still returns the share of sides that moved none of a kind. The sides of a pair of games are alike,
// so they count as one.
func (r *Result) still(k *Kind) stat.Interval {
	return stat.Wilson(float64(k.Still)/float64(k.Sides), math.Max(1, float64(k.games)/2), stat.Quantile(r.Config.Level), r.Config.Level)
}

// checkStill checks for kinds of pieces that rarely move.
func (r *Result) checkStill() Check {
	worst, texts := Passed, []string{}
	for _, k := range r.Games.Kinds {
		v := r.still(&k)
		verdict := judge(v, 0, maxStill)
		if slices.Index(verdicts, verdict) < slices.Index(verdicts, worst) {
			worst = verdict
		}
		if verdict != Passed {
			texts = append(texts, fmt.Sprintf("A side moves no %s in %s of the games.", format.Words(k.Piece), format.Percent.Interval(v)))
		}
	}
	if len(texts) == 0 && len(r.Games.Kinds) > 0 {
		stillest := slices.MaxFunc(r.Games.Kinds, func(a, b Kind) int {
			return cmp.Compare(float64(a.Still)/float64(a.Sides), float64(b.Still)/float64(b.Sides))
		})
		kinds := "every kind"
		if len(r.Game.Variant.Unused()) > 0 {
			kinds += " on the board"
		}
		texts = append(texts, fmt.Sprintf("Pieces of %[3]s move, the %[1]s least: a side moves no %[1]s in %[2]s of the games.",
			format.Words(stillest.Piece), format.Percent.Interval(r.still(&stillest)), kinds))
	}
	return Check{"Pieces that never move", worst, strings.Join(texts, " "), "no kind in more than " + percent(maxStill) + " of the games"}
}

// promotes reports whether a piece of the array can promote.
func (r *Result) promotes() bool {
	return slices.ContainsFunc(r.Game.Types(), func(t rules.Type) bool { return r.Game.Promotes(t) })
}

func (r *Result) promoting() Check {
	promotions, _ := measure.Find("promotions")
	v := r.mean(measure.Quantity{Unit: measure.Share, Of: func(g *measure.Game) float64 { return min(1, promotions.Of(g)) }})
	found := "No piece promotes in any game."
	if len(r.Games.Promoted) > 0 {
		var list []string
		for _, name := range slices.SortedFunc(maps.Keys(r.Games.Promoted), func(a, b string) int {
			return cmp.Or(cmp.Compare(r.Games.Promoted[b], r.Games.Promoted[a]), cmp.Compare(a, b))
		}) {
			list = append(list, format.Count(r.Games.Promoted[name])+" to "+format.Article(format.Words(name)))
		}
		found = fmt.Sprintf("In %s of the games a piece promotes: %s.", format.Percent.Interval(v), strings.Join(list, ", "))
	}
	return Check{"Promotion", judge(v, minPromoting, 1), found, "in at least " + percent(minPromoting) + " of the games"}
}
