package eval

import (
	"cmp"
	"math"
	"slices"

	"bestiary/engine/network"
	"bestiary/engine/rules"
)

// Evaluator holds the weights of one game in a form made for fast scoring. It is read-only
// and can be shared; each search has a Scorer of its own.
type Evaluator struct {
	g *rules.Game
	l *layout

	pieces     []pieceTerms // by code
	pawns      []pawnTerm
	passers    []passerTerm // by the pawns alone
	passersNow []passerTerm
	sides      [2][]sideTerm
	kings      []pawnTerm // by the pawns and the king's square
	attacks    [attackCounts]attackTerm
	checks     []attackTerm // by type
	passersHit []passerTerm // by the attacks of both sides
	on         []func(*view, rules.Color) *rules.Set

	geo      *masks
	attack   attackData
	drawish  drawish
	lones    []lone  // by type
	value    []int   // see Value
	full     int32   // shares at the start
	phases   []int64 // by share, in 1/maxPhase
	gated    bool    // pieces can wait outside the board
	unscaled bool    // see Unscaled; also in games that are not won by mate alone
	crowned  bool    // each side has one royal piece
	words    int     // of a set that can hold squares of the board
	network  *network.Network
}

// pieceTerms holds the terms that a piece counts.
type pieceTerms struct {
	placed  [256]packed        // by square
	waiting packed             // outside the board
	share   int32              // of a full board
	reach   [regions]packed    // weights of the terms by reach
	on      [1 << maxOn]packed // by the set of terms by on that hold, in the order of on
	free    [maxFree]packed    // by the number of squares reached that pawns do not attack
	attacks []rules.Set        // of a pawn, by square
}

// pawnTerm is a term that depends on the pawns alone.
type pawnTerm struct {
	weight packed
	count  func(*view, rules.Color) int
}

// passerTerm is a term that counts passed pawns.
type passerTerm struct {
	weight packed
	count  func(*view, rules.Color, rules.Square) int32
}

// sideTerm is a term that counts once for a side or for one of its kinds of
// pieces.
type sideTerm struct {
	weight packed
	code   rules.Code // of the kind; otherwise only its colour is set
	count  func(*view, rules.Code) int
}

// attackTerm is the weight of a count by the attacks of both sides, in 1/(unit·part)
// centipawns.
type attackTerm struct{ mg, eg int64 }

// maxScore bounds scores in centipawns, so that they never look like a mate.
const maxScore = 25000

// New prepares an evaluator.
func New(g *rules.Game, w *Weights) *Evaluator {
	l := w.layout
	n := len(l.kinds)
	e := &Evaluator{
		g: g, l: l, geo: newMasks(g), attack: newAttackData(g, l.kinds),
		pieces: make([]pieceTerms, 2*n),
		checks: make([]attackTerm, n),
		value:  make([]int, n), lones: make([]lone, n), gated: len(g.Waiting()) > 0 || g.Drops(), words: (g.Squares() + 63) / 64,
		network: w.Network, unscaled: g.Drops() || !g.Variant.OnlyMates(), crowned: g.Crowned(),
	}
	e.setShares()
	for code := range rules.Code(2 * n) {
		if t := code.Type(); t != rules.NoType && g.IsPawn(t) {
			for sq := range g.Squares() {
				e.pieces[code].attacks = append(e.pieces[code].attacks, g.CaptureReach(code, rules.Square(sq)))
			}
		}
	}
	e.drawish = newDrawish(e)
	for i := range terms {
		at := l.at[i]
		e.add(&terms[i], func(t rules.Type, place int) packed {
			if at[t] < 0 {
				return 0
			}
			j := at[t] + place
			return pack(int32(math.Round(w.MG[j]*unit)), int32(math.Round(w.EG[j]*unit)))
		})
	}
	for code := range rules.Code(2 * n) {
		if t := code.Type(); t != rules.NoType && !e.enters(t) {
			e.pieces[code].waiting = 0
		}
	}
	for t := range e.value {
		mg, eg := w.Material(rules.Type(t))
		e.value[t] = int(math.Round(mg*unit)+math.Round(eg*unit)) / (2 * unit)
	}
	return e
}

// enters reports whether a piece that is not on the board is worth anything: not in the hand
// from which it can never be dropped.
func (e *Evaluator) enters(t rules.Type) bool { return !e.g.Drops() || e.g.CanDrop(t) }

// add registers a term with its weights by type and place. A term without a weight costs
// no time.
func (e *Evaluator) add(t *term, weight func(t rules.Type, place int) packed) {
	switch w := weight(rules.NoType, 0); { // of a term that is not by kind
	case t.pawn != nil:
		e.pawns = append(e.pawns, pawnTerm{w, t.pawn})
	case t.passer != nil:
		e.passers = append(e.passers, passerTerm{w, t.passer})
	case t.passerNow != nil:
		e.passersNow = append(e.passersNow, passerTerm{w, t.passerNow})
	case t.king != nil:
		e.kings = append(e.kings, pawnTerm{w, t.king})
	case t.attack != notCounted && t.attack < attackCounts:
		parts := part / t.attack.parts()
		e.attacks[t.attack] = attackTerm{w.mg() * parts, w.eg() * parts}
	case t.passerAttack != nil && w != 0:
		e.passersHit = append(e.passersHit, passerTerm{w, t.passerAttack})
	case t.on != nil:
		e.on = append(e.on, t.on)
	}
	for code := range rules.Code(len(e.pieces)) {
		w, c := weight(code.Type(), 0), code.Color()
		once := w != 0 && (t.of == nil) == (code.Type() == rules.NoType)
		switch {
		case t.piece != nil || t.place != nil:
			e.addPiece(t, code, weight)
		case t.reach != noRegion:
			e.pieces[code].reach[t.reach] = w
		case t.on != nil:
			bit := 1 << (len(e.on) - 1)
			for set := range e.pieces[code].on {
				if set&bit != 0 {
					e.pieces[code].on[set] += w
				}
			}
		case t.squares != nil:
			for n := range e.pieces[code].free {
				e.pieces[code].free[n] += w.share(t.squares(e.l.kinds[code.Type()], n), part)
			}
		case t.side != nil && once:
			e.sides[c] = append(e.sides[c], sideTerm{w, code, t.side})
		case t.attack == safeCheck:
			e.checks[code.Type()] = attackTerm{w.mg() * part, w.eg() * part}
		}
	}
}

func (e *Evaluator) addPiece(t *term, code rules.Code, weight func(t rules.Type, place int) packed) {
	count := func(at place) (sum packed) {
		if t.piece != nil {
			return weight(code.Type(), 0) * packed(t.piece(e.g, at))
		}
		if n := t.place(e.g, at); n >= 0 {
			sum = weight(code.Type(), n)
		}
		return sum
	}
	e.pieces[code].waiting += count(place{code: code, waits: true})
	for sq := range e.g.Squares() {
		e.pieces[code].placed[sq] += count(place{code: code, sq: rules.Square(sq)})
	}
}

// fewPieces is the number of pieces up to which the terms score a position rather than the network:
// few training games reach endings, and there the terms are reliable.
const fewPieces = 6

// ForNetwork reports whether the network is to score a position.
func ForNetwork(p *rules.Position) bool {
	white, black := p.Side(rules.White), p.Side(rules.Black)
	n, m := white.Count(), black.Count()
	return n > 1 && m > 1 && n+m > fewPieces
}

// Game returns the game that the evaluator is for.
func (e *Evaluator) Game() *rules.Game { return e.g }

// Value returns the material value of a type in centipawns, half way between middle
// game and endgame.
func (e *Evaluator) Value(t rules.Type) int { return e.value[t] }

// OfTerms returns an evaluator with the same weights and no network.
func (e *Evaluator) OfTerms() *Evaluator {
	t := *e
	t.network = nil
	return &t
}

// Unscaled returns an evaluator with the same weights that takes leads at their full
// value in drawish endings and does not drive bare kings.
func (e *Evaluator) Unscaled() *Evaluator {
	u := *e
	u.drawish.off, u.unscaled = true, true
	return &u
}

// kind holds the properties that determine the prior weights of a piece.
type kind struct {
	value       float64 // in centipawns, by mobility; 0 for the royal piece
	mobility    float64 // average number of squares reached
	royal, pawn bool
	files       bool // goes along a file past two squares
	loses       bool // a side wins by losing its pieces of the kind
}

// layout lists the terms of a game and their places in a weight vector.
type layout struct {
	names []string
	loose []float64 // see term, by name
	kinds []kind    // by type; kinds[0] means no piece
	// at holds the place of each entry of terms by type, -1 for types without the term. A
	// term that is not by kind has the same place for all types, NoType included.
	at [][]int
}

func newLayout(g *rules.Game) *layout {
	mobilities := Mobility(g, priorFilling)
	values := valuesOf(g, mobilities)
	l := &layout{kinds: make([]kind, len(values))}
	for _, t := range g.Types() {
		l.kinds[t] = kind{values[t], mobilities[t], g.IsRoyal(t), g.IsPawn(t), slidesOnFiles(g, t), loses(g, t)}
	}
	for i := range terms {
		l.at = append(l.at, l.add(g, &terms[i]))
		for len(l.loose) < len(l.names) {
			l.loose = append(l.loose, cmp.Or(terms[i].loose, 1))
		}
	}
	return l
}

// add gives places to a term and returns them by type.
func (l *layout) add(g *rules.Game, t *term) []int {
	at := make([]int, len(l.kinds))
	if t.needs != nil && !t.needs(g) {
		for typ := range at {
			at[typ] = -1
		}
		return at
	}
	if t.of == nil {
		l.names = append(l.names, t.name)
	}
	for typ := range at {
		at[typ] = len(l.names) - 1
		if t.of == nil {
			continue
		}
		if typ == 0 || !t.of(g, rules.Type(typ)) {
			at[typ] = -1
			continue
		}
		at[typ] = len(l.names)
		name := t.name + g.TypeName(rules.Type(typ))
		if t.places == nil {
			l.names = append(l.names, name)
			continue
		}
		for _, place := range t.places(g) {
			l.names = append(l.names, name+"."+place)
		}
	}
	return at
}

// The kinds of pieces that have a term.

func anyKind(*rules.Game, rules.Type) bool          { return true }
func notRoyal(g *rules.Game, t rules.Type) bool     { return !g.IsRoyal(t) }
func officer(g *rules.Game, t rules.Type) bool      { return !g.IsRoyal(t) && !g.IsPawn(t) }
func boundOfficer(g *rules.Game, t rules.Type) bool { return officer(g, t) && ColourBound(g, t) }
func waits(g *rules.Game, t rules.Type) bool        { return slices.Contains(g.Waiting(), t) }
func held(g *rules.Game, t rules.Type) bool         { return g.CanDrop(t) }

// The weights before tuning, in centipawns.

func fixed(mg, eg float64) func(kind) (float64, float64) {
	return func(kind) (float64, float64) { return mg, eg }
}

// share returns weights that are a share of the value of the piece.
func share(mg, eg float64) func(kind) (float64, float64) {
	return func(k kind) (float64, float64) { return mg * k.value, eg * k.value }
}

// material returns the weight of a piece: pieces that a side wins by losing are a burden,
// valuable pieces gain in the endgame, others lose.
func material(k kind) (mg, eg float64) {
	if k.loses {
		return -50 - 0.4*k.value, -50 - 0.4*k.value
	}
	if k.pawn {
		return 0.8 * k.value, 0.97 * k.value
	}
	return k.value, k.value * min(0.78+0.00036*k.value, 1.12)
}

// mobility returns the weight of a square reached; it is smaller for pieces that
// reach many squares.
func mobility(k kind) (mg, eg float64) {
	step := min(0.12*k.value/max(k.mobility, 1), 5.3)
	return step, step
}

// inHand returns the weight of a piece in hand compared with its value on the board. Before tuning,
// a piece that can be dropped anywhere is worth as much as on a good square, and a pawn less than
// one that has advanced.
func inHand(k kind) (mg, eg float64) {
	if k.pawn {
		return 0.1 * k.value, 0
	}
	return 0.1*k.value + 20, 0.05 * k.value
}

func centre(k kind) (mg, eg float64) {
	switch {
	case k.royal:
		return -18, 10
	case k.pawn:
		return 1, -1
	}
	m := max(k.mobility, 1)
	return 30 / m, 14 / m
}

// confinement costs valuable pieces more in the endgame.
func confinement(k kind) (mg, eg float64) { return -28, -10 - 0.03*k.value }

// outpost returns weights that are largest for minor pieces.
func outpost(k kind) (mg, eg float64) {
	share := min(1, 300/max(k.value, 1))
	return 20 * share, 12 * share
}

func onFile(mg, eg float64) func(kind) (float64, float64) {
	return func(k kind) (float64, float64) {
		if !k.files {
			return 0, 0
		}
		return mg, eg
	}
}

func kingAttack(k kind) (mg, eg float64) { return 4 + k.value/200, 0 }

// slidesOnFiles reports whether a piece can go more than two squares along a file.
func slidesOnFiles(g *rules.Game, t rules.Type) bool {
	var none rules.Set
	from := g.SquareAt(g.Files()/2, 1)
	quiet, _ := g.Reach(rules.CodeOf(t, rules.White), from, &none)
	far := false
	quiet.Squares(func(to rules.Square) {
		far = far || g.File(to) == g.File(from) && g.Rank(to)-g.Rank(from) > 2
	})
	return far && !g.IsPawn(t)
}

// ColourBound reports whether a piece never leaves the colour of its square, in any position.
func ColourBound(g *rules.Game, t rules.Type) bool {
	bound := true
	for sq := range g.Squares() {
		from := rules.Square(sq)
		goals := g.Goals(rules.CodeOf(t, rules.White), from)
		goals.Squares(func(to rules.Square) { bound = bound && shade(g, to) == shade(g, from) })
	}
	return bound
}

// shade returns 0 for a square of the colour of a1 and 1 for the others.
func shade(g *rules.Game, sq rules.Square) int { return (g.File(sq) + g.Rank(sq)) & 1 }
