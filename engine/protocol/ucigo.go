package protocol

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/internal/toml"
)

// request holds the arguments of a go command.
type request struct {
	numbers map[string]int64 // by their words; 1 for a word without a number
	moves   []rules.Move     // of searchmoves
}

// goWords are the words that go understands in addition to searchmoves; true if a number follows.
var goWords = map[string]bool{
	"wtime": true, "btime": true, "winc": true, "binc": true, "movestogo": true, "depth": true, "nodes": true,
	"movetime": true, "mate": true, "perft": true, "infinite": false, "ponder": false,
}

// readRequest reads the words after go. It reports and skips those that it cannot use.
func (u *uci) readRequest(words []string) request {
	r := request{numbers: map[string]int64{}}
	known := "" // the last word of goWords, or searchmoves
	for _, word := range words {
		numbered, found := goWords[word]
		switch {
		case goWords[known]:
			n, err := strconv.ParseInt(word, 10, 64)
			if err != nil && n == 0 {
				u.note("go %s: found %s, expected a whole number", known, toml.Quote(word))
			} else {
				r.numbers[known] = n
			}
			known = ""
		case found || word == "searchmoves":
			known = word
			if found && !numbered {
				r.numbers[word] = 1
			}
		case known == "searchmoves":
			m, err := u.Position().ReadMove(word)
			if err != nil {
				u.note("go searchmoves: %v", err)
			} else {
				r.moves = append(r.moves, m)
			}
		default:
			u.note("go: unknown word %s", toml.Quote(word))
		}
	}
	if goWords[known] {
		u.note("go %s: the number is missing", known)
	}
	return r
}

// milliseconds turns a number into a time from 0 to longest.
func milliseconds(n int64) time.Duration {
	return time.Duration(min(max(n, 0), longest.Milliseconds())) * time.Millisecond
}

// allowance returns the time that a request gives the side to move.
func (u *uci) allowance(r request) allowance {
	a := allowance{overhead: u.overhead}
	if ms, ok := r.numbers["movetime"]; ok {
		a.move = max(milliseconds(ms), time.Millisecond)
	}
	left, inc := "wtime", "winc"
	if u.Position().Turn() == rules.Black {
		left, inc = "btime", "binc"
	}
	if ms, ok := r.numbers[left]; ok {
		a.timed = true
		a.clock = search.Clock{
			Left: milliseconds(ms), Increment: milliseconds(r.numbers[inc]),
			MovesToGo: int(min(max(r.numbers["movestogo"], 0), math.MaxInt32)),
		}
	}
	return a
}

// goSearch obeys a go command.
func (u *uci) goSearch(rest string) error {
	u.abort() // a search that only stop would end
	r := u.readRequest(strings.Fields(rest))
	if n, ok := r.numbers["perft"]; ok {
		return u.perft(n)
	}
	a := u.allowance(r)
	l := search.Limits{Moves: r.moves, Lines: u.lines}
	if n, ok := r.numbers["depth"]; ok {
		l.Depth = int(min(max(n, 1), search.MaxDepth))
	}
	if n, ok := r.numbers["nodes"]; ok {
		l.Nodes = uint64(max(n, 1))
	}
	mate, toMate := r.numbers["mate"]
	limited := l.Depth > 0 || l.Nodes > 0 || a.move > 0 || a.timed
	u.task = task{
		endless: r.numbers["infinite"] > 0 || !limited && !toMate, pondering: r.numbers["ponder"] > 0, open: !limited,
		allowance: a, root: u.Position().Clone(),
	}
	waits := u.task.endless || u.task.pondering
	if l.Depth == 0 && (waits || toMate) {
		// Without a limit of depth the search could end early.
		l.Depth = search.MaxDepth
	}
	if !waits {
		l.Soft, l.Time = a.budget()
		if u.debug {
			u.note("budget %v, at most %v", l.Soft, l.Time)
		}
	}
	u.start(l, toMate, mate)
	return nil
}

// start begins a search. If toMate is set, it ends when it has found a mate in that many moves, or
// has found that the shortest mate is longer.
func (u *uci) start(l search.Limits, toMate bool, mate int64) {
	l.Control = &search.Control{}
	u.limitStrength(&l)
	u.prepare()
	u.task.score = u.scores()
	g, reported := u.task.root.Game(), &u.task.reported
	l.Report = func(r search.Report) {
		u.report(g, r)
		if r.Line != 1 {
			return
		}
		*reported = r.PV[0]
		plies, ok := search.MatePlies(r.Score)
		if toMate && ok && r.Score > 0 && (int64(plies) <= 2*max(mate, 1) || plies <= r.Depth) {
			l.Control.Stop()
		}
	}
	u.search, _ = u.Search(l) // it is prepared
}

// report writes an info line.
func (u *uci) report(g *rules.Game, r search.Report) {
	rate := uint64(float64(r.Nodes) / max(r.Elapsed, time.Microsecond).Seconds())
	u.out.Print("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv%s",
		r.Depth, r.Deepest, r.Line, u.task.score(r.Score), r.Nodes, rate, r.HashFull, r.Elapsed.Milliseconds(),
		moveTexts(r.PV, u.text(g)))
}

// text returns the function that writes the moves of g.
func (u *uci) text(g *rules.Game) func(rules.Move) string {
	if u.chess960 {
		return g.TakesText
	}
	return g.MoveText
}

// scores returns the function that writes scores, with their chances if UCI_ShowWDL is set.
func (u *uci) scores() func(int) string {
	if !u.chances {
		return uciScore
	}
	results := u.Chances()
	return func(score int) string {
		win, draw, loss := results(score)
		return fmt.Sprintf("%s wdl %d %d %d", uciScore(score), win, draw, loss)
	}
}

// uciScore writes a score, as in "cp 31" or, in moves, "mate -2".
func uciScore(centipawns int) string {
	if moves, ok := search.MateMoves(centipawns); ok {
		return fmt.Sprintf("mate %d", moves)
	}
	return fmt.Sprintf("cp %d", centipawns)
}

// moveTexts writes moves, each after a space.
func moveTexts(moves []rules.Move, write func(rules.Move) string) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(" " + write(m))
	}
	return b.String()
}

// answerMove sends the best move. If it was found after the last report, it is
// reported first.
func (u *uci) answerMove(r *session.Result) {
	p, text := u.task.root, u.text(u.task.root.Game())
	if r.Move == 0 {
		u.answerEnd(p)
		return
	}
	if len(r.PV) > 0 && r.PV[0] != u.task.reported {
		u.out.Print("info depth %d multipv 1 score %s nodes %d pv%s",
			r.Depth+1, u.task.score(r.Score), r.Nodes, moveTexts(r.PV, text))
	}
	if reply := expected(p, r.PV); reply != 0 {
		u.out.Print("bestmove %s ponder %s", text(r.Move), text(reply))
		return
	}
	u.out.Print("bestmove %s", text(r.Move))
}

// answerEnd answers in a position without moves.
func (u *uci) answerEnd(p *rules.Position) {
	result, reason := p.Outcome()
	end, wdl := "cp 0", "0 1000 0"
	switch {
	case result == rules.WhiteWins && p.Turn() == rules.Black || result == rules.BlackWins && p.Turn() == rules.White:
		end, wdl = "mate 0", "0 0 1000"
	case result != rules.Draw:
		wdl = "1000 0 0"
	}
	if u.chances {
		end += " wdl " + wdl
	}
	u.note("no legal move: %s, %s", result, reason)
	u.out.Print("info depth 0 score %s", end)
	u.out.Print("bestmove (none)")
}

// maxPerft is a depth that takes longer than anybody can wait.
const maxPerft = 20

func (u *uci) perft(depth int64) error {
	if depth < 1 || depth > maxPerft {
		return fmt.Errorf("go perft: found %d, expected 1 to %d", depth, maxPerft)
	}
	text := u.text(u.Position().Game())
	u.task = task{perft: true}
	u.search = u.Perft(int(depth), func(m rules.Move, n uint64) { u.out.Print("%s: %d", text(m), n) })
	return nil
}

func (u *uci) answerPerft(r *session.Result) {
	if !r.Whole {
		u.note("perft was stopped")
		return
	}
	u.out.Print("")
	u.out.Print("Nodes searched: %d", r.Nodes)
	u.out.Print("")
}
