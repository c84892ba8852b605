package diagram

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// Write writes the game as a diagram, one item a line. The warnings list what a
// diagram cannot say; texts for people and the game's own options are left out
// without one. If there are no warnings, Parse gives a game with the same hash.
// The error comes from v.Validate.
func Write(v *variant.Variant) ([]byte, []Warning, error) {
	frame, err := importing.NewWriter("diagram", v)
	if err != nil {
		return nil, nil, err
	}
	w := &writer{Writer: frame}
	w.NoHands()
	if w.gated() {
		w.offset = 1
	}
	w.parameters()
	w.holes()
	for i := range v.Pieces {
		if p := &v.Pieces[i]; p.Name == "king" && !p.Royal {
			w.Warn("royal", 0, p.Name, "a piece of this name is royal in a diagram")
		}
		w.piece(&v.Pieces[i])
	}
	if kind := v.Rules.Castling.Kind; w.Royal().Name == "" && kind != variant.NoCastling && kind != "" {
		w.Warn("castling", 0, "rules.castling.kind", "castling without a royal piece is left out")
	}
	w.rules()
	return w.Finish("waiting pieces or moves", func(text []byte) (*variant.Variant, []Warning, error) {
		return Parse(v.Name, text)
	})
}

// writer writes one diagram.
type writer struct {
	*importing.Writer
	offset int // ranks for waiting pieces below the board
}

func (w *writer) gated() bool {
	return w.Game.Rules.Gating.Kind == variant.MusketeerGating
}

func (w *writer) parameters() {
	w.Line("files=%d", w.Game.Files)
	w.Line("ranks=%d", w.Game.Ranks+2*w.offset)
	w.Line("symmetry=none")
	if w.offset > 0 {
		w.Line("autoGate=1")
	}
	for i, p := range w.Game.Pieces {
		if p.Royal {
			w.Line("royal=%d", i+1)
		}
	}
	w.promotion()
}

// promotion writes the first promotion rule. In a diagram the first pieces of the
// list promote.
func (w *writer) promotion() {
	p := w.Promotion()
	if p == nil {
		w.Line("maxPromote=0")
		return
	}
	for i, name := range p.Pieces {
		if w.Game.Pieces[i].Name != name {
			w.Warn("promotion", 0, "rules.promotion[1].pieces", "in a diagram the first pieces of the list promote; %s is not among them in this order", name)
		}
	}
	w.Line("maxPromote=%d", len(p.Pieces))
	w.Line("promoZone=%d", p.Zone+w.offset)
	var choices strings.Builder
	if p.Optional {
		for _, name := range p.Pieces {
			choices.WriteString("!" + w.Piece(name).Symbol)
		}
		if p.Compulsory != 1 {
			w.Warn("promotion", 0, "rules.promotion[1].compulsory", "an optional promotion is compulsory on the last rank in a diagram, not on the last %d", p.Compulsory)
		}
	}
	for _, name := range p.Choices {
		if p.Captured {
			choices.WriteByte('*')
		}
		choices.WriteString(w.Piece(name).Symbol)
	}
	if p.Captured && p.EmptyPool != variant.EmptyPoolForbidden {
		w.Warn("promotion", 0, "rules.promotion[1].empty-pool", "a diagram forbids a promotion when no piece was captured")
	}
	w.Line("promoChoice=%s", choices.String())
}

func (w *writer) holes() {
	var squares []string
	for _, name := range w.Game.Holes {
		sq, _ := variant.ParseSquare(name) // a valid game has only valid squares
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

// square is the name of a square of the board in the diagram.
func (w *writer) square(sq variant.Square) string {
	sq.Rank += w.offset
	return sq.String()
}

func (w *writer) piece(p *variant.Piece) {
	name := p.Name
	if name == hole {
		name += "-piece"
		w.Warn("name", 0, p.Name, "this name stands for squares that are not part of the board; written as %s", name)
	}
	if p.Pawn != isPawn(p.Name) {
		w.Warn("pawn", 0, p.Name, "the pawns of a diagram are the pieces with the word pawn in their names")
	}
	if p.Explodes {
		w.Warn("explosion", 0, p.Name, "a diagram cannot say that a piece explodes")
	}
	if p.AvoidsOwnKind {
		w.Warn("moves", 0, p.Name, "a diagram cannot say that a piece avoids its own kind")
	}
	waiting := 0
	if w.gated() {
		for _, name := range w.Game.Rules.Gating.Pieces {
			if name == p.Name {
				waiting++
			}
		}
	}
	count := ""
	if waiting > 0 {
		count = fmt.Sprintf(":%d", waiting)
	}
	move := w.move(p)
	if p.Royal {
		move += w.castling(p)
	}
	w.Line("%s:%s:%s:%s:%s,,%s%s", name, p.Symbol, move, name,
		w.squares(p.Symbol, false), w.squares(p.Symbol, true), count)
}

// squares lists where a side has pieces with the symbol.
func (w *writer) squares(symbol string, black bool) string {
	var names []string
	for _, sq := range w.Array.Squares(symbol, black) {
		names = append(names, w.square(sq))
	}
	return strings.Join(names, ",")
}

// move joins the move sets; sets limited to ranks become first moves where that
// allows the same moves.
func (w *writer) move(p *variant.Piece) string {
	var plain, first strings.Builder
	for _, set := range p.Moves {
		switch {
		case set.Flying || set.RoyalOnly || set.Area != "":
		case set.FirstRank == 0 && set.LastRank == 0:
			plain.WriteString(set.Betza)
		default:
			for _, group := range importing.Groups(set.Betza) {
				first.WriteString("i" + group)
			}
		}
	}
	starts := w.Array.Ranks(p.Symbol, false)
	move := plain.String() + first.String()
	if sets, exact := importing.LimitFirstMoves(move, starts); exact && slices.Equal(sets, p.Moves) {
		return move
	}
	if move := importing.WithoutLimits(p); plain.Len() == 0 && move != "" {
		w.Warn("moves", 0, p.Name, "a diagram cannot say where its moves are allowed; they are written without their limits")
		return move
	}
	w.Warn("moves", 0, p.Name, "a diagram cannot say where some of its moves are allowed; only those allowed everywhere are kept")
	return plain.String()
}

// castling gives the atoms O for the castling rule.
func (w *writer) castling(king *variant.Piece) string {
	c := w.Game.Rules.Castling
	longest := w.Game.Files - 2 // no distance is longer
	var atoms strings.Builder
	switch c.Kind {
	case variant.OrthodoxCastling:
		if left := c.TowardsA().KingSteps; left != c.KingSteps {
			fmt.Fprintf(&atoms, "ilO%dirO%d", left, c.KingSteps)
		} else {
			fmt.Fprintf(&atoms, "isO%d", c.KingSteps)
		}
	case variant.FastCastling:
		if !c.Between {
			w.Warn("castling", 0, "rules.castling.between", "in a diagram the king lands between its square and its partner")
		}
		fmt.Fprintf(&atoms, "ispO%d", longest)
	case variant.FlexibleCastling, variant.FreeCastling:
		least := 1
		if c.Kind == variant.FreeCastling {
			least = 2
		}
		for n := least; n <= max(longest, least); n++ {
			fmt.Fprintf(&atoms, "isO%d", n)
		}
	case variant.Chess960Castling:
		w.Warn("castling", 0, "rules.castling.kind", "a diagram cannot say that king and partner go to fixed files")
	case variant.SwapCastling:
		w.Warn("castling", 0, "rules.castling.kind", "a diagram cannot say that the king changes places")
	}
	return atoms.String()
}

// rules warns of rules that a diagram has no words for: a reader takes the
// defaults.
func (w *writer) rules() {
	r := w.Game.Rules
	standard := variant.DefaultRules()
	standard.Symmetry = variant.RotateSymmetry
	standard.Castling, standard.Promotions, standard.Explosion = r.Castling, r.Promotions, r.Explosion
	standard.Gating = variant.Gating{Kind: r.Gating.Kind, Pieces: r.Gating.Pieces}
	w.CompareRules(standard)
}
