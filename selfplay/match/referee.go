package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Referee specifies when games end, apart from the rules and the players' own actions.
type Referee struct {
	// MaxPlies is the length at which a game is drawn, opening moves included; 0 for
	// no limit.
	MaxPlies int
	// Draw and Resign adjudicate by the scores of the players. Their zero values do
	// nothing.
	Draw   DrawRule
	Resign ResignRule
	// Depths is whether records include the depth of each search.
	Depths bool
}

// Seat is a player at the board.
type Seat struct {
	Player player.Player
	Limit  player.Limit
	Seed   uint64 // for its random choices in this game
}

// Played is a game that has ended.
type Played struct {
	store.Record
	// Fault is the fault that lost the game; nil for most games.
	Fault *player.Fault
	// By is the side at fault.
	By rules.Color
}

// NotReady is a fault of a player before its first move; the game is not played.
type NotReady struct {
	*player.Fault
	By rules.Color
}

// Error returns the error of the fault.
func (n *NotReady) Error() string { return n.Fault.Error() }

// Unwrap returns the fault.
func (n *NotReady) Unwrap() error { return n.Fault }

// Play plays a game from an opening; the seats are White's, then Black's. One player may sit in
// both. The record lacks only the index of the game in its run. The error is a *NotReady, the error
// of the context, or the reason why the game cannot be played.
func (r Referee) Play(ctx context.Context, start opening.Start, seats [2]Seat) (Played, error) {
	b := newBoard(r, start, seats)
	if err := b.sitDown(ctx); err != nil {
		return Played{}, err
	}
	for !b.over() {
		if err := b.ply(ctx); err != nil {
			return Played{}, err
		}
	}
	for _, seat := range seats {
		player.Rest(ctx, seat.Player)
	}
	return b.played, nil
}

// board is a game in progress.
type board struct {
	Referee
	seats  [2]Seat
	pos    *rules.Position
	turn   player.Turn
	legal  []rules.Move
	clocks [2]clock
	expect expectations
	offer  bool // the side that moved last has offered a draw
	timed  bool
	played Played
}

func newBoard(r Referee, start opening.Start, seats [2]Seat) *board {
	b := &board{Referee: r, seats: seats, pos: start.Position}
	g := b.pos.Game()
	b.played.Record = store.Record{Game: g.Variant.Name, FEN: start.FEN, RandomPlies: len(start.Moves)}
	b.turn = player.Turn{Position: b.pos, Start: start.FEN, Moves: slices.Clone(start.Moves)}
	b.timed = seats[0].Limit.Timed() || seats[1].Limit.Timed()
	for _, m := range start.Moves {
		b.write(g.MoveText(m), store.Unknown, store.Unknown, store.Unknown)
	}
	for c := range seats {
		l := seats[c].Limit
		b.clocks[c] = clock{l, cmp.Or(l.Time, l.Increment), l.Moves} // one without main time begins with the increment
	}
	return b
}

// sitDown tells the players that a game begins.
func (b *board) sitDown(ctx context.Context) error {
	for c := range b.seats {
		if c == 1 && b.seats[1].Player == b.seats[0].Player {
			break
		}
		err := b.seats[c].Player.NewGame(ctx, b.seats[c].Seed)
		if fault := faultOf(ctx, err); fault != nil {
			return &NotReady{fault, rules.Color(c)}
		}
		if err != nil {
			return cmp.Or(ctx.Err(), err)
		}
	}
	return nil
}

// faultOf returns the fault in an error, or nil if the error is due to the end of the
// context.
func faultOf(ctx context.Context, err error) *player.Fault {
	var fault *player.Fault
	if err == nil || ctx.Err() != nil || !errors.As(err, &fault) {
		return nil
	}
	return fault
}

// over ends the game if the rules or the length limit say so. A mate or stalemate
// takes precedence over a draw on the same move.
func (b *board) over() bool {
	if b.played.Result != rules.Ongoing {
		return true
	}
	b.legal = b.pos.Moves(b.legal[:0])
	if len(b.legal) == 0 {
		b.end(b.pos.Outcome())
		return true
	}
	if result, reason := b.pos.DrawByRule(); reason != rules.NoReason {
		b.end(result, reason)
		return true
	}
	if b.MaxPlies > 0 && len(b.turn.Moves) >= b.MaxPlies {
		b.end(rules.Draw, LengthLimit)
		return true
	}
	return false
}

func (b *board) end(result rules.Result, reason rules.Reason) {
	b.played.Result, b.played.Reason = result, reason
}

// lose ends the game with a loss for a side.
func (b *board) lose(c rules.Color, reason rules.Reason, format string, args ...any) {
	b.end(lossOf(c), reason)
	b.played.Detail = fmt.Sprintf(format, args...)
}

// ply asks for a move and makes it, or ends the game.
func (b *board) ply(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	us := b.pos.Turn()
	b.turn.Legal = b.legal
	b.setClocks(us)
	choice, err := b.seats[us].Player.Move(ctx, &b.turn)
	if fault := faultOf(ctx, err); fault != nil {
		b.lose(us, reasonOf(fault), "%s", fault)
		b.played.Fault, b.played.By = fault, us
		return nil
	}
	if err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	if overdrawn := b.clocks[us].spend(choice.Elapsed); overdrawn > 0 {
		b.lose(us, TimeForfeit, "%s overdrew the clock by %v", us, overdrawn)
		return nil
	}
	if b.says(us, &choice) {
		return nil
	}
	b.make(us, &choice)
	return nil
}

// says ends the game if the player resigns, claims a result or moves illegally.
func (b *board) says(us rules.Color, c *player.Choice) bool {
	switch {
	case c.Resigned, c.Claim == lossOf(us):
		b.lose(us, Resignation, "%s", c.ClaimText)
	case c.Claim != rules.Ongoing:
		b.lose(us, FalseClaim, "%s states the result %s (%s), but the game goes on", us, c.Claim, c.ClaimText)
	case !slices.Contains(b.legal, c.Move):
		b.lose(us, IllegalMove, "%s has no legal move %s", us, b.pos.Game().MoveText(c.Move))
	default:
		return false
	}
	return true
}

func lossOf(c rules.Color) rules.Result {
	if c == rules.White {
		return rules.BlackWins
	}
	return rules.WhiteWins
}

// make makes a legal move.
func (b *board) make(us rules.Color, c *player.Choice) {
	score := min(max(c.Score, -search.MateScore), search.MateScore)
	if us == rules.Black {
		score = -score
	}
	known, depth := store.Unknown, store.Unknown
	if c.HasScore {
		known = score
		if c.Depth > 0 {
			depth = c.Depth
		}
	}
	b.write(b.pos.Game().MoveText(c.Move), known, int(c.Elapsed.Milliseconds()), depth)
	b.turn.Moves = append(b.turn.Moves, c.Move)
	move := b.pos.Fullmove()
	b.pos.Make(c.Move)
	if b.offer && c.OfferedDraw {
		b.endUnlessOver(rules.Draw, DrawAgreed)
	}
	b.offer = c.OfferedDraw
	b.expect.note(us, score, c.HasScore, b.pos.Halfmove() == 0)
	if result, reason := b.expect.verdict(b.Draw, b.Resign, move); result != rules.Ongoing {
		b.endUnlessOver(result, reason)
	}
}

// endUnlessOver ends the game unless the rules have already ended it.
func (b *board) endUnlessOver(result rules.Result, reason rules.Reason) {
	if !b.over() {
		b.end(result, reason)
	}
}

// write adds a move to the record.
func (b *board) write(text string, score, ms, depth int) {
	r := &b.played.Record
	r.Moves = append(r.Moves, text)
	r.Scores = append(r.Scores, score)
	if b.timed {
		r.Times = append(r.Times, ms)
	}
	if b.Depths {
		r.Depths = append(r.Depths, depth)
	}
}
