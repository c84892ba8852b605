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
		passed: map[[2]int]bool{}, rights: p.rights, exprs: map[Type][]slowMoves{}}
	for sq := range g.Squares() {
		at := b.at(Square(sq))
		if c := p.At(Square(sq)); c != 0 {
			b.pieces[at] = c
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
			if m.set.Flying {
				path.Legs = append([]betza.Leg(nil), path.Legs...)
				for i := range path.Legs {
					path.Legs[i].Through, path.Legs[i].End = betza.Anything, betza.Anything
				}
				path.Legs[len(path.Legs)-1].End = betza.Empty
			}
			b.follow(from, from, us, path, 0, slowEnd{passes: m.set.LeavesEnPassant, royalOnly: m.set.RoyalOnly, area: m.set.Area}, &out)
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
