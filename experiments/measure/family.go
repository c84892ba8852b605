package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/match"
)

// family is a set of quantities with a number n in the name.
type family struct {
	prefix, label string // label has a %d for n
	axis          string // what a curve over n shows
	overMoves     bool   // whether n counts moves of each side, otherwise plies
	unit          Unit
	of, per       func(g *Game, n int) float64
}

var families = []family{
	{"mates-by-", "mates within %d plies", "games that ended in mate", false, Share, func(g *Game, n int) float64 {
		return truth(g.Reason == rules.Checkmate && g.Plies <= n)
	}, nil},
	{"over-by-", "over within %d plies", "games that have ended", false, Share, func(g *Game, n int) float64 {
		return truth(g.overBy(n))
	}, nil},
	{"captures-by-", "captures within %d plies", "captures made, mean of a game", false, PerGame, func(g *Game, n int) float64 {
		return float64(g.CapturesBy(n))
	}, nil},
	{"material-at-", "material left at ply %d", "share of the initial material", false, Part, (*Game).MaterialLeft, nil},
	{"castled-by-", "sides castled by ply %d", "sides that have castled", false, Part, func(g *Game, n int) float64 {
		return total(g.Castlings, func(c Castling) float64 { return truth(c.Ply <= n) }) / 2
	}, nil},
	{"waiting-at-", "still waiting at ply %d", "pieces that still wait", false, Part, func(g *Game, n int) float64 {
		return total(g.Waits, func(w Wait) float64 { return truth(w.waitsAt(n)) })
	}, func(g *Game, _ int) float64 { return float64(len(g.Waits)) }},
	{"first-rank-at-", "first ranks full at ply %d", "squares of the first ranks occupied by their own sides", false, Part,
		(*Game).FirstRank, nil},
	{"counter-from-", "n-move counter reached %d", "games that got so far", true, Share, func(g *Game, n int) float64 {
		return truth(g.Passed(n))
	}, nil},
	{"decided-from-", "decided after counter %d", "games that got so far and were decided", true, Share, func(g *Game, n int) float64 {
		return truth(!isDrawn(g) && g.Passed(n))
	}, nil},
	{"bare-from-", "decisions after counter %d against a bare king", "late decisions against a bare king", true, Part,
		func(g *Game, n int) float64 { return truth(g.bareFrom(n)) }, func(g *Game, n int) float64 { return truth(!isDrawn(g) && g.Passed(n)) }},
	{"lost-decisions-", "decisions lost at n-move %d", "decided games that would be drawn", true, Part, func(g *Game, n int) float64 {
		return truth(!isDrawn(g) && g.Passed(n))
	}, func(g *Game, _ int) float64 { return truth(!isDrawn(g)) }},
}

// quantity returns the member of a family for a number.
func (f family) quantity(n int) Quantity {
	q := Quantity{Name: f.prefix + strconv.Itoa(n), Label: fmt.Sprintf(f.label, n), Unit: f.unit}
	q.Of = func(g *Game) float64 { return f.of(g, n) }
	if f.per != nil {
		q.Per = func(g *Game) float64 { return f.per(g, n) }
	}
	return q
}

// member returns the member of a family, which must exist, for a number.
func member(prefix string, n int) Quantity {
	i := slices.IndexFunc(families, func(f family) bool { return f.prefix == prefix })
	return families[i].quantity(n)
}

// Unit is the unit of a measure.
type Unit string

// The units. Shares of both kinds are from 0 to 1 and shown as percentages.
const (
	Share   Unit = "share of games"
	Part    Unit = "share"
	Plies   Unit = "plies"
	Moves   Unit = "moves"
	Bits    Unit = "bits"
	PerGame Unit = "a game"
	Men     Unit = "pieces"
	Pawns   Unit = "pawns"
)

// Format returns the format of the numbers of a unit.
func (u Unit) Format() format.Unit {
	switch u {
	case Share, Part:
		return format.Percent
	case Bits, PerGame:
		return format.Unit{Scale: 1, Digits: 2, Name: string(u)}
	}
	return format.Unit{Scale: 1, Digits: 1, Name: string(u)}
}

// Quantity is a number that games have: an entry in the table of measures.
type Quantity struct {
	Name  string `json:"name"`  // for programs: lower-case words joined by hyphens
	Label string `json:"label"` // for people
	Unit  Unit   `json:"unit"`
	// Derived marks a quantity that follows from another and is therefore not tested.
	Derived bool `json:"-"`
	// Of is the value of a game. If Per is set, the quantity is a mean over things that a game may
	// have several times, or never, such as castlings: Of is the sum over them, Per is their
	// number, and the mean is the ratio of both over all games.
	Of  func(*Game) float64 `json:"-"`
	Per func(*Game) float64 `json:"-"`

	// count and last collect the value of a game while it is played over, in place of
	// Of: the value is the sum of count over its plies, or last at its end.
	count, last func(*moment) float64
	// sets measures all games of a side together, in place of Of.
	sets func(pairs int, games []Game) whole
	// occasional is set if a report includes the quantity only if it occurs.
	occasional bool
	// column is the column of games.csv that shows the quantity. Collected quantities
	// have one of their own name. cell writes it; by default it is the value.
	column string
	cell   func(*Game) string
}

// measures is the table of measures, in the order of a report. A new measure is an
// entry in one of these groups.
var measures = table(results, character, specialMoves, waiting, explosions)

// collected is how many measures are collected while games are played over.
var collected int

// table joins groups of measures. Collected measures get an index in the tally of a game, and a column.
func table(groups ...[]Quantity) []Quantity {
	var all []Quantity
	for _, group := range groups {
		for _, q := range group {
			if q.count != nil || q.last != nil {
				place := collected
				collected++
				q.Of = func(g *Game) float64 {
					if g.tally == nil {
						return 0 // the game was not played over
					}
					return g.tally[place]
				}
				if q.column == "" {
					q.column = strings.ReplaceAll(q.Name, "-", "_")
				}
			}
			all = append(all, q)
		}
	}
	return all
}

// collect adds a moment of a replay to the tally of a game.
func (g *Game) collect(m *moment, of func(*Quantity) func(*moment) float64) {
	place := 0
	for i := range measures {
		q := &measures[i]
		if q.count == nil && q.last == nil {
			continue
		}
		if f := of(q); f != nil {
			g.tally[place] += f(m)
		}
		place++
	}
}

// fixed lists the quantities without a number in their names.
func fixed() []Quantity {
	list := slices.Clone(measures)
	for _, reason := range drawReasons {
		list = append(list, endedFor(reason, true))
	}
	for _, reason := range winReasons {
		list = append(list, endedFor(reason, false))
	}
	return list
}

// Names lists the names of all quantities, those with a number n as NAME-N.
func Names() []string {
	var names []string
	for _, q := range fixed() {
		names = append(names, q.Name)
	}
	for _, f := range families {
		names = append(names, f.prefix+"N")
	}
	return names
}

// Find returns the quantity with a name, such as draws or mates-by-60. The error for
// an unknown name suggests the nearest one.
func Find(name string) (Quantity, error) {
	for _, q := range fixed() {
		if q.Name == name {
			return q, nil
		}
	}
	for _, f := range families {
		if number, ok := strings.CutPrefix(name, f.prefix); ok {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > maxInName {
				return Quantity{}, fmt.Errorf("compare: measure %q: expected a number from 1 to %d after %q", name, maxInName, f.prefix)
			}
			return f.quantity(n), nil
		}
	}
	hint := cmp.Or(toml.Hint(name, Names()), "; expected one of "+strings.Join(Names(), ", "))
	return Quantity{}, fmt.Errorf("compare: unknown measure %q%s", name, hint)
}

// maxInName is the largest number that the name of a quantity may have.
const maxInName = 100_000

// Reasons for which games end in a draw or in a win.
var (
	drawReasons = []rules.Reason{rules.Stalemate, rules.Repetition, rules.NMoveRule, rules.InsufficientMaterial, match.LengthLimit}
	winReasons  = []rules.Reason{rules.Checkmate, rules.Stalemate, rules.EmptyPool}
)

// endedFor returns the share of games that were drawn, or won, for a reason.
func endedFor(reason rules.Reason, drawn bool) Quantity {
	how := "won"
	if drawn {
		how = "drawn"
	}
	return Quantity{
		Name: how + "-by-" + strings.ReplaceAll(string(reason), " ", "-"), Label: how + ": " + string(reason), Unit: Share,
		Of: func(g *Game) float64 { return truth(g.Reason == reason && isDrawn(g) == drawn) },
	}
}
