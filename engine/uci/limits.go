package uci

import (
	"math"
	"slices"
	"strconv"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/engine/variant"
)

// request is a go command taken apart.
type request struct {
	numbers map[string]int64
	flags   map[string]bool
	moves   []rules.Move // of searchmoves
}

var (
	numberWords = []string{"wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "movetime", "mate", "perft"}
	flagWords   = []string{"infinite", "ponder"}
)

// readRequest reads the words behind go. What makes no sense is left out.
func (e *engine) readRequest(words []string) request {
	r := request{numbers: map[string]int64{}, flags: map[string]bool{}}
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case slices.Contains(flagWords, word):
			r.flags[word] = true
		case slices.Contains(numberWords, word):
			i++
			if i == len(words) {
				e.say("go %s: the number is missing", word)
				break
			}
			n, err := strconv.ParseInt(words[i], 10, 64)
			if err != nil && n == 0 {
				e.say("go %s: found %s, expected a whole number", word, variant.Quote(words[i]))
				break
			}
			r.numbers[word] = n
		case word == "searchmoves":
			for i++; i < len(words) && !slices.Contains(numberWords, words[i]) && !slices.Contains(flagWords, words[i]); i++ {
				m, err := e.session.Position().ReadMove(words[i])
				if err != nil {
					e.say("go searchmoves: %v", err)
					continue
				}
				r.moves = append(r.moves, m)
			}
			i--
		default:
			e.say("go: unknown word %s", variant.Quote(word))
		}
	}
	return r
}

// duration turns milliseconds into a time from 0 to session.Longest.
func duration(ms int64) time.Duration {
	return time.Duration(min(max(ms, 0), session.Longest.Milliseconds())) * time.Millisecond
}

// allowance is the time that the request gives the side to move.
func (e *engine) allowance(r request) session.Allowance {
	a := session.Allowance{Overhead: e.overhead}
	if ms, ok := r.numbers["movetime"]; ok {
		a.Move = max(duration(ms), time.Millisecond)
	}
	left, inc := "wtime", "winc"
	if e.session.Position().Turn() == rules.Black {
		left, inc = "btime", "binc"
	}
	if ms, ok := r.numbers[left]; ok {
		a.Timed = true
		a.Clock = search.Clock{
			Left: duration(ms), Increment: duration(r.numbers[inc]),
			MovesToGo: int(min(max(r.numbers["movestogo"], 0), math.MaxInt32)),
		}
	}
	return a
}

// limits are those of the request without its time, which pondering puts off.
func (e *engine) limits(r request) search.Limits {
	l := search.Limits{Moves: r.moves, Lines: e.lines}
	if n, ok := r.numbers["depth"]; ok {
		l.Depth = int(min(max(n, 1), search.MaxDepth))
	}
	if n, ok := r.numbers["nodes"]; ok {
		l.Nodes = uint64(max(n, 1))
	}
	return l
}
