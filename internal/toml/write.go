package toml

import (
	"bytes"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Names are all names of some kind, a list of names, or none. In a file they are true, a list of
// strings, or false.
type Names struct {
	All  bool
	List []string
}

// Any reports whether there are any names.
func (n Names) Any() bool { return n.All || len(n.List) > 0 }

// String returns true, false, or the names of the list separated by commas.
func (n Names) String() string {
	if len(n.List) > 0 {
		return strings.Join(n.List, ",")
	}
	return strconv.FormatBool(n.All)
}

// Field is a field of a table that is read and written unchanged.
type Field struct {
	Key      string
	At       any // a *string, *bool, *int, *[]string or *Names
	Required bool
}

// Required returns a field that is always written.
func Required(key string, at any) Field { return Field{key, at, true} }

// Optional returns a field that is omitted if it is zero.
func Optional(key string, at any) Field { return Field{key, at, false} }

// Writer writes TOML.
type Writer struct{ bytes.Buffer }

// Header begins a table.
func (w *Writer) Header(header string) { fmt.Fprintf(w, "\n%s\n", header) }

// Value writes a *string, *bool, *int, *[]string or *Names.
func (w *Writer) Value(key string, at any) { fmt.Fprintf(w, "%s = %s\n", key, value(at)) }

// Optional writes a value unless it is zero.
func (w *Writer) Optional(key string, at any) {
	if !reflect.ValueOf(at).Elem().IsZero() {
		w.Value(key, at)
	}
}

// Fields writes fields, omitting zero fields that are not required.
func (w *Writer) Fields(fields []Field) {
	for _, f := range fields {
		if f.Required {
			w.Value(f.Key, f.At)
		} else {
			w.Optional(f.Key, f.At)
		}
	}
}

// value returns the text of a value.
func value(at any) string {
	switch value := at.(type) {
	case *string:
		return quoted(*value)
	case *Names:
		if len(value.List) > 0 {
			return texts(value.List)
		}
	case *[]string:
		return texts(*value)
	}
	return fmt.Sprint(reflect.ValueOf(at).Elem())
}

// texts returns a list of texts.
func texts(list []string) string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = quoted(text)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// quoted returns text as a basic string.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
