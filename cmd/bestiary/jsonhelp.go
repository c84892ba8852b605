package main

import (
	"cmp"
	_ "embed"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// fieldComments has the comments on the fields of all types that commands print, which
// go test ./cmd/bestiary -run JSON -update writes: a line has TYPE.FIELD, a tab and the comment.
//
//go:embed help/fields.tsv
var fieldComments string

const jsonIntroduction = `With --json a command prints one JSON value on one line or, where it prints events, a line for each.

An interval is {"estimate", "lo", "hi", "level"}, with null where the games set no bound; an exact number has no level. A ` +
	`"number or null" is null where there is none, or where it is infinite. In the names of fields, [] stands for each element of a ` +
	`list and * for each key of an object. With --shard, a command that plays prints {"shard", "folder"}.`

// helpJSON explains the fields that a command prints with --json; without a command it lists those
// that have the flag.
func helpJSON(c *cli.Context, found *cli.Command) error {
	w := c.App.Writer
	if found != nil {
		h := jsonHelp{w: w, comments: map[string]string{}}
		for line := range strings.Lines(fieldComments) {
			name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			h.comments[name] = text
		}
		if !h.command(found) {
			return misused("help json: bestiary %s prints no JSON", nameOf(found))
		}
		return nil
	}
	fmt.Fprintf(w, "%s\n\nbestiary help json COMMAND lists the fields. The commands are\n\n", wrapParagraphs(jsonIntroduction))
	var names []string
	for _, cmd := range c.App.Commands {
		for _, sub := range append([]*cli.Command{cmd}, cmd.Subcommands...) {
			if (&jsonHelp{w: io.Discard}).command(sub) {
				names = append(names, nameOf(sub))
			}
		}
	}
	printLabelled(w, "", 2, strings.Join(names, ", "))
	return nil
}

// jsonHelp writes the fields of types.
type jsonHelp struct {
	w        io.Writer
	comments map[string]string       // by PACKAGE.TYPE.FIELD
	visit    func(reflect.Type)      // is called for each struct; may be nil
	done     map[reflect.Type]string // the paths of structs of this command
}

// command writes the fields of a command, and reports whether it prints JSON.
func (h *jsonHelp) command(c *cli.Command) bool {
	i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { _, ok := f.(printsJSON); return ok })
	if i < 0 {
		return false
	}
	h.done = map[reflect.Type]string{}
	fmt.Fprintf(h.w, "What bestiary %s prints with --json\n\n", nameOf(c))
	for i, value := range c.Flags[i].(printsJSON).Types {
		if i > 0 {
			fmt.Fprintln(h.w)
		}
		if caption, ok := value.(string); ok {
			fmt.Fprintf(h.w, "%s:\n", caption)
			continue
		}
		h.rows("", reflect.TypeOf(value))
	}
	return true
}

var (
	textType  = reflect.TypeFor[encoding.TextMarshaler]()
	typeWords = map[reflect.Type]string{
		reflect.TypeFor[stat.Interval](): "interval", reflect.TypeFor[stat.Number](): "number or null",
		reflect.TypeFor[time.Time](): "time", reflect.TypeFor[json.RawMessage](): "any JSON",
	}
)

// wordOf returns the name of a type without keys, or "".
func wordOf(typ reflect.Type) string {
	switch {
	case typeWords[typ] != "":
		return typeWords[typ]
	case typ.Implements(textType):
		return "text"
	}
	switch typ.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Interface:
		return "any JSON"
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
		return ""
	}
	return "number"
}

// rows writes a row for each key below a path.
func (h *jsonHelp) rows(path string, typ reflect.Type) {
	switch {
	case wordOf(typ) != "":
	case typ.Kind() == reflect.Pointer:
		h.rows(path, typ.Elem())
	case typ.Kind() == reflect.Slice || typ.Kind() == reflect.Array:
		h.rows(path+"[]", typ.Elem())
	case typ.Kind() == reflect.Map:
		h.rows(path+".*", typ.Elem())
	case h.done[typ] != "":
		h.row(cmp.Or(path, "."), "as "+h.done[typ], "")
	default:
		h.done[typ] = cmp.Or(path, ".")
		h.fields(path, typ, nil)
	}
}

func (h *jsonHelp) row(path, kind, comment string) {
	if comment != "" {
		comment = "; " + comment
	}
	text := strings.Join(format.Wrap(path+": "+kind+comment, textWidth-4), "\n    ")
	fmt.Fprintf(h.w, "  %s\n", text)
}

// fields writes a row for each field of a struct, except fields hidden by an outer struct.
func (h *jsonHelp) fields(path string, typ reflect.Type, hidden []string) {
	if h.visit != nil {
		h.visit(typ)
	}
	own := hidden
	for i := range typ.NumField() {
		own = append(own, jsonKey(typ.Field(i)))
	}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name := jsonKey(f)
		if f.Anonymous && f.Tag.Get("json") == "" {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			h.fields(path, inner, own)
			continue
		}
		if name == "" || slices.Contains(hidden, name) {
			continue
		}
		at := strings.TrimPrefix(path+"."+name, ".")
		h.row(at, kindOf(f.Type), h.comments[fieldName(typ, f.Name)])
		h.rows(at, f.Type)
	}
}

// fieldName returns the name of a field in help/fields.tsv, which begins with the folder of its package.
func fieldName(typ reflect.Type, field string) string {
	path := strings.TrimPrefix(typ.PkgPath(), "bestiary/")
	if path == "main" { // as this package is called when it is linked
		path = "cmd/bestiary"
	}
	return path + "." + typ.Name() + "." + field
}

// jsonKey returns the JSON key of a field, or "" if it has none.
func jsonKey(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

func kindOf(typ reflect.Type) string {
	switch {
	case wordOf(typ) != "":
		return wordOf(typ)
	case typ.Kind() == reflect.Pointer:
		return kindOf(typ.Elem()) + " or null"
	case typ.Kind() == reflect.Map || typ.Kind() == reflect.Struct:
		return "object"
	}
	return "list of " + strings.TrimSuffix(kindOf(typ.Elem()), " or null") + "s"
}
