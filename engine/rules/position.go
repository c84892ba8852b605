package rules

import (
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

	sights []sighting // by code and square; empty if unused
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

// record holds the data about a move that Unmake needs.
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

// Forget drops the history: repetitions are counted from this position, and there are no moves to
// unmake.
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
