package player

import (
	"fmt"
	"os"
	"strconv"

	"github.com/BurntSushi/toml"
)

// Load reads the players of a TOML file, in their order. Each is a table, whose
// name is that of the player unless it sets another; kind is required, and the
// other keys are settings as in Parse. Options and env may also be tables, and
// args a list:
//
//	[stockfish]
//	kind = "uci"
//	command = "/usr/games/stockfish"
//	tc = "10+0.1"
//	[stockfish.option]
//	"Skill Level" = 3
func Load(path, every string) ([]Spec, error) {
	data, err := os.ReadFile(path)
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
	if err := checkKind(kind); err != nil {
		return Spec{}, err
	}
	s := Spec{Name: name, Kind: Kind(kind)}
	if err := s.applyEvery(every); err != nil {
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

// applyValue sets one thing to a value of TOML.
func (s *Spec) applyValue(name string, value any) error {
	if list, ok := value.([]any); ok && name == "args" {
		for _, v := range list {
			if err := s.applyValue("arg", v); err != nil {
				return err
			}
		}
		return nil
	}
	switch v := value.(type) {
	case string:
		return s.applyOver(name, v, true)
	case bool:
		return s.applyOver(name, strconv.FormatBool(v), true)
	case int64:
		return s.applyOver(name, strconv.FormatInt(v, 10), true)
	case float64:
		return s.applyOver(name, strconv.FormatFloat(v, 'f', -1, 64), true)
	}
	return fmt.Errorf("%s: found %v, expected a text, a number, true or false", name, value)
}
