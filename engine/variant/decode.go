package variant

import (
	"fmt"
	"slices"
)

// Limits on the lists of a game.
const (
	maxSide       = 16   // files, ranks
	maxPieces     = 26   // kinds of pieces: one for each letter
	maxMoveSets   = 16   // move sets of a piece
	maxPaths      = 8192 // ways to move of all pieces, as betza writes them out
	maxNMove      = 1000
	maxRepetition = 1000
)

// Limits on the options of a game's own.
const (
	maxOwnOptions = 16
	maxOwnValues  = 16
)

// decodeVariant builds a game from the fields of a file. What is absent gets
// its default. It also returns what the file calls the defaults of the game's
// own options.
func decodeVariant(t *table) (v *Variant, defaults []string) {
	v = &Variant{}
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
	if explosion := rules.fields["explosion"]; explosion != nil && !v.anyExplodes() {
		rules.report("explosion", "has no meaning when no piece explodes", "")
		t.errs.settled["rules.explosion.alone"] = true
	}
	for _, option := range t.tables("option", maxOwnOptions) {
		o, value := decodeOwnOption(option)
		v.OwnOptions, defaults = append(v.OwnOptions, o), append(defaults, value)
	}
	t.close()
	return v, defaults
}

func decodePiece(t *table) Piece {
	var p Piece
	t.text("name", &p.Name)
	t.text("symbol", &p.Symbol)
	p.Moves = decodeMoves(t)
	t.flag("royal", &p.Royal)
	t.flag("pawn", &p.Pawn)
	t.flag("explodes", &p.Explodes)
	t.text("note", &p.Note)
	t.close()
	if t.errs.settled[field(t.path, "royal")] {
		t.errs.settled["piece"] = true // that no piece is royal follows from it
	}
	return p
}

// decodeMoves reads the move of a piece without limits and those with limits.
func decodeMoves(t *table) []MoveSet {
	var moves []MoveSet
	var everywhere MoveSet
	t.text("move", &everywhere.Betza)
	if t.has("move") {
		moves = append(moves, everywhere)
	}
	for _, set := range t.tables("more-moves", maxMoveSets) {
		moves = append(moves, decodeMoveSet(set))
	}
	if len(moves) > 0 && !t.has("move") && moves[0].everywhere() {
		t.report("move", "missing", "the move of more-moves[1], which has no limits")
	}
	return moves
}

func decodeMoveSet(t *table) MoveSet {
	var m MoveSet
	t.text("move", &m.Betza)
	ranks := "1"
	t.text("ranks", &ranks)
	first, last, ok := parseRanks(ranks)
	switch {
	case !ok:
		t.report("ranks", Quote(ranks), `one rank or a range, as in "2" or "2-4"`)
	case t.has("ranks"):
		m.FirstRank, m.LastRank = first, last
	}
	t.text("area", &m.Area)
	t.flag("flying", &m.Flying)
	t.flag("royal-only", &m.RoyalOnly)
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
	if explosion := t.table("explosion"); explosion != nil {
		explosion.flag("alone", &r.Explosion.Alone)
		explosion.close()
	}
	t.close()
	return r
}

func decodeCastling(t *table) Castling {
	c := Castling{Kind: NoCastling}
	if t == nil {
		return c
	}
	t.text("kind", (*string)(&c.Kind))
	if !t.has("kind") {
		t.report("kind", "missing", oneOf(castlingKinds))
	} else if slices.Contains(castlingKinds, c.Kind) {
		because := fmt.Sprintf("with kind = %q", c.Kind)
		for _, f := range castlingFields {
			if f.kind != c.Kind {
				t.refuse(because, f.key)
			}
		}
	}
	c.setDefaults()
	t.text("partner", &c.Partner)
	t.number("king-steps", &c.KingSteps)
	t.text("a-side-partner", &c.ASidePartner)
	t.number("a-side-king-steps", &c.ASideKingSteps)
	t.flag("between", &c.Between)
	t.flag("out-of-check", &c.OutOfCheck)
	t.close()
	return c
}

// castlingFields are the fields that belong to one kind of castling.
var castlingFields = []struct {
	key  string
	kind CastlingKind
}{
	{"king-steps", OrthodoxCastling},
	{"a-side-king-steps", OrthodoxCastling},
	{"between", FastCastling},
	{"out-of-check", SwapCastling},
}

// setDefaults sets the fields that belong to the kind of castling to the
// defaults of that kind, and the others to zero.
func (c *Castling) setDefaults() {
	c.KingSteps, c.ASideKingSteps, c.Between, c.OutOfCheck = 0, 0, false, false
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
	if !p.Optional {
		t.refuse("without optional = true", "compulsory")
	}
	t.number("compulsory", &p.Compulsory)
	t.flag("captured", &p.Captured)
	if !p.Captured {
		t.refuse("without captured = true", "empty-pool")
	}
	t.text("empty-pool", (*string)(&p.EmptyPool))
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
		t.refuse(`with kind = "none"`, "pieces", "order", "king-file", "king-and-partner", "blocks-check", "resets-n-move")
	default:
		g.Order = WhiteFirst
	}
	t.texts("pieces", &g.Pieces)
	t.text("order", (*string)(&g.Order))
	t.flag("king-file", &g.KingFile)
	if g.Kind == MusketeerGating && !g.KingFile {
		t.refuse("without king-file = true", "king-and-partner")
	}
	t.flag("king-and-partner", &g.KingAndPartner)
	t.flag("blocks-check", &g.BlocksCheck)
	t.flag("resets-n-move", &g.ResetsNMove)
	t.close()
	return g
}
