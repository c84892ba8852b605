package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// XBoard is the Chess Engine Communication Protocol, version 2.
var XBoard = Protocol{
	Name:  "xboard",
	Usage: "be an engine for XBoard and WinBoard",
	Description: `Reads commands of the Chess Engine Communication Protocol, version 2, from standard input
until quit. Games other than chess are offered as engine-defined variants: xboard -fcp
"bestiary xboard" -variant falcon-chess. docs/engine.md says more.`,
	chessFirst: true,
	begin:      func(c *conversation) speaker { return newXBoard(c) },
}

// xboard is a conversation in CECP.
type xboard struct {
	*conversation
	forced    bool // plays neither side
	side      rules.Color
	analysing bool // a search, if there is one, is for that
	post      bool
	over      bool // the game has a result
	clock     clock

	latest atomic.Pointer[search.Report] // of the search, without PV
	hint   rules.Move                    // expected reply of the opponent; 0 for none
	score  int                           // of the last move, in centipawns
	pings  []string                      // to be answered after the move
}

func newXBoard(c *conversation) *xboard {
	x := &xboard{conversation: c}
	x.newGame()
	return x
}

// newGame sets the state after the command new, except for the game.
func (x *xboard) newGame() {
	x.forced, x.side, x.analysing, x.over = false, rules.Black, false, false
	x.hint, x.score = 0, 0
	x.clock.depth, x.clock.known = 0, false
	x.Forget()
}

func (x *xboard) unknown(command, rest string) {
	if looksLikeMove(command) && rest == "" {
		x.userMove(command)
		return
	}
	x.complain("unknown command", bare(command))
}

// looksLikeMove reports whether a command may be a move that was sent without usermove.
func looksLikeMove(text string) bool {
	return len(text) > 3 && (text[0] >= 'a' && text[0] <= 'p' && text[1] >= '0' && text[1] <= '9' || text[1] == '@') ||
		strings.HasPrefix(text, "O-O") || strings.HasPrefix(text, "0-0")
}

func (x *xboard) failed(command string, err error) { x.complain(err.Error(), command) }

func (x *xboard) tooLong(bytes int) { x.complain("line too long", fmt.Sprintf("%d bytes", bytes)) }

// complain answers a command that was not understood or cannot be carried out.
func (x *xboard) complain(what, detail string) { x.out.Print("Error (%s): %s", what, detail) }

func (x *xboard) note(format string, args ...any) { x.out.Print("# "+format, args...) }

func (x *xboard) gamesAdded(string, []string) { x.listVariants() }

// thinking reports whether the engine is about to move.
func (x *xboard) thinking() bool { return x.search != nil && !x.analysing }

// abort ends the search without a move.
func (x *xboard) abort() {
	if x.search == nil {
		return
	}
	x.search.Stop()
	x.take()
	x.pong()
}

// ended makes the move that was found. An analysis with nothing left to search
// remains active.
func (x *xboard) ended(r session.Result) {
	if x.analysing || r.Move == 0 {
		x.pong()
		return
	}
	x.hint, x.score = expected(x.Position(), r.PV), r.Score
	x.out.Print("move %s", x.text(r.Move))
	x.Make(r.Move)
	x.pong()
	x.proceed()
}

// finish makes the engine's move if it is thinking, at once unless the search has a
// limit of depth.
func (x *xboard) finish() {
	for x.thinking() {
		if x.clock.depth == 0 {
			x.search.Stop()
		}
		x.ended(x.take())
	}
	x.abort()
}

// proceed continues from the position with a result, a move or an analysis.
func (x *xboard) proceed() {
	switch {
	case x.analysing:
		x.start(search.Limits{Lines: x.lines, Depth: search.MaxDepth})
	case x.forced || x.announce():
	case x.Position().Turn() == x.side:
		x.start(x.limits())
	}
}

// announce claims the result of a game that has ended.
func (x *xboard) announce() bool {
	if x.over {
		return true
	}
	result, reason := x.Position().Outcome()
	if result == rules.Ongoing {
		return false
	}
	x.over = true
	words := map[rules.Result]string{rules.WhiteWins: "White wins", rules.BlackWins: "Black wins", rules.Draw: "Draw"}
	x.out.Print("%s {%s: %s}", result, words[result], reason)
	return true
}

// start begins a search.
func (x *xboard) start(l search.Limits) {
	x.abort()
	x.latest.Store(&search.Report{})
	write := x.text
	show := x.post || x.analysing
	l.Report = func(r search.Report) {
		if show {
			x.out.Print("%s", thinking(r, write))
		}
		r.PV = nil
		x.latest.Store(&r)
	}
	if len(x.Position().Moves(nil)) == 0 {
		return
	}
	var err error
	if x.search, err = x.Search(l); err != nil {
		x.out.Print("telluser %v; playing without the file", err)
	}
}

// pong answers the pings that waited for a move.
func (x *xboard) pong() {
	for _, n := range x.pings {
		x.out.Print("pong %s", n)
	}
	x.pings = nil
}

// ranks converts between our names of squares and the protocol's.
func (x *xboard) ranks() Ranks { return Ranks(x.Game().Ranks()) }

// text writes a move.
func (x *xboard) text(m rules.Move) string { return x.ranks().ToCECP(x.Position().Game().MoveText(m)) }

// readMove reads a move of the other side.
func (x *xboard) readMove(text string) (rules.Move, error) {
	if x.thinking() {
		return 0, errors.New("the engine is to move")
	}
	m, err := x.Position().ReadMove(x.ranks().FromCECP(text))
	if err != nil {
		return 0, errors.New("against the rules")
	}
	return m, nil
}

// mateScore is added to the number of moves to a mate.
const mateScore = 100_000

// thinking returns a line "ply score time nodes pv", with centipawns or a mate and
// hundredths of a second.
func thinking(r search.Report, write func(rules.Move) string) string {
	score := r.Score
	if moves, ok := search.MateMoves(r.Score); ok {
		score = mateScore + moves
		if r.Score < 0 {
			score = moves - mateScore
		}
	}
	return fmt.Sprintf("%d %d %d %d%s", r.Depth, score, r.Elapsed.Milliseconds()/10, r.Nodes, moveTexts(r.PV, write))
}

// bare returns toml.Quote without the quotes.
func bare(text string) string {
	quoted, cut := strings.CutSuffix(toml.Quote(text), "…")
	quoted = quoted[1 : len(quoted)-1]
	if cut {
		quoted += "…"
	}
	return quoted
}

// clock is a time control.
type clock struct {
	session int           // moves until the clock is refilled; 0 for none
	base    time.Duration // on the clock at the beginning
	inc     time.Duration
	move    time.Duration // for each move, instead of the others; 0 for none
	left    time.Duration // on the clock, if known
	known   bool
	depth   int // 0 for no limit
}

// defaultMove is the time for a move if no limit has been set.
const defaultMove = 5 * time.Second

// limits returns the limits of the next move.
func (x *xboard) limits() search.Limits {
	c := &x.clock
	a := allowance{move: c.move, overhead: x.overhead}
	if c.move == 0 && (c.known || c.base > 0) {
		a.timed = true
		a.clock = search.Clock{Left: c.base, Increment: c.inc}
		if c.known {
			a.clock.Left = c.left
		}
		if c.session > 0 {
			a.clock.MovesToGo = c.session - x.Position().Plies()/2%c.session
		}
	}
	if !a.timed && a.move == 0 && c.depth == 0 {
		a.move = defaultMove
	}
	l := search.Limits{Depth: c.depth}
	l.Soft, l.Time = a.budget()
	return l
}

// level obeys "level MOVES BASE INCREMENT", BASE as minutes or minutes:seconds,
// INCREMENT in seconds.
func (c *clock) level(rest string) error {
	args := strings.Fields(rest)
	if len(args) != 3 {
		return fmt.Errorf("level: expected MOVES BASE INCREMENT")
	}
	moves, err := strconv.Atoi(args[0])
	if err != nil || moves < 0 {
		return fmt.Errorf("level: found %s, expected a number of moves", toml.Quote(args[0]))
	}
	minutes, rest, split := strings.Cut(args[1], ":")
	base, err := seconds(minutes)
	base = min(60*base, longest)
	if split && err == nil {
		var more time.Duration
		more, err = seconds(rest)
		base += more
	}
	if err != nil {
		return fmt.Errorf("level: base: %w", err)
	}
	inc, err := seconds(args[2])
	if err != nil {
		return fmt.Errorf("level: increment: %w", err)
	}
	c.session, c.base, c.inc, c.move, c.known = moves, base, inc, 0, false
	return nil
}

// seconds reads a time of at least 0.
func seconds(text string) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0) {
		return 0, fmt.Errorf("found %s, expected a number of at least 0", toml.Quote(text))
	}
	return time.Duration(min(x, longest.Seconds()) * float64(time.Second)), nil
}

// perMove obeys "st SECONDS".
func (c *clock) perMove(text string) error {
	d, err := seconds(text)
	if err != nil {
		return fmt.Errorf("st: %w", err)
	}
	c.move = max(d, time.Millisecond)
	return nil
}

// time obeys "time HUNDREDTHS"; below 0 the flag has fallen.
func (c *clock) time(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("time: found %s, expected hundredths of a second", toml.Quote(text))
	}
	c.left = time.Duration(min(max(n, 0), longest.Milliseconds()/10)) * 10 * time.Millisecond
	c.known = true
	return nil
}

// limitDepth obeys "sd PLIES".
func (c *clock) limitDepth(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("sd: found %s, expected a number of plies", toml.Quote(text))
	}
	c.depth = min(n, search.MaxDepth)
	return nil
}

const (
	// defaultOverhead is the default of the option Move Overhead, the time that a move costs
	// outside the search; maxOverhead is its maximum in milliseconds.
	defaultOverhead = 10 * time.Millisecond
	maxOverhead     = 5000
	// longest limits all times.
	longest = 365 * 24 * time.Hour
)

// allowance limits the time for a move. The zero value sets no limit.
type allowance struct {
	move     time.Duration // for this move; 0 for none
	clock    search.Clock  // the time on the clock, if timed; its Overhead is not used
	timed    bool
	overhead time.Duration // what the move costs outside the search; 0 or more
}

// budget returns the time after which no new iteration begins and the time after
// which the search ends. 0 is no limit.
func (a allowance) budget() (soft, hard time.Duration) {
	if a.timed {
		c := a.clock
		c.Overhead = a.overhead
		if c.Overhead == 0 {
			c.Overhead = -1
		}
		soft, hard = c.Budget()
	}
	if a.move > 0 {
		move := max(a.move-a.overhead, a.move/2, time.Millisecond)
		if !a.timed || move < hard {
			hard = move
		}
		soft = min(soft, hard)
	}
	return soft, hard
}

// introduce lists the features of the engine.
func (x *xboard) introduce() {
	x.out.Print("feature done=0")
	x.out.Print("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1")
	x.out.Print("feature colors=0 ics=0 name=0 pause=0 nps=0 debug=0 memory=1 smp=0 exclude=0")
	x.out.Print("feature myname=%s", quoted(x.config.Name))
	x.listVariants()
	for _, o := range options {
		if offered(o) && !o.hidden {
			x.out.Print("feature option=%s", quoted(x.declare(o)))
		}
	}
	x.out.Print("feature done=1")
}

// quoted returns the value of a feature. The protocol cannot escape quotation
// marks.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, "'") + `"` }

// listVariants names the games, by XBoard's names where it knows them.
func (x *xboard) listVariants() {
	names := []string{"normal"}
	for _, name := range x.games() {
		if name != standard {
			names = append(names, name)
		}
	}
	x.out.Print("feature variants=%s", quoted(strings.Join(names, ",")))
}

func offered(o option) bool { return !o.uciOnly }

// declare describes an option.
func (x *xboard) declare(o option) string {
	switch o.kind {
	case spin:
		return fmt.Sprintf("%s -spin %d %d %d", o.name, o.standard, o.min, o.max)
	case button:
		return o.name + " -button"
	}
	return fmt.Sprintf("%s -%s %s", o.name, o.kind, o.value(x.conversation))
}

// setOption obeys "option NAME=VALUE" and "option NAME".
func (x *xboard) setOption(text string) error {
	name, value, _ := strings.Cut(text, "=")
	o, err := findOption(strings.TrimSpace(name), offered)
	if err != nil {
		return err
	}
	lines := x.lines
	if err := o.apply(x.conversation, value); err != nil {
		return err
	}
	if x.analysing && x.lines != lines {
		x.proceed()
	}
	return nil
}

// setMemory obeys "memory MEGABYTES". Larger numbers than session.MaxHash have no effect.
func (x *xboard) setMemory(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("memory: found %s, expected megabytes", toml.Quote(text))
	}
	x.SetHash(n)
	return nil
}

// ignored lists commands without effect.
var ignored = []string{
	"xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "hard", "easy", "cores", "otim", "book", "bk", "nps", "egtpath", "debug",
}

func (x *xboard) commands() commands {
	turn := func() rules.Color { return x.Position().Turn() }
	table := commands{
		"protover":  do(x.introduce),
		"new":       x.beginGame,
		"variant":   x.chooseVariant,
		"force":     do(func() { x.abort(); x.forced = true }),
		"go":        do(func() { x.playSide(turn()) }),
		"playother": do(func() { x.playSide(turn().Other()) }),
		"usermove":  x.userMove,
		"?":         do(x.moveNow),
		"ping":      x.ping,
		"draw":      do(x.considerDraw),
		"result":    do(func() { x.abort(); x.over = true }),
		"setboard":  x.setBoard,
		"hint":      do(x.giveHint),
		"undo":      do(func() { x.undo(1) }),
		"remove":    do(func() { x.undo(2) }),
		"analyze":   do(func() { x.abort(); x.analysing, x.forced = true, true; x.proceed() }),
		"exit":      do(func() { x.abort(); x.analysing = false }),
		".":         do(x.status),
		"post":      do(func() { x.post = true }),
		"nopost":    do(func() { x.post = false }),
		"level":     x.clock.level,
		"st":        x.clock.perMove,
		"sd":        x.clock.limitDepth,
		"time":      x.clock.time,
		"memory":    x.setMemory,
		"option":    x.setOption,
	}
	for _, name := range ignored {
		table[name] = do(func() {})
	}
	return table
}

// beginGame obeys "new": chess, with the engine as Black.
func (x *xboard) beginGame(string) error {
	x.abort()
	if err := x.Choose(standard); err != nil {
		return err
	}
	x.newGame()
	return nil
}

// playSide has the engine play a side from now on.
func (x *xboard) playSide(c rules.Color) {
	x.abort()
	x.forced, x.analysing, x.over, x.side = false, false, false, c
	x.proceed()
}

// userMove makes a move of the opponent or, in force mode, of either side.
func (x *xboard) userMove(text string) error {
	m, err := x.readMove(text)
	if err != nil {
		x.out.Print("Illegal move (%v): %s", err, bare(text))
		return nil
	}
	x.abort()
	x.hint = 0
	x.Make(m)
	x.proceed()
	return nil
}

// moveNow has the engine move at once.
func (x *xboard) moveNow() {
	if x.thinking() {
		x.search.Stop()
	}
}

func (x *xboard) ping(n string) error {
	x.pings = append(x.pings, n)
	if !x.thinking() {
		x.pong()
	}
	return nil
}

// drawScore is the score at which the engine accepts a draw, in centipawns.
const drawScore = -25

func (x *xboard) considerDraw() {
	if x.score <= drawScore && !x.over {
		x.out.Print("offer draw")
	}
}

func (x *xboard) setBoard(fen string) error {
	x.abort()
	err := errors.New("the FEN is missing")
	if fen != "" {
		err = x.Set(x.ranks().FENFromCECP(fen), nil)
	}
	if err != nil {
		x.out.Print("tellusererror Illegal position: %v", err)
		return nil
	}
	x.over, x.hint = false, 0
	if x.analysing {
		x.proceed()
	}
	return nil
}

// hintNodes is the length of the search for a hint.
const hintNodes = 20_000

// giveHint suggests a move to the side on move.
func (x *xboard) giveHint() {
	if x.thinking() || x.over {
		return
	}
	m := x.hint
	if m == 0 {
		analysed := x.search != nil
		x.abort()
		found, _ := x.Search(search.Limits{Nodes: hintNodes})
		m = found.Result().Move
		if analysed {
			defer x.proceed()
		}
	}
	if m != 0 {
		x.out.Print("Hint: %s", x.text(m))
	}
}

// undo takes back moves. The engine plays again after go or after the next move.
func (x *xboard) undo(moves int) {
	x.abort()
	if x.Undo(moves) {
		x.over, x.hint = false, 0
	} else {
		x.complain("no moves to take back", "undo")
	}
	if x.analysing {
		x.proceed()
	}
}

// status answers "." in an analysis with hundredths of a second, nodes, ply, moves
// still to be searched (which are not counted here) and all moves.
func (x *xboard) status() {
	if !x.analysing {
		return
	}
	r := x.latest.Load()
	x.out.Print("stat01: %d %d %d 0 %d", r.Elapsed.Milliseconds()/10, r.Nodes, max(r.Depth, 1), len(x.Position().Moves(nil)))
}

// chooseVariant obeys "variant NAME".
func (x *xboard) chooseVariant(name string) error {
	x.abort()
	if err := x.Choose(name); err != nil {
		x.complain("unsupported variant", name)
		x.note("%v", err)
		return nil
	}
	x.over, x.hint = false, 0
	if v := x.Game().Variant; name != "normal" && v.Name != standard {
		x.describe()
	}
	return nil
}

// describe describes a game that XBoard may not know.
func (x *xboard) describe() {
	g := x.Game()
	v := g.Variant
	fen := x.ranks().FENToCECP(boardAlone(g.NewPosition()))
	forms := promotedForms(v)
	held, parent := 0, "fairy"
	if g.Drops() { // kinds of pieces that can be in hand
		held, parent = len(v.Pieces)-1-forms, "crazyhouse"
	}
	if forms > 0 {
		parent = "shogi"
	}
	if v.Rules.Gating.Kind == variant.SeirawanGating {
		held, parent = len(g.Waiting()), "seirawan"
	}
	x.out.Print("setup (%s) %dx%d+%d_%s %s", pictures(v), v.Files, v.Ranks, held, parent, fen)
	for i := range v.Pieces {
		x.out.Print("piece %s& %s", v.Pieces[i].Symbol, moves(v, &v.Pieces[i]))
	}
}

// boardAlone returns a FEN without the pieces outside the board and the counts of checks.
func boardAlone(p *rules.Position) string {
	board, rest, _ := strings.Cut(p.FEN(), " ")
	board, _, _ = strings.Cut(board, "[")
	if rows := strings.Split(board, "/"); len(rows) > p.Game().Ranks() {
		board = strings.Join(rows[1:len(rows)-1], "/")
	}
	if p.Game().CountsChecks() {
		fields := strings.Fields(rest)
		rest = strings.Join(slices.Delete(fields, 3, 4), " ")
	}
	return board + " " + rest
}

// pictureOf maps names of pieces to XBoard's pictures: indexes into the list at the
// start of a setup line. The royal piece is last.
var pictureOf = map[string]int{
	"pawn": 0, "knight": 1, "bishop": 2, "rook": 3, "queen": 4, "ferz": 5, "firzan": 5, "elephant": 6, "alfil": 6,
	"archbishop": 7, "chancellor": 8, "wazir": 9, "man": 10, "cannon": 11, "nightrider": 12, "falcon": 17, "unicorn": 20,
	"soldier": 0, "horse": 1, "chariot": 3, "advisor": 5, "met": 5,
}

// kinds is the number of pictures of a side, without the king.
const kinds = 21

// formAfter is how many places a promoted form comes after its piece.
const formAfter = 11

// promotedForms counts the kinds of pieces that are promoted forms of others.
func promotedForms(v *variant.Variant) (n int) {
	for i := range v.Pieces {
		if v.Pieces[i].PromotedFrom != "" {
			n++
		}
	}
	return n
}

// pictures assigns XBoard's pictures to the pieces: White's letters in the order of
// the pictures, then Black's. A piece without a picture of its own gets one that no
// other piece has. A promoted form is a + as far behind its piece as XBoard expects it.
func pictures(v *variant.Variant) string {
	side := []byte(strings.Repeat(".", max(kinds, len(v.Pieces)-1)+1))
	var rest []byte
	for i := range v.Pieces {
		p := &v.Pieces[i]
		place, ok := pictureOf[p.Name]
		switch {
		case p.PromotedFrom != "":
		case p.Royal:
			side[len(side)-1] = p.Symbol[0]
		case ok && side[place] == '.':
			side[place] = p.Symbol[0]
		default:
			rest = append(rest, p.Symbol[0])
		}
	}
	last := len(side) - 2
	if promotedForms(v) > 0 {
		last = kinds - 1 - formAfter
	}
	for place := last; place >= 0 && len(rest) > 0; place-- {
		if side[place] == '.' {
			side[place], rest = rest[0], rest[1:]
		}
	}
	for i := range v.Pieces {
		if p := &v.Pieces[i]; p.PromotedFrom != "" {
			side[bytes.IndexByte(side, p.Symbol[1])+formAfter] = '+'
		}
	}
	return string(side) + strings.ToLower(string(side))
}

// moves joins the moves of a piece, with marks for first moves and with castling as
// a move of the king. Other limits to parts of the board are left out.
func moves(v *variant.Variant, p *variant.Piece) string {
	var b strings.Builder
	for _, set := range p.Moves {
		switch {
		case set.RoyalOnly:
		case set.Flying:
			b.WriteString("mU") // to any empty square
		case set.Area == "" && firstMove(v, p, set):
			b.WriteString("i" + set.Betza)
		default:
			b.WriteString(set.Betza)
		}
	}
	if p.Royal {
		b.WriteString(v.Rules.Castling.Betza(v.Files))
	}
	return b.String()
}

// firstMove reports whether a set is a single atom for the rank on which all pieces
// of the kind begin and to which they cannot return.
func firstMove(v *variant.Variant, p *variant.Piece, set variant.MoveSet) bool {
	if !p.Pawn || set.FirstRank == 0 || set.FirstRank != set.LastRank || strings.Trim(set.Betza, "abcdefghijklmnopqrstuvwxyz") != set.Betza[len(set.Betza)-1:] {
		return false
	}
	for i, row := range strings.Split(v.Array, "/") {
		if strings.Contains(row, p.Symbol) != (v.Ranks-i == set.FirstRank) {
			return false
		}
	}
	return true
}

// Ranks is the number of ranks of a board. It converts between our names of squares, whose
// ranks count from 1, and those of CECP, whose ranks count from 0 on boards of exactly ten
// ranks: our a1 and a10 are its a0 and a9. The zero value converts nothing.
type Ranks int

// zeroRanks is the number of ranks of boards whose ranks CECP counts from 0.
const zeroRanks = 10

var square = regexp.MustCompile(`[a-p][0-9]+`)

// ToCECP converts all squares in one of our texts, such as a move.
func (r Ranks) ToCECP(text string) string { return r.shift(text, -1) }

// FromCECP converts all squares in a text from CECP.
func (r Ranks) FromCECP(text string) string { return r.shift(text, 1) }

// FENToCECP converts the en-passant squares of one of our FENs.
func (r Ranks) FENToCECP(fen string) string { return r.shiftFEN(fen, -1) }

// FENFromCECP converts the en-passant squares of a FEN from CECP.
func (r Ranks) FENFromCECP(fen string) string { return r.shiftFEN(fen, 1) }

// shift adds to the numbers of all squares.
func (r Ranks) shift(text string, delta int) string {
	if r != zeroRanks {
		return text
	}
	return square.ReplaceAllStringFunc(text, func(name string) string {
		rank, err := strconv.Atoi(name[1:])
		if err != nil {
			return name
		}
		return name[:1] + strconv.Itoa(rank+delta)
	})
}

// enPassant is the index of the en-passant squares among the fields of a FEN.
const enPassant = 3

func (r Ranks) shiftFEN(fen string, delta int) string {
	fields := strings.Fields(fen)
	if len(fields) > enPassant {
		fields[enPassant] = r.shift(fields[enPassant], delta)
	}
	return strings.Join(fields, " ")
}
