package gamefile

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bestiary/internal/toml"
)

// section is one section of a file.
type section struct {
	name, parent string
	line         int
	builtin      bool
	settings     []setting
	stray        []setting // lines that are not key = value, and those above the first section
}

// setting is a key with a value.
type setting struct {
	key, value string
	line       int      // 0 in a built-in game
	pieces     []string // keys of the pieces in a set
}

// builtins returns the built-in games.
var builtins = sync.OnceValue(func() []section {
	own := split(builtin)
	for i := range own {
		own[i].builtin = true
		for j := range own[i].settings {
			own[i].settings[j].line = 0
		}
	}
	return own
})

// Sections returns the names of the sections of a file, in order. The list is empty for a
// file that Parse rejects as a whole.
func Sections(data []byte) []string {
	_, text, ok := newReport("", data, false)
	if !ok {
		return nil
	}
	var names []string
	for i, s := range split(text) {
		if i == maxSections {
			return nil
		}
		names = append(names, s.name)
	}
	return names
}

// split splits a file into its sections. It stops after maxSections+1 sections.
func split(text string) []section {
	var sections []section
	var above section
	for number := 1; text != "" && len(sections) <= maxSections; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		line = withoutComment(line)
		switch {
		case line == "":
		case line[0] == '[':
			name, parent, _ := strings.Cut(strings.TrimSuffix(line[1:], "]"), ":")
			sections = append(sections, section{name: strings.TrimSpace(name), parent: strings.TrimSpace(parent), line: number})
		case len(sections) > 0:
			sections[len(sections)-1].add(line, number)
		case len(above.stray) < maxKeys:
			above.stray = append(above.stray, setting{value: line, line: number})
		}
	}
	if len(sections) > 0 {
		sections[0].stray = append(above.stray, sections[0].stray...)
	}
	return sections
}

func (s *section) add(line string, number int) {
	key, value, ok := strings.Cut(line, "=")
	entry := setting{key: strings.TrimSpace(key), value: strings.TrimSpace(value), line: number}
	switch {
	case len(s.settings)+len(s.stray) > maxKeys:
	case ok && entry.key != "" && entry.value != "":
		s.settings = append(s.settings, entry)
	default:
		s.stray = append(s.stray, setting{value: line, line: number})
	}
}

// withoutComment removes a comment and the space around a line.
func withoutComment(line string) string {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' || line[0] == ';' {
		return ""
	}
	for _, mark := range []string{" #", "\t#", " ;", "\t;"} {
		line, _, _ = strings.Cut(line, mark)
	}
	return strings.TrimSpace(line)
}

// ancestry returns a section and its ancestors, the nearest first.
func (r *iniReader) ancestry(sections []section, name string) []*section {
	own := builtins()
	var list []*section
	line := 0
	before := map[string]bool{}
	for generation := 0; name != ""; generation++ {
		s := find(sections, name)
		if s == nil || before[name] && s.parent == name {
			s = find(own, name)
		}
		switch {
		case s == nil && before[name]:
			r.Fault(line, "["+name+"]", "inherits from itself", "another section or a game of the program", "")
			return nil
		case s == nil:
			r.Fault(line, "["+name+"]", "no such section", "a section of the file or a game of the program",
				toml.Nearest(name, append(namesOf(sections), namesOf(own)...)))
			return nil
		case before[name] && !s.builtin, generation == maxAncestry:
			r.Fault(line, "["+name+"]", "inherits from itself or from too many others", fmt.Sprintf("at most %d parents", maxAncestry), "")
			return nil
		}
		before[name] = true
		if again := find(sections[slices.IndexFunc(sections, func(o section) bool { return o.name == name })+1:], name); again != nil && !s.builtin {
			r.Fault(again.line, "["+name+"]", fmt.Sprintf("also the name of the section on line %d", s.line), "each section once", "")
		}
		r.checkLines(s)
		list = append(list, s)
		name, line = s.parent, s.line
	}
	return list
}

// checkLines reports the lines of a section that are not settings.
func (r *iniReader) checkLines(s *section) {
	item := "[" + s.name + "]"
	if len(s.settings)+len(s.stray) > maxKeys {
		r.Fault(s.line, item, "too many lines", fmt.Sprintf("at most %d keys", maxKeys), "")
		return
	}
	for _, stray := range s.stray {
		switch {
		case stray.line < s.line: // see readSection
		case strings.HasSuffix(stray.value, "="):
			r.Warn("no-value", stray.line, item, "%s has no value and is ignored, as in Fairy-Stockfish", toml.Quote(stray.value))
		default:
			r.Fault(stray.line, item, toml.Quote(stray.value), "key = value", "")
		}
	}
}

// find returns the first section with a name, or nil.
func find(sections []section, name string) *section {
	for i := range sections {
		if sections[i].name == name {
			return &sections[i]
		}
	}
	return nil
}

func namesOf(sections []section) []string {
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = s.name
	}
	return names
}
