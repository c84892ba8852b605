package rules

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// slowBoard is a second move generator for the tests: it walks the paths of
// the move expressions over a plain map, plays each move on a copy, and looks
// whether the king can be taken. It shares no code with step programs, attack
// tables or incremental state.
type slowBoard struct {
	g      *Game
	pieces map[[2]int]Code
	behind map[[2]int]Code
	turn   Color
	passed map[[2]int]bool
	passer [2]int
	rights uint64
	fresh  map[[2]int]Code // that has not moved
	pool   [2][maxTypes + 1]uint8
	hand   [2][maxTypes + 1]uint8
	lost   bool
	exprs  map[Type][]slowMoves
}

type slowMoves struct {
	set  variant.MoveSet
	expr betza.Expression
}

func newSlowBoard(p *Position) *slowBoard {
	g := p.g
	b := &slowBoard{g: g, pieces: map[[2]int]Code{}, behind: map[[2]int]Code{}, turn: p.turn, pool: p.pool, hand: p.hand, lost: p.ended != Ongoing,
		passed: map[[2]int]bool{}, rights: p.rights, fresh: map[[2]int]Code{}, exprs: map[Type][]slowMoves{}}
	for sq := range g.Squares() {
		at := b.at(Square(sq))
		if c := p.At(Square(sq)); c != 0 {
			b.pieces[at] = c
			if p.Unmoved(Square(sq)) {
				b.fresh[at] = c
			}
		}
		if c := p.Behind(Square(sq)); c != 0 {
			b.behind[at] = c
		}
	}
	for _, sq := range p.passed[:p.passedN] {
		b.passed[b.at(sq)] = true
		b.passer = b.at(p.passer)
	}
	for i, piece := range g.Variant.Pieces {
		for _, m := range piece.Moves {
			e, err := betza.Parse(m.Betza)
			if err != nil {
				panic(err)
			}
			b.exprs[Type(i+1)] = append(b.exprs[Type(i+1)], slowMoves{m, e})
		}
	}
	return b
}

func (b *slowBoard) at(sq Square) [2]int { return [2]int{b.g.File(sq), b.g.Rank(sq)} }

func (b *slowBoard) on(at [2]int) bool {
	return at[0] >= 0 && at[1] >= 0 && at[0] < b.g.Files() && at[1] < b.g.Ranks() &&
		!b.g.IsHole(b.g.SquareAt(at[0], at[1]))
}

// slowEnd is where a path may end.
type slowEnd struct {
	to        [2]int
	takes     bool
	enPassant bool
	victim    [2]int // captured in passing
	locust    bool
	passes    bool
	royalOnly bool
	area      string
}

// ends walks every path of the piece on from.
func (b *slowBoard) ends(from [2]int) []slowEnd {
	code := b.pieces[from]
	us := code.Color()
	rank := from[1] + 1
	if us == Black {
		rank = b.g.Ranks() - from[1]
	}
	var out []slowEnd
	for _, m := range b.exprs[code.Type()] {
		if m.set.FirstRank != 0 && (rank < m.set.FirstRank || rank > m.set.LastRank) || !b.inArea(from, us, m.set.Area) {
			continue
		}
		for _, path := range m.expr.Paths {
			if path.Initial && b.fresh[from] != code {
				continue
			}
			if m.set.Flying {
				path.Legs = append([]betza.Leg(nil), path.Legs...)
				for i := range path.Legs {
					path.Legs[i].Through, path.Legs[i].End = betza.Anything, betza.Anything
				}
				path.Legs[len(path.Legs)-1].End = betza.Empty
			}
			b.follow(from, from, us, path, 0, slowEnd{passes: m.set.LeavesEnPassant || path.LeavesEnPassant, royalOnly: m.set.RoyalOnly, area: m.set.Area}, &out)
		}
	}
	return b.slowCaptures(from, out)
}

func (b *slowBoard) inArea(at [2]int, us Color, area string) bool {
	if area == "" {
		return true
	}
	var left, right byte
	var low, high, rank int
	if !strings.Contains(area, "-") {
		area += "-" + area
	}
	if _, err := fmt.Sscanf(area, "%c%d-%c%d", &left, &low, &right, &high); err != nil {
		panic(err)
	}
	if rank = at[1] + 1; us == Black {
		rank = b.g.Ranks() - at[1]
	}
	file := byte('a' + at[0])
	return left <= file && file <= right && low <= rank && rank <= high
}

func (b *slowBoard) look(from, at [2]int, us Color) betza.Occupancy {
	c, ok := b.pieces[at]
	switch {
	case !ok || at == from:
		return betza.Empty
	case c.Type() == b.pieces[from].Type() && b.g.Variant.Pieces[c.Type()-1].AvoidsOwnKind:
		return 0
	case c.Color() == us || c == Wall:
		return betza.Friend
	}
	return betza.Enemy
}

func (b *slowBoard) follow(from, at [2]int, us Color, path betza.Path, leg int, e slowEnd, out *[]slowEnd) {
	l, start := path.Legs[leg], at
	dx, dy := l.Step.DX, l.Step.DY
	if us == Black {
		dy = -dy
		if b.g.Variant.Rules.Symmetry == variant.RotateSymmetry {
			dx = -dx
		}
	}
	for n := 1; l.Max == 0 || n <= l.Max; n++ {
		at = b.around([2]int{at[0] + dx, at[1] + dy})
		if !b.on(at) || !b.inArea(at, us, e.area) {
			return
		}
		here := b.look(from, at, us)
		if n >= l.Min {
			if leg == len(path.Legs)-1 {
				if l.End&here != 0 && (at != from || e.locust) {
					end := e
					end.to, end.takes = at, here != betza.Empty
					*out = append(*out, end)
				} else if path.EnPassant && b.passed[at] && us == b.turn {
					end := e
					end.to, end.enPassant = at, true
					*out = append(*out, end)
				}
			} else if l.End&here != 0 {
				next := e
				if l.Takes && here != betza.Empty {
					next.locust, next.victim = true, at
				}
				b.follow(from, at, us, path, leg+1, next, out)
			}
		}
		if l.Through&here == 0 {
			return
		}
		if slides := l.Max == 0 || l.Max > l.Min; slides && b.g.Variant.Rules.Wraps != variant.NoWrap && (at == from || at == start) {
			return // once around the board
		}
	}
}

// around takes a square over the edges that are joined.
func (b *slowBoard) around(at [2]int) [2]int {
	size := [2]int{b.g.Variant.Files, b.g.Variant.Ranks}
	for i, joined := range [2]bool{b.g.Variant.Rules.Wraps != variant.NoWrap, b.g.Variant.Rules.Wraps == variant.BothWrap} {
		for joined && at[i] < 0 {
			at[i] += size[i]
		}
		for joined && at[i] >= size[i] {
			at[i] -= size[i]
		}
	}
	return at
}

// moves lists the legal moves as sorted texts.
func (b *slowBoard) moves() []string {
	if b.lost {
		return []string{}
	}
	seen, captures := map[string]bool{}, map[string]bool{}
	for from, code := range b.pieces {
		if code.Color() != b.turn || code == Wall {
			continue
		}
		if b.g.Variant.Pieces[code.Type()-1].Explodes && b.mayExplode(from) {
			seen[b.name(from)+"*"] = true
		}
		for _, e := range b.ends(from) {
			for text, arrives := range b.texts(from, e) {
				if !e.royalOnly && b.safe(from, e, arrives) {
					seen[text] = true
					if e.takes || e.locust || e.enPassant {
						captures[text] = true
					}
					if arrives == code {
						for _, letter := range b.entryLetters(from) {
							seen[text+letter] = true
							if captures[text] {
								captures[text+letter] = true
							}
						}
					}
				}
			}
		}
	}
	for _, text := range append(b.castlings(), b.slowDrops()...) {
		seen[text] = true
	}
	if b.g.Variant.Rules.MustCapture && len(captures) > 0 {
		seen = captures
	} else if text, ok := b.slowPass(len(seen)); ok {
		seen[text] = true
	}
	out := make([]string, 0, len(seen))
	for text := range seen {
		out = append(out, text)
	}
	sort.Strings(out)
	return out
}

// texts are the ways to write a move, each with the piece that arrives.
func (b *slowBoard) texts(from [2]int, e slowEnd) map[string]Code {
	text := b.name(from) + b.name(e.to)
	if e.locust {
		text += "x" + b.name(e.victim)
	}
	piece := b.g.Variant.Pieces[b.pieces[from].Type()-1]
	out := map[string]Code{}
	must, empty := b.strands(from, e.to), false
	for _, pr := range b.g.Variant.Rules.Promotions {
		if e.enPassant && pr.EnPassantStays && slices.Contains(pr.Pieces, piece.Name) && pr.For(b.turn == Black) {
			return map[string]Code{text: b.pieces[from]}
		}
		if !slices.Contains(pr.Pieces, piece.Name) || !pr.For(b.turn == Black) || !b.promotesOn(e.to, pr) && !(pr.Leaving && b.promotesOn(from, pr)) || pr.OnCapture && !e.takes && !e.locust && !e.enPassant {
			continue
		}
		for _, name := range pr.Choices {
			ty := b.g.TypeNamed(name)
			if pr.Captured && b.pool[b.turn][ty] == 0 || pr.Limit > 0 && b.countOf(ty) >= pr.Limit {
				continue
			}
			if symbol := b.g.Symbol(ty); symbol[0] == '+' {
				out[text+"+"] = CodeOf(ty, b.turn)
			} else {
				out[text+strings.ToLower(symbol)] = CodeOf(ty, b.turn)
			}
		}
		must = must || !pr.Optional || b.inZone(e.to, pr.Compulsory)
		empty = empty || pr.Captured && pr.EmptyPool != variant.EmptyPoolForbidden
	}
	if !must || len(out) == 0 && empty {
		out[text] = b.pieces[from]
	}
	return out
}

// promotesOn reports whether a square is where a promotion takes place.
func (b *slowBoard) promotesOn(at [2]int, pr variant.Promotion) bool {
	if len(pr.Squares) == 0 {
		return b.inZone(at, pr.Zone)
	}
	for _, part := range pr.Squares {
		if a, _ := variant.ParseArea(part); a.Holds(at[0], at[1]) {
			return true
		}
	}
	return false
}

func (b *slowBoard) inZone(at [2]int, depth int) bool {
	if b.turn == White {
		return at[1] >= b.g.Ranks()-depth
	}
	return at[1] < depth
}

func (b *slowBoard) name(at [2]int) string {
	return fmt.Sprintf("%c%d", 'a'+at[0], at[1]+1)
}

// safe plays the move on a copy and looks whether the king can be taken.
func (b *slowBoard) safe(from [2]int, e slowEnd, arrives Code) bool {
	if b.g.Variant.Rules.Blast.OnCapture && (e.takes || e.enPassant || e.locust) {
		return b.safeBlast(from, e, arrives)
	}
	after := b.copy()
	delete(after.pieces, from)
	if e.enPassant {
		delete(after.pieces, b.passer)
	}
	if e.locust {
		delete(after.pieces, e.victim)
	}
	after.pieces[e.to] = arrives
	b.slowSequel(after, from, e)
	return after.safeWith(b.turn, from) && b.mayCheck(after)
}

// mayCheck reports whether the game allows a position in which the side that waits is
// in check.
func (b *slowBoard) mayCheck(after *slowBoard) bool {
	return !b.g.Variant.Rules.ChecksForbidden || !after.kingHangs(b.turn.Other())
}

// safeWith reports whether the king is safe once the pieces behind the squares
// just left have entered and, unless they may shield it, also without them.
func (b *slowBoard) safeWith(us Color, left ...[2]int) bool {
	if !b.g.Variant.Rules.Gating.BlocksCheck && b.kingHangs(us) {
		return false
	}
	for _, at := range left {
		b.enter(at, us)
	}
	return !b.kingHangs(us)
}

func (b *slowBoard) enter(from [2]int, us Color) {
	if w, ok := b.behind[from]; ok && w.Color() == us {
		if _, taken := b.pieces[from]; !taken {
			b.pieces[from] = w
		}
	}
}

func (b *slowBoard) copy() *slowBoard {
	c := *b
	c.pieces = map[[2]int]Code{}
	for at, code := range b.pieces {
		c.pieces[at] = code
	}
	c.passed = map[[2]int]bool{}
	return &c
}

// mayExplode plays an explosion on a copy.
func (b *slowBoard) mayExplode(from [2]int) bool {
	after := b.copy()
	around := 0
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			at := b.around([2]int{from[0] + dx, from[1] + dy})
			if code, ok := after.pieces[at]; ok {
				if code.Type() == b.g.royal {
					return false
				}
				around++
			}
			delete(after.pieces, at)
		}
	}
	return (around > 1 || b.g.Variant.Rules.Explosion.Alone) && !after.kingHangs(b.turn)
}

// kingHangs reports whether the opponent of us can capture a royal piece of us, or,
// with the rule any, each of them.
func (b *slowBoard) kingHangs(us Color) bool {
	royals, hanging := b.royals(us), map[[2]int]bool{}
	b.touching(us, royals)
	for from, code := range b.pieces {
		if code.Color() == us {
			continue
		}
		for _, e := range b.ends(from) {
			hanging[e.to] = hanging[e.to] || e.takes && royals[e.to]
			hanging[e.victim] = hanging[e.victim] || e.locust && royals[e.victim]
		}
	}
	n := 0
	for _, hangs := range hanging {
		if hangs {
			n++
		}
	}
	if b.g.Variant.Rules.Royals == variant.AnyRoyal {
		return n > 0 && n == len(royals)
	}
	return n > 0
}

// royals are the squares of the royal pieces of a side.
func (b *slowBoard) royals(us Color) map[[2]int]bool {
	out := map[[2]int]bool{}
	for _, piece := range b.g.Variant.Pieces {
		var at [][2]int
		for sq, code := range b.pieces {
			if piece.Royal && code == CodeOf(b.g.TypeNamed(piece.Name), us) {
				at = append(at, sq)
			}
		}
		if b.g.Variant.Rules.Royals != variant.LastRoyal || len(at) == 1 {
			for _, sq := range at {
				out[sq] = true
			}
		}
	}
	return out
}

// hangs reports whether the side that waits can capture on a square.
func (b *slowBoard) hangs(at [2]int) bool {
	for from, code := range b.pieces {
		for _, e := range b.ends(from) {
			if code.Color() != b.turn && (e.takes && e.to == at || e.locust && e.victim == at) {
				return true
			}
		}
	}
	return false
}

// castlings are written from the rules of each kind, for kings and rooks on
// the squares of the array.
func (b *slowBoard) castlings() []string {
	rule := b.g.Variant.Rules.Castling
	var out []string
	if rule.Kind == variant.NoCastling || rule.Kind == "" {
		return nil
	}
	for i, w := range b.g.wings {
		if w.Color != b.turn || b.rights>>i&1 == 0 {
			continue
		}
		king, rook := b.at(w.King), b.at(w.Partner)
		if b.royals(b.turn)[king] && b.hangs(king) && !rule.OutOfCheck {
			continue
		}
		dir := 1
		if rook[0] < king[0] {
			dir = -1
		}
		for f := king[0] + dir; f >= 0 && f < b.g.Files(); f += dir {
			to := [2]int{f, king[1]}
			if rook2, ok := b.castlingTo(king, rook, to, dir); ok && b.castlingSafe(king, rook, to, rook2) {
				sep := ""
				if f == king[0]+dir || rule.Kind == variant.Chess960Castling {
					sep = "~"
				}
				text := b.name(king) + sep + b.name(to)
				out = append(append(out, text), b.castlingEntries(text, king, rook, to, rook2)...)
			}
		}
	}
	return out
}

// castlingTo says where the rook goes when the king may castle to a square.
func (b *slowBoard) castlingTo(king, rook, to [2]int, dir int) ([2]int, bool) {
	rule := b.g.Variant.Rules.Castling
	steps := (to[0] - king[0]) * dir
	if dir < 0 && rule.ASideKingSteps != 0 {
		rule.KingSteps = rule.ASideKingSteps
	}
	lands := king[0] + dir*(rule.KingSteps-1) // on the rank of the partner
	if partner := b.g.TypeName(b.pieces[rook].Type()); slices.Contains(rule.SameColour, partner) && (lands-rook[0])%2 != 0 {
		rule.KingSteps++
	}
	switch rule.Kind {
	case variant.SwapCastling:
		return king, to == rook
	case variant.FlexibleCastling:
		if to == rook || (to[0]-rook[0])*dir > 0 {
			return to, false
		}
	case variant.FreeCastling:
		if steps < 2 || to == rook || (to[0]-rook[0])*dir > 0 {
			return to, false
		}
	case variant.Chess960Castling:
		if steps != 2 { // from the e-file of the array
			return to, false
		}
	case variant.OrthodoxCastling:
		if steps != rule.KingSteps {
			return to, false
		}
	}
	if rule.Kind == variant.FastCastling {
		_, taken := b.pieces[to]
		_, waits := b.behind[king]
		beyond := (to[0]-rook[0])*dir >= 0
		return king, !taken && !waits && !(rule.Between && beyond)
	}
	for f := king[0] + dir; f != rook[0]; f += dir {
		if _, taken := b.pieces[[2]int{f, king[1]}]; taken {
			return to, false
		}
	}
	for f := king[0] + dir; f != to[0]; f += dir {
		over, at := b.copy(), [2]int{f, king[1]}
		delete(over.pieces, king)
		over.pieces[at] = b.pieces[king]
		if b.royals(b.turn)[king] && over.hangs(at) {
			return to, false
		}
	}
	return [2]int{to[0] - dir, to[1]}, true
}

func (b *slowBoard) castlingSafe(king, rook, to, rookTo [2]int) bool {
	after := b.copy()
	k, r := after.pieces[king], after.pieces[rook]
	delete(after.pieces, king)
	delete(after.pieces, rook)
	after.pieces[to], after.pieces[rookTo] = k, r
	return after.safeWith(b.turn, king, rook) && b.mayCheck(after)
}

// safeBlast plays a capture that blows up on a copy by the slow generator.
func (b *slowBoard) safeBlast(from [2]int, e slowEnd, arrives Code) bool {
	rule, after := b.g.Variant.Rules.Blast, b.copy()
	delete(after.pieces, from)
	if e.enPassant {
		delete(after.pieces, b.passer)
	}
	if e.locust {
		delete(after.pieces, e.victim)
	}
	after.pieces[e.to] = arrives
	for at, code := range after.pieces {
		if code == Wall {
			continue
		}
		name := b.g.TypeName(code.Type())
		near := b.nextTo(at, e.to)
		if near && !slices.Contains(rule.Immune, name) && (at == e.to || !slices.Contains(rule.Spared, name)) {
			delete(after.pieces, at)
		}
	}
	own, theirs := b.royals(b.turn), b.royals(b.turn.Other())
	if own[from] {
		delete(own, from)
		own[e.to] = true
	}
	for at := range own {
		if code, ok := after.pieces[at]; !ok || code == Wall {
			return false
		}
	}
	for at := range theirs {
		if code, ok := after.pieces[at]; !ok || code.Color() == b.turn || code == Wall {
			return true
		}
	}
	return !after.kingHangs(b.turn)
}

// touching takes the royal pieces out of a set that stand next to one of the other
// side's, in a game with blasts.
func (b *slowBoard) touching(us Color, royals map[[2]int]bool) {
	if !b.g.Variant.Rules.Blast.OnCapture {
		return
	}
	for at := range royals {
		for other := range b.royals(us.Other()) {
			if b.nextTo(at, other) {
				delete(royals, at)
			}
		}
	}
}

// nextTo reports whether two squares are the same or next to each other.
func (b *slowBoard) nextTo(one, other [2]int) bool {
	for n := range 9 {
		if b.around([2]int{one[0] + n%3 - 1, one[1] + n/3 - 1}) == other {
			return true
		}
	}
	return false
}

func (g *Game) adjacent(one, other Square) bool {
	b := slowBoard{g: g}
	return b.nextTo(b.at(one), b.at(other))
}

// sequelFor is the sequel of captures if it is for a kind of piece, by the words of the rule.
func sequelFor(g *Game, code Code) variant.Sequel {
	rule := g.Variant.Rules.Capture
	if code == 0 || code == Wall {
		return variant.NoSequel
	}
	piece := g.Variant.Pieces[code.Type()-1]
	if len(rule.Pieces) > 0 && !slices.Contains(rule.Pieces, piece.Name) || len(rule.Pieces) == 0 && piece.Royal && rule.Then != variant.Stays {
		return variant.NoSequel
	}
	return rule.Then
}

// slowCaptures drops the captures that a piece may not make, and leaves a piece that
// captures without moving where it is.
func (b *slowBoard) slowCaptures(from [2]int, ends []slowEnd) []slowEnd {
	code := b.pieces[from]
	if code == 0 || code == Wall {
		return nil
	}
	may := func(at [2]int) bool {
		victim := b.pieces[at]
		return victim == 0 || victim == Wall || at == from ||
			!slices.Contains(b.g.Variant.Pieces[code.Type()-1].MayNotCapture, b.g.TypeName(victim.Type()))
	}
	var out []slowEnd
	for _, e := range ends {
		if e.takes && !may(e.to) || e.locust && !may(e.victim) || e.enPassant && !may(b.passer) {
			continue
		}
		if sequelFor(b.g, code) == variant.Stays && (e.takes || e.enPassant) {
			e.locust, e.victim = true, e.to
			if e.enPassant {
				e.victim = b.passer
			}
			e.to, e.takes, e.enPassant = from, false, false
		}
		out = append(out, e)
	}
	return out
}

// slowSequel does on a board what follows a capture, which has been made there.
func (b *slowBoard) slowSequel(after *slowBoard, from [2]int, e slowEnd) {
	var victims [][2]int
	if e.takes && e.to != from {
		victims = append(victims, e.to)
	}
	if e.locust {
		victims = append(victims, e.victim)
	}
	if e.enPassant {
		victims = append(victims, b.passer)
	}
	if len(victims) == 0 {
		return
	}
	switch sequelFor(b.g, b.pieces[from]) {
	case variant.ChangesSides:
		after.pieces[e.to] ^= 1
	case variant.Petrifies:
		after.pieces[e.to] = Wall
	}
	for _, at := range victims {
		if code := b.pieces[at]; sequelFor(b.g, code) == variant.Reborn {
			if home, ok := b.g.slowHome(code, at); ok && after.pieces[home] == 0 {
				after.pieces[home] = code
			}
		}
	}
}

// slowHome is where a captured piece comes back.
func (g *Game) slowHome(code Code, at [2]int) (home [2]int, ok bool) {
	shade := func(at [2]int) int { return (at[0] + at[1]) % 2 }
	start := g.NewPosition()
	var starts [][2]int
	for sq := range g.Squares() {
		if start.At(Square(sq)) == code {
			starts = append(starts, [2]int{g.File(Square(sq)), g.Rank(Square(sq))})
		}
	}
	switch pawn := g.Variant.Pieces[code.Type()-1].Pawn; {
	case len(starts) == 0:
		home = [2]int{at[0], (g.Ranks() - 1) * (1 - int(code.Color()))}
	case pawn:
		home = [2]int{at[0], starts[0][1]}
	case len(starts) == 2 && shade(starts[0]) != shade(at):
		home = starts[1]
	default:
		home = starts[0]
	}
	return home, !g.IsHole(g.SquareAt(home[0], home[1]))
}

// sequelOnBoard does what follows a capture on the squares of p alone, where before held
// what was there before the move.
func (p *Position) sequelOnBoard(m Move, before [256]Code) {
	from, to := m.From(), m.To()
	victims := []Square{}
	if before[to] != 0 && to != from {
		victims = append(victims, to)
	}
	if k := m.Kind(); k == EnPassant || k == Locust {
		victims = append(victims, Square(m.Extra()))
	}
	if len(victims) == 0 {
		return
	}
	switch sequelFor(p.g, before[from]) {
	case variant.ChangesSides:
		p.board[to] ^= 1
	case variant.Petrifies:
		if p.g.blast == nil || p.board[to] == 0 {
			p.board[to] = Wall
		}
	}
	for _, sq := range victims {
		if sequelFor(p.g, before[sq]) == variant.Reborn {
			home, ok := p.g.slowHome(before[sq], [2]int{p.g.File(sq), p.g.Rank(sq)})
			if at := p.g.SquareAt(home[0], home[1]); ok && p.board[at] == 0 {
				p.board[at] = before[sq]
			}
		}
	}
}

// slowDrops are the drops by the slow generator: every piece in hand, and its promoted
// form where that is allowed, on every empty square, without those that a rule forbids.
func (b *slowBoard) slowDrops() []string {
	rule := b.g.Variant.Rules.Hand
	var out []string
	for i := range b.g.Variant.Pieces {
		piece := &b.g.Variant.Pieces[i]
		held := piece.Name
		if piece.PromotedFrom != "" && rule.DropPromoted && !rule.KeepsPromotion {
			held = piece.PromotedFrom
		}
		if !rule.Used() || b.hand[b.turn][b.g.TypeNamed(held)] == 0 {
			continue
		}
		for file := range b.g.Files() {
			for rank := range b.g.Ranks() {
				if at := [2]int{file, rank}; b.on(at) && b.mayDropOn(i, at) {
					out = append(out, piece.Symbol+"@"+b.name(at))
				}
			}
		}
	}
	return out
}

func (b *slowBoard) mayDropOn(i int, at [2]int) bool {
	piece, code := &b.g.Variant.Pieces[i], CodeOf(Type(i+1), b.turn)
	if _, taken := b.pieces[at]; taken {
		return false
	}
	areas := piece.DropArea
	if b.turn == Black && len(piece.BlackDropArea) > 0 {
		areas = piece.BlackDropArea
	}
	if len(areas) > 0 && !slices.ContainsFunc(areas, func(a string) bool { return a != "none" && b.inArea(at, b.turn, a) }) {
		return false
	}
	onFile := 0
	for there, have := range b.pieces {
		if have == code && there[0] == at[0] {
			onFile++
		}
	}
	if piece.DropPerFile > 0 && onFile >= piece.DropPerFile {
		return false
	}
	below := [2]int{at[0], at[1] - 1}
	if _, taken := b.pieces[below]; b.g.Variant.Rules.Hand.DropOnTop && !taken && b.on(below) {
		return false
	}
	after := b.copy()
	after.pieces[at] = code
	if b.g.Variant.Rules.ImmobilityIllegal && b.slowStuck(at, code) {
		return false
	}
	return !after.kingHangs(b.turn) && b.mayCheck(after) && (b.g.Variant.Rules.Hand.DropCheck || !after.kingHangs(b.turn.Other()))
}

// slowStuck reports whether a piece could not move from a square of an empty board.
func (b *slowBoard) slowStuck(at [2]int, code Code) bool {
	alone := b.copy()
	alone.pieces = map[[2]int]Code{at: code}
	return !slices.ContainsFunc(alone.ends(at), func(e slowEnd) bool { return !e.takes && !e.enPassant && !e.royalOnly })
}

// strands reports whether a rule forbids a piece to go where it could never move again.
func (b *slowBoard) strands(from, to [2]int) bool {
	return b.g.Variant.Rules.ImmobilityIllegal && b.slowStuck(to, b.pieces[from])
}

// countOf is the number of pieces of a type that the side to move has on the board.
func (b *slowBoard) countOf(t Type) (n int) {
	for _, code := range b.pieces {
		if code == CodeOf(t, b.turn) {
			n++
		}
	}
	return n
}

// slowPass is the pass by the slow generator, if the side to move, which has so many
// other moves, may pass.
func (b *slowBoard) slowPass(others int) (string, bool) {
	rule := b.g.Variant.Rules.Pass
	if rule == variant.NoPass || rule == variant.PassOnStalemate && others > 0 || b.kingHangs(b.turn) {
		return "", false
	}
	for at := range b.royals(b.turn) {
		return b.name(at) + b.name(at), true
	}
	return "", false
}

// entryLetters are the letters of the pieces that may enter on a square when what
// stands there leaves it.
func (b *slowBoard) entryLetters(at [2]int) []string {
	if b.g.entering == nil || b.rights&b.g.entering.right[b.g.SquareAt(at[0], at[1])] == 0 {
		return nil
	}
	var letters []string
	for _, name := range b.g.Variant.Rules.Gating.Pieces {
		t := b.g.TypeNamed(name)
		if letter := strings.ToLower(b.g.Symbol(t)); b.hand[b.turn][t] > 0 && !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	return letters
}

// castlingEntries are the ways to castle and let a piece enter.
func (b *slowBoard) castlingEntries(text string, king, rook, king2, rook2 [2]int) (out []string) {
	if king != king2 && king != rook2 {
		for _, letter := range b.entryLetters(king) {
			out = append(out, text+letter)
		}
	}
	if rook != king2 && rook != rook2 {
		for _, letter := range b.entryLetters(rook) {
			out = append(out, b.name(rook)+b.name(king)+letter)
		}
	}
	return out
}
