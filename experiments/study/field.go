package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"bestiary/internal/toml"
)

// field is one key of a section of an experiment file.
type field struct {
	key string
	// at is where the value goes: a pointer that toml.Section.Read takes, or a *[]int.
	at any
	// required is a key that must be there.
	required bool
	// words are the words to choose from, the first of which is the default.
	words []string
	// lo and hi limit a number; without hi there is no limit.
	lo, hi float64
}

// readFields reads the fields of a section.
func readFields(s *toml.Section, fields []field) {
	for _, f := range fields {
		f.read(s)
	}
}

// read reads the field. A key that is absent leaves the value alone.
func (f field) read(s *toml.Section) {
	if f.required && !s.Has(f.key) {
		expected := "a number"
		switch f.at.(type) {
		case *string:
			expected = "a text"
		case *[]string:
			expected = "at least one text"
		}
		s.Report(f.key, "missing", expected, "")
	}
	switch at := f.at.(type) {
	case *string:
		f.text(s, at)
	case *[]int:
		readWhole(s, f.key, at)
	case *[]string:
		s.Read(f.key, at)
		if f.required && len(*at) == 0 && !s.Settled(f.key) {
			s.Report(f.key, "missing", "at least one text", "")
		}
	case *int:
		s.Read(f.key, at)
		f.limit(s, float64(*at), false)
	case *float64:
		s.Read(f.key, at)
		f.limit(s, *at, f.lo == 0)
	default:
		s.Read(f.key, at)
	}
}

// readWhole reads whole numbers.
func readWhole(s *toml.Section, key string, into *[]int) {
	var list []float64
	s.Read(key, &list)
	if list != nil {
		*into = nil
	}
	for _, x := range list {
		if x != math.Trunc(x) {
			s.Report(key, plain(x), "whole numbers", "")
		}
		*into = append(*into, int(x))
	}
}

// text reads a string or one of several words. Strings go into pages, pictures and tables.
func (f field) text(s *toml.Section, into *string) {
	if len(f.words) > 0 && *into == "" {
		*into = f.words[0]
	}
	s.Read(f.key, into)
	switch {
	case len(f.words) > 0 && !slices.Contains(f.words, *into):
		s.Report(f.key, fmt.Sprintf("%q", *into), "one of "+strings.Join(f.words, ", "), toml.Nearest(*into, f.words))
	default:
		checkLine(s, f.key, *into)
	}
}

// limit reports a number out of range; positive ones must be above 0.
func (f field) limit(s *toml.Section, x float64, positive bool) {
	if f.hi == 0 || !s.Has(f.key) || s.Settled(f.key) || x >= f.lo && x <= f.hi && (!positive || x > 0) {
		return
	}
	expected := fmt.Sprintf("a number from %s to %s", plain(f.lo), plain(f.hi))
	if positive {
		expected = "a number above 0, at most " + plain(f.hi)
	}
	s.Report(f.key, plain(x), expected, "")
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// checkLine reports a string with control characters.
func checkLine(s *toml.Section, key, text string) {
	if strings.ContainsFunc(text, unicode.IsControl) {
		s.Report(key, fmt.Sprintf("%q", text), "a text on one line, without control characters", "")
	}
}

// refuse reports keys that are present where they have no meaning, such as "without between";
// with "" they have one.
func refuse(s *toml.Section, where string, keys ...string) {
	for _, key := range keys {
		if where != "" && s.Has(key) {
			s.Report(key, "has no meaning "+where, "", "")
		}
	}
}

// unless returns where a key has no meaning, "" if it has one.
func unless(meaningful bool, where string) string {
	if meaningful {
		return ""
	}
	return where
}

// reportEach reports an error, or each error of a list.
func reportEach(s *toml.Section, key string, err error) {
	var list toml.Errors
	if !errors.As(err, &list) {
		s.Report(key, err.Error(), "", "")
	}
	for _, e := range list {
		s.Report(key, e.Error(), "", "")
	}
}
