package player

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"bestiary/engine/external"
	"bestiary/engine/search"
	"bestiary/engine/variant"
)

// setting is one thing that can be set about a player, from a text.
type setting struct {
	name  string
	help  string
	kinds string // which it is for: e engine, r random, p other programs
	set   func(s *Spec, value string) error
}

// optionPrefix begins the names of another program's own options, envPrefix those
// of environment variables.
const (
	optionPrefix = "option."
	envPrefix    = "env."
)

// settings lists all settings but for the prefixed ones and the switches of the
// search, in the order of the help.
func settings() []setting {
	return []setting{
		{"name", "its name in the results", "erp", func(s *Spec, v string) error { s.Name = v; return nil }},
		{"nodes", "positions a move", "ep", func(s *Spec, v string) error { return number(v, 1, 1e12, &s.Limit.Nodes) }},
		{"depth", "nominal depth, in plies", "ep", func(s *Spec, v string) error { return number(v, 1, search.MaxDepth, &s.Limit.Depth) }},
		{"movetime", "seconds a move", "ep", func(s *Spec, v string) error { return seconds(v, &s.Limit.MoveTime) }},
		{"tc", "clock, [MOVES/]SECONDS[+INCREMENT]", "ep", setControl},
		{"margin", "seconds by which times may be exceeded, 0.2", "ep", setMargin},
		{"weights", "weight file", "e", func(s *Spec, v string) error { s.Weights = v; return nil }},
		{"hash-bits", "2^n entries in the transposition table, 16", "e", func(s *Spec, v string) error { return number(v, 10, 26, &s.Search.HashBits) }},
		{"command", "the program", "p", func(s *Spec, v string) error { s.Program.Command = v; return nil }},
		{"arg", "an argument of it; may be repeated", "p", func(s *Spec, v string) error { s.Program.Args = append(s.Program.Args, v); return nil }},
		{"dir", "the folder that it runs in", "p", func(s *Spec, v string) error { s.Program.Dir = v; return nil }},
		{"variant", "what it calls the game", "p", func(s *Spec, v string) error { s.Program.Variant = v; return nil }},
		{"variant-file", "describe the game to it in a variants.ini", "p", func(s *Spec, v string) error { return truth(v, &s.Program.VariantFile) }},
		{"start-timeout", "seconds until it must be ready, 10", "p", func(s *Spec, v string) error { return seconds(v, &s.Program.StartTimeout) }},
		{"move-timeout", "seconds for a move without a limit of time, 60", "p", func(s *Spec, v string) error { return seconds(v, &s.Program.MoveTimeout) }},
		{"grace", "seconds to stop or quit before it is killed, 2", "p", func(s *Spec, v string) error { return seconds(v, &s.Program.Grace) }},
	}
}

// SwitchHelp is the meaning of the switches of the search in Help.
const SwitchHelp = "switch off a part of the search"

// Help describes all settings, one a line: name, meaning, kinds of player.
func Help() [][3]string {
	var protocols []string
	for _, p := range external.Protocols() {
		protocols = append(protocols, string(p))
	}
	programs := strings.Join(protocols, ", ")
	kinds := strings.NewReplacer("erp", "all", "ep", "engine, "+programs, "e", "engine", "p", programs)
	var list [][3]string
	for _, s := range settings() {
		list = append(list, [3]string{s.name, s.help, kinds.Replace(s.kinds)})
	}
	list = append(list,
		[3]string{optionPrefix + "NAME", "an option of the program's own", programs},
		[3]string{envPrefix + "NAME", "a variable of its environment", programs})
	for _, name := range switches() {
		list = append(list, [3]string{name, SwitchHelp, "engine"})
	}
	return list
}

// apply sets one thing. The value of a switch may be empty.
func (s *Spec) apply(name, value string) error {
	if key, ok := strings.CutPrefix(name, optionPrefix); ok && s.IsProgram() {
		s.Program.Options = append(s.Program.Options, external.Option{Name: key, Value: value})
		return nil
	}
	if key, ok := strings.CutPrefix(name, envPrefix); ok && s.IsProgram() {
		s.Program.Env = append(s.Program.Env, key+"="+value)
		return nil
	}
	if s.Kind == Engine {
		if field := switchField(name); field != "" {
			var on bool
			if err := truth(value, &on); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			reflect.ValueOf(&s.Search).Elem().FieldByName(field).SetBool(on)
			return nil
		}
	}
	for _, known := range settings() {
		if known.name == name && s.takes(known) {
			if err := known.set(s, value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		}
	}
	return s.unknown(name)
}

// takes reports whether a setting is for the kind of the player.
func (s *Spec) takes(known setting) bool {
	letter := map[Kind]string{Engine: "e", Random: "r"}[s.Kind]
	if s.IsProgram() {
		letter = "p"
	}
	return letter != "" && strings.Contains(known.kinds, letter)
}

func (s *Spec) unknown(name string) error {
	var names []string
	for _, known := range settings() {
		if s.takes(known) {
			names = append(names, known.name)
		}
	}
	if s.Kind == Engine {
		names = append(names, switches()...)
	}
	if near := variant.Nearest(name, names); near != "" {
		return fmt.Errorf("players of the kind %s have no setting %q; did you mean %q?", s.Kind, name, near)
	}
	return fmt.Errorf("players of the kind %s have no setting %q; they have %s", s.Kind, name, strings.Join(names, ", "))
}

// switches are the names of the switches of the search: no-null-move for the
// field NoNullMove.
func switches() []string {
	var names []string
	t := reflect.TypeFor[search.Options]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.Kind() == reflect.Bool {
			names = append(names, kebab(f.Name))
		}
	}
	return names
}

// switchField is the field of a switch, "" if there is no such switch.
func switchField(name string) string {
	t := reflect.TypeFor[search.Options]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.Kind() == reflect.Bool && kebab(f.Name) == name {
			return f.Name
		}
	}
	return ""
}

// kebab writes NoNullMove as no-null-move.
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

func setControl(s *Spec, v string) (err error) {
	s.Limit.Control, err = parseControl(v)
	return err
}

func setMargin(s *Spec, v string) error {
	if err := seconds(v, &s.Limit.Margin); err != nil {
		return err
	}
	if s.Limit.Margin == 0 {
		s.Limit.Margin = -1
	}
	return nil
}

// number reads a whole number within limits.
func number[T int | uint64](text string, lo, hi int64, into *T) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < lo || n > hi {
		return fmt.Errorf("found %q, expected a whole number from %d to %d", text, lo, hi)
	}
	*into = T(n)
	return nil
}

func seconds(text string, into *time.Duration) (err error) {
	*into, err = parseSeconds(text)
	return err
}

// truth reads a switch; without a value it is on.
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
