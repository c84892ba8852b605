package measure

import (
	"strconv"

	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

// Plies at which a report measures.
const (
	suddenPly    = 10
	earlyMatePly = 60
	earlyPly     = 40
	laterPly     = 80
)

// results are the measures of who wins.
var results = []Quantity{
	{Name: "white-score", Label: "White's score", Unit: Share, Of: func(g *Game) float64 { return g.Result.Score() }},
	{Name: "white-wins", Label: "White wins", Unit: Share, Of: func(g *Game) float64 { return truth(g.Result == rules.WhiteWins) }},
	{Name: "draws", Label: "draws", Unit: Share, Of: func(g *Game) float64 { return truth(isDrawn(g)) }},
	{Name: "black-wins", Label: "Black wins", Unit: Share, Of: func(g *Game) float64 { return truth(g.Result == rules.BlackWins) }},
	{Name: "decided", Label: "decided games", Unit: Share, Derived: true, Of: func(g *Game) float64 { return truth(!isDrawn(g)) }},
}

// character are the measures of how games go.
var character = []Quantity{
	occasionally(member("over-by-", suddenPly)),
	member("mates-by-", earlyMatePly),
	{Name: "length", Label: "length", Unit: Plies, column: "plies", Of: func(g *Game) float64 { return float64(g.Plies) }},
	{Name: "lead-changes", Label: "changes of the lead", Unit: PerGame, last: func(m *moment) float64 {
		return float64(leadChanges(m.record.Scores, m.meter.cfg.LeadMargin))
	}},
	{Name: "ahead-scores", Label: "score of the side ahead", Unit: Part, Of: scoreAhead, Per: leads},
	{Name: "captures", Label: "captures", Unit: PerGame, column: "captures", Of: func(g *Game) float64 { return float64(len(g.Captures)) }},
	{Name: "checks", Label: "checks", Unit: PerGame, count: func(m *moment) float64 { return truth(m.now.InCheck()) }},
	{Name: "men", Label: "men left at the end", Unit: Men, last: func(m *moment) float64 {
		return float64(m.now.Men())
	}},
	{Name: "officers", Label: "pieces left, pawns aside", Unit: Part, last: func(m *moment) float64 {
		if m.officers == 0 {
			return 0
		}
		return float64(countOfficers(m.now)) / float64(m.officers)
	}},
	{Name: "branching", Label: "branching factor", Unit: Moves, last: func(m *moment) float64 { return m.sample.mean() }},
	{Name: "counter", Label: "highest n-move counter", Unit: Moves, column: "counter_moves", Of: func(g *Game) float64 { return g.Counter }},
	{Name: "end-counter", Label: "final n-move counter", Unit: Moves, column: "end_counter_moves",
		Of: func(g *Game) float64 { return g.EndCounter }},
	member("material-at-", earlyPly),
	member("material-at-", laterPly),
}

// specialMoves are the measures of moves that not all games have.
var specialMoves = []Quantity{
	counted("castlings", "castlings", ofKind(rules.Castling)),
	counted("promotions", "promotions", func(m *moment) bool { return m.move.IsPromotion() }),
	counted("en-passant", "captures en passant", ofKind(rules.EnPassant)),
	counted("pawn-relays", "pawns that follow others across the middle", isRelay),
	counted("double-steps", "double steps", func(m *moment) bool { return m.move.Kind() == rules.Passing && m.distance() < 3 }),
	counted("long-steps", "steps of three and more", func(m *moment) bool { return m.move.Kind() == rules.Passing && m.distance() >= 3 }),
	{Name: "entries", Label: "waiting pieces entered", Unit: PerGame, occasional: true,
		count: func(m *moment) float64 { return float64(m.entered) }},
	counted("explosions", "explosions", ofKind(rules.Exploding)),
	counted("locust-captures", "locust captures", ofKind(rules.Locust)),
	{Name: "castling-ply", Label: "ply of castling", Unit: Plies, occasional: true,
		Of:     func(g *Game) float64 { return total(g.Castlings, func(c Castling) float64 { return float64(c.Ply) }) },
		Per:    func(g *Game) float64 { return float64(len(g.Castlings)) },
		column: "castling_plies",
		cell: func(g *Game) string {
			return joined(g.Castlings, func(c Castling) string { return signed(c.Ply, c.Color) })
		}},
}

// waiting are the measures of pieces that wait behind others.
var waiting = []Quantity{
	{Name: "entry-ply", Label: "ply of entry", Unit: Plies, occasional: true,
		Of:     func(g *Game) float64 { return total(g.Waits, func(w Wait) float64 { return float64(w.Entered) }) },
		Per:    func(g *Game) float64 { return total(g.Waits, func(w Wait) float64 { return truth(w.Entered > 0) }) },
		column: "entry_plies",
		cell: func(g *Game) string {
			return joined(g.Waits, func(w Wait) string { return signed(w.Entered, w.Color) })
		}},
	{Name: "waiting-lost", Label: "waiting pieces lost", Unit: Part, occasional: true,
		Of:     func(g *Game) float64 { return total(g.Waits, func(w Wait) float64 { return truth(w.Lost > 0) }) },
		Per:    func(g *Game) float64 { return float64(len(g.Waits)) },
		column: "lost_waiting_plies",
		cell:   func(g *Game) string { return joined(g.Waits, func(w Wait) string { return signed(w.Lost, w.Color) }) }},
}

// explosions are the measures of pieces that remove themselves and all around them.
var explosions = []Quantity{
	{Name: "explosion-gain", Label: "won by an explosion", Unit: Pawns, occasional: true,
		Of:     func(g *Game) float64 { return total(g.Explosions, func(e Explosion) float64 { return e.Won - e.Lost }) },
		Per:    func(g *Game) float64 { return float64(len(g.Explosions)) },
		column: "explosion_gains",
		cell: func(g *Game) string {
			return joined(g.Explosions, func(e Explosion) string { return format.Cell(e.Won - e.Lost) })
		}},
	{Name: "explosion-score", Label: "score of the side that explodes", Unit: Part, occasional: true,
		Of: func(g *Game) float64 {
			return total(g.Explosions, func(e Explosion) float64 { return g.Score(e.Color) })
		},
		Per: func(g *Game) float64 { return float64(len(g.Explosions)) }},
}

// ofSets are the measures of all games of a side together.
var ofSets = []Quantity{
	{Name: "material-explains", Label: "explained by material", Unit: Part, sets: forecast},
	{Name: "opening-entropy", Label: "variety of openings", Unit: Bits, sets: entropy},
}

// occasionally marks a quantity that a report has only if it occurs.
func occasionally(q Quantity) Quantity {
	q.occasional = true
	return q
}

// counted counts the plies of a game that have a property.
func counted(name, label string, is func(*moment) bool) Quantity {
	return Quantity{Name: name, Label: label, Unit: PerGame, occasional: true, count: func(m *moment) float64 { return truth(is(m)) }}
}

func ofKind(kind rules.Kind) func(*moment) bool {
	return func(m *moment) bool { return m.move.Kind() == kind }
}

// truth returns 1 for true and 0 for false, the value of a share in one game.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// overBy reports whether the rules have ended a game by a ply.
func (g *Game) overBy(ply int) bool { return g.Plies <= ply && g.Reason != match.LengthLimit }

func isDrawn(g *Game) bool { return g.Result == rules.Draw }

// leadOfMaterial is the number of pawns by which a side that is ahead in material leads at
// least.
const leadOfMaterial = 1

// lead returns the side ahead in material in the middle of a game; not ok if neither is.
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

// total returns the sum of a number over a list.
func total[E any](list []E, of func(E) float64) float64 {
	sum := 0.0
	for _, e := range list {
		sum += of(e)
	}
	return sum
}

// joined writes a list with spaces between its elements, without empty ones.
func joined[E any](list []E, of func(E) string) string {
	text := ""
	for _, e := range list {
		if s := of(e); s != "" && text != "" {
			text += " " + s
		} else {
			text += s
		}
	}
	return text
}

// signed writes a ply, negative for Black; ply 0 means never.
func signed(ply int, c rules.Color) string {
	switch {
	case ply == 0:
		return ""
	case c == rules.Black:
		ply = -ply
	}
	return strconv.Itoa(ply)
}
