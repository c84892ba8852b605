package rules

import (
	"math/bits"
	"strings"

	"bestiary/engine/variant"
)

// maxPassed bounds the squares that one move can open to en-passant capture.
const maxPassed = 4

// Position is a state of play. Make and Unmake change it in place and allocate
// nothing once the history has grown to the length of the game.
type Position struct {
	g      *Game
	board  [256]Code
	all    Set
	side   sides
	pieces [maxCodes]Set
	king   [2]Square // in a game without g.crowned, of the first royal piece or a1
	royals [2]Set    // that must be safe, in a game without g.crowned
	turn   Color

	behind [256]Code // what waits behind the piece on a square
	gates  Set       // squares with a waiting piece
	hand   [2][maxTypes + 1]uint8
	inHand int // waiting pieces not placed yet, both sides; 0 in games with drops

	promoted Set // pieces that revert when they are captured

	pool  [2][maxTypes + 1]uint8 // captured pieces that can be promoted to
	ruins []ruin                 // what explosions have removed, for Unmake

	sights []sighting // by code and square; empty if nothing is remembered
	glance sighting   // the last one otherwise

	fullmove int
	state
	history []record
}

// state holds the part of a position that Unmake restores by copying.
type state struct {
	hash     uint64
	pawnHash uint64
	rights   uint64 // a bit per wing
	halfmove int32  // half-move clock: plies since a capture or a pawn move
	// reversible is the number of plies since an irreversible move. It is more than
	// halfmove where pawns can go sideways or back.
	reversible int32
	passer     Square // the piece that can be captured en passant
	passed     [maxPassed]Square
	passedN    uint8
	ended      Result // by a rule of its own, not by mate
	why        ending
	left       [2]uint8 // checks that a side must still give to win
	inCheck    bool     // the side to move is in check, in a game with perpetual check
}

// record holds what Unmake needs to know about a move.
type record struct {
	state
	move     Move
	turn     Color
	mover    Code
	captured Code
	victim   Code // captured in passing, by locust or en passant
	lost     Code // waited behind the captured piece
	lostPass Code // waited behind the victim
	entered  Code // entered where the mover stood
	second   Code // entered where the castling partner stood
	ruins    uint8
	reverts  reverting
	reborn   uint8 // see capture.go
}

// Game returns the game that the position belongs to.
func (p *Position) Game() *Game { return p.g }

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// At returns the piece on a square, or 0.
func (p *Position) At(sq Square) Code { return p.board[sq] }

// Board returns the piece on every square. It changes with the position and must not be
// written to.
func (p *Position) Board() *[256]Code { return &p.board }

// Pieces returns the set of squares that hold a piece.
func (p *Position) Pieces(c Code) Set { return p.pieces[c] }

// Count adds up the pieces of some kinds on the board.
func (p *Position) Count(codes []Code) (n int) {
	for _, code := range codes {
		n += p.pieces[code].Count()
	}
	return n
}

// Owned counts the pieces of a type that a side has on the board, behind others and in hand.
func (p *Position) Owned(t Type, c Color) int {
	code := CodeOf(t, c)
	n := p.pieces[code].Count() + p.InHand(t, c)
	p.gates.Squares(func(sq Square) {
		if p.behind[sq] == code {
			n++
		}
	})
	return n
}

// Occupied returns the set of occupied squares.
func (p *Position) Occupied() Set { return p.all }

// Side returns the set of squares that hold a side's pieces.
func (p *Position) Side(c Color) Set { return p.side[c] }

// King returns the square of a side's royal piece.
func (p *Position) King(c Color) Square { return p.king[c] }

// Hash returns a 64-bit key of everything that matters to repetition.
func (p *Position) Hash() uint64 { return p.hash }

// PawnHash returns a 64-bit key of the placement of the pawns of both sides.
func (p *Position) PawnHash() uint64 { return p.pawnHash }

// Halfmove returns the half-move clock, the number of plies since a capture or a pawn
// move.
func (p *Position) Halfmove() int { return int(p.halfmove) }

// Fullmove returns the number of the move, which starts at 1 and increases after Black's
// moves.
func (p *Position) Fullmove() int { return p.fullmove }

// Behind returns the piece that waits behind the one on sq, or 0.
func (p *Position) Behind(sq Square) Code { return p.behind[sq] }

// Gates returns the set of squares that have a piece waiting behind them.
func (p *Position) Gates() Set { return p.gates }

// InHand returns the number of pieces of a type that a side has in hand, to be dropped or yet
// to be placed.
func (p *Position) InHand(t Type, c Color) int { return int(p.hand[c][t]) }

// Pool returns the number of captured pieces of a type that a side can promote to.
func (p *Position) Pool(t Type, c Color) int { return int(p.pool[c][t]) }

// Placing reports whether the placement phase is going on.
func (p *Position) Placing() bool { return p.inHand > 0 }

// Plies returns the number of moves made since the position was set up.
func (p *Position) Plies() int { return len(p.history) }

// LastMove returns the last move made, or 0.
func (p *Position) LastMove() Move {
	if len(p.history) == 0 {
		return 0
	}
	return p.history[len(p.history)-1].move
}

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	q := *p
	q.sights = nil
	q.history = append(make([]record, 0, cap(p.history)), p.history...)
	q.ruins = append(make([]ruin, 0, cap(p.ruins)), p.ruins...)
	return &q
}

// Forget drops the history: repetitions are counted from this position, and there is nothing
// to unmake.
func (p *Position) Forget() {
	p.history = p.history[:0]
}

func (p *Position) put(code Code, sq Square) {
	p.board[sq] = code
	p.all.Add(sq)
	p.side[code.Color()].Add(sq)
	if code.Type() == p.g.shy {
		p.side[shy].Add(sq)
	}
	p.pieces[code].Add(sq)
	key := p.g.zobrist.piece[code][sq]
	p.hash ^= key
	p.pawnHash ^= key & p.g.pawnKeys[code]
}

func (p *Position) remove(sq Square) Code {
	code := p.board[sq]
	p.board[sq] = 0
	p.all.Remove(sq)
	p.side[code.Color()].Remove(sq)
	p.side[shy].Remove(sq)
	p.pieces[code].Remove(sq)
	key := p.g.zobrist.piece[code][sq]
	p.hash ^= key
	p.pawnHash ^= key & p.g.pawnKeys[code]
	return code
}

// wait puts a piece behind the one on sq; resume takes it away again.
func (p *Position) wait(code Code, sq Square) {
	p.behind[sq] = code
	p.gates.Add(sq)
	p.hash ^= p.g.zobrist.gate[code][sq]
}

func (p *Position) resume(sq Square) Code {
	code := p.behind[sq]
	if code == 0 {
		return 0
	}
	p.behind[sq] = 0
	p.gates.Remove(sq)
	p.hash ^= p.g.zobrist.gate[code][sq]
	return code
}

// setHand changes the number of pieces in hand.
func (p *Position) setHand(t Type, c Color, n int) {
	code := CodeOf(t, c)
	if !p.g.drops && p.g.entering == nil {
		p.inHand += n - int(p.hand[c][t])
	}
	keys := &p.g.zobrist.hand[code]
	p.hash ^= keys[p.hand[c][t]&variant.MaxHand] ^ keys[n&variant.MaxHand]
	p.hand[c][t] = uint8(n)
}

// addHand adds n pieces to the hand of their side.
func (p *Position) addHand(code Code, n int) {
	c, t := code.Color(), code.Type()
	p.setHand(t, c, int(p.hand[c][t])+n)
}

// setPool changes the number of captured pieces of a side.
func (p *Position) setPool(t Type, c Color, n int) {
	code := CodeOf(t, c)
	p.hash ^= p.g.zobrist.pool[code][p.pool[c][t]&15] ^ p.g.zobrist.pool[code][n&15]
	p.pool[c][t] = uint8(n)
}

// toPool adds n captured pieces to their owner's pool, if the game has pools.
func (p *Position) toPool(code Code, n int) {
	if p.g.pooled && code != 0 && !p.g.types[code.Type()].pawn {
		c, t := code.Color(), code.Type()
		p.setPool(t, c, int(p.pool[c][t])+n)
	}
}

func (p *Position) setRights(rights uint64) {
	p.hash ^= p.g.zobrist.rightsKey(p.rights) ^ p.g.zobrist.rightsKey(rights)
	p.rights = rights
}

func (p *Position) setTurn(c Color) {
	if c != p.turn {
		p.hash ^= p.g.zobrist.turn
		p.turn = c
	}
}

// A game may have a kind of piece that avoids its own: its moves neither hop over nor
// capture another of its kind, of either side. To it, its kind is in no relation, so
// that no move ends there or goes on.

// sides are the squares of White's pieces, of Black's, and of those of the kind that
// avoids its own.
type sides [3]Set

// shy is the index in sides of the kind that avoids its own.
const shy = 2

// without returns the sides without the pieces on some squares.
func (s *sides) without(gone *Set) sides {
	return sides{s[0].AndNot(gone), s[1].AndNot(gone), s[2].AndNot(gone)}
}

// moveShy brings the third of the sides up to date when a piece has come to a square.
func (p *Position) moveShy(own *sides, code Code, from, to Square) {
	if p.g.shy == NoType {
		return
	}
	own[shy].Remove(from)
	own[shy].Remove(to)
	if code.Type() == p.g.shy {
		own[shy].Add(to)
	}
}

// arriving returns the piece that stands on the target square after a move of one piece.
func (p *Position) arriving(m Move) Code {
	if t := m.Promotion(); t != NoType {
		return CodeOf(t, p.turn)
	}
	return p.board[m.From()]
}

// compileRelations determines how each piece sees the others.
func (g *Game) compileRelations() {
	var seen [2][256]uint8
	for _, c := range []Color{White, Black} {
		for _, code := range g.of[c] {
			seen[c][code], seen[c.Other()][code] = relFriend, relEnemy
		}
		seen[c][0] = relEmpty
		if g.Petrifies() {
			seen[c][Wall] = relFriend // it is in the way, and no piece captures friends there
		}
		g.relation[CodeOf(NoType, c)] = &seen[c]
		for _, code := range g.of[c] {
			g.relation[code] = &seen[c]
		}
	}
	if g.shy == NoType {
		return
	}
	for _, c := range []Color{White, Black} {
		avoiding := seen[c]
		avoiding[CodeOf(g.shy, White)], avoiding[CodeOf(g.shy, Black)] = 0, 0
		g.relation[CodeOf(g.shy, c)] = &avoiding
	}
}

// zobristKeys are the random numbers that a position's hash is the exclusive or
// of. They depend only on the generator below, so hashes are the same on every
// machine.
type zobristKeys struct {
	piece  [maxCodes][256]uint64
	gate   [maxCodes][256]uint64
	hand   [maxCodes][variant.MaxHand + 1]uint64
	formed [256]uint64 // a promoted piece that reverts when it is captured
	pool   [maxCodes][16]uint64
	checks [2][variant.MaxChecks + 1]uint64
	passed [256]uint64
	rights [64]uint64
	turn   uint64
}

func newZobristKeys(seed uint64) *zobristKeys {
	z := new(zobristKeys)
	next := func() uint64 { // splitmix64
		seed += 0x9e3779b97f4a7c15
		x := seed
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return x ^ x>>31
	}
	for c := range z.piece {
		for sq := range z.piece[c] {
			z.piece[c][sq], z.gate[c][sq] = next(), next()
		}
		for n := 1; n < 16; n++ { // an empty hand has key 0
			z.hand[c][n] = next()
		}
	}
	for sq := range z.passed {
		z.passed[sq] = next()
	}
	for i := range z.rights {
		z.rights[i] = next()
	}
	z.turn = next()
	for c := range z.pool {
		for n := 1; n < len(z.pool[c]); n++ { // an empty pool has key 0
			z.pool[c][n] = next()
		}
	}
	for c := range z.hand {
		for n := 16; n < len(z.hand[c]); n++ {
			z.hand[c][n] = next()
		}
	}
	for sq := range z.formed {
		z.formed[sq] = next()
	}
	for c := range z.checks {
		for n := 1; n < len(z.checks[c]); n++ { // none left has key 0
			z.checks[c][n] = next()
		}
	}
	return z
}

func (z *zobristKeys) rightsKey(rights uint64) uint64 {
	var h uint64
	for ; rights != 0; rights &= rights - 1 {
		h ^= z.rights[bits.TrailingZeros64(rights)]
	}
	return h
}

// hashFromScratch returns the hash of a position by its definition.
func (p *Position) hashFromScratch() uint64 {
	z := p.g.zobrist
	h := z.rightsKey(p.rights) ^ z.checks[White][p.left[White]] ^ z.checks[Black][p.left[Black]]
	for sq := range p.g.Squares() {
		if code := p.board[sq]; code != 0 {
			h ^= z.piece[code][sq]
		}
		if code := p.behind[sq]; code != 0 {
			h ^= z.gate[code][sq]
		}
		if p.promoted.Has(Square(sq)) {
			h ^= z.formed[sq]
		}
	}
	for _, code := range p.g.codes {
		h ^= z.hand[code][p.hand[code.Color()][code.Type()]&variant.MaxHand]
		h ^= z.pool[code][p.pool[code.Color()][code.Type()]&15]
	}
	for _, sq := range p.passed[:p.passedN] {
		h ^= z.passed[sq]
	}
	if p.turn == Black {
		h ^= z.turn
	}
	return h
}

// Placed is a piece on a square.
type Placed struct {
	Code   Code
	Square Square
}

// Arrange replaces everything on the board by the given pieces, with nothing
// waiting, no rights, and counters at zero. It allocates nothing, so it can set up positions
// by the million. Each side must have its royal piece, and no two pieces may
// share a square. It reports whether the side to move could not capture the other's
// royal piece; otherwise the position must not be played on.
func (p *Position) Arrange(pieces []Placed, turn Color) bool {
	p.all.Squares(func(sq Square) { p.remove(sq) })
	p.gates.Squares(func(sq Square) { p.resume(sq) })
	if p.g.drops {
		p.hand, p.promoted = [2][maxTypes + 1]uint8{}, Set{}
	}
	p.Forget()
	p.state = state{}
	p.startChecks()
	p.turn, p.fullmove = turn, 1
	for _, m := range pieces {
		p.put(m.Code, m.Square)
		if m.Code.Type() == p.g.royal {
			p.king[m.Code.Color()] = m.Square
		}
	}
	p.crown()
	p.loseByStranded()
	p.judge()
	p.hash = p.hashFromScratch()
	return !p.checked(turn.Other())
}

// Empty returns a position without pieces, to be filled by Arrange.
func (g *Game) Empty() *Position { return g.emptyPosition() }

// Mirror returns the position as seen from the other side: ranks are reversed,
// colours and turn are swapped. In a game with the symmetry rotate, files are
// reversed, too, unless its castling would not survive that. It has no history.
func (p *Position) Mirror() *Position {
	g := p.g
	if g.castlesChess960() {
		g = g.mirrored()
	}
	q := g.emptyPosition()
	for sq := range g.Squares() {
		to := g.MirrorSquare(Square(sq))
		if code := p.board[sq]; code == Wall {
			q.stand(code, to)
		} else if code != 0 {
			q.put(code^1, to)
		}
		if code := p.behind[sq]; code != 0 {
			q.wait(code^1, to)
		}
		if p.promoted.Has(Square(sq)) {
			q.markPromoted(to)
		}
	}
	for c := range p.hand {
		for t, n := range p.hand[c] {
			q.setHand(Type(t), Color(c).Other(), int(n))
			q.setPool(Type(t), Color(c).Other(), int(p.pool[c][t]))
		}
	}
	q.end(p.ended.mirrored(), p.why)
	q.left = [2]uint8{p.left[Black], p.left[White]}
	q.king = [2]Square{g.MirrorSquare(p.king[Black]), g.MirrorSquare(p.king[White])}
	q.crown()
	q.turn = p.turn.Other()
	q.fullmove = p.fullmove
	q.halfmove = p.halfmove
	for rights := p.rights & (1<<len(g.wings) - 1); rights != 0; rights &= rights - 1 {
		q.rights |= 1 << g.opposite(p.g.wings[bits.TrailingZeros64(rights)])
	}
	if e := g.entering; e != nil {
		for sq, right := range e.right {
			if p.rights&right != 0 {
				q.rights |= e.right[g.MirrorSquare(Square(sq))]
			}
		}
	}
	q.passer = g.MirrorSquare(p.passer)
	for _, sq := range p.passed[:p.passedN] {
		q.addPassed(g.MirrorSquare(sq))
	}
	q.hash = q.hashFromScratch()
	return q
}

// ArmiesDiffer reports whether the sides begin with different pieces, or with the same
// pieces on different squares as each of them sees the board. Arrays that are equal but
// for left and right do not differ.
func (g *Game) ArmiesDiffer() bool {
	start := g.start
	facing := func(turned bool) bool {
		for i := range g.Squares() {
			sq := Square(i)
			if code := start.board[sq]; code != 0 {
				to := g.SquareAt(g.File(sq), g.ranks-1-g.Rank(sq))
				if turned {
					to = Square(g.Squares()-1) - sq
				}
				if start.board[to] != code^1 {
					return false
				}
			}
		}
		return true
	}
	return start.hand[White] != start.hand[Black] || !facing(false) && !facing(true)
}

// opposite returns the wing on the same files as w of the other side, or 64 if there is
// none: then a right is lost in the mirror.
func (g *Game) opposite(w Wing) int {
	for i, o := range g.wings {
		if o.Color != w.Color && o.Piece == w.Piece && o.King == g.MirrorSquare(w.King) && o.Partner == g.MirrorSquare(w.Partner) {
			return i
		}
	}
	return 64
}

// Setup describes a position.
type Setup struct {
	// Board holds the pieces by square, Behind those that wait behind them.
	Board, Behind [256]Code
	// Hand has the waiting pieces that have no place yet.
	Hand []Code
	// Castling has the letters of the castling rights.
	Castling string
	Turn     Color
}

// SetUp makes a position without a history. It has the checks of ParseFEN.
func (g *Game) SetUp(s *Setup) (*Position, error) {
	p := g.emptyPosition()
	p.turn = s.Turn
	for i := range g.Squares() {
		if code := s.Board[i]; code != 0 {
			p.stand(code, Square(i))
		}
		if code := s.Behind[i]; code != 0 {
			p.wait(code, Square(i))
		}
	}
	for _, code := range s.Hand {
		p.addHand(code, 1)
	}
	if g.entering != nil { // wherever a piece may have stood since the start
		for _, c := range []Color{White, Black} {
			men := p.side[c].And(&g.homeRow[c])
			men.Squares(func(sq Square) {
				if !g.types[p.board[sq].Type()].pawn {
					p.rights |= g.entering.right[sq]
				}
			})
		}
	}
	fields := strings.Fields(p.FEN())
	if s.Castling != "" {
		fields[2] = s.Castling + strings.TrimPrefix(fields[2], "-")
	}
	return g.ParseFEN(strings.Join(fields, " "))
}
