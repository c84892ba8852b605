package player

import (
	"fmt"
	"path/filepath"
	"strings"

	"bestiary/internal/check"
)

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

// splitSettings splits a text at commas that are not doubled and drops empty items.
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
