package protocol

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// The kinds of options.
const (
	spin   = "spin"
	check  = "check"
	button = "button"
	combo  = "combo"
	file   = "file"
)

// option is a setting that the other program can change.
type option struct {
	name     string
	kind     string
	standard int                               // the default of a spin
	min, max int                               // of a spin
	value    func(*conversation) string        // the default of other kinds
	number   func(*conversation, int)          // sets a spin
	set      func(*conversation, string) error // sets other kinds
	choices  func(*conversation) []string      // of a combo
	hidden   bool                              // another name of an option
	uciOnly  bool                              // not for CECP, which has a command for it or does not need it
}

// options lists the options in the order in which they are declared.
var options = []option{
	{name: "Hash", kind: spin, standard: session.DefaultHash, min: session.MinHash, max: session.MaxHash, uciOnly: true,
		number: (*conversation).SetHash},
	{name: "Threads", kind: spin, standard: 1, min: 1, max: session.MaxThreads, number: (*conversation).SetThreads},
	{name: "Clear Hash", kind: button, set: func(c *conversation, _ string) error { c.Forget(); return nil }},
	{name: "MultiPV", kind: spin, standard: 1, min: 1, max: search.MaxLines, number: func(c *conversation, n int) { c.lines = n }},
	// The other side decides whether to ponder, with go ponder.
	{name: "Ponder", kind: check, uciOnly: true, value: func(*conversation) string { return "false" },
		set: func(*conversation, string) error { return nil }},
	{name: "Move Overhead", kind: spin, standard: int(defaultOverhead.Milliseconds()), min: 0, max: maxOverhead, number: (*conversation).setOverhead},
	{name: "UCI_Variant", kind: combo, uciOnly: true, value: func(c *conversation) string { return c.config.Game },
		choices: (*conversation).games, set: func(c *conversation, name string) error { return c.Choose(name) }},
	{name: "UCI_Chess960", kind: check, uciOnly: true, value: func(*conversation) string { return "false" },
		set: (*conversation).setChess960},
	{name: "UCI_LimitStrength", kind: check, uciOnly: true, value: func(*conversation) string { return "false" },
		set: func(c *conversation, value string) error { c.limited = value == "true"; return nil }},
	{name: "UCI_Elo", kind: spin, uciOnly: true, standard: maxElo, min: minElo, max: maxElo, number: func(c *conversation, n int) { c.elo = n }},
	{name: "UCI_ShowWDL", kind: check, uciOnly: true, value: func(*conversation) string { return "false" },
		set: func(c *conversation, value string) error { c.chances = value == "true"; return nil }},
	{name: "VariantPath", kind: file, value: func(*conversation) string { return "" }, set: (*conversation).addGames},
	{name: "EvalFile", kind: file, value: func(c *conversation) string { return c.config.Weights }, set: (*conversation).SetWeights},
	{name: "Use NNUE", kind: check, uciOnly: true, value: func(*conversation) string { return "true" },
		set: func(c *conversation, value string) error { c.SetNetwork(value == "true"); return nil }},
	{name: "MoveOverhead", kind: spin, hidden: true, min: 0, max: maxOverhead, number: (*conversation).setOverhead},
	{name: "Weights", kind: file, hidden: true, set: (*conversation).SetWeights},
}

// The range of UCI_Elo, the nodes for its lower end, and the points for which the
// number of nodes doubles.
const (
	minElo, maxElo = 500, 2500
	minNodes       = 10
	doublingElo    = 180
)

// limitStrength limits the nodes of a search by UCI_Elo.
func (c *conversation) limitStrength(l *search.Limits) {
	if !c.limited {
		return
	}
	limit := uint64(minNodes * math.Exp2(float64(c.elo-minElo)/doublingElo))
	if l.Nodes == 0 || l.Nodes > limit {
		l.Nodes = limit
	}
}

// chess960Game is the game that UCI_Chess960 chooses in place of chess.
const chess960Game = "chess960"

// setChess960 chooses Chess960, in which castlings are written as captures of the
// partner, or chess again.
func (c *conversation) setChess960(value string) error {
	on := value == "true"
	switch {
	case on && c.Name() != chess960Game:
		if err := c.Choose(chess960Game); err != nil {
			return err
		}
	case !on && c.chess960 && c.Name() == chess960Game:
		if err := c.Choose(c.config.Game); err != nil {
			return err
		}
	}
	c.chess960 = on
	return nil
}

func (c *conversation) setOverhead(milliseconds int) {
	c.overhead = time.Duration(milliseconds) * time.Millisecond
}

// findOption finds a fitting option by its name; case does not matter.
func findOption(name string, fits func(option) bool) (option, error) {
	var names []string
	for _, o := range options {
		switch {
		case !fits(o):
		case strings.EqualFold(o.name, name):
			return o, nil
		default:
			names = append(names, o.name)
		}
	}
	return option{}, fmt.Errorf("no option %s%s", toml.Quote(name), toml.Hint(name, names))
}

// noFile is the value in UCI of an option without a file.
const noFile = "<empty>"

// apply sets the option.
func (o option) apply(c *conversation, value string) error {
	switch o.kind {
	case spin:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.min || n > o.max {
			return fmt.Errorf("found %s, expected a number from %d to %d", toml.Quote(value), o.min, o.max)
		}
		o.number(c, n)
		return nil
	case check:
		if value != "true" && value != "false" {
			return fmt.Errorf("found %s, expected true or false", toml.Quote(value))
		}
	case file:
		if value == noFile {
			value = ""
		}
	}
	return o.set(c, value)
}

// addGames adds the games of a file to those on offer.
func (c *conversation) addGames(path string) error {
	if path == "" {
		return nil
	}
	names, notes, err := c.Library.AddFile(path)
	if err != nil {
		return err
	}
	for _, note := range notes {
		c.speaker.note("%s", note)
	}
	c.speaker.gamesAdded(path, names)
	return nil
}

// games lists the games on offer, also by the names under which other programs look for them.
func (c *conversation) games() []string {
	names := c.Library.Names()
	for _, name := range variant.NamesSent() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
