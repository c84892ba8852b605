package main

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

const jsonDocs = root + "/docs/json.md"

// docs/json.md is generated from the types that commands print and the comments on their
// fields.
func TestJSONIsDocumented(t *testing.T) {
	d := &jsonDoc{t: t, comments: map[string]map[string]string{}}
	d.text.WriteString(`# What commands print with --json

` + "`go test ./cmd/bestiary -run JSON -update`" + ` makes this page from the Go types of the results.

A command prints one JSON value on one line, or, where it prints events, a line for each. An *interval* is
{"estimate", "lo", "hi", "level"}, with null where the games set no bound; an exact number has no level. A *number or
null* is null where there is none, or where it is infinite. In the first column, ` + "`[]`" + ` stands for each element of a list and ` + "`*`" + `
for each key of an object. With --shard, a command that plays prints {"shard", "folder"}.
`)
	for _, cmd := range newApp().Commands {
		d.command(cmd.Name, cmd)
		for _, sub := range cmd.Subcommands {
			d.command(cmd.Name+" "+sub.Name, sub)
		}
	}
	testkit.GoldenFile(t, jsonDocs, d.text.String())
}

// jsonDoc writes the documentation of types.
type jsonDoc struct {
	t        *testing.T
	text     strings.Builder
	comments map[string]map[string]string // by package, then by TYPE.FIELD
	done     map[reflect.Type]string      // the paths of structs of this command
}

func (d *jsonDoc) command(name string, c *cli.Command) {
	for _, flag := range c.Flags {
		prints, ok := flag.(printsJSON)
		if !ok {
			continue
		}
		fmt.Fprintf(&d.text, "\n## bestiary %s\n", name)
		d.done = map[reflect.Type]string{}
		for _, value := range prints.Types {
			if caption, ok := value.(string); ok {
				fmt.Fprintf(&d.text, "\n%s:\n", caption)
				continue
			}
			fmt.Fprint(&d.text, "\n| key | value | |\n|---|---|---|\n")
			d.rows("", reflect.TypeOf(value))
		}
	}
}

var (
	intervalType = reflect.TypeFor[stat.Interval]()
	textType     = reflect.TypeFor[encoding.TextMarshaler]()
	words        = map[reflect.Type]string{
		intervalType: "interval", reflect.TypeFor[stat.Number](): "number or null", reflect.TypeFor[time.Time](): "time",
		reflect.TypeFor[json.RawMessage](): "any JSON",
	}
)

// word returns the name of a type without keys, or "".
func word(typ reflect.Type) string {
	switch {
	case words[typ] != "":
		return words[typ]
	case typ.Implements(textType):
		return "text"
	}
	switch typ.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct, reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
		return ""
	}
	return "number"
}

// rows writes a row for each key below a path.
func (d *jsonDoc) rows(path string, typ reflect.Type) {
	switch {
	case word(typ) != "":
	case typ.Kind() == reflect.Pointer:
		d.rows(path, typ.Elem())
	case typ.Kind() == reflect.Slice || typ.Kind() == reflect.Array:
		d.rows(path+"[]", typ.Elem())
	case typ.Kind() == reflect.Map:
		d.rows(path+".*", typ.Elem())
	case d.done[typ] != "":
		fmt.Fprintf(&d.text, "| `%s` | as `%s` | |\n", cmp.Or(path, "."), d.done[typ])
	case typ.Kind() == reflect.Struct:
		d.done[typ] = cmp.Or(path, ".")
		d.fields(path, typ, nil)
	}
}

// fields writes a row for each field of a struct, except fields hidden by an outer struct.
func (d *jsonDoc) fields(path string, typ reflect.Type, hidden []string) {
	if typ.Implements(reflect.TypeFor[json.Marshaler]()) || reflect.PointerTo(typ).Implements(reflect.TypeFor[json.Marshaler]()) {
		d.t.Errorf("%v writes its own JSON, which this test does not know", typ)
	}
	var own []string
	for i := range typ.NumField() {
		own = append(own, key(typ.Field(i)))
	}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name := key(f)
		if f.Anonymous && f.Tag.Get("json") == "" {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			d.fields(path, inner, append(hidden, own...))
			continue
		}
		if name == "" || slices.Contains(hidden, name) {
			continue
		}
		at := strings.TrimPrefix(path+"."+name, ".")
		fmt.Fprintf(&d.text, "| `%s` | %s | %s |\n", at, kind(f.Type), d.comment(typ, f.Name))
		d.rows(at, f.Type)
	}
}

// key returns the JSON key of a field, or "" if it has none.
func key(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

func kind(typ reflect.Type) string {
	switch {
	case word(typ) != "":
		return word(typ)
	case typ.Kind() == reflect.Pointer:
		return kind(typ.Elem()) + " or null"
	case typ.Kind() == reflect.Map:
		return "object"
	case typ.Kind() == reflect.Struct:
		return "object"
	}
	return "list of " + strings.TrimSuffix(kind(typ.Elem()), " or null") + "s"
}

// goName matches a word that may be the name of a field, with the text before it.
var goName = regexp.MustCompile(`(^|and |or |[.;] )?\b[A-Z]\w*`)

// comment returns the comment of a field, with the names of fields replaced by their keys.
func (d *jsonDoc) comment(typ reflect.Type, field string) string {
	pkg := strings.TrimPrefix(typ.PkgPath(), module)
	if d.comments[pkg] == nil {
		d.comments[pkg] = map[string]string{}
		d.parse(pkg)
	}
	text := goName.ReplaceAllStringFunc(d.comments[pkg][typ.Name()+"."+field], func(text string) string {
		name := text[strings.LastIndex(text, " ")+1:]
		f, ok := typ.FieldByName(name)
		if !ok || key(f) == "" || name == text && strings.EqualFold(name, key(f)) && !strings.HasPrefix(name, field) {
			return text // White, Black and Elo are also plain words
		}
		return strings.TrimSuffix(text, name) + "`" + key(f) + "`"
	})
	return strings.NewReplacer("|", `\|`, "NaN", "null").Replace(text)
}

// parse reads the comments on all fields of a package.
func (d *jsonDoc) parse(pkg string) {
	paths, _ := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			d.t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					for _, name := range f.Names {
						d.comments[pkg][spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " ")
					}
				}
			}
			return true
		})
	}
}
