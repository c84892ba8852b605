package rules

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"bestiary/engine/variant"
)

// Game is a variant compiled for play. It is read-only after Compile, so one
// Game serves any number of positions and goroutines.
type Game struct {
	Variant *variant.Variant // in canonical form

	geometry
	words   int         // of a Set that can hold squares of the board
	types   []pieceType // by Type; types[0] is unused
	castler Type        // the royal piece, or the piece that castles instead
	royal   Type        // NoType in a game without royal pieces or with several kinds
	codes   []Code      // every code of the game, White's first
	of      [2][]Code
	symbols [maxCodes]byte
	bySym   [256]Code

	programs [maxCodes][][]step    // by code and square
	effort   effort                // of compiling the programs
	pawnKeys [maxCodes]uint64      // all ones for pawns, the share of a key in pawn hashes
	relation [maxCodes]*[256]uint8 // how a square's content looks to a piece
	shy      Type                  // the kind that avoids its own, or NoType
	rays     rayTable              // programs as sets, where they have that form
	attacks  *attackTable
	zobrist  *zobristKeys

	castlings []castling
	wings     []Wing
	unmoved   *unmoved    // in games with moves for pieces that have not moved
	keeps     [256]uint64 // rights that survive when a square is touched

	crowned    bool // each side always has one royal piece
	royals     variant.RoyalsRule
	royalTypes []Type // in a game that is not crowned
	judged     bool   // a rule other than mate ends the game
	repeats    bool   // a repetition is not always a draw
	obliges    bool   // some moves are forbidden or compulsory
	extinction *extinction
	goal       *goal
	lines      *lineRule

	homeRow       [2]Set
	gated         bool
	blasts        []Set      // by square, in games with explosions or blasts
	blast         *blastRule // in games where captures blow up adjacent pieces
	sequel        *sequel    // in games where captures have other effects
	follows       bool       // a capture changes more than a capturing piece that goes to another square
	exposes       bool       // what follows a capture may expose its own king
	takesOwn      bool       // some piece captures its own side's
	namesPassed   bool       // a piece may also step where it captures en passant
	rebirths      bool       // captured pieces come back
	pooled        bool       // captured pieces are kept to be promoted to
	passes        bool       // a side may pass
	drops         bool       // pieces in hand can be dropped
	hands         *handRules // in games with drops
	keepsCaptured bool       // a capture or a promotion changes a pool, a hand or what reverts
	entering      *entering  // in games in which pieces enter at choice
	alternates    bool       // the sides take turns in the placement phase
	start         *Position
}

// pieceType is a compiled kind of piece.
type pieceType struct {
	name     string
	symbol   byte
	royal    bool
	pawn     bool
	explodes bool
	returns  bool         // has a move that is not forward
	promotes [2]promotion // by colour
	spares   uint32       // bits of the types that it may not capture
	harmless bool         // to royal pieces, which are among them
}

// Compile checks a variant and prepares its canonical form for play.
func Compile(v *variant.Variant) (*Game, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	g := &Game{Variant: v.Canonical()}
	g.compileBoard()
	g.compileTypes()
	for _, stage := range []func() error{
		g.compileMoves, g.compileGating, g.compileHand, g.compileBlast, g.compileStart,
	} {
		if err := stage(); err != nil {
			return nil, fmt.Errorf("game %s: %w", v.Name, err)
		}
	}
	return g, nil
}

func (g *Game) compileBoard() {
	turned := g.Variant.Rules.Symmetry == variant.RotateSymmetry
	g.geometry = geometry{files: g.Variant.Files, ranks: g.Variant.Ranks, turned: turned, rotates: turned}
	g.joined = [2]bool{g.Variant.Rules.Wraps == variant.FilesWrap || g.Variant.Rules.Wraps == variant.BothWrap, g.Variant.Rules.Wraps == variant.BothWrap}
	g.words = (g.Squares() + 63) / 64
	for _, name := range g.Variant.Holes {
		sq, _ := variant.ParseSquare(name)
		g.holes.Add(g.SquareAt(sq.File, sq.Rank))
	}
	for sq := range g.Squares() {
		if !g.holes.Has(Square(sq)) {
			g.board.Add(Square(sq))
		}
	}
}

// Each kind of piece of a valid game has a Type.
const _ = uint(maxTypes - variant.MaxPieces)

func (g *Game) compileTypes() {
	g.types = make([]pieceType, 1, len(g.Variant.Pieces)+1)
	for i, p := range g.Variant.Pieces {
		t := Type(i + 1)
		g.types = append(g.types, pieceType{name: p.Name, symbol: variant.LetterOf(p.Symbol, false), royal: p.Royal, pawn: p.Pawn, explodes: p.Explodes})
		if p.Royal {
			g.royal = t
		}
		if p.AvoidsOwnKind {
			g.shy = t
		}
		for i, other := range g.Variant.Pieces {
			if slices.Contains(p.MayNotCapture, other.Name) {
				g.types[t].spares |= 1 << (i + 1)
				g.types[t].harmless = g.types[t].harmless || other.Royal
			}
		}
		for _, c := range []Color{White, Black} {
			code, sym := CodeOf(t, c), variant.LetterOf(p.Symbol, c == Black)
			g.symbols[code], g.bySym[sym] = sym, code
			g.of[c] = append(g.of[c], code)
			if p.Pawn {
				g.pawnKeys[code] = ^uint64(0)
			}
		}
	}
	g.codes = append(append([]Code(nil), g.of[White]...), g.of[Black]...)
	g.compileSequel()
	g.compileRelations()
	g.compileRoyals()
	g.compileEnds()
}

// readSymbol finds the piece whose symbol a string begins with, or 0, and the length of the symbol.
func (g *Game) readSymbol(text string) (code Code, n int) {
	letter, form, n := text[0], byte(0), 1
	if len(text) > 1 && letter == '+' {
		letter, form, n = text[1], variant.PromotedForm, 2
	}
	if letter >= utf8.RuneSelf {
		return 0, n
	}
	return g.bySym[letter|form], n
}

// zobristSeed is arbitrary; changing it changes every hash.
const zobristSeed = 20240229

// compileRotation finds out whether castling survives a turn of the board.
func (g *Game) compileRotation() {
	g.rotates = g.turned
	for n := range g.wings {
		g.rotates = g.rotates && g.opposite(g.wings[n]) < len(g.wings)
	}
}

func (g *Game) compileStart() error {
	g.zobrist = newZobristKeys(zobristSeed)
	if err := g.compileCastling(); err != nil {
		return err
	}
	g.compileRotation()
	if err := g.compileEntering(); err != nil {
		return err
	}
	if err := g.checkRights(); err != nil {
		return err
	}
	start, err := g.startPosition()
	if err != nil {
		return err
	}
	g.start = start
	return nil
}

// Types lists the piece types in the order of the variant's pieces.
func (g *Game) Types() []Type {
	out := make([]Type, 0, len(g.types)-1)
	for t := 1; t < len(g.types); t++ {
		out = append(out, Type(t))
	}
	return out
}

// TypeNamed returns the type with a piece name, or NoType.
func (g *Game) TypeNamed(name string) Type {
	named := func(t pieceType) bool { return t.name == name }
	return Type(max(slices.IndexFunc(g.types, named), 0)) // types[0] has no name
}

// TypeName returns the name of a piece type.
func (g *Game) TypeName(t Type) string { return g.types[t].name }

// Symbol returns the upper-case letter of a piece type.
func (g *Game) Symbol(t Type) string { return string(variant.AppendSymbol(nil, g.types[t].symbol)) }

// CodeSymbol returns the letter of a piece in FEN.
func (g *Game) CodeSymbol(p Code) string { return string(variant.AppendSymbol(nil, g.symbols[p])) }

// Royal returns the royal piece type.
func (g *Game) Royal() Type { return g.royal }

// IsPawn reports whether the type counts as a pawn.
func (g *Game) IsPawn(t Type) bool { return g.types[t].pawn }

// Wings lists the castling rights of the game.
func (g *Game) Wings() []Wing { return slices.Clone(g.wings) }

// First returns the side that moves first, after all waiting pieces have been placed.
func (g *Game) First() Color {
	if g.Variant.Rules.Turn == variant.BlackMovesFirst {
		return Black
	}
	return White
}

// ArmyName returns the name of a side's army for people.
func (g *Game) ArmyName(c Color) string {
	if names := g.Variant.Armies; len(names) > int(c) {
		return names[c]
	}
	return [...]string{"White's army", "Black's army"}[c]
}

// Places reports whether waiting pieces are placed behind others before the first move.
func (g *Game) Places() bool { return g.gated }

// Waiting lists the types that wait outside the board at the start, per side.
func (g *Game) Waiting() []Type { return g.typesNamed(g.Variant.Rules.Gating.Pieces) }
