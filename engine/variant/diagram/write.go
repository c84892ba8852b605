package diagram

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// Write writes the game as a diagram, one item a line. The warnings list what a
// diagram cannot say, except for texts for people and options of the game's
// own, which are left out in silence: where there are none, Parse gives a game with the same hash. The
// error is that of v.Validate.
func Write(v *variant.Variant) ([]byte, []Warning, error) {
	if err := v.Validate(); err != nil {
		return nil, nil, err
	}
	array, err := importing.ReadArray(v.Array, v.Files, v.Ranks)
	if err != nil {
		return nil, nil, err
	}
	w := &writer{v: v, array: array}
	if gated(v) {
		w.offset = 1
	}
	w.parameters()
	w.holes()
	for i := range v.Pieces {
		w.piece(&v.Pieces[i])
	}
	w.rules()
	w.selfCheck()
	return w.out.Bytes(), w.Warnings, nil
}

// writer writes one diagram.
type writer struct {
	importing.Report
	v      *variant.Variant
	array  importing.Array
	offset int // ranks for waiting pieces below the board
	out    bytes.Buffer
}

func gated(v *variant.Variant) bool {
	return v.Rules.Gating.Kind == variant.MusketeerGating
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.out, format+"\n", args...)
}

func (w *writer) parameters() {
	w.line("files=%d", w.v.Files)
	w.line("ranks=%d", w.v.Ranks+2*w.offset)
	w.line("symmetry=none")
	if w.offset > 0 {
		w.line("autoGate=1")
	}
	for i, p := range w.v.Pieces {
		if p.Royal {
			w.line("royal=%d", i+1)
		}
	}
	w.promotion()
}

// promotion writes the first promotion rule, if the pieces at the head of the
// list are those that promote.
func (w *writer) promotion() {
	promotions := w.v.Rules.Promotions
	if len(promotions) == 0 {
		w.line("maxPromote=0")
		return
	}
	p := promotions[0]
	if len(promotions) > 1 {
		w.Warn("promotion", 0, "rules.promotion[2]", "a diagram has one promotion rule; the others are left out")
	}
	for i, name := range p.Pieces {
		if w.v.Pieces[i].Name != name {
			w.Warn("promotion", 0, "rules.promotion[1].pieces", "in a diagram the first pieces of the list promote; %s is not among them in this order", name)
		}
	}
	w.line("maxPromote=%d", len(p.Pieces))
	w.line("promoZone=%d", p.Zone+w.offset)
	var choices strings.Builder
	if p.Optional {
		for _, name := range p.Pieces {
			choices.WriteString("!" + w.symbol(name))
		}
		if p.Compulsory != 1 {
			w.Warn("promotion", 0, "rules.promotion[1].compulsory", "an optional promotion is compulsory on the last rank in a diagram, not on the last %d", p.Compulsory)
		}
	}
	for _, name := range p.Choices {
		if p.Captured {
			choices.WriteByte('*')
		}
		choices.WriteString(w.symbol(name))
	}
	if p.Captured && p.EmptyPool != variant.EmptyPoolForbidden {
		w.Warn("promotion", 0, "rules.promotion[1].empty-pool", "a diagram forbids a promotion when no piece was captured")
	}
	w.line("promoChoice=%s", choices.String())
}

func (w *writer) symbol(name string) string {
	i := slices.IndexFunc(w.v.Pieces, func(p variant.Piece) bool { return p.Name == name })
	return w.v.Pieces[i].Symbol
}

func (w *writer) holes() {
	var squares []string
	for _, name := range w.v.Holes {
		var file byte
		var rank int
		fmt.Sscanf(name, "%c%d", &file, &rank)
		squares = append(squares, importing.SquareName(int(file-'a'), rank-1+w.offset))
	}
	if w.offset > 0 {
		last := w.v.Ranks + 1
		squares = append(squares,
			importing.SquareName(0, 0)+"-"+importing.SquareName(w.v.Files-1, 0),
			importing.SquareName(0, last)+"-"+importing.SquareName(w.v.Files-1, last))
	}
	if len(squares) > 0 {
		w.line("%s::::%s", hole, strings.Join(squares, ","))
	}
}

func (w *writer) piece(p *variant.Piece) {
	if p.Name == hole {
		w.Warn("name", 0, p.Name, "this name stands for squares that are not part of the board")
	}
	if p.Pawn != isPawn(p.Name) {
		w.Warn("pawn", 0, p.Name, "the pawns of a diagram are the pieces with the word pawn in their names")
	}
	if p.Explodes {
		w.Warn("explosion", 0, p.Name, "a diagram cannot say that a piece explodes")
	}
	waiting := 0
	if gated(w.v) {
		for _, name := range w.v.Rules.Gating.Pieces {
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
	w.line("%s:%s:%s:%s:%s,,%s%s", p.Name, p.Symbol, move, p.Name,
		w.squares(p.Symbol[0]), w.squares(p.Symbol[0]+'a'-'A'), count)
}

func (w *writer) squares(letter byte) string {
	var squares []string
	for rank, row := range w.array {
		for file := range row {
			if row[file] == letter {
				squares = append(squares, importing.SquareName(file, rank+w.offset))
			}
		}
	}
	return strings.Join(squares, ",")
}

// move joins the move sets: those limited to ranks as first moves, if that is
// what they are.
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
	starts := w.array.Ranks(p.Symbol, false)
	move := plain.String() + first.String()
	if sets, exact := importing.LimitFirstMoves(move, starts); exact && slices.Equal(sets, p.Moves) {
		return move
	}
	w.Warn("moves", 0, p.Name, "a diagram cannot say where some of its moves are allowed; only those allowed everywhere are kept")
	return plain.String()
}

// castling gives the atoms O for the castling rule.
func (w *writer) castling(king *variant.Piece) string {
	c := w.v.Rules.Castling
	longest := w.v.Files - 2 // no distance is longer
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
	case variant.SwapCastling:
		w.Warn("castling", 0, "rules.castling.kind", "a diagram cannot say that the king changes places")
	}
	return atoms.String()
}

// rules warns of rules that a diagram has no words for.
func (w *writer) rules() {
	r := &w.v.Rules
	differs := func(field string, value, standard any) {
		if value != standard {
			w.Warn("rules", 0, field, "a diagram cannot say %v; it is read as %v", value, standard)
		}
	}
	differs("rules.n-move", r.NMove, 50)
	differs("rules.repetition", r.Repetition, 3)
	if r.Stalemate == variant.StalemateLoss {
		differs("rules.stalemate", r.Stalemate, variant.StalemateDraw)
	}
	if r.InsufficientMaterial == variant.NoMaterialRule {
		differs("rules.insufficient-material", r.InsufficientMaterial, variant.BareKings)
	}
	if !gated(w.v) {
		return
	}
	g := r.Gating
	if g.Order == variant.Alternating {
		differs("rules.gating.order", g.Order, variant.WhiteFirst)
	}
	differs("rules.gating.king-file", g.KingFile, false)
	differs("rules.gating.king-and-partner", g.KingAndPartner, false)
	differs("rules.gating.blocks-check", g.BlocksCheck, false)
	differs("rules.gating.resets-n-move", g.ResetsNMove, false)
}

// selfCheck reads the diagram back and warns if another game comes out.
func (w *writer) selfCheck() {
	if len(w.Warnings) > 0 {
		return
	}
	again, warnings, err := Parse(w.v.Name, w.out.Bytes())
	switch {
	case err != nil:
		w.Warn("not-kept", 0, "", "the diagram cannot be read back: %v", err)
	case again.Hash() != w.v.Hash() && len(warnings) > 0:
		w.Warn("not-kept", 0, "", "the diagram is read back as another game: %s", warnings[0])
	case again.Hash() != w.v.Hash():
		w.Warn("not-kept", 0, "", "the diagram is read back as another game, in the order of waiting pieces or moves")
	}
}
