package player

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"bestiary/engine/external"
	"bestiary/engine/search"
	"bestiary/internal/check"
	"bestiary/internal/files"
	located "bestiary/internal/toml"
)

// Kind is the kind of a player: a player of this program, or another program by its
// protocol.
type Kind string

// The kinds.
const (
	Engine Kind = "engine" // of this program, in this process
	Random Kind = "random" // every legal move is as likely as any other
	UCI    Kind = Kind(external.UCI)
	XBoard Kind = Kind(external.XBoard)
)

// Kinds lists the kinds.
func Kinds() []Kind {
	kinds := []Kind{Engine, Random}
	for _, p := range external.Protocols() {
		kinds = append(kinds, Kind(p))
	}
	return kinds
}

// Spec says who a player is and how long it may think.
type Spec struct {
	// Name identifies the player in results and differs from all other names in a match.
	// By default Parse sets it to the text it has parsed, or to the name of the program's
	// file.
	Name string
	// OwnName is set if Entrant.Introduce replaces the name with the name that the program reports.
	OwnName bool
	// Kind of player. Required.
	Kind Kind
	// Limit is ignored by random players. The engine's default is 300 nodes.
	Limit Limit

	// Weights is the engine's weight file. By default the built-in weights are used.
	Weights string
	// Search switches off parts of the engine's search.
	Search search.Options

	// Program specifies how to run another program. Its Name, Protocol and Margin follow from the
	// fields above.
	Program external.Config
}

// DefaultNodes is the node limit of an engine without any other limit.
const DefaultNodes = 300

// Resolved returns the spec with derived and default fields filled in.
func (s Spec) Resolved() Spec {
	if l := s.Limit; s.Kind == Engine && l.Nodes == 0 && l.Depth == 0 && !l.Timed() {
		s.Limit.Nodes = DefaultNodes
	}
	s.Program.Name = s.Name
	s.Program.Protocol = external.UCI
	if s.IsProgram() {
		s.Program.Protocol = s.protocol()
	}
	s.Program.Margin = max(s.Limit.Tolerance(), time.Nanosecond) // 0 would mean the default
	return s
}

// IsProgram reports whether the player is another program.
func (s Spec) IsProgram() bool { return slices.Contains(external.Protocols(), s.protocol()) }

func (s Spec) protocol() external.Protocol { return external.Protocol(s.Kind) }

// Validate reports the first setting that cannot be used.
func (s Spec) Validate() error {
	s = s.Resolved()
	fail := func(err error) error { return fmt.Errorf("player %s: %w", s.Name, err) }
	switch {
	case s.Kind == Random:
		return nil
	case !slices.Contains(Kinds(), s.Kind):
		return fail(check.OneOf("kind", s.Kind, Kinds()...))
	}
	if err := s.Limit.Validate(); err != nil {
		return fail(err)
	}
	if err := s.Search.Validate(); err != nil {
		return fail(err)
	}
	if s.IsProgram() && !s.protocol().HasNodes() && s.Limit.Nodes > 0 {
		return fail(fmt.Errorf("nodes is %d, expected depth, movetime or tc: the protocol %q has no limit of nodes", s.Limit.Nodes, s.Kind))
	}
	if s.IsProgram() && s.Program.Ponder && !s.Limit.HasClock() {
		return fail(errors.New("ponder is on, expected tc: only a player with a clock thinks on the opponent's time"))
	}
	if s.IsProgram() {
		if err := s.Program.Validate(); err != nil {
			return fail(err)
		}
	}
	return nil
}

// TellApart numbers players that have the same name.
func TellApart(list []Spec) {
	seen := map[string]int{}
	for i := range list {
		name := list[i].Name
		if seen[name]++; seen[name] > 1 {
			list[i].Name = fmt.Sprintf("%s #%d", name, seen[name])
		}
	}
}

// Parse parses a player: KIND, or KIND: followed by settings separated by commas, each
// NAME=VALUE or, for switches, NAME. The first setting of another program is its command.
// A comma in a value is doubled. Every, which may be empty, holds settings for all players
// in the same form. A player ignores those that its kind does not have, and its own
// settings take precedence.
func Parse(text, every string) (Spec, error) {
	kind, rest, _ := strings.Cut(text, ":")
	s := Spec{Kind: Kind(kind)}
	fail := func(err error) (Spec, error) { return Spec{}, fmt.Errorf("player %q: %w", text, err) }
	if err := check.OneOf("kind", s.Kind, Kinds()...); err != nil {
		return fail(err)
	}
	if err := s.applyEvery(every); err != nil {
		return fail(err)
	}
	own := splitSettings(rest)
	for i, item := range own {
		name, value, hasValue := strings.Cut(item, "=")
		if i == 0 && s.IsProgram() && !hasValue {
			name, value = "command", item
		}
		if err := s.apply(name, value, hasValue || name == "command"); err != nil {
			return fail(err)
		}
	}
	if s.Name == "" {
		s.Name = text
		if s.IsProgram() {
			s.Name, s.OwnName = strings.TrimSuffix(filepath.Base(s.Program.Command), ".exe"), true
		}
	}
	return s, s.Validate()
}

// applyEvery applies those settings for all players that this kind has.
func (s *Spec) applyEvery(every string) error {
	for _, item := range splitSettings(every) {
		name, value, hasValue := strings.Cut(item, "=")
		known, ok := find(name)
		if ok && !s.takes(known) {
			continue
		}
		if err := s.apply(name, value, hasValue); err != nil {
			return fmt.Errorf("settings for every player: %w", err)
		}
	}
	return nil
}

// splitSettings splits a string at commas that are not doubled and drops empty items.
func splitSettings(text string) []string {
	const comma = "\x00"
	var list []string
	for item := range strings.SplitSeq(strings.ReplaceAll(text, ",,", comma), ",") {
		if item != "" {
			list = append(list, strings.ReplaceAll(item, comma, ","))
		}
	}
	return list
}

// maxFile is the largest size of a players file in bytes.
const maxFile = 1 << 20

// Load reads the players of a TOML file in their order. Each is a table, whose name
// is the player's unless the table sets another. The key kind is required; the other
// keys are settings as in Parse. Options and env may also be tables, and args a
// list:
//
//	[stockfish]
//	kind = "uci"
//	command = "/usr/games/stockfish"
//	tc = "10+0.1"
//	[stockfish.option]
//	"Skill Level" = 3
func Load(path, every string) ([]Spec, error) {
	data, err := files.Read(path, maxFile)
	if err != nil {
		return nil, fmt.Errorf("players: %w", err)
	}
	var tables map[string]toml.Primitive
	meta, err := toml.Decode(string(data), &tables)
	if err != nil {
		return nil, located.Fault("players: "+path, err)
	}
	var list []Spec
	for _, key := range meta.Keys() {
		if len(key) != 1 {
			continue
		}
		s, err := readTable(meta, key[0], tables[key[0]], every)
		if err != nil {
			return nil, fmt.Errorf("players: %s: [%s]: %w", path, key[0], err)
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("players: %s has no table, expected one for each player", path)
	}
	return list, nil
}

// readTable reads one player. Its settings are applied in the order of the file.
func readTable(meta toml.MetaData, name string, table toml.Primitive, every string) (Spec, error) {
	if meta.Type(name) != "Hash" {
		return Spec{}, fmt.Errorf("found a single value, expected a table of settings")
	}
	var values map[string]any
	if err := meta.PrimitiveDecode(table, &values); err != nil {
		return Spec{}, err
	}
	kind, ok := values["kind"].(string)
	if value, has := values["kind"]; has && !ok {
		return Spec{}, fmt.Errorf("kind: found %s, expected text in quotes", located.Describe(value))
	}
	s := Spec{Name: name, Kind: Kind(kind)}
	if err := check.First(check.OneOf("kind", s.Kind, Kinds()...), s.applyEvery(every)); err != nil {
		return Spec{}, err
	}
	s.Name = name
	for _, key := range meta.Keys() {
		if len(key) < 2 || key[0] != name || key[1] == "kind" {
			continue
		}
		value := values[key[1]]
		if inner, ok := value.(map[string]any); ok {
			if len(key) < 3 {
				continue // its keys follow
			}
			key[1], value = key[1]+"."+key[2], inner[key[2]]
		}
		if err := s.applyValue(key[1], value); err != nil {
			return Spec{}, err
		}
	}
	return s, s.Validate()
}

// applyValue applies a setting with a TOML value.
func (s *Spec) applyValue(name string, value any) error {
	switch v := value.(type) {
	case []any:
		if name != "args" {
			break
		}
		for _, arg := range v {
			if err := s.applyValue("arg", arg); err != nil {
				return err
			}
		}
		return nil
	case float64:
		return s.apply(name, strconv.FormatFloat(v, 'f', -1, 64), true)
	case string, bool, int64:
		return s.apply(name, fmt.Sprint(v), true)
	}
	return fmt.Errorf("%s: found %s, expected a text, a number, true or false", name, located.Describe(value))
}
