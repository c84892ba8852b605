package player

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"bestiary/engine/external"
	"bestiary/engine/search"
	"bestiary/internal/toml"
)

// setting is a setting of a player that can be read from text.
type setting struct {
	name   string
	help   string
	kinds  string // kinds of player that have it: e engine, r random, p other programs
	set    func(s *Spec, value string) error
	toggle bool // without a value it is on
}

// optionPrefix begins the names of another program's own options, envPrefix the names of
// environment variables.
const (
	optionPrefix = "option."
	envPrefix    = "env."
)

// settings lists all settings except the prefixed settings and the search switches, in the
// order of the help.
func settings() []setting {
	return []setting{
		field("name", "its name in the results", "erp", text, func(s *Spec) *string { return &s.Name }),
		field("nodes", "positions a move", "ep", whole[uint64](1, 1e12), func(s *Spec) *uint64 { return &s.Limit.Nodes }),
		field("depth", "nominal depth, in plies", "ep", whole[int](1, search.MaxDepth), func(s *Spec) *int { return &s.Limit.Depth }),
		{"movetime", "seconds a move", "ep", func(s *Spec, v string) error {
			s.Limit.Control = Control{} // replaces a clock
			if err := seconds(v, &s.Limit.MoveTime); err != nil || s.Limit.MoveTime > 0 {
				return err
			}
			return errors.New("found 0, expected a time above 0")
		}, false},
		{"tc", "clock, [MOVES/]SECONDS[+INCREMENT]", "ep", func(s *Spec, v string) (err error) {
			s.Limit.MoveTime = 0
			s.Limit.Control, err = parseControl(v)
			return err
		}, false},
		{"margin", "seconds by which times may be exceeded, 0.2", "ep", func(s *Spec, v string) error {
			err := seconds(v, &s.Limit.Margin)
			if err == nil && s.Limit.Margin == 0 {
				s.Limit.Margin = -1
			}
			return err
		}, false},
		field("weights", "weight file or network", "e", text, func(s *Spec) *string { return &s.Weights }),
		field("hash-bits", "2^n entries in the transposition table, 16 to 20 by the limit", "e", whole[int](10, 26),
			func(s *Spec) *int { return &s.Search.HashBits }),
		field("command", "the program", "p", text, func(s *Spec) *string { return &s.Program.Command }),
		{"arg", "a command-line argument; may be repeated", "p", func(s *Spec, v string) error {
			s.Program.Args = append(s.Program.Args, v)
			return nil
		}, false},
		field("dir", "the folder in which it runs", "p", text, func(s *Spec) *string { return &s.Program.Dir }),
		field("variant", "its name for the game", "p", text, func(s *Spec) *string { return &s.Program.Variant }),
		toggle("variant-file", "describe the game to it in a variants.ini", "p", func(s *Spec) *bool { return &s.Program.VariantFile }),
		toggle("ponder", "think on the opponent's time, with tc; UCI only", "p", func(s *Spec) *bool { return &s.Program.Ponder }),
		field("start-timeout", "seconds to become ready, 10", "p", seconds, func(s *Spec) *time.Duration { return &s.Program.StartTimeout }),
		field("move-timeout", "seconds for a move without a time limit, 60", "p", seconds,
			func(s *Spec) *time.Duration { return &s.Program.MoveTimeout }),
		field("grace", "seconds to stop or quit before being killed, 2", "p", seconds, func(s *Spec) *time.Duration { return &s.Program.Grace }),
	}
}

// field returns a setting that a function reads into a field.
func field[T any](name, help, kinds string, read func(text string, into *T) error, of func(*Spec) *T) setting {
	return setting{name, help, kinds, func(s *Spec, v string) error { return read(v, of(s)) }, false}
}

// toggle returns a setting that without a value is on.
func toggle(name, help, kinds string, of func(*Spec) *bool) setting {
	s := field(name, help, kinds, truth, of)
	s.toggle = true
	return s
}

// switches lists the settings that switch off a part of the search, such as no-null-move
// for the field NoNullMove.
func switches() []setting {
	var list []setting
	for _, f := range switchFields() {
		list = append(list, toggle(kebab(f.Name), SwitchHelp, "e", func(s *Spec) *bool {
			return reflect.ValueOf(&s.Search).Elem().FieldByIndex(f.Index).Addr().Interface().(*bool)
		}))
	}
	return list
}

// switchFields lists the boolean fields of search.Options.
func switchFields() []reflect.StructField {
	fields := reflect.VisibleFields(reflect.TypeFor[search.Options]())
	return slices.DeleteFunc(fields, func(f reflect.StructField) bool { return f.Type.Kind() != reflect.Bool })
}

// SwitchHelp describes the search switches in Help.
const SwitchHelp = "switch off a part of the search"

// Help describes all settings, one per line: name, meaning, kinds of player.
func Help() [][3]string {
	var protocols []string
	for _, p := range external.Protocols() {
		protocols = append(protocols, string(p))
	}
	programs := strings.Join(protocols, ", ")
	kinds := strings.NewReplacer("erp", "all", "ep", "engine, "+programs, "e", "engine", "p", programs)
	list := append(settings(),
		setting{name: optionPrefix + "NAME", help: "one of the program's own options", kinds: "p"},
		setting{name: envPrefix + "NAME", help: "an environment variable of the program", kinds: "p"})
	var lines [][3]string
	for _, s := range append(list, switches()...) {
		lines = append(lines, [3]string{s.name, s.help, kinds.Replace(s.kinds)})
	}
	return lines
}

// find returns the setting with a name.
func find(name string) (setting, bool) {
	if key, ok := strings.CutPrefix(name, optionPrefix); ok {
		return setting{kinds: "p", set: func(s *Spec, v string) error {
			s.Program.Options = append(s.Program.Options, external.Option{Name: key, Value: v})
			return nil
		}}, true
	}
	if key, ok := strings.CutPrefix(name, envPrefix); ok {
		return setting{kinds: "p", set: func(s *Spec, v string) error {
			s.Program.Env = append(s.Program.Env, key+"="+v)
			return nil
		}}, true
	}
	list := append(settings(), switches()...)
	i := slices.IndexFunc(list, func(s setting) bool { return s.name == name })
	if i < 0 {
		return setting{}, false
	}
	return list[i], true
}

// apply applies a setting. HasValue is false if the text has no "=".
func (s *Spec) apply(name, value string, hasValue bool) error {
	known, ok := find(name)
	switch {
	case !ok || !s.takes(known):
		return s.unknown(name)
	case !hasValue && !known.toggle:
		return fmt.Errorf("%s: found no value, expected %s=VALUE", name, name)
	}
	if err := known.set(s, value); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// takes reports whether players of this kind have a setting.
func (s *Spec) takes(known setting) bool {
	letter := map[Kind]string{Engine: "e", Random: "r"}[s.Kind]
	if s.IsProgram() {
		letter = "p"
	}
	return letter != "" && strings.Contains(known.kinds, letter)
}

func (s *Spec) unknown(name string) error {
	var names []string
	for _, known := range append(settings(), switches()...) {
		if s.takes(known) {
			names = append(names, known.name)
		}
	}
	hint := cmp.Or(toml.Hint(name, names), "; they have "+strings.Join(names, ", "))
	return fmt.Errorf("players of the kind %s have no setting %q%s", s.Kind, name, hint)
}

// kebab turns NoNullMove into no-null-move.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// text accepts any text.
func text(text string, into *string) error {
	*into = text
	return nil
}

// whole returns what parses a whole number between lo and hi.
func whole[T int | uint64](lo, hi int64) func(text string, into *T) error {
	return func(text string, into *T) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < lo || n > hi {
			return fmt.Errorf("found %q, expected a whole number from %d to %d", text, lo, hi)
		}
		*into = T(n)
		return nil
	}
}

func seconds(text string, into *time.Duration) (err error) {
	*into, err = parseSeconds(text)
	return err
}

// truth parses a switch; without a value it is on.
func truth(text string, into *bool) error {
	switch text {
	case "", "true":
		*into = true
	case "false":
		*into = false
	default:
		return fmt.Errorf("found %q, expected true or false", text)
	}
	return nil
}

// Limit is how long a player may think. Zero fields set no limit. Nodes and Depth may be combined
// with a time; MoveTime and a clock exclude each other.
type Limit struct {
	// Nodes is the number of nodes a move, as the player counts them.
	Nodes uint64
	// Depth is nominal, in plies.
	Depth int
	// MoveTime is the time for each move.
	MoveTime time.Duration
	// Control describes the clock.
	Control
	// Margin is how much a time limit may be exceeded. The default is 200 ms; -1 means
	// none.
	Margin time.Duration
}

// Control describes a clock: Time for Moves moves, or for all moves if Moves is 0, plus
// Increment for each move.
type Control struct {
	Moves           int
	Time, Increment time.Duration
}

// defaultMargin allows for delays by the operating system.
const defaultMargin = 200 * time.Millisecond

// Timed reports whether there is a time limit, so that the play depends on the host.
func (l Limit) Timed() bool { return l.MoveTime > 0 || l.HasClock() }

// HasClock reports whether the player has a clock, which keeps unused time.
func (l Limit) HasClock() bool { return l.Time > 0 || l.Increment > 0 }

// Tolerance returns the margin, or its default.
func (l Limit) Tolerance() time.Duration {
	switch {
	case l.Margin == 0:
		return defaultMargin
	case l.Margin < 0:
		return 0
	}
	return l.Margin
}

// Validate reports the first field that is out of range.
func (l Limit) Validate() error {
	const longest = 1000 * time.Hour
	for _, f := range []struct {
		name  string
		value time.Duration
	}{{"movetime", l.MoveTime}, {"time", l.Time}, {"increment", l.Increment}, {"margin", max(l.Margin, 0)}} {
		if f.value < 0 || f.value > longest {
			return fmt.Errorf("%s is %v, expected 0 to %v", f.name, f.value, longest)
		}
	}
	switch {
	case l.Depth < 0 || l.Depth > search.MaxDepth:
		return fmt.Errorf("depth is %d, expected 0 to %d plies", l.Depth, search.MaxDepth)
	case l.Moves < 0 || l.Moves > 1000:
		return fmt.Errorf("moves of the time control is %d, expected 0 to 1000", l.Moves)
	case l.Moves > 0 && l.Time == 0:
		return fmt.Errorf("a time control of %d moves has no time", l.Moves)
	case l.MoveTime > 0 && l.HasClock():
		return fmt.Errorf("both movetime and tc are set, expected one of them")
	case l.Nodes == 0 && l.Depth == 0 && !l.Timed():
		return fmt.Errorf("no limit is set, expected nodes, depth, movetime or tc")
	}
	return nil
}

// parseControl parses [MOVES/]TIME[+INCREMENT] as in 40/60+0.6, with times in seconds or,
// with a colon, minutes and seconds.
func parseControl(text string) (Control, error) {
	bad := fmt.Errorf("found %q, expected [MOVES/]TIME[+INCREMENT] with times in seconds, as in 10+0.1 or 40/1:30", text)
	var c Control
	rest := text
	if moves, tail, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return c, bad
		}
		c.Moves, rest = n, tail
	}
	main, increment, ok := strings.Cut(rest, "+")
	var err error
	if c.Time, err = parseClockTime(main); err != nil {
		return c, bad
	}
	if ok {
		if c.Increment, err = parseSeconds(increment); err != nil {
			return c, bad
		}
	}
	if !(c.Time > 0 || c.Increment > 0) {
		return c, bad
	}
	return c, nil
}

func parseClockTime(text string) (time.Duration, error) {
	minutes, seconds, ok := strings.Cut(text, ":")
	if !ok {
		return parseSeconds(text)
	}
	m, err := strconv.Atoi(minutes)
	if err != nil || m < 0 || m > 60_000 {
		return 0, fmt.Errorf("found %q minutes, expected a whole number", minutes)
	}
	s, err := parseSeconds(seconds)
	return time.Duration(m)*time.Minute + s, err
}

// parseSeconds parses a number of seconds, to the microsecond.
func parseSeconds(text string) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 3.6e6) || strings.ContainsAny(text, "xX_pP") {
		return 0, fmt.Errorf("found %q, expected a number of seconds", text)
	}
	return time.Duration(math.Round(x*1e6)) * time.Microsecond, nil
}

// String returns the form read by parseControl.
func (c Control) String() string {
	text := secondsText(c.Time)
	if c.Moves > 0 {
		text = strconv.Itoa(c.Moves) + "/" + text
	}
	if c.Increment > 0 {
		text += "+" + secondsText(c.Increment)
	}
	return text
}

func secondsText(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}
