package xboard

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// notation writes and reads squares as XBoard does.
type notation struct{ game *rules.Game }

// zeroRanks is the number of ranks of the boards on which XBoard counts them from 0.
const zeroRanks = 10

var square = regexp.MustCompile(`[a-p][0-9]+`)

// shift adds to the numbers of all squares in a text.
func (n notation) shift(text string, delta int) string {
	if n.game.Ranks() != zeroRanks {
		return text
	}
	return square.ReplaceAllStringFunc(text, func(sq string) string {
		rank, err := strconv.Atoi(sq[1:])
		if err != nil {
			return sq
		}
		return sq[:1] + strconv.Itoa(rank+delta)
	})
}

func (n notation) move(m rules.Move) string { return n.shift(n.game.MoveText(m), -1) }

// fen turns the en-passant square of a FEN to or from XBoard's counting.
func (n notation) fen(text string, delta int) string {
	fields := strings.Fields(text)
	if len(fields) > 3 {
		fields[3] = n.shift(fields[3], delta)
	}
	return strings.Join(fields, " ")
}

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
