package uci

import (
	"strconv"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
)

// goSearch obeys a go command.
func (e *engine) goSearch(words []string) {
	e.end()
	r := e.readRequest(words)
	if n, ok := r.numbers["perft"]; ok {
		e.perft(n)
		return
	}
	l, a := e.limits(r), e.allowance(r)
	mate, toMate := r.numbers["mate"]
	limited := l.Depth > 0 || l.Nodes > 0 || a.Move > 0 || a.Timed || toMate
	t := task{
		endless: r.flags["infinite"] || !limited, pondering: r.flags["ponder"],
		open:      l.Depth == 0 && l.Nodes == 0 && a.Move == 0 && !a.Timed,
		allowance: a, root: e.session.Position().Clone(),
	}
	if l.Depth == 0 && (t.endless || t.pondering || toMate) {
		// A limit of depth also keeps the search from ending early.
		l.Depth = search.MaxDepth
	}
	if !t.endless && !t.pondering {
		l.Soft, l.Time = a.Budget()
		if e.debug {
			e.say("budget %v, at most %v", l.Soft, l.Time)
		}
	}
	e.start(t, l, toMate, mate)
}

// start begins a search. With toMate it ends when a mate in so many moves is
// found, or when the shortest mate is longer.
func (e *engine) start(t task, l search.Limits, toMate bool, mate int64) {
	started := make(chan *session.Search, 1)
	e.task = t
	reported := &e.task.reported
	l.Report = func(r search.Report) {
		e.report(t.root.Game(), r)
		if r.Line != 1 {
			return
		}
		*reported = r.PV[0]
		plies, ok := search.MatePlies(r.Score)
		if toMate && ok && r.Score > 0 && (int64(plies) <= 2*max(mate, 1) || plies <= r.Depth) {
			x := <-started
			x.Stop()
			started <- x
		}
	}
	x, err := e.session.Search(l)
	started <- x
	if err != nil {
		e.say("%v; playing without the file", err)
	}
	e.search = x
}

// report writes an info line.
func (e *engine) report(g *rules.Game, r search.Report) {
	e.out.Print("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv%s",
		r.Depth, r.Deepest, r.Line, score(r.Score), r.Nodes, rate(r.Nodes, r.Elapsed), r.HashFull,
		r.Elapsed.Milliseconds(), line(g, r.PV))
}

// score is "cp 31" or, with moves to the mate, "mate -2".
func score(centipawns int) string {
	plies, mate := search.MatePlies(centipawns)
	switch {
	case !mate:
		return "cp " + strconv.Itoa(centipawns)
	case centipawns < 0:
		return "mate " + strconv.Itoa(-(plies+1)/2)
	}
	return "mate " + strconv.Itoa((plies+1)/2)
}

// rate is in nodes per second.
func rate(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Microsecond).Seconds())
}

func line(g *rules.Game, moves []rules.Move) string {
	text := ""
	for _, m := range moves {
		text += " " + g.MoveText(m)
	}
	return text
}

// answerMove gives the best move. A move that turned up after the last report is
// reported first.
func (e *engine) answerMove(r *session.Result) {
	p, g := e.task.root, e.task.root.Game()
	if r.Move == 0 {
		e.answerEnd(p)
		return
	}
	if len(r.PV) > 0 && r.PV[0] != e.task.reported {
		e.out.Print("info depth %d multipv 1 score %s nodes %d pv%s", r.Depth+1, score(r.Score), r.Nodes, line(g, r.PV))
	}
	if reply := session.Reply(p, r.PV); reply != 0 {
		e.out.Print("bestmove %s ponder %s", g.MoveText(r.Move), g.MoveText(reply))
		return
	}
	e.out.Print("bestmove %s", g.MoveText(r.Move))
}

// answerEnd answers in a position without moves.
func (e *engine) answerEnd(p *rules.Position) {
	result, reason := p.Outcome()
	end := "cp 0"
	if result == rules.WhiteWins && p.Turn() == rules.Black || result == rules.BlackWins && p.Turn() == rules.White {
		end = "mate 0"
	}
	e.say("no legal move: %s, %s", result, reason)
	e.out.Print("info depth 0 score %s", end)
	e.out.Print("bestmove (none)")
}

// maxPerft is beyond what can be counted.
const maxPerft = 20

func (e *engine) perft(depth int64) {
	if depth < 1 || depth > maxPerft {
		e.say("go perft: found %d, expected 1 to %d", depth, maxPerft)
		return
	}
	g := e.session.Game()
	e.task = task{perft: true}
	e.search = e.session.Perft(int(depth), func(m rules.Move, n uint64) { e.out.Print("%s: %d", g.MoveText(m), n) })
}

func (e *engine) answerPerft(r *session.Result) {
	if !r.Whole {
		e.say("perft was stopped")
		return
	}
	e.out.Print("")
	e.out.Print("Nodes searched: %d", r.Nodes)
	e.out.Print("")
}
