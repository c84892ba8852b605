package protocol

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

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

func (x *xboard) plays() []string {
	return []string{"usermove", "setboard", "go", "playother", "analyze"}
}

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

// ended makes the move that was found. An analysis with no moves left to search remains active.
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
	x.sayPlaying()
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
