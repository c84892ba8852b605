package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay"
)

// Unit is what a measure is in.
type Unit string

// The units. Shares of both kinds are from 0 to 1 and shown in per cent.
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

// Quantity is a number that games have.
type Quantity struct {
	Name  string // for programs: lower-case words joined by hyphens
	Label string // for people
	Unit  Unit
	// Derived says that the quantity follows from another.
	Derived bool
	// Of is the value of a game. Where Per is given, the quantity is the mean of
	// something that a game may have several times, or never, such as the ply of a
	// castling: Of is the sum over them, Per their number, and the mean is the
	// ratio of both over all games.
	Of, Per func(*Game) float64
}

// truth is a share's value of one game.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func isDrawn(g *Game) bool { return g.Result == rules.Draw }

// results are the quantities about who won.
func results() []Quantity {
	return []Quantity{
		{Name: "white-score", Label: "White's score", Unit: Share, Of: func(g *Game) float64 { return g.Result.Score() }},
		{Name: "white-wins", Label: "White wins", Unit: Share, Of: func(g *Game) float64 { return truth(g.Result == rules.WhiteWins) }},
		{Name: "draws", Label: "draws", Unit: Share, Of: func(g *Game) float64 { return truth(isDrawn(g)) }},
		{Name: "black-wins", Label: "Black wins", Unit: Share, Of: func(g *Game) float64 { return truth(g.Result == rules.BlackWins) }},
		{Name: "decided", Label: "decided games", Unit: Share, Derived: true, Of: func(g *Game) float64 { return truth(!isDrawn(g)) }},
	}
}

// character are the quantities about how games go.
func character() []Quantity {
	return []Quantity{
		{Name: "length", Label: "length", Unit: Plies, Of: func(g *Game) float64 { return float64(g.Plies) }},
		{Name: "lead-changes", Label: "changes of the lead", Unit: PerGame, Of: func(g *Game) float64 { return float64(g.LeadChanges) }},
		{Name: "ahead-scores", Label: "score of the side ahead", Unit: Part, Of: scoreAhead, Per: leads},
		{Name: "captures", Label: "captures", Unit: PerGame, Of: func(g *Game) float64 { return float64(len(g.Captures)) }},
		{Name: "checks", Label: "checks", Unit: PerGame, Of: func(g *Game) float64 { return float64(g.Checks) }},
		{Name: "men", Label: "on the board at the end", Unit: Men, Of: func(g *Game) float64 { return float64(g.Men) }},
		{Name: "officers", Label: "pieces left, pawns aside", Unit: Part, Of: func(g *Game) float64 { return g.Officers }},
		{Name: "branching", Label: "branching factor", Unit: Moves, Of: func(g *Game) float64 { return g.Branching }},
		{Name: "counter", Label: "highest n-move counter", Unit: Moves, Of: func(g *Game) float64 { return g.Counter }},
		{Name: "end-counter", Label: "final n-move counter", Unit: Moves, Of: func(g *Game) float64 { return g.EndCounter }},
	}
}

// leadOfMaterial is from how many pawns on a side is ahead in material.
const leadOfMaterial = 1

// lead is the side ahead in material in the middle of a game, if one is.
func lead(g *Game) (c rules.Color, ok bool) {
	switch b := g.At(g.Middle()); {
	case b.White-b.Black >= leadOfMaterial:
		return rules.White, true
	case b.Black-b.White >= leadOfMaterial:
		return rules.Black, true
	}
	return 0, false
}

func leads(g *Game) float64 {
	_, ok := lead(g)
	return truth(ok)
}

func scoreAhead(g *Game) float64 {
	c, ok := lead(g)
	return truth(ok) * g.Score(c)
}

// moves are the quantities about special moves.
func moves() []Quantity {
	var list []Quantity
	for kind, n := range specialNames {
		list = append(list, Quantity{Name: n.name, Label: n.label, Unit: PerGame, Of: func(g *Game) float64 { return float64(g.Special[kind]) }})
	}
	return append(list,
		Quantity{Name: "castling-ply", Label: "ply of castling", Unit: Plies,
			Of:  func(g *Game) float64 { return total(g.Castlings, func(c Castling) float64 { return float64(c.Ply) }) },
			Per: func(g *Game) float64 { return float64(len(g.Castlings)) }},
		Quantity{Name: "entry-ply", Label: "ply of entry", Unit: Plies,
			Of:  func(g *Game) float64 { return total(g.Waits, func(w Wait) float64 { return float64(w.Entered) }) },
			Per: func(g *Game) float64 { return total(g.Waits, func(w Wait) float64 { return truth(w.Entered > 0) }) }},
		Quantity{Name: "waiting-lost", Label: "waiting pieces lost", Unit: Part,
			Of:  func(g *Game) float64 { return total(g.Waits, func(w Wait) float64 { return truth(w.Lost > 0) }) },
			Per: func(g *Game) float64 { return float64(len(g.Waits)) }},
		Quantity{Name: "explosion-gain", Label: "won by an explosion", Unit: Pawns,
			Of:  func(g *Game) float64 { return total(g.Explosions, func(e Explosion) float64 { return e.Won - e.Lost }) },
			Per: func(g *Game) float64 { return float64(len(g.Explosions)) }},
		Quantity{Name: "explosion-score", Label: "score of who explodes", Unit: Part,
			Of: func(g *Game) float64 {
				return total(g.Explosions, func(e Explosion) float64 { return g.Score(e.Color) })
			},
			Per: func(g *Game) float64 { return float64(len(g.Explosions)) }},
	)
}

// total is the sum of a number that elements of a list have.
func total[E any](list []E, of func(E) float64) float64 {
	sum := 0.0
	for _, e := range list {
		sum += of(e)
	}
	return sum
}

// family is a set of quantities with a number n in the name.
type family struct {
	prefix, label string // label has a verb for n
	unit          Unit
	of, per       func(g *Game, n int) float64
}

// families lists them. Moves of the counter are of each side.
func families() []family {
	return []family{
		{"mates-by-", "mates within %d plies", Share, func(g *Game, n int) float64 {
			return truth(g.Reason == rules.Checkmate && g.Plies <= n)
		}, nil},
		{"captures-by-", "captures within %d plies", PerGame, func(g *Game, n int) float64 { return float64(g.CapturesBy(n)) }, nil},
		{"material-at-", "material left at ply %d", Part, func(g *Game, n int) float64 { return g.MaterialLeft(n) }, nil},
		{"castled-by-", "sides castled by ply %d", Part, func(g *Game, n int) float64 {
			return total(g.Castlings, func(c Castling) float64 { return truth(c.Ply <= n) }) / 2
		}, nil},
		{"waiting-at-", "still waiting at ply %d", Part, func(g *Game, n int) float64 {
			return total(g.Waits, func(w Wait) float64 { return truth(w.waitsAt(n)) })
		}, func(g *Game, _ int) float64 { return float64(len(g.Waits)) }},
		{"counter-from-", "n-move counter reached %d", Share, func(g *Game, n int) float64 { return truth(g.Passed(n)) }, nil},
		{"decided-from-", "decided after counter %d", Share, func(g *Game, n int) float64 {
			return truth(!isDrawn(g) && g.Passed(n))
		}, nil},
		{"lost-decisions-", "decisions lost at n-move %d", Part, func(g *Game, n int) float64 {
			return truth(!isDrawn(g) && g.Passed(n))
		}, func(g *Game, _ int) float64 { return truth(!isDrawn(g)) }},
	}
}

func (w *Wait) waitsAt(ply int) bool {
	left := max(w.Entered, w.Lost)
	return left == 0 || left > ply
}

// quantity is that of a family for a number.
func (f family) quantity(n int) Quantity {
	q := Quantity{Name: f.prefix + strconv.Itoa(n), Label: fmt.Sprintf(f.label, n), Unit: f.unit, Of: func(g *Game) float64 { return f.of(g, n) }}
	if f.per != nil {
		q.Per = func(g *Game) float64 { return f.per(g, n) }
	}
	return q
}

// mostInName is the greatest number in the name of a quantity.
const mostInName = 100_000

// drawnBy and wonBy begin the names of quantities of reasons.
const (
	drawnBy = "drawn-by-"
	wonBy   = "won-by-"
)

// drawReasons and winReasons are why games end.
var (
	drawReasons = []rules.Reason{rules.Stalemate, rules.Repetition, rules.NMoveRule, rules.InsufficientMaterial, selfplay.LengthLimit}
	winReasons  = []rules.Reason{rules.Checkmate, rules.Stalemate, rules.EmptyPool}
)

// drawnFor and wonFor are the shares of games that ended in such a way.
func drawnFor(reason rules.Reason) Quantity {
	return Quantity{Name: drawnBy + slug(reason), Label: "drawn: " + string(reason), Unit: Share,
		Of: func(g *Game) float64 { return truth(g.Reason == reason && isDrawn(g)) }}
}

func wonFor(reason rules.Reason) Quantity {
	return Quantity{Name: wonBy + slug(reason), Label: "won: " + string(reason), Unit: Share,
		Of: func(g *Game) float64 { return truth(g.Reason == reason && !isDrawn(g)) }}
}

func slug(reason rules.Reason) string { return strings.ReplaceAll(string(reason), " ", "-") }

// Quantities lists all quantities without a number in their names.
func Quantities() []Quantity {
	list := results()
	for _, reason := range drawReasons {
		list = append(list, drawnFor(reason))
	}
	for _, reason := range winReasons {
		list = append(list, wonFor(reason))
	}
	return slices.Concat(list, character(), moves())
}

// Names lists the names of all quantities, those with a number n as NAME-N.
func Names() []string {
	var names []string
	for _, q := range Quantities() {
		names = append(names, q.Name)
	}
	for _, f := range families() {
		names = append(names, f.prefix+"N")
	}
	return names
}

// Find is the quantity with a name, such as draws or mates-by-60. The error of an
// unknown name says the nearest.
func Find(name string) (Quantity, error) {
	for _, q := range Quantities() {
		if q.Name == name {
			return q, nil
		}
	}
	for _, f := range families() {
		if number, ok := strings.CutPrefix(name, f.prefix); ok {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || n > mostInName {
				return Quantity{}, fmt.Errorf("compare: measure %q: expected a number from 1 to %d behind %q", name, mostInName, f.prefix)
			}
			return f.quantity(n), nil
		}
	}
	return Quantity{}, unknown(name, Names())
}

func unknown(name string, names []string) error {
	if near := variant.Nearest(name, names); near != "" {
		return fmt.Errorf("compare: unknown measure %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("compare: unknown measure %q; expected one of %s", name, strings.Join(names, ", "))
}
