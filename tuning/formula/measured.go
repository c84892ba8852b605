package formula

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/endgame"
	"bestiary/internal/stat"
)

//go:embed measured.tsv
var measuredFile string

//go:embed features.jsonl
var featuresFile string

// Role says what the program's formula uses a value for.
type Role string

// The roles of values.
const (
	Fitted Role = "fitted" // the formula is fitted to it
	Judged Role = "judged" // it judges the formula
)

// Measured is a value that games gave.
type Measured struct {
	Betza  string        `json:"betza"`
	Name   string        `json:"name"`
	Board  Board         `json:"board"`
	Value  stat.Interval `json:"value"` // in points
	Source string        `json:"source"`
	// Role says whether the program's formula is fitted to the value or judged by it; "" if neither.
	Role Role `json:"role"`

	Known `json:"-"`
}

// Known is what is known of a piece on a board without playing.
type Known struct {
	Features
	// Mates says how many of the kind it takes to win against a bare king.
	Mates endgame.Mates `json:"mates"`
	// LongestMate is the number of moves of the longest win against a bare king, of a piece that
	// mates alone.
	LongestMate int `json:"longest-mate,omitempty"`
}

// known is a line of features.jsonl.
type known struct {
	Betza string `json:"betza"`
	Board string `json:"board"`
	Known
}

// cache returns the features that come with the program, by board and move string.
var cache = sync.OnceValues(func() (map[string]Known, error) {
	out := map[string]Known{}
	for line := range strings.Lines(featuresFile) {
		var k known
		if err := json.Unmarshal([]byte(line), &k); err != nil {
			return nil, fmt.Errorf("features.jsonl: %w", err)
		}
		out[k.Board+" "+k.Betza] = k.Known
	}
	return out, nil
})

// maxSolved is the largest number of squares of a board on which an ending is solved: more take
// seconds.
const maxSolved = 120

// Look returns what is known of a piece on a board.
func Look(b Board, moves string) (Known, error) {
	all, err := cache()
	if err != nil {
		return Known{}, err
	}
	if k, ok := all[b.String()+" "+moves]; ok {
		return k, nil
	}
	return Compute(b, moves)
}

// Compute works out what is known of a piece on a board, also if it comes with the program.
func Compute(b Board, moves string) (Known, error) {
	f, err := FeaturesOf(b, []string{moves})
	if err != nil {
		return Known{}, err
	}
	k := Known{Features: f[0], Mates: endgame.NotComputed}
	if b.Files*b.Ranks <= maxSolved {
		g, err := host(b, []string{moves})
		if err != nil {
			return k, err
		}
		t := g.TypeNamed(GuestName(0))
		if k.Mates = endgame.MatesOf(g, t); k.Mates == endgame.Alone {
			if l, ok := endgame.SolveLone(g, t); ok {
				k.LongestMate = (l.Longest() + 1) / 2
			}
		}
	}
	return k, nil
}

// MeasuredValues returns measured values: those in results, which the games alone give, and those
// of the models of more games.
var MeasuredValues = sync.OnceValues(func() ([]Measured, error) {
	var out []Measured
	for line := range strings.Lines(measuredFile) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || f[0] == "betza" {
			continue
		}
		m := Measured{Value: stat.Interval{Level: Level}}
		board, ok := Board{}, len(f) == 8 && slices.Contains([]string{"", string(Fitted), string(Judged)}, f[7])
		if ok {
			m.Betza, m.Name, m.Source, m.Role = f[0], f[1], f[6], Role(f[7])
			board, ok = ParseBoard(f[2])
		}
		for i, into := range []*float64{&m.Value.Estimate, &m.Value.Lo, &m.Value.Hi} {
			if ok {
				var err error
				*into, err = strconv.ParseFloat(f[3+i], 64)
				ok = err == nil
			}
		}
		if !ok {
			return nil, fmt.Errorf("measured.tsv: %q is not a move, a name, a board, a value with its limits, a source and its role", line)
		}
		var err error
		m.Board = board
		if m.Known, err = Look(board, m.Betza); err != nil {
			return nil, fmt.Errorf("measured.tsv: %w", err)
		}
		out = append(out, m)
	}
	return out, nil
})
