package variant

import "fmt"

// Limits on the lists of a game.
const (
	maxSide       = 16 // files, ranks
	maxPieces     = 26 // kinds of pieces: one for each letter
	maxMoveSets   = 16 // move sets of a piece
	maxNMove      = 1000
	maxRepetition = 1000
)

// decodeVariant builds a game from the fields of a file. What is absent gets
// its default.
func decodeVariant(t *table) *Variant {
	v := &Variant{}
	t.text("name", &v.Name)
	t.text("title", &v.Title)
	t.text("author", &v.Author)
	t.text("source", &v.Source)
	t.text("description", &v.Description)
	if board := t.table("board"); board != nil {
		board.number("files", &v.Files)
		board.number("ranks", &v.Ranks)
		board.texts("holes", &v.Holes)
		board.text("array", &v.Array)
		board.close()
	}
	for _, piece := range t.tables("piece", maxPieces) {
		v.Pieces = append(v.Pieces, decodePiece(piece))
	}
	rules := t.table("rules")
	if rules == nil {
		rules = &table{errs: t.errs, path: "rules"}
	}
	v.Rules = decodeRules(rules)
	t.close()
	return v
}

func decodePiece(t *table) Piece {
	var p Piece
	t.text("name", &p.Name)
	t.text("symbol", &p.Symbol)
	var everywhere MoveSet
	t.text("move", &everywhere.Betza)
	if t.has("move") {
		p.Moves = append(p.Moves, everywhere)
	}
	for _, set := range t.tables("more-moves", maxMoveSets) {
		p.Moves = append(p.Moves, decodeMoveSet(set))
	}
	if len(p.Moves) > 0 && !t.has("move") && p.Moves[0].everywhere() {
		t.report("move", "missing", "the move of more-moves[1], which has no limits")
	}
	t.flag("royal", &p.Royal)
	t.flag("pawn", &p.Pawn)
	t.text("note", &p.Note)
	t.close()
	return p
}

func decodeMoveSet(t *table) MoveSet {
	var m MoveSet
	t.text("move", &m.Betza)
	ranks := "1"
	t.text("ranks", &ranks)
	first, last, ok := parseRanks(ranks)
	switch {
	case !ok:
		t.report("ranks", quote(ranks), `one rank or a range, as in "2" or "2-4"`)
	case t.has("ranks"):
		m.FirstRank, m.LastRank = first, last
	}
	t.flag("leaves-en-passant", &m.LeavesEnPassant)
	t.close()
	return m
}

func decodeRules(t *table) Rules {
	r := Rules{NMove: 50, Repetition: 3, Stalemate: StalemateDraw, InsufficientMaterial: BareKings}
	t.number("n-move", &r.NMove)
	t.number("repetition", &r.Repetition)
	t.text("stalemate", (*string)(&r.Stalemate))
	t.text("insufficient-material", (*string)(&r.InsufficientMaterial))
	r.Castling = decodeCastling(t.table("castling"))
	for _, promotion := range t.tables("promotion", maxPieces) {
		r.Promotions = append(r.Promotions, decodePromotion(promotion))
	}
	r.Gating = decodeGating(t.table("gating"))
	t.close()
	return r
}

func decodeCastling(t *table) Castling {
	c := Castling{Kind: NoCastling}
	if t == nil {
		return c
	}
	t.text("kind", (*string)(&c.Kind))
	because := fmt.Sprintf("with kind = %q", c.Kind)
	switch {
	case !t.has("kind"):
		t.report("kind", "missing", oneOf(castlingKinds))
	case c.Kind == NoCastling:
		t.refuse(because, "king-steps", "between")
	case c.Kind == OrthodoxCastling:
		t.refuse(because, "between")
	case c.Kind == FastCastling:
		t.refuse(because, "king-steps")
	}
	c.setDefaults()
	t.text("partner", &c.Partner)
	t.number("king-steps", &c.KingSteps)
	t.flag("between", &c.Between)
	t.close()
	return c
}

// setDefaults sets the fields that belong to the kind of castling to the
// defaults of that kind, and the others to zero.
func (c *Castling) setDefaults() {
	c.KingSteps, c.Between = 0, false
	switch c.Kind {
	case OrthodoxCastling:
		c.KingSteps = 2
	case FastCastling:
		c.Between = true
	}
}

func decodePromotion(t *table) Promotion {
	p := Promotion{Zone: 1}
	t.texts("pieces", &p.Pieces)
	t.number("zone", &p.Zone)
	t.flag("optional", &p.Optional)
	t.texts("choices", &p.Choices)
	t.close()
	return p
}

func decodeGating(t *table) Gating {
	g := Gating{Kind: NoGating}
	if t == nil {
		return g
	}
	t.text("kind", (*string)(&g.Kind))
	switch {
	case !t.has("kind"):
		t.report("kind", "missing", oneOf(gatingKinds))
	case g.Kind == NoGating:
		t.refuse(`with kind = "none"`, "pieces", "order", "king-file", "blocks-check", "resets-n-move")
	default:
		g.Order = WhiteFirst
	}
	t.texts("pieces", &g.Pieces)
	t.text("order", (*string)(&g.Order))
	t.flag("king-file", &g.KingFile)
	t.flag("blocks-check", &g.BlocksCheck)
	t.flag("resets-n-move", &g.ResetsNMove)
	t.close()
	return g
}
