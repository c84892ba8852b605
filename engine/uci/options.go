package uci

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/engine/variant"
)

const noFile = "<empty>"

// option is something that setoption sets.
type option struct {
	name     string
	kind     string                 // spin, check, button, combo or string
	standard string                 // the default
	min, max int                    // of a spin
	choices  func(*engine) []string // of a combo
	value    func(*engine) string   // the default, if it depends on the Config
	set      func(*engine, string) error
	number   func(*engine, int) // set, of a spin
	hidden   bool               // another name of an option
}

// options are in the order of their declaration.
var options = []option{
	{name: "Hash", kind: "spin", standard: strconv.Itoa(session.DefaultHash), min: session.MinHash, max: session.MaxHash,
		number: func(e *engine, n int) { e.session.SetHash(n) }},
	{name: "Clear Hash", kind: "button", set: func(e *engine, _ string) error { e.session.Forget(); return nil }},
	{name: "MultiPV", kind: "spin", standard: "1", min: 1, max: search.MaxLines, number: func(e *engine, n int) { e.lines = n }},
	// Whether to ponder is up to the other side, which says go ponder.
	{name: "Ponder", kind: "check", standard: "false", set: func(*engine, string) error { return nil }},
	{name: "MoveOverhead", kind: "spin", standard: strconv.Itoa(int(session.DefaultOverhead.Milliseconds())), min: 0, max: session.MaxOverhead,
		number: func(e *engine, n int) { e.overhead = time.Duration(n) * time.Millisecond }},
	{name: "UCI_Variant", kind: "combo", choices: offered, value: func(e *engine) string { return e.config.Game }, set: (*engine).chooseGame},
	{name: "VariantPath", kind: "string", standard: noFile, set: (*engine).addGames},
	{name: "EvalFile", kind: "string", standard: noFile, set: (*engine).loadWeights,
		value: func(e *engine) string { return e.config.Weights }},
	{name: "Weights", kind: "string", set: (*engine).loadWeights, hidden: true},
}

// declare is the line that tells the other side of an option.
func (o *option) declare(e *engine) string {
	line := fmt.Sprintf("option name %s type %s", o.name, o.kind)
	standard := o.standard
	if o.value != nil && o.value(e) != "" {
		standard = o.value(e)
	}
	if o.kind != "button" {
		line += " default " + standard
	}
	if o.kind == "spin" {
		line += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	if o.choices != nil {
		for _, choice := range o.choices(e) {
			line += " var " + choice
		}
	}
	return line
}

// offered are the games by all names under which other programs look for them.
func offered(e *engine) []string {
	names := e.session.Library.Names()
	if !slices.Contains(names, "falcon") {
		names = append(names, "falcon")
	}
	return names
}

// setOption obeys "name … value …". Names have any case.
func (e *engine) setOption(args []string) {
	if len(args) < 2 || args[0] != "name" {
		e.say("setoption: expected name NAME value VALUE")
		return
	}
	name, value := strings.Join(args[1:], " "), ""
	if i := slices.Index(args, "value"); i > 1 {
		name, value = strings.Join(args[1:i], " "), strings.Join(args[i+1:], " ")
	}
	names := make([]string, 0, len(options))
	for i := range options {
		o := &options[i]
		if strings.EqualFold(o.name, name) {
			if err := o.apply(e, value); err != nil {
				e.say("option %s: %v", o.name, err)
			}
			return
		}
		names = append(names, o.name)
	}
	if near := variant.Nearest(name, names); near != "" {
		e.say("no option %s; did you mean %q?", variant.Quote(name), near)
		return
	}
	e.say("no option %s", variant.Quote(name))
}

func (o *option) apply(e *engine, value string) error {
	switch o.kind {
	case "spin":
		n, err := strconv.Atoi(value)
		if err != nil || n < o.min || n > o.max {
			return fmt.Errorf("found %s, expected a number from %d to %d", variant.Quote(value), o.min, o.max)
		}
		o.number(e, n)
		return nil
	case "check":
		if value != "true" && value != "false" {
			return fmt.Errorf("found %s, expected true or false", variant.Quote(value))
		}
	}
	return o.set(e, value)
}

func (e *engine) chooseGame(name string) error { return e.session.Choose(name) }

// addGames adds the games of a file to those of UCI_Variant.
func (e *engine) addGames(path string) error {
	if path == "" || path == noFile {
		return nil
	}
	names, notes, err := e.session.Library.AddFile(path)
	if err != nil {
		return err
	}
	for _, note := range notes {
		e.say("%s", note)
	}
	e.say("%s adds to UCI_Variant: %s", filepath.Base(path), strings.Join(names, " "))
	return nil
}

func (e *engine) loadWeights(path string) error {
	if path == noFile {
		path = ""
	}
	return e.session.SetWeights(path)
}
