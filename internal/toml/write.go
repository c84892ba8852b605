package toml

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
)

// Field is a field of a table that is read and written unchanged.
type Field struct {
	Key      string
	At       any // a *string, *bool, *int or *[]string
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

// Value writes a *string, *bool, *int or *[]string.
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
	case *[]string:
		texts := make([]string, len(*value))
		for i, text := range *value {
			texts[i] = quoted(text)
		}
		return "[" + strings.Join(texts, ", ") + "]"
	}
	return fmt.Sprint(reflect.ValueOf(at).Elem())
}

// quoted returns a text as a basic string.
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
