package player

import (
	"fmt"
	"strconv"

	"github.com/BurntSushi/toml"

	"bestiary/internal/check"
	"bestiary/internal/files"
)

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
		return nil, fmt.Errorf("players: %s: %w", path, err)
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
		return Spec{}, fmt.Errorf("found %s, expected a table of settings", meta.Type(name))
	}
	var values map[string]any
	if err := meta.PrimitiveDecode(table, &values); err != nil {
		return Spec{}, err
	}
	kind, _ := values["kind"].(string)
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
	return fmt.Errorf("%s: found %v, expected a text, a number, true or false", name, value)
}
