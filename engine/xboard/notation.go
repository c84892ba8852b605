package xboard

import (
	"fmt"
	"strings"
	"sync"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/engine/xboard/squares"
)

// notation writes and reads squares as XBoard does.
type notation struct{ game *rules.Game }

func (n notation) ranks() squares.Ranks { return squares.Ranks(n.game.Ranks()) }

func (n notation) move(m rules.Move) string { return n.ranks().ToCECP(n.game.MoveText(m)) }

// mateScore is added to the moves until mate.
const mateScore = 100_000

// thinking is a line "ply score time nodes pv": centipawns or a mate, hundredths
// of a second.
func (n notation) thinking(r search.Report) string {
	score := r.Score
	if plies, ok := search.MatePlies(r.Score); ok {
		score = mateScore + (plies+1)/2
		if r.Score < 0 {
			score = -score
		}
	}
	var line strings.Builder
	for _, m := range r.PV {
		line.WriteString(" " + n.move(m))
	}
	return fmt.Sprintf("%d %d %d %d%s", r.Depth, score, r.Elapsed.Milliseconds()/10, r.Nodes, line.String())
}

// latest is the last report of a search, for the command that asks how it goes.
type latest struct {
	mu     sync.Mutex
	report search.Report // without PV
}

func (l *latest) set(r search.Report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r.PV = nil
	l.report = r
}

func (l *latest) reset() { l.set(search.Report{}) }

func (l *latest) get() search.Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.report
}

// bare is variant.Quote without the quotes.
func bare(text string) string {
	quoted, cut := strings.CutSuffix(variant.Quote(text), "…")
	quoted = quoted[1 : len(quoted)-1]
	if cut {
		quoted += "…"
	}
	return quoted
}
