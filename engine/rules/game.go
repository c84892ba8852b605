package rules

import (
	"fmt"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// Game is a variant compiled for play. It is read-only after Compile, so one
// Game serves any number of positions and goroutines.
type Game struct {
	Variant *variant.Variant // in canonical form

	geo     geometry
	words   int         // of a Set that can hold squares of the board
	types   []pieceType // by Type; types[0] is unused
	royal   Type
	codes   []Code // every code of the game, White's first
	of      [2][]Code
	symbols [maxCodes]byte
	bySym   [256]Code

	programs [maxCodes][][]step // by code and square
	effort   effort             // of compiling the programs
	pawnKeys [maxCodes]uint64   // all ones for pawns, the share of a key in pawn hashes
	relation [2][256]uint8      // how a square's content looks to each side
	rays     rayTable           // programs as sets, where they have that form
	attacks  *attackTable
	zobrist  *zobristKeys

	castlings []castling
	wings     []wing
	keeps     [256]uint64 // castling rights that survive when a square is touched

	homeRow    [2]Set
	gated      bool
	blasts     []Set // by square, in games with exploding pieces
	pooled     bool  // captured pieces are kept to be promoted to
	alternates bool  // the sides take turns in the placement phase
	start      *Position
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
}

// promotion is where a piece of one colour promotes and to what.
type promotion struct {
	zone       Set
	must       Set  // the part of the zone where the piece cannot stay what it is
	captured   bool // the choice is among captured pieces
	losesEmpty bool // a piece that must promote to none loses the game
	choices    []Type
}

// Compile checks a variant and prepares its canonical form for play.
func Compile(v *variant.Variant) (*Game, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	g := &Game{Variant: v.Canonical()}
	for _, stage := range []func() error{
		g.compileBoard, g.compileTypes, g.compileMoves, g.compilePromotions,
		g.compileGating, g.compileExplosions, g.compileStart,
	} {
		if err := stage(); err != nil {
			return nil, fmt.Errorf("game %s: %w", v.Name, err)
		}
	}
	return g, nil
}

func (g *Game) compileBoard() error {
	g.geo = geometry{files: g.Variant.Files, ranks: g.Variant.Ranks}
	g.words = (g.geo.size() + 63) / 64
	for _, name := range g.Variant.Holes {
		sq, rest, err := g.geo.parseSquare(name)
		if err != nil || rest != "" {
			return fmt.Errorf("hole %q is not a square of the board", name)
		}
		g.geo.holes.Add(sq)
	}
	return nil
}

func (g *Game) compileTypes() error {
	if n := len(g.Variant.Pieces); n > maxTypes {
		return fmt.Errorf("%d kinds of piece; at most %d can be played", n, maxTypes)
	}
	g.types = make([]pieceType, 1, len(g.Variant.Pieces)+1)
	for i, p := range g.Variant.Pieces {
		t := Type(i + 1)
		g.types = append(g.types, pieceType{name: p.Name, symbol: p.Symbol[0], royal: p.Royal, pawn: p.Pawn, explodes: p.Explodes})
		if p.Royal {
			g.royal = t
		}
		for _, c := range []Color{White, Black} {
			code, sym := codeOf(t, c), p.Symbol[0]
			if c == Black {
				sym = strings.ToLower(p.Symbol)[0]
			}
			g.symbols[code], g.bySym[sym] = sym, code
			g.of[c] = append(g.of[c], code)
			g.relation[c][code] = relFriend
			if p.Pawn {
				g.pawnKeys[code] = ^uint64(0)
			}
			g.relation[c.Other()][code] = relEnemy
		}
	}
	g.relation[White][0], g.relation[Black][0] = relEmpty, relEmpty
	g.codes = append(append([]Code(nil), g.of[White]...), g.of[Black]...)
	return nil
}

func (g *Game) compileMoves() error {
	g.attacks = newAttackTable(g.geo.size())
	for i, p := range g.Variant.Pieces {
		sets, err := parseMoveSets(p)
		if err != nil {
			return err
		}
		for _, c := range []Color{White, Black} {
			code := codeOf(Type(i+1), c)
			if err := g.compilePiece(code, sets); err != nil {
				return fmt.Errorf("piece %s: %w", p.Name, err)
			}
			g.types[i+1].returns = g.types[i+1].returns || g.returns(code)
		}
	}
	return nil
}

// returns reports whether a piece has a move that is not forward, so that it
// can come back to where it was.
func (g *Game) returns(p Code) bool {
	for from, steps := range g.programs[p] {
		rank := g.geo.homeRank(Square(from), p.Color())
		for i := range steps {
			if steps[i].flags&relAll != 0 && g.geo.homeRank(steps[i].to, p.Color()) <= rank {
				return true
			}
		}
	}
	return false
}

// moveSet is a parsed move set.
type moveSet struct {
	variant.MoveSet
	expr betza.Expression
}

func parseMoveSets(p variant.Piece) ([]moveSet, error) {
	var sets []moveSet
	for _, m := range p.Moves {
		e, err := betza.Parse(m.Betza)
		if err != nil {
			return nil, fmt.Errorf("piece %s: %w", p.Name, err)
		}
		if len(e.Castlings) > 0 {
			return nil, fmt.Errorf("piece %s: move %q: castling belongs to the rules of the game, not to a move", p.Name, m.Betza)
		}
		sets = append(sets, moveSet{m, e})
	}
	return sets, nil
}

func (g *Game) compilePiece(p Code, sets []moveSet) error {
	n := g.geo.size()
	g.programs[p] = make([][]step, n)
	g.rays.grow(p, n)
	for sq := range n {
		from := Square(sq)
		if g.geo.holes.Has(from) {
			continue
		}
		walks, threats, err := g.walkers(p, from, sets)
		if err != nil {
			return err
		}
		steps, err := compileProgram(g.geo, p.Color(), from, walks, &g.effort)
		if err != nil {
			return err
		}
		if err := g.checkPassing(from, steps); err != nil {
			return err
		}
		royalOnly, err := compileProgram(g.geo, p.Color(), from, threats, &g.effort)
		if err != nil {
			return err
		}
		g.programs[p][sq] = steps
		g.rays.add(p, from, steps)
		if err := g.attacks.add(p, from, steps, royalOnly); err != nil {
			return err
		}
	}
	return nil
}

// walkers are the paths that a piece may take from one square, and those on
// which it only threatens the royal piece.
func (g *Game) walkers(p Code, from Square, sets []moveSet) (walks, threats []walker, err error) {
	rank := g.geo.homeRank(from, p.Color()) + 1
	for i := range sets {
		s := &sets[i]
		if s.FirstRank != 0 && (rank < s.FirstRank || rank > s.LastRank) {
			continue
		}
		area := g.area(s.Area, p.Color())
		for j := range s.expr.Paths {
			path := &s.expr.Paths[j]
			if path.Initial {
				return nil, nil, fmt.Errorf("move %q: the modifier i (unmoved pieces only) has to be written as a move limited to the ranks where the piece starts", s.Betza)
			}
			if s.Flying {
				path = flying(path)
			}
			w := walker{path: path, area: area, passes: s.LeavesEnPassant || path.LeavesEnPassant}
			if s.RoyalOnly {
				threats = append(threats, w)
			} else {
				walks = append(walks, w)
			}
		}
	}
	return walks, threats, nil
}

// area is the set of squares of an area for one side; nil for the whole board.
func (g *Game) area(text string, c Color) *Set {
	if text == "" {
		return nil
	}
	a, _ := variant.ParseArea(text)
	var set Set
	for sq := range g.geo.size() {
		if a.Holds(g.geo.file(Square(sq)), g.geo.homeRank(Square(sq), c)) {
			set.Add(Square(sq))
		}
	}
	return &set
}

// flying is a path that passes over everything and ends on an empty square.
func flying(path *betza.Path) *betza.Path {
	out := *path
	out.Legs = append([]betza.Leg(nil), path.Legs...)
	for i := range out.Legs {
		out.Legs[i].Through = betza.Anything
		out.Legs[i].End = betza.Anything
		out.Legs[i].Takes = false
	}
	out.Legs[len(out.Legs)-1].End = betza.Empty
	return &out
}

// checkPassing makes sure that a move which leaves en-passant targets behind
// goes straight and not too far.
func (g *Game) checkPassing(from Square, steps []step) error {
	for i := range steps {
		if s := &steps[i]; s.kind == Passing {
			if n := len(g.geo.between(from, s.to)); n > maxPassed {
				return fmt.Errorf("the move %s%s leaves %d squares for en-passant capture; at most %d are supported",
					g.geo.name(from), g.geo.name(s.to), n, maxPassed)
			}
		}
	}
	return nil
}

func (g *Game) compilePromotions() error {
	for _, p := range g.Variant.Rules.Promotions {
		var choices []Type
		for _, name := range p.Choices {
			choices = append(choices, g.TypeNamed(name))
		}
		for _, name := range p.Pieces {
			for _, c := range []Color{White, Black} {
				pr := promotion{
					choices: choices, captured: p.Captured,
					losesEmpty: p.Captured && p.EmptyPool != variant.EmptyPoolForbidden,
				}
				g.pooled = g.pooled || p.Captured
				for sq := range g.geo.size() {
					depth := g.geo.ranks - g.geo.homeRank(Square(sq), c)
					if depth <= p.Zone {
						pr.zone.Add(Square(sq))
						if !p.Optional || depth <= p.Compulsory {
							pr.must.Add(Square(sq))
						}
					}
				}
				t := g.TypeNamed(name)
				g.markPromoting(codeOf(t, c), &pr)
				g.types[t].promotes[c] = pr
			}
		}
	}
	return nil
}

// markPromoting marks the squares from which a piece has a move that may
// promote it.
func (g *Game) markPromoting(p Code, pr *promotion) {
	for sq, steps := range g.programs[p] {
		for i := range steps {
			if steps[i].flags&relAll != 0 && pr.zone.Has(steps[i].to) {
				g.rays.forms[p][sq] |= rayPromotes
			}
		}
	}
}

// zobristSeed is arbitrary; changing it changes every hash.
const zobristSeed = 20240229

func (g *Game) compileStart() error {
	g.zobrist = newZobristKeys(zobristSeed)
	if err := g.compileCastling(); err != nil {
		return err
	}
	start, err := g.startPosition()
	if err != nil {
		return err
	}
	g.start = start
	return nil
}
