package external

import (
	"strconv"
	"strings"
)

// readInfo takes depth, nodes and score from the text after the word info. It skips
// lines about second-best moves and scores that are bounds.
func readInfo(text string, r *Reply) {
	fields := strings.Fields(text)
	depth, nodes, score := r.Depth, r.Nodes, r.Score
	found := false
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "string", "pv":
			i = len(fields)
		case "multipv":
			if number(fields, i+1, 1) > 1 {
				return
			}
		case "depth":
			depth = number(fields, i+1, depth)
		case "nodes":
			if i+1 < len(fields) {
				if n, err := strconv.ParseUint(fields[i+1], 10, 64); err == nil {
					nodes = n
				}
			}
		case "score":
			score, found = readScore(fields[i+1:], score)
		}
	}
	r.Depth, r.Nodes = depth, nodes
	if found {
		r.Score, r.HasScore = score, true
	}
}

// readScore reads "cp 31" or "mate -2"; ok is false for all else, bounds included.
func readScore(fields []string, old int) (score int, ok bool) {
	if len(fields) < 2 || len(fields) > 2 && strings.HasSuffix(fields[2], "bound") {
		return old, false
	}
	n, err := strconv.Atoi(fields[1])
	switch {
	case err != nil:
	case fields[0] == "cp":
		return clampScore(n), true
	case fields[0] == "mate":
		return mateIn(n), true
	}
	return old, false
}

// number returns field i as a number, or standard if it is not a number.
func number(fields []string, i, standard int) int {
	if i < len(fields) {
		if n, err := strconv.Atoi(fields[i]); err == nil {
			return n
		}
	}
	return standard
}
