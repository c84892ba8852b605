package gamefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// writeDiagram writes the game as a diagram, one item per line. It reads the diagram back, and
// the warnings list the differences; descriptive texts and the game's own options are
// dropped without a warning. If there are no warnings, parseDiagram returns a game with the same
// hash. The error is the result of v.Validate.
func writeDiagram(v *variant.Variant) ([]byte, []Warning, error) {
	frame, err := newWriter("diagram", v)
	if err != nil {
		return nil, nil, err
	}
	w := &diagramWriter{writer: frame}
	if v.Rules.Gating.Kind == variant.MusketeerGating {
		w.offset = 1
	}
	w.pieces = inDiagramOrder(v)
	w.parameters()
	w.holes()
	for i := range w.pieces {
		w.piece(&w.pieces[i])
	}
	return w.Finish(func(text []byte, approximate bool) (*variant.Variant, []Warning, error) {
		return parseDiagram(v.Name, text, approximate)
	})
}

// inDiagramOrder lists the pieces as a diagram needs them: those that promote first, and those that
// wait outside the board in the order of the rules.
func inDiagramOrder(v *variant.Variant) []variant.Piece {
	list := slices.Clone(v.Pieces)
	var waiting []string // each once
	for _, name := range v.Rules.Gating.Pieces {
		if !slices.Contains(waiting, name) {
			waiting = append(waiting, name)
		}
	}
	next := 0
	for i, p := range list {
		if slices.Contains(waiting, p.Name) {
			list[i] = *v.Piece(waiting[next])
			next++
		}
	}
	if len(v.Rules.Promotions) > 0 {
		place := func(p variant.Piece) uint { return uint(slices.Index(v.Rules.Promotions[0].Pieces, p.Name)) } // -1 is the last
		slices.SortStableFunc(list, func(a, b variant.Piece) int { return cmp.Compare(place(a), place(b)) })
	}
	return list
}

// diagramWriter writes one diagram.
type diagramWriter struct {
	*writer
	offset int // ranks for waiting pieces below the board
	pieces []variant.Piece
}

func (w *diagramWriter) parameters() {
	w.Line("files=%d", w.Game.Files)
	w.Line("ranks=%d", w.Game.Ranks+2*w.offset)
	w.Line("symmetry=none")
	if w.offset > 0 {
		w.Line("autoGate=1")
	}
	for i, p := range w.pieces {
		if p.Royal {
			w.Line("royal=%d", i+1)
		}
	}
	w.promotion()
}

// promotion writes the first promotion. In a diagram, the first pieces of the list
// promote.
func (w *diagramWriter) promotion() {
	if len(w.Game.Rules.Promotions) == 0 {
		w.Line("maxPromote=0")
		return
	}
	p := &w.Game.Rules.Promotions[0]
	var choices strings.Builder
	if p.Optional {
		for _, name := range p.Pieces {
			if p.Compulsory > 0 {
				choices.WriteByte('!')
			}
			choices.WriteString(w.Game.Piece(name).Symbol)
		}
	}
	for _, name := range p.Choices {
		if p.Captured {
			choices.WriteByte('*')
		}
		choices.WriteString(w.Game.Piece(name).Symbol)
	}
	w.Line("maxPromote=%d", len(p.Pieces))
	w.Line("promoZone=%d", p.Zone+w.offset)
	w.Line("promoChoice=%s", choices.String())
}

func (w *diagramWriter) holes() {
	var squares []string
	for _, name := range w.Game.Holes {
		sq, _ := variant.ParseSquare(name) // squares of a valid game are valid
		squares = append(squares, w.square(sq))
	}
	if w.offset > 0 {
		for _, rank := range []int{-1, w.Game.Ranks} {
			squares = append(squares, w.square(variant.Square{File: 0, Rank: rank})+"-"+w.square(variant.Square{File: w.Game.Files - 1, Rank: rank}))
		}
	}
	if len(squares) > 0 {
		w.Line("%s::::%s", hole, strings.Join(squares, ","))
	}
}

// square returns the name of a square of the board in the diagram.
func (w *diagramWriter) square(sq variant.Square) string {
	sq.Rank += w.offset
	return sq.String()
}

func (w *diagramWriter) piece(p *variant.Piece) {
	name := p.Name
	if name == hole {
		name += "-piece"
	}
	count := ""
	if w.offset > 0 {
		waiting := 0
		for _, name := range w.Game.Rules.Gating.Pieces {
			if name == p.Name {
				waiting++
			}
		}
		if waiting > 0 {
			count = fmt.Sprintf(":%d", waiting)
		}
	}
	move := w.move(p)
	if p.Royal {
		castling := w.Game.Rules.Castling
		castling.ASideKingSteps = 0 // a diagram has one distance
		move += castling.Betza(w.Game.Files)
	}
	w.Line("%s:%s:%s:%s:%s,,%s%s", name, p.Symbol, move, name,
		w.squares(p.Symbol, false), w.squares(p.Symbol, true), count)
}

// squares lists the squares of a side's pieces with the symbol.
func (w *diagramWriter) squares(symbol string, black bool) string {
	var names []string
	for _, sq := range w.Array.Squares(symbol, black) {
		names = append(names, w.square(sq))
	}
	return strings.Join(names, ",")
}

// move joins the moves allowed everywhere, and adds the moves limited to some ranks as
// first moves. If the piece has none of these, it joins the other moves without their
// limits.
func (w *diagramWriter) move(p *variant.Piece) string {
	var plain, first, threats strings.Builder
	var rest []variant.MoveSet
	for _, set := range p.Moves {
		if !set.RoyalOnly {
			rest = append(rest, set)
		}
		switch {
		case set.RoyalOnly && set.FirstRank == 0 && set.Area == "":
			for _, group := range betza.Groups(set.Betza) {
				threats.WriteString("k" + group)
			}
		case set.Flying || set.RoyalOnly || set.Area != "":
		case set.FirstRank == 0:
			plain.WriteString(set.Betza)
		default:
			for _, group := range betza.Groups(set.Betza) {
				first.WriteString("i" + group)
			}
		}
	}
	move := plain.String() + first.String()
	if slices.Equal(limitFirstMoves(move, w.Array.Ranks(p.Symbol, false)), rest) {
		return move + threats.String()
	}
	return cmp.Or(plain.String(), withoutLimits(p)) + threats.String()
}
