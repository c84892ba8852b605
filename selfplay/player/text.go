package player

import (
	"fmt"
	"path/filepath"
	"strings"

	"bestiary/engine/variant"
)

// Parse reads a player from a text: KIND, or KIND: and settings with commas
// between them, NAME=VALUE or, for what is on or off, NAME. The first setting of
// another program is its command. A comma in a value is written twice. Every,
// which may be empty, is settings for all players, in the same form; those that a
// kind does not have are passed over, and the player's own go before.
func Parse(text, every string) (Spec, error) {
	kind, rest, _ := strings.Cut(text, ":")
	s := Spec{Kind: Kind(kind)}
	fail := func(err error) (Spec, error) { return Spec{}, fmt.Errorf("player %q: %w", text, err) }
	if err := checkKind(kind); err != nil {
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
		if err := s.applyOver(name, value, hasValue || name == "command"); err != nil {
			return fail(err)
		}
	}
	if s.Name == "" {
		s.Name = text
		if s.IsProgram() {
			s.Name = strings.TrimSuffix(filepath.Base(s.Program.Command), ".exe")
		}
	}
	return s, s.Validate()
}

func checkKind(kind string) error {
	for _, k := range Kinds() {
		if string(k) == kind {
			return nil
		}
	}
	hint := ""
	if near := variant.Nearest(kind, Kinds()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return fmt.Errorf("kind is %q, expected one of %q%s", kind, Kinds(), hint)
}

// applyEvery sets what is for all players.
func (s *Spec) applyEvery(every string) error {
	for _, item := range splitSettings(every) {
		name, value, hasValue := strings.Cut(item, "=")
		if !knownAnywhere(name) {
			return fmt.Errorf("settings for every player: %w", s.unknown(name))
		}
		if s.has(name) {
			if err := s.applyOver(name, value, hasValue); err != nil {
				return fmt.Errorf("settings for every player: %w", err)
			}
		}
	}
	return nil
}

// applyOver sets one thing and takes back a limit that it replaces.
func (s *Spec) applyOver(name, value string, hasValue bool) error {
	if !hasValue && s.needsValue(name) {
		return fmt.Errorf("%s: found no value, expected %s=VALUE", name, name)
	}
	switch name {
	case "tc":
		s.Limit.MoveTime = 0
	case "movetime":
		s.Limit.Control = Control{}
	}
	return s.apply(name, value)
}

func (s *Spec) needsValue(name string) bool {
	return s.has(name) && name != "variant-file" && switchField(name) == ""
}

// has reports whether players of this kind have a setting.
func (s *Spec) has(name string) bool {
	if strings.HasPrefix(name, optionPrefix) || strings.HasPrefix(name, envPrefix) {
		return s.IsProgram()
	}
	for _, known := range settings() {
		if known.name == name {
			return s.takes(known)
		}
	}
	return s.Kind == Engine && switchField(name) != ""
}

func knownAnywhere(name string) bool {
	for _, k := range Kinds() {
		if s := (Spec{Kind: k}); s.has(name) {
			return true
		}
	}
	return false
}

// splitSettings splits at commas that are not doubled. Empty items fall away.
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
