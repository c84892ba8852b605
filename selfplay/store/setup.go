package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// fieldsOf returns a configuration by the names of its fields.
func fieldsOf(config any) (map[string]json.RawMessage, error) {
	text, err := json.Marshal(config)
	if err != nil {
		return nil, fmt.Errorf("game store: configuration: %w", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, fmt.Errorf("game store: configuration is %s, expected an object: %w", text, err)
	}
	return fields, nil
}

// decode is the inverse of fieldsOf. It refuses fields that into does not have.
func decode(fields map[string]json.RawMessage, into any) error {
	text, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if c, ok := into.(interface{ Normalize() }); ok {
		c.Normalize()
	}
	return nil
}

// normal returns a stored configuration as the type of like would store it, so that
// the same run is the same text whichever version stored it. If the type does not
// have all its fields, the configuration is returned as it is.
func normal(fields map[string]json.RawMessage, like any) (map[string]json.RawMessage, error) {
	into := reflect.New(reflect.TypeOf(like))
	if err := decode(fields, into.Interface()); err != nil {
		return fields, nil
	}
	return fieldsOf(into.Interface())
}

// Hold makes sure that the run belongs to a game and a configuration, and
// records the new values of the fields that may change.
func (s *Store) Hold(g *rules.Game, config any, free ...string) error {
	now, err := fieldsOf(config)
	if err != nil {
		return err
	}
	was, err := normal(s.config, config)
	if err != nil {
		return err
	}
	same, err := normal(now, config)
	if err != nil {
		return err
	}
	list := differences(was, same, free)
	if was, now := s.variant, g.Variant; was.Hash() != now.Hash() {
		list = append(list, fmt.Sprintf("game was %s with rules %s and is now %s with rules %s", was.Name, was.Hash(), now.Name, now.Hash()))
	}
	if len(list) > 0 {
		return s.fail("has a run with another configuration: %s; choose another folder", strings.Join(list, "; "))
	}
	if err := s.holdPlay(); err != nil || len(differences(was, same, nil)) == 0 {
		return err
	}
	text, err := json.Marshal(now)
	if err != nil {
		return err
	}
	if err := s.setMeta(keyConfig, string(text)); err != nil {
		return err
	}
	s.config = now
	return nil
}

// holdPlay makes sure that the games of a run are all played by the same
// engine.
func (s *Store) holdPlay() error {
	now := strconv.Itoa(search.Revision)
	was, ok, err := s.Meta(keyPlay)
	switch {
	case err != nil:
		return err
	case !ok:
		was = "0" // before it was noted
	}
	if was != now {
		return s.fail("has games by revision %s of the engine, this program plays by revision %s; choose another folder", was, now)
	}
	return nil
}

// differences lists the fields in which two configurations differ, except free
// ones, by name.
func differences(was, now map[string]json.RawMessage, free []string) []string {
	names := map[string]bool{}
	for name := range was {
		names[name] = true
	}
	for name := range now {
		names[name] = true
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, b := text(was[name]), text(now[name])
		if a != b && !slices.Contains(free, name) {
			list = append(list, fmt.Sprintf("%s was %s and is now %s", name, a, b))
		}
	}
	return list
}

// text returns a JSON value as a person would write it.
func text(raw json.RawMessage) string {
	var s string
	switch {
	case raw == nil:
		return "not set"
	case json.Unmarshal(raw, &s) == nil:
		return s
	}
	return string(raw)
}
