package eval

import (
	"math"

	"bestiary/engine/rules"
)

// Evaluator holds the weights of one game in the form in which scores are
// computed. It is read-only and can be shared; each search scores positions with
// a Scorer of its own.
type Evaluator struct {
	g *rules.Game
	l *layout

	pieces     []pieceTerms // by code
	within     []func(*view, rules.Color) *rules.Set
	pawns      []pawnTerm
	passers    []passerTerm // by the pawns alone
	passersNow []passerTerm
	sides      [2][]sideTerm
	attacks    []attackTerm

	geo     *masks
	attack  attackData
	drawish drawish
	value   []int   // see Value
	full    int32   // shares at the start
	phases  []int64 // by share, in 1/maxPhase
	gated   bool    // pieces can wait outside the board
	words   int     // of a set that can hold squares of the board
}

// pieceTerms holds the terms that a piece counts.
type pieceTerms struct {
	placed  [256]packed      // by square
	waiting packed           // outside the board
	reach   [maxReach]packed // weights of the terms by reach, in the order of within
	share   int32            // of a full board
	attacks []rules.Set      // of a pawn, by square
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

// attackTerm is a term that depends on the attacks of both sides.
type attackTerm struct {
	weight packed
	count  func(*view, rules.Color) int32
}

// maxScore bounds scores in centipawns, so that they never look like a mate.
const maxScore = 25000

// New prepares an evaluator.
func New(g *rules.Game, w *Weights) *Evaluator {
	l := w.layout
	n := len(l.kinds)
	e := &Evaluator{
		g: g, l: l, geo: newMasks(g), attack: newAttackData(g, l.kinds),
		pieces: make([]pieceTerms, 2*n),
		value:  make([]int, n), gated: len(g.Waiting()) > 0, words: (g.Squares() + 63) / 64,
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
		weights := make([]packed, n)
		for t, at := range l.at[i] {
			if at >= 0 {
				weights[t] = pack(int32(math.Round(w.MG[at]*unit)), int32(math.Round(w.EG[at]*unit)))
			}
			if i == materialTerm {
				e.value[t] = int(weights[t].mg()+weights[t].eg()) / (2 * unit)
			}
		}
		e.add(&terms[i], weights)
	}
	return e
}

// add enters a term with its weights by type. What has no weight costs no time.
func (e *Evaluator) add(t *term, weights []packed) {
	w := weights[rules.NoType] // of a term that is not by kind
	switch {
	case t.pawn != nil:
		e.pawns = append(e.pawns, pawnTerm{w, t.pawn})
	case t.passer != nil:
		e.passers = append(e.passers, passerTerm{w, t.passer})
	case t.passerNow != nil:
		e.passersNow = append(e.passersNow, passerTerm{w, t.passerNow})
	case t.attack != nil && w != 0:
		e.attacks = append(e.attacks, attackTerm{w, t.attack})
	case t.reach != nil:
		e.within = append(e.within, t.reach)
	}
	for code := range rules.Code(2 * len(weights)) {
		w := weights[code.Type()]
		switch {
		case t.piece != nil:
			e.addPiece(t, code, w)
		case t.reach != nil:
			e.pieces[code].reach[len(e.within)-1] = w
		case t.side != nil && w != 0 && (t.of == nil) == (code.Type() == rules.NoType):
			e.sides[code.Color()] = append(e.sides[code.Color()], sideTerm{w, code, t.side})
		}
	}
}

func (e *Evaluator) addPiece(t *term, code rules.Code, w packed) {
	if w == 0 {
		return
	}
	e.pieces[code].waiting += w * packed(t.piece(e.g, place{code: code, waits: true}))
	for sq := range e.g.Squares() {
		e.pieces[code].placed[sq] += w * packed(t.piece(e.g, place{code: code, sq: rules.Square(sq)}))
	}
}

// Score is the evaluation in centipawns for the side to move. A Scorer is faster.
func (e *Evaluator) Score(p *rules.Position) int {
	v := e.newView()
	v.read(p, new(pawnEntry))
	return v.score()
}

// Game is the game that the evaluator is for.
func (e *Evaluator) Game() *rules.Game { return e.g }

// Value is the material value of a type in centipawns, half way between middle
// game and endgame.
func (e *Evaluator) Value(t rules.Type) int { return e.value[t] }

// Unscaled is an evaluator with the same weights that takes leads at their full
// value in drawish endings.
func (e *Evaluator) Unscaled() *Evaluator {
	u := *e
	u.drawish.off = true
	return &u
}
