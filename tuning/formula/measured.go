package formula

import (
	_ "embed"
	"encoding/csv"
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

// Role is the use of a value by the program's formula.
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
	// Role is whether the program's formula is fitted to the value or judged by it; "" if neither.
	Role Role `json:"role"`

	Known `json:"-"`
}

// Known is what is known of a piece on a board without playing.
type Known struct {
	Features
	// Mates is how many of the kind it takes to win against a bare king.
	Mates endgame.Mates `json:"mates"`
	// LongestMate is the number of moves of the longest win against a bare king, of a piece that
	// mates alone.
	LongestMate int `json:"longest-mate,omitempty"`
}

// cache returns what is known of the pieces that come with the program, by board and moves.
var cache = sync.OnceValues(func() (map[Board]map[string]Known, error) {
	out := map[Board]map[string]Known{}
	for line := range strings.Lines(featuresFile) {
		var k struct {
			Betza, Board string
			Known
		}
		if err := json.Unmarshal([]byte(line), &k); err != nil {
			return nil, fmt.Errorf("features.jsonl: %w", err)
		}
		b, _ := ParseBoard(k.Board)
		if out[b] == nil {
			out[b] = map[string]Known{}
		}
		out[b][k.Betza] = k.Known
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
	if k, ok := all[b][moves]; ok {
		return k, nil
	}
	return Compute(b, moves)
}

// Compute works out what is known of a piece on a board, also if it comes with the program.
func Compute(b Board, moves string) (Known, error) {
	g, err := host(b, []string{moves})
	if err != nil {
		return Known{}, err
	}
	l, err := newLooker(g)
	if err != nil {
		return Known{}, err
	}
	t := g.TypeNamed(GuestName(0))
	k := Known{Features: l.features(t), Mates: endgame.NotComputed}
	if b.Files*b.Ranks > maxSolved {
		return k, nil
	}
	if k.Mates = endgame.MatesOf(g, t); k.Mates == endgame.Alone {
		if l, ok := endgame.SolveLone(g, t); ok {
			k.LongestMate = (l.Longest() + 1) / 2
		}
	}
	return k, nil
}

// MeasuredValues returns measured values: those in results, from the games alone, and those of the
// models of more games.
var MeasuredValues = sync.OnceValues(func() ([]Measured, error) {
	table := csv.NewReader(strings.NewReader(measuredFile))
	table.Comma, table.Comment, table.FieldsPerRecord = '\t', '#', 8
	rows, err := table.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("measured.tsv: %w", err)
	}
	var out []Measured
	for _, f := range rows[1:] { // below the head
		m := Measured{Betza: f[0], Name: f[1], Value: stat.Interval{Level: Level}, Source: f[6], Role: Role(f[7])}
		var ok bool
		m.Board, ok = ParseBoard(f[2])
		for i, into := range []*float64{&m.Value.Estimate, &m.Value.Lo, &m.Value.Hi} {
			*into, err = strconv.ParseFloat(f[3+i], 64)
			ok = ok && err == nil
		}
		if !ok || !slices.Contains([]Role{"", Fitted, Judged}, m.Role) {
			return nil, fmt.Errorf("measured.tsv: %q is not a move, a name, a board, a value with its limits, a source and its role", f)
		}
		if m.Known, err = Look(m.Board, m.Betza); err != nil {
			return nil, fmt.Errorf("measured.tsv: %w", err)
		}
		out = append(out, m)
	}
	return out, nil
})
