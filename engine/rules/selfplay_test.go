package rules

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

var (
	selfPlayGames = flag.Int("games", 0, "random games to play of each game of the catalogue; default 2, or 40 with -long")
	firstGame     = flag.Int("first", 0, "index of the first random game")
)

// handGames are games of testdata with hands, promoted forms, blasts, passes, captures without
// moving, other armies, and joined edges.
var handGames = []string{"kyotoshogi", "microshogi", "atomiczh", "passing-chess", "lions", "different-armies armies=knights-rookies",
	"spared", "chess capture-then=stay", "chess capture-then=change-sides", "chess capture-then=reborn", "chess capture-then=petrify", "atomic capture-then=petrify",
	"chess wraps=files", "al-ces wraps=files", "atomiczh wraps=files", "xiangqi wraps=files", "hannibal-manticore wraps=files", "lions wraps=files", "torus",
	"torus capture-then=petrify", "archchess", "courier-moderno", "courier-de-la-dama", "courier-de-la-dama capture-then=reborn",
	"double-chess", "colossus", "chess960 castling=chess480"}

// Random games of the catalogue and of handGames, to their end by the rules, never leave
// what the rules allow and see every kind of move that the rules have. A game
// is a function of its name and index, so that a failure can be repeated with
// -run TestRandomSelfPlay/NAME -first INDEX -games 1.
func TestRandomSelfPlay(t *testing.T) {
	for _, name := range append(variant.Catalogue(), handGames...) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gameWith(t, name)
			begin := time.Now()
			p, sum := g.NewPosition(), newTally(g)
			games := cmp.Or(*selfPlayGames, testkit.Choose(2, 40))
			for i := *firstGame; i < *firstGame+games; i++ {
				testkit.OK(t, playAtRandom(p, i, sum))
			}
			t.Logf("%d games, %d plies, %.1f s: %s", games, sum.plies, time.Since(begin).Seconds(), sum)
			if missing := sum.missing(games); len(missing) > 0 {
				t.Errorf("never seen in %d games: %s", games, strings.Join(missing, ", "))
			}
		})
	}
}

// selfPlay is one random game.
type selfPlay struct {
	g     *Game
	p     *Position
	rng   *rand.Rand
	taste float64 // share of the moves that are chosen by their kind
	meek  bool    // Black avoids captures, so that White has nothing to promote to
	sum   *tally

	line     []Move
	lost     bool           // by the last move, for want of a captured piece
	halfmove int            // as the rules count, from the moves played
	seen     map[uint64]int // how often each position has occurred
	hashes   []uint64       // of the positions before each move
	gave     []bool         // whether each move gave check
	checks   [2]int         // how many checks each side has given
	buf      [1024]Move
}

// playAtRandom plays one game from the start p, to which it comes back, and
// counts into sum what it sees. The error says how to come to the position that
// is not as it should be.
func playAtRandom(p *Position, index int, sum *tally) (err error) {
	s := newSelfPlay(p, index, sum)
	defer func() {
		what := recover()
		if what == nil && err == nil {
			return
		}
		if what == nil {
			what = err
		}
		err = fmt.Errorf("%s, random game %d, ply %d: %v\nposition: %s\nmoves: %s",
			s.g.Variant.Name, index, len(s.line), what, s.p.FEN(), s.moveList())
	}()
	for {
		moves := s.p.Moves(s.buf[:0])
		result, err := s.check(moves)
		if err != nil {
			return err
		}
		if result != Ongoing {
			return s.takeBack()
		}
		if err := s.play(s.choose(moves)); err != nil {
			return err
		}
		if err := s.checkUnmoved(); err != nil {
			return err
		}
	}
}

// checkUnmoved finds the pieces that have not moved by the moves of the game.
func (s *selfPlay) checkUnmoved() error {
	var touched Set
	for _, m := range s.line {
		touched.Add(m.From())
		touched.Add(m.To())
		if m.Kind() == Castling {
			touched.Add(s.g.castlings[m.Extra()].partnerFrom)
		}
	}
	for i := range s.g.Squares() {
		sq := Square(i)
		want := s.p.board[sq] != 0 && s.p.board[sq] == s.g.start.board[sq] && s.g.startsOn(s.p.board[sq], sq) && !touched.Has(sq)
		if s.p.Unmoved(sq) != want {
			return fmt.Errorf("the piece on %s is unmoved: %v", s.g.SquareName(sq), !want)
		}
	}
	return nil
}

func newSelfPlay(p *Position, index int, sum *tally) *selfPlay {
	h := fnv.New64a()
	h.Write([]byte(p.g.Variant.Name))
	s := &selfPlay{
		g: p.g, p: p, sum: sum, seen: map[uint64]int{},
		rng: rand.New(rand.NewPCG(h.Sum64(), uint64(index))),
	}
	s.taste = []float64{0, 0.1, 0.25, 0.5}[index%4]
	s.meek = index%8 == 7
	s.seen[s.p.Hash()]++
	return s
}

func (s *selfPlay) moveList() string {
	var b strings.Builder
	for i, m := range s.line {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.g.MoveText(m))
	}
	return b.String()
}

// choose draws a move, sometimes one of a rare kind or so that every kind of
// move at hand is as likely as any other: most rules would hardly come up by
// themselves.
func (s *selfPlay) choose(moves []Move) Move {
	if s.meek && s.p.turn == Black && slices.ContainsFunc(moves, s.harmless) {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !s.harmless(m) })
	}
	if s.rng.Float64() < 2*s.taste && slices.ContainsFunc(moves, s.isRare) {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !s.isRare(m) })
	}
	if s.rng.Float64() >= s.taste {
		return moves[s.rng.IntN(len(moves))]
	}
	var count [numEvents]int
	var kinds []event
	for _, m := range moves {
		k := s.kind(m)
		if count[k] == 0 {
			kinds = append(kinds, k)
		}
		count[k]++
	}
	k := kinds[s.rng.IntN(len(kinds))]
	nth := s.rng.IntN(count[k])
	for _, m := range moves {
		if s.kind(m) == k {
			if nth == 0 {
				return m
			}
			nth--
		}
	}
	panic("the moves are not those just counted")
}

func (s *selfPlay) harmless(m Move) bool { return !s.p.IsCapture(m) }

func (s *selfPlay) isRare(m Move) bool { return rare[s.kind(m)] }

// play makes a move and keeps the counts that the outcome depends on.
func (s *selfPlay) play(m Move) error {
	p := s.p
	pawn, takes, n := s.g.IsPawn(p.At(m.From()).Type()), p.IsCapture(m), s.material()
	kind := s.kind(m)
	s.sum.count(s, m, kind)
	s.hashes = append(s.hashes, p.Hash())
	if err := p.makeChecked(m); err != nil {
		return err
	}
	s.gave = append(s.gave, !p.Placing() && s.checked(p.turn))
	if s.gave[len(s.line)] {
		s.checks[p.turn.Other()]++
	}
	s.line = append(s.line, m)
	s.sum.countMade(p)
	s.lost = kind == lossByEmptyPool
	r := &p.history[len(p.history)-1]
	switch enters := r.entered|r.second != 0; {
	case kind == placing && !s.g.drops:
	case m.Kind() == Pass:
		s.halfmove++
	case pawn || takes || kind == placing || s.material() != n || enters && s.g.Variant.Rules.Gating.ResetsNMove:
		s.halfmove = 0
	default:
		s.halfmove++
	}
	s.seen[p.Hash()]++
	return nil
}

// takeBack unmakes the whole game.
func (s *selfPlay) takeBack() error {
	for range s.line {
		s.p.Unmake()
	}
	if diff := s.p.difference(s.g.start); diff != "" {
		return fmt.Errorf("the game is not taken back to its start: %s", diff)
	}
	return nil
}

// material is the number of pieces on the board, waiting behind it and in hand.
func (s *selfPlay) material() int {
	n := s.p.handSize(White) + s.p.handSize(Black)
	for sq := range s.g.Squares() {
		if s.p.board[sq] > Wall {
			n++
		}
		if s.p.behind[sq] != 0 {
			n++
		}
	}
	return n
}

// tally counts what random games of one game have seen.
type tally struct {
	g        *Game
	plies    int
	events   [numEvents]int
	ends     map[Reason]int
	castled  []int                           // by castling
	moved    [maxTypes + 1]int               // by type
	took     [maxTypes + 1]int               // captures by a type
	taken    [maxTypes + 1]int               // captures of a type
	promoted [maxTypes + 1][maxTypes + 1]int // by type and choice
}

func newTally(g *Game) *tally {
	return &tally{g: g, ends: map[Reason]int{}, castled: make([]int, len(g.castlings))}
}

// count enters a move that s is about to make.
func (c *tally) count(s *selfPlay, m Move, kind event) {
	c.plies++
	c.events[kind]++
	switch mover := s.p.At(m.From()).Type(); m.Kind() {
	case Placing:
	case Castling:
		c.castled[m.Extra()]++
	default:
		c.moved[mover]++
		if m.IsPromotion() {
			c.promoted[mover][m.Promotion()]++
		}
		if victim := s.p.At(m.To()).Type(); victim != NoType && m.Kind() != Exploding {
			c.took[mover]++
			c.taken[victim]++
		}
	}
}

// countMade enters what can be told only once a move has been made.
func (c *tally) countMade(p *Position) {
	r := &p.history[len(p.history)-1]
	if p.InCheck() {
		c.events[check]++
	}
	if r.move.Kind() == Castling && r.entered|r.second != 0 {
		c.events[entryWhenCastling]++
	}
}

// String lists the counts of the events and of the reasons why games ended.
func (c *tally) String() string {
	var parts []string
	for e, n := range c.events {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", eventNames[e], n))
		}
	}
	for _, why := range reasons {
		if n := c.ends[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", why, n))
		}
	}
	return strings.Join(parts, ", ")
}

var reasons = [...]Reason{Checkmate, Stalemate, Repetition, NMoveRule, InsufficientMaterial, EmptyPool, Extinction, GoalReached, ChecksGiven, BlownUp}

// enough is how many games surely show everything that the rules have; any
// number above a few shows what is common.
const (
	enough = 2000
	few    = 20
)

// missing names what the rules of the game have and none of so many games has
// shown.
func (c *tally) missing(games int) []string {
	var out []string
	need := func(n int, what string, args ...any) {
		if n == 0 {
			out = append(out, fmt.Sprintf(what, args...))
		}
	}
	for e, has := range c.g.events() {
		if has && (games >= enough || games >= few && !rare[e]) {
			need(c.events[e], "%s", eventNames[e])
		}
	}
	if games < enough {
		return out
	}
	for why, has := range c.g.ends() {
		if has {
			need(c.ends[reasons[why]], "end by %s", reasons[why])
		}
	}
	for i, n := range c.castled {
		w := &c.g.castlings[i]
		need(n, "castling %s%s", c.g.SquareName(w.kingFrom), c.g.SquareName(w.kingTo))
	}
	for _, t := range c.g.Types() {
		name := c.g.TypeName(t)
		need(c.moved[t], "move of a %s", name)
		need(c.took[t], "capture by a %s", name)
		if t != c.g.Royal() {
			need(c.taken[t], "capture of a %s", name)
		}
		for _, choice := range c.g.types[t].promotes[White].choices {
			need(c.promoted[t][choice.to], "promotion of a %s to a %s", name, c.g.TypeName(choice.to))
		}
	}
	return out
}

// events are those that the rules allow.
func (g *Game) events() (has [numEvents]bool) {
	rule := &g.Variant.Rules
	has[quietMove], has[capture], has[check] = true, true, rule.Royals != variant.NoRoyals && !rule.ChecksForbidden
	var kinds [Pass + 1]bool
	stay := map[Type]bool{}
	for _, code := range g.codes {
		for _, steps := range g.programs[code] {
			for i := range steps {
				if kind := steps[i].kind; kind == staying {
					kinds[Locust], stay[code.Type()] = true, true
				} else {
					kinds[kind] = true
				}
			}
		}
	}
	has[passing], has[enPassant], has[locust] = kinds[Passing], kinds[Passing] && kinds[EnPassant], kinds[Locust]
	has[castlingMove] = len(g.castlings) > 0
	if len(stay) == len(g.types)-1 { // captures do not move a piece
		has[capture], has[enPassant] = false, false
	}
	enters := g.gated || g.entering != nil
	has[entryWhenCastling] = enters && has[castlingMove]
	has[placing], has[captureOfFront], has[entry], has[captureWithEntry] = g.gated || g.drops, g.gated, enters, enters
	has[explosion] = g.blasts != nil && g.blast == nil
	has[lonelyExplosion] = has[explosion] && rule.Explosion.Alone
	for t := range g.types {
		pr := &g.types[t].promotes[White]
		if pr.zone.Empty() {
			continue
		}
		has[promotionMove], has[promotionWithCapture] = has[promotionMove] || !pr.onCapture, has[promotionWithCapture] || !stay[Type(t)]
		has[noPromotion] = has[noPromotion] || pr.zone != pr.must && !pr.always
		has[lossByEmptyPool] = has[lossByEmptyPool] || pr.losesEmpty
	}
	return has
}

// ends are the reasons, in the order of reasons, why a game can end.
func (g *Game) ends() [len(reasons)]bool {
	rule := &g.Variant.Rules
	return [...]bool{
		g.events()[check], true, rule.Repetition > 0, rule.NMove > 0,
		rule.InsufficientMaterial == variant.BareKings, g.events()[lossByEmptyPool],
		g.extinction != nil, g.goal != nil, rule.Checks > 0, rule.Blast.OnCapture,
	}
}

// event is something that a rule lets happen in a game.
type event uint8

// The kinds of move, of which each move has one, and then what else may come
// with a move.
const (
	quietMove event = iota
	capture
	captureOfFront // with the piece that waits behind
	passing
	enPassant
	castlingMove
	placing
	locust
	lonelyExplosion
	explosion
	promotionMove
	promotionWithCapture
	noPromotion // of a piece in its promotion zone that need not
	lossByEmptyPool
	entry
	captureWithEntry

	check
	entryWhenCastling
	numEvents
)

var eventNames = [numEvents]string{
	"quiet move", "capture", "capture of a piece before a waiting one", "move that can be answered en passant",
	"en passant", "castling", "placing", "locust capture", "explosion of nothing else", "explosion",
	"promotion", "promotion with capture", "move in the promotion zone without promotion", "loss for want of a captured piece",
	"entry", "capture with entry", "check", "entry when castling",
}

// rare are the kinds of move that seldom are at hand.
var rare = [numEvents]bool{
	captureOfFront: true, enPassant: true, castlingMove: true, locust: true,
	promotionWithCapture: true, lossByEmptyPool: true, captureWithEntry: true,
}

// kind classifies a move of the current position.
func (s *selfPlay) kind(m Move) event {
	p := s.p
	switch m.Kind() {
	case Placing:
		return placing
	case Castling:
		return castlingMove
	case EnPassant:
		return enPassant
	case Locust:
		return locust
	case Exploding:
		hit := s.g.Blast(m.To())
		if hit = hit.And(&p.all); hit.Count() > 1 {
			return explosion
		}
		return lonelyExplosion
	}
	mover, taken := p.At(m.From()), p.At(m.To()) != 0
	if m.IsPromotion() {
		if taken {
			return promotionWithCapture
		}
		return promotionMove
	}
	pr := &s.g.types[mover.Type()].promotes[p.turn]
	switch {
	case pr.losesEmpty && pr.must.Has(m.To()):
		return lossByEmptyPool
	case pr.zone.Has(m.To()):
		return noPromotion
	case (p.Behind(m.From()) != 0 || m.Extra() != 0) && taken:
		return captureWithEntry
	case p.Behind(m.From()) != 0 || m.Extra() != 0:
		return entry
	case taken && p.Behind(m.To()) != 0:
		return captureOfFront
	case taken:
		return capture
	case m.Kind() == Passing:
		return passing
	}
	return quietMove
}

// checkMirror tests that the mirrored position has the mirrored moves, and that
// they lead to mirrored positions.
func (s *selfPlay) checkMirror(moves []Move) error {
	if !s.g.Mirrors() {
		return nil
	}
	p, q := s.p, s.p.Mirror()
	if err := q.checkInvariants(); err != nil {
		return fmt.Errorf("mirrored: %w", err)
	}
	if back := q.Mirror(); p.why != bothPassed && (back.FEN() != p.FEN() || back.Hash() != p.Hash()) {
		return fmt.Errorf("mirrored twice: %s", back.FEN())
	}
	if p.InCheck() != q.InCheck() {
		return fmt.Errorf("in check: %v; mirrored, %s: %v", p.InCheck(), q.FEN(), q.InCheck())
	}
	want := make([]Move, len(moves))
	for i, m := range moves {
		want[i] = s.g.mirrorMove(m)
	}
	if err := s.sameMoves("moves mirrored (-), moves of the mirror image (+)", slices.Clone(want), q.Moves(nil)); err != nil {
		return err
	}
	if p.Placing() || len(moves) == 0 {
		return nil // White begins after the placements, mirrored or not
	}
	m := s.rng.IntN(len(moves))
	p.Make(moves[m])
	q.Make(want[m])
	image := p.Mirror()
	p.Unmake()
	q.fullmove = image.fullmove // counted up after Black's move
	if q.FEN() != image.FEN() || q.Hash() != image.Hash() {
		return fmt.Errorf("%s leads to %s mirrored, its mirror image to %s", s.g.MoveText(moves[m]), image.FEN(), q.FEN())
	}
	return nil
}

// mirrorMove is the same move of the other side.
func (g *Game) mirrorMove(m Move) Move {
	from, to, extra := g.MirrorSquare(m.From()), g.MirrorSquare(m.To()), m.Extra()
	switch m.Kind() {
	case EnPassant, Locust:
		extra = uint8(g.MirrorSquare(Square(extra)))
	case Castling:
		was := &g.castlings[extra]
		wing, at := g.opposite(g.wings[was.wing]), g.MirrorSquare(was.entersAt)
		extra = uint8(slices.IndexFunc(g.castlings, func(c castling) bool {
			return c.wing == wing && c.kingTo == to && c.enters == was.enters && (c.enters == NoType || c.entersAt == at)
		}))
	}
	return makeMove(from, to, m.Kind(), m.Promotion(), extra)
}
