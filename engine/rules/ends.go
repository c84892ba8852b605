package rules

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// ending numbers the rules besides mate that end a game.
type ending uint8

const (
	noEnding ending = iota
	emptyPool
	extinct
	goalReached
	blownUp
	checksGiven
	bothPassed
	lineMade
)

// endings are the reasons by number.
var endings = [...]Reason{NoReason, EmptyPool, Extinction, GoalReached, BlownUp, ChecksGiven, BothPassed, LineMade}

// extinction is a rule by which a side's loss of pieces ends the game.
type extinction struct {
	variant.Extinction
	kinds []Type
}

// goal is a rule by which pieces on some squares win.
type goal struct {
	variant.Goal
	squares [2]Set
	kinds   []Type
}

// lineRule is a rule by which a line or a square of pieces ends the game.
type lineRule struct {
	variant.Line
	kinds []Type
	steps []betza.Vec
}

func (g *Game) compileEnds() {
	rules := &g.Variant.Rules
	if rules.Extinction.Result != variant.NoEnd {
		g.extinction = &extinction{rules.Extinction, g.typesNamed(rules.Extinction.Pieces)}
	}
	if len(rules.Goal.White)+len(rules.Goal.Black) > 0 {
		squares := [2]Set{g.region(rules.Goal.White), g.region(rules.Goal.Black)}
		g.goal = &goal{rules.Goal, squares, g.typesNamed(rules.Goal.Pieces)}
		if len(g.goal.kinds) == 0 {
			g.goal.kinds = g.Types()
		}
	}
	if l := &rules.Line; l.Count+l.OnLine+l.Square > 0 {
		g.lines = &lineRule{Line: *l, kinds: g.typesNamed(l.Pieces)}
		for i, on := range []bool{l.Horizontal, l.Vertical, l.Diagonal, l.Diagonal} {
			if on {
				g.lines.steps = append(g.lines.steps, []betza.Vec{{DX: 1}, {DY: 1}, {DX: 1, DY: 1}, {DX: -1, DY: 1}}[i])
			}
		}
		if len(g.lines.kinds) == 0 {
			g.lines.kinds = g.Types()
		}
	}
	g.judged = g.extinction != nil || g.goal != nil || g.lines != nil || g.CountsChecks()
	perpetual := rules.PerpetualCheck == variant.PerpetualLoss
	g.repeats = perpetual || rules.RepetitionResult != variant.RepetitionDraw
	g.judged = g.judged || perpetual
	g.obliges = rules.MustCapture || rules.ChecksForbidden || rules.Hand.MustDrop
}

func (g *Game) typesNamed(names []string) []Type {
	var types []Type
	for _, name := range names {
		types = append(types, g.TypeNamed(name))
	}
	return types
}

// region returns the union of some rectangles.
func (g *Game) region(parts []string) (set Set) {
	for _, part := range parts {
		a, _ := variant.ParseArea(part)
		for sq := range g.Squares() {
			if at := Square(sq); a.Holds(g.File(at), g.Rank(at)) && !g.IsHole(at) {
				set.Add(at)
			}
		}
	}
	return set
}

// Goal returns the set of squares that a side has to reach; empty in a game without a goal.
func (g *Game) Goal(c Color) (s Set) {
	if g.goal != nil {
		s = g.goal.squares[c]
	}
	return s
}

// GoalTypes lists the types that win on their goal.
func (g *Game) GoalTypes() []Type {
	if g.goal == nil {
		return nil
	}
	return g.goal.kinds
}

// Ended returns the result if a rule other than mate has ended the game. There are
// no legal moves then.
func (p *Position) Ended() Result { return p.ended }

func (p *Position) end(r Result, why ending) { p.ended, p.why = r, why }

// judge ends the game if a rule other than mate says so.
func (p *Position) judge() {
	if p.g.repeats {
		p.inCheck = p.InCheck()
	}
	if p.ended != Ongoing || !p.g.judged || p.inHand > 0 {
		return
	}
	if p.g.extinction != nil {
		p.judgeExtinction(p.g.extinction)
	}
	if p.g.goal != nil && p.ended == Ongoing {
		p.judgeGoal(p.g.goal)
	}
	if p.g.lines != nil && p.ended == Ongoing {
		p.judgeLine(p.g.lines)
	}
	if p.g.CountsChecks() && p.ended == Ongoing {
		p.judgeChecks()
	}
}

// judgeExtinction ends the game if a side has lost the pieces that it needs. The side that
// has just moved is judged first.
func (p *Position) judgeExtinction(e *extinction) {
	for _, c := range [2]Color{p.turn.Other(), p.turn} {
		other := e.OpponentCount
		if e.Claim && c == p.turn {
			other++
		}
		gone := false
		if len(e.kinds) == 0 {
			gone = p.pieceCount(c, NoType) <= e.Count && p.pieceCount(c.Other(), NoType) >= other
		}
		for _, t := range e.kinds {
			gone = gone || p.pieceCount(c, t) <= e.Count && p.pieceCount(c.Other(), t) >= other
		}
		if gone {
			p.end(resultFor(c, e.Result), extinct)
			return
		}
	}
}

// pieceCount returns the number of a side's pieces of a type, or of all its pieces for
// NoType, on the board and in hand.
func (p *Position) pieceCount(c Color, t Type) int {
	if t == NoType {
		return p.side[c].Count() + p.handSize(c)
	}
	return p.pieces[CodeOf(t, c)].Count() + int(p.hand[c][t])
}

// resultFor returns the result of a game that side c wins, loses or draws.
func resultFor(c Color, r variant.EndResult) Result {
	switch r {
	case variant.EndWin:
		return win(c)
	case variant.EndLoss:
		return win(c.Other())
	}
	return Draw
}

// judgeLine ends the game if the side that has just moved has a line or a square of its
// pieces.
func (p *Position) judgeLine(l *lineRule) {
	them := p.turn.Other()
	var on Set
	for _, t := range l.kinds {
		on = on.Or(&p.pieces[CodeOf(t, them)])
	}
	made := false
	on.Squares(func(first Square) {
		for _, step := range l.steps {
			made = made || l.Count > 0 && p.inLine(&on, first, step, l.Count) == l.Count
			made = made || l.OnLine > 0 && p.inLine(&on, first, step, 0) >= l.OnLine
		}
		made = made || l.Square > 0 && p.inSquare(&on, first, l.Square)
	})
	if made {
		p.end(resultFor(them, l.Result), lineMade)
	}
}

// inLine counts the squares of a set from one of them on: side by side, up to a number, or,
// if that is 0, on the whole line, which ends at the edge or at a hole.
func (p *Position) inLine(on *Set, first Square, step betza.Vec, most int) int {
	n := 1
	for at, ok := p.g.offset(first, step, White); ok && at != first && (most == 0 || n < most); at, ok = p.g.offset(at, step, White) {
		if on.Has(at) {
			n++
		} else if most > 0 {
			break
		}
	}
	return n
}

// inSquare reports whether a set has all squares of the square with a lower left corner.
func (p *Position) inSquare(on *Set, corner Square, side int) bool {
	for at, ok, n := corner, true, 0; n < side; n++ {
		if !ok || p.inLine(on, at, betza.Vec{DX: 1}, side) < side || !on.Has(at) {
			return false
		}
		at, ok = p.g.offset(at, betza.Vec{DY: 1}, White)
	}
	return true
}

func (p *Position) judgeGoal(g *goal) {
	us, them := p.turn, p.turn.Other()
	replies := g.Reply != variant.NoReply
	switch {
	case (replies || g.Safe) && p.reached(g, us): // one move ago
		shared := g.Reply == variant.BlackReply && us == White || g.Safe && !replies
		if shared && p.reached(g, them) {
			p.end(Draw, goalReached)
		} else {
			p.end(win(us), goalReached)
		}
	case (g.Reply != variant.AnyReply || g.Safe) && p.reached(g, them):
		if g.Reply != variant.BlackReply || us == White || !p.canReach(g) {
			p.end(win(them), goalReached)
		}
	}
}

// reached reports whether a side has enough pieces on its goal.
func (p *Position) reached(g *goal, c Color) bool {
	var on Set
	for _, t := range g.kinds {
		have := g.squares[c].And(&p.pieces[CodeOf(t, c)])
		on = on.Or(&have)
	}
	n := on.Count()
	if n == 0 || n < g.Count && !(g.Blocked && p.all.Holds(&g.squares[c])) {
		return false
	}
	if !g.Safe || n > g.Count || g.Reply == variant.AnyReply && c == p.turn {
		return true
	}
	safe := true
	on.Squares(func(sq Square) { safe = safe && !p.Attacked(sq, c.Other()) })
	return safe
}

// canReach reports whether the side to move has a move to its goal.
func (p *Position) canReach(g *goal) bool {
	var buf [512]Move
	for _, m := range p.Moves(buf[:0]) {
		kind := p.board[m.From()].Type()
		if g.squares[p.turn].Has(m.To()) && slices.Contains(g.kinds, kind) {
			return true
		}
	}
	return false
}

// ChecksLeft returns the number of checks that a side must still give to win; 0 in a
// game in which checks do not count.
func (p *Position) ChecksLeft(c Color) int { return int(p.left[c]) }

// CountsChecks reports whether a side wins by checks alone.
func (g *Game) CountsChecks() bool { return g.Variant.Rules.Checks > 0 }

// startChecks sets the counts of checks to those at the start.
func (p *Position) startChecks() {
	n := uint8(p.g.Variant.Rules.Checks)
	p.left = [2]uint8{n, n}
}

// countCheck counts a check that the last move has given.
func (p *Position) countCheck() {
	if c := p.turn.Other(); p.InCheck() && p.left[c] > 0 {
		z := &p.g.zobrist.checks[c]
		p.hash ^= z[p.left[c]] ^ z[p.left[c]-1]
		p.left[c]--
	}
}

// judgeChecks ends the game if a side has given all its checks.
func (p *Position) judgeChecks() {
	for _, c := range []Color{White, Black} {
		if p.left[c] == 0 {
			p.end(win(c), checksGiven)
		}
	}
}

// cutChecks takes the counts of checks, such as 3+2, out of the fields of a FEN,
// where they stand before the halfmove clock. By default each side has all its checks left.
func (r *fenReader) cutChecks(fields []string) ([]string, error) {
	r.p.startChecks()
	at := slices.IndexFunc(fields, func(f string) bool { return strings.Contains(f[1:], "+") && f[0] >= '0' && f[0] <= '9' })
	if !r.g.CountsChecks() || at < 2 {
		return fields, nil
	}
	limit := r.g.Variant.Rules.Checks
	white, black, _ := strings.Cut(fields[at], "+")
	for c, text := range []string{white, black} {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > limit {
			return nil, r.fail("checks", "found %q, expected the checks that each side must still give, 0 to %d, as in %q", fields[at], limit, fmt.Sprintf("%d+%d", limit, limit))
		}
		r.p.left[c] = uint8(n)
	}
	return append(fields[:at:at], fields[at+1:]...), nil
}

// MustCapture reports whether a side that can capture must do so.
func (g *Game) MustCapture() bool { return g.Variant.Rules.MustCapture }

// obliged drops the moves that the game forbids from buf[n:], all legal moves or all
// that capture or promote: those that give check, and those that do not drop or capture
// where one must.
func (p *Position) obliged(buf []Move, n int) []Move {
	rule := &p.g.Variant.Rules
	if rule.ChecksForbidden {
		buf = keep(buf, n, func(m Move) bool { return !p.givesCheck(m) })
	}
	if p.mustDrop() {
		buf = keep(buf, n, func(m Move) bool { return m.Kind() == Placing })
	}
	if rule.MustCapture && slices.ContainsFunc(buf[n:], p.IsCapture) {
		buf = keep(buf, n, p.IsCapture)
	}
	return buf
}

// keep filters buf[n:] in place.
func keep(buf []Move, n int, wanted func(Move) bool) []Move {
	out := n
	for _, m := range buf[n:] {
		if wanted(m) {
			buf[out] = m
			out++
		}
	}
	return buf[:out]
}

// canCapture reports whether the side to move may capture, with buf as scratch space.
func (p *Position) canCapture(buf []Move, d *Danger) bool {
	n := len(buf)
	return slices.ContainsFunc(p.CapturesWith(buf, d)[n:], p.IsCapture)
}

// mustDrop reports whether the side to move must drop a piece.
func (p *Position) mustDrop() bool {
	return p.g.Variant.Rules.Hand.MustDrop && p.handSize(p.turn) > 0
}

// MustTake reports whether the side to move must capture.
func (p *Position) MustTake() bool {
	if !p.g.MustCapture() {
		return false
	}
	var d Danger
	p.FindDanger(&d)
	var buf [256]Move
	return p.canCapture(buf[:0], &d)
}

// mayPlay reports whether the obligations of the game allow a move that is legal otherwise.
func (p *Position) mayPlay(m Move) bool {
	if p.g.Variant.Rules.ChecksForbidden && p.givesCheck(m) {
		return false
	}
	return (p.IsCapture(m) || !p.MustTake()) && (m.Kind() == Placing || !p.mustDrop())
}

// givesCheck reports whether a legal move gives check, in a game without explosions.
func (p *Position) givesCheck(m Move) bool {
	switch {
	case m.Kind() == Pass, m.Kind() == Placing && !p.g.drops:
		return false
	case m.Kind() == Placing:
		return p.dropChecks(CodeOf(m.Promotion(), p.turn), m.To())
	}
	return p.checkedAfter(m, p.turn.Other())
}

// passMoves appends the pass if it is legal, where others is the number of other legal moves.
// A pass has the square of the royal piece, or a corner without one, on both sides.
func (p *Position) passMoves(buf []Move, others int, d *Danger) []Move {
	if others > 0 && p.g.MustCapture() && p.IsCapture(buf[len(buf)-1]) {
		return buf
	}
	if d.checkers > 0 || p.g.Variant.Rules.Pass == variant.PassOnStalemate && others > 0 {
		return buf
	}
	return append(buf, p.pass())
}

// pass returns the move by which the side to move passes.
func (p *Position) pass() Move {
	sq := Square(0)
	if royals := p.Royals(p.turn); !royals.Empty() {
		sq = royals.first()
	} else if p.turn == Black {
		sq = p.g.MirrorSquare(0)
	}
	return makeMove(sq, sq, Pass, NoType, 0)
}

// appendPass appends the pass to the moves that begin at n: all or the quiet ones.
func (p *Position) appendPass(buf []Move, n int, d *Danger) []Move {
	others := len(buf) - n
	if others == 0 && p.g.Variant.Rules.Pass == variant.PassOnStalemate {
		others = len(p.CapturesWith(buf, d)) - len(buf)
	}
	return p.passMoves(buf, others, d)
}

// mayPass reports whether m is a legal pass.
func (p *Position) mayPass(m Move, d *Danger) bool {
	if p.g.passes && m == p.pass() && d.checkers == 0 {
		var buf [512]Move
		moves := p.MovesWith(buf[:0], d)
		return len(moves) > 0 && moves[len(moves)-1] == m
	}
	return false
}

// nullPass is the extra square of a null move of the search, which is not a pass of the
// game.
const nullPass = 1

// passTurn ends the game when both sides have passed, n moves after its start.
func (p *Position) passTurn(n int) {
	if n > 0 {
		if m := p.history[n-1].move; m.Kind() == Pass && m.Extra() != nullPass {
			p.end(Draw, bothPassed)
		}
	}
}

// compileRoyals determines which pieces must be safe. In a crowned game each side always
// has one royal piece, and moves keep Position.king up to date. In other games
// Position.royals is computed after each move.
func (g *Game) compileRoyals() {
	g.royals = g.Variant.Rules.Royals
	g.crowned = g.royals == variant.OneRoyal
	g.castler = g.royal
	if name := g.Variant.Rules.Castling.King; name != "" {
		g.castler = g.TypeNamed(name)
	}
	if g.crowned {
		return
	}
	for _, t := range g.Types() {
		if g.types[t].royal {
			g.royalTypes = append(g.royalTypes, t)
		}
	}
	if len(g.royalTypes) != 1 {
		g.royal = NoType
	}
}

// Mirrors reports whether the sides have the same rules, so that the mirror image of
// a position has the mirror images of its moves and the opposite outcome.
func (g *Game) Mirrors() bool {
	for n := range g.wings {
		if g.opposite(g.wings[n]) >= len(g.wings) {
			return false
		}
	}
	for i := range g.Variant.Rules.Promotions {
		if pr := &g.Variant.Rules.Promotions[i]; !pr.For(true) || !pr.For(false) || len(pr.Squares) > 0 {
			return false
		}
	}
	if g.rebirths && !g.homesMirror() {
		return false
	}
	if g.goal == nil {
		return true
	}
	var white Set
	g.goal.squares[Black].Squares(func(sq Square) { white.Add(g.MirrorSquare(sq)) })
	return white == g.goal.squares[White] && g.goal.Reply != variant.BlackReply
}

// Crowned reports whether each side always has exactly one royal piece.
func (g *Game) Crowned() bool { return g.crowned }

// IsRoyal reports whether pieces of a type are never captured and so have no value.
func (g *Game) IsRoyal(t Type) bool {
	return g.types[t].royal && (g.crowned || g.royals == variant.AllRoyals)
}

// Royals returns the set of a side's pieces that must not be left attacked, or, with
// the rule any, not all of them.
func (p *Position) Royals(c Color) (s Set) {
	if p.g.crowned {
		s.Add(p.king[c])
		return s
	}
	return p.royals[c]
}

// crown finds the royal pieces of both sides, in a game that is not crowned.
func (p *Position) crown() {
	if p.g.crowned {
		return
	}
	for c := range p.royals {
		p.royals[c], p.king[c] = Set{}, 0
		for _, t := range p.g.royalTypes {
			p.addRoyals(&p.royals[c], &p.pieces[CodeOf(t, Color(c))])
		}
		p.king[c] = p.royals[c].first()
	}
}

// addRoyals adds a side's pieces of one royal kind to those that must be safe.
func (p *Position) addRoyals(royals, have *Set) {
	if p.g.royals != variant.LastRoyal || have.Count() == 1 {
		*royals = royals.Or(have)
	}
}

// first returns the first square of the set, or a1.
func (s *Set) first() Square {
	for w, word := range s {
		if word != 0 {
			return Square(w<<6 + bits.TrailingZeros64(word))
		}
	}
	return 0
}

// isRoyal reports whether the piece on a square must not be left attacked.
func (p *Position) isRoyal(sq Square, c Color) bool {
	if p.g.crowned {
		return sq == p.king[c]
	}
	return p.royals[c].Has(sq)
}

// checked reports whether a side is in check.
func (p *Position) checked(c Color) bool {
	var none Set
	if p.g.blast != nil {
		royals := p.Royals(c)
		return p.ended == Ongoing && p.hitInBlast(&royals, c, &p.all, &p.side, &none)
	}
	if p.g.crowned {
		return p.attacked(p.king[c], c.Other(), &p.all, &p.side, &none)
	}
	return p.royalsAttacked(&p.royals[c], c, &p.all, &p.side, &none) > 0
}

// royalsAttacked counts the given royal pieces of a side that the other side, with
// some new pieces, attacks, as attacked does; with the rule any it is 0 unless all
// are.
func (p *Position) royalsAttacked(royals *Set, c Color, all *Set, own *sides, gone *Set, with ...Placed) int {
	n, safe := 0, 0
	for w, word := range royals {
		for ; word != 0; word &= word - 1 {
			sq := Square(w<<6 + bits.TrailingZeros64(word))
			hit := p.attacked(sq, c.Other(), all, own, gone)
			for _, by := range with {
				hit = hit || !p.g.types[by.Code.Type()].harmless && p.g.attacks.way(by.Code, by.Square, sq).open(all, own, c.Other(), true)
			}
			if hit {
				n++
			} else {
				safe++
			}
		}
	}
	if p.g.royals == variant.AnyRoyal && safe > 0 {
		return 0
	}
	return n
}

// findSeveral does the work of FindDanger for a side without royal pieces or with several.
// It reports false if there is one.
func (p *Position) findSeveral(d *Danger) bool {
	royals := &p.royals[p.turn]
	switch royals.Count() {
	case 0:
		return true
	case 1:
		return false
	}
	var none Set
	d.verifyAll, d.test = true, testEach
	d.checkers = p.royalsAttacked(royals, p.turn, &p.all, &p.side, &none)
	return true
}

// royalsSafe reports whether the mover's royal pieces are safe once m is made,
// which leaves all, own and gone as in safeAfter.
func (p *Position) royalsSafe(m Move, all *Set, own *sides, gone *Set) bool {
	us, mover := p.turn, p.board[m.From()]
	arrives := mover
	if t := m.Promotion(); t != NoType {
		arrives = CodeOf(t, us)
	}
	var royals Set
	for _, t := range p.g.royalTypes {
		code := CodeOf(t, us)
		have := p.pieces[code].AndNot(gone)
		if mover == code {
			have.Remove(m.From())
		}
		if arrives == code {
			have.Add(m.To())
		}
		p.addRoyals(&royals, &have)
	}
	return p.royalsAttacked(&royals, us, all, own, gone) == 0
}

// royalsSafeAfterCastling is like royalsSafe, for a castling that leaves all occupied.
func (p *Position) royalsSafeAfterCastling(c *castling, all *Set) bool {
	royals := p.royals[p.turn]
	own := p.side
	for _, set := range []*Set{&royals, &own[p.turn]} {
		king, partner := set.Has(c.kingFrom), set.Has(c.partnerFrom)
		set.Remove(c.kingFrom)
		set.Remove(c.partnerFrom)
		if king {
			set.Add(c.kingTo)
		}
		if partner {
			set.Add(c.partnerTo)
		}
	}
	var none Set
	return p.royalsAttacked(&royals, p.turn, all, &own, &none) == 0
}
