package protocol

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
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
