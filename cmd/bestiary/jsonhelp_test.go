package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"bestiary/internal/testkit"
)

// help/fields.tsv has the comments of the source on all fields that commands print.
func TestJSONIsDocumented(t *testing.T) {
	lines := map[string]bool{}
	packages := map[string]map[string]string{}
	h := jsonHelp{w: io.Discard, visit: func(typ reflect.Type) {
		if reflect.PointerTo(typ).Implements(reflect.TypeFor[json.Marshaler]()) {
			t.Errorf("%v writes its own JSON, which bestiary help json does not know", typ)
		}
		pkg, _, _ := strings.Cut(fieldName(typ, ""), ".")
		if packages[pkg] == nil {
			packages[pkg] = comments(t, pkg)
		}
		for i := range typ.NumField() {
			name := typ.Field(i).Name
			if text := withKeys(typ, name, packages[pkg][typ.Name()+"."+name]); text != "" && jsonKey(typ.Field(i)) != "" {
				lines[fieldName(typ, name)+"\t"+text+"\n"] = true
			}
		}
	}}
	for _, cmd := range newApp().Commands {
		for _, sub := range append([]*cli.Command{cmd}, cmd.Subcommands...) {
			h.command(sub)
		}
	}
	testkit.GoldenFile(t, "help/fields.tsv", strings.Join(slices.Sorted(maps.Keys(lines)), ""))
}

// goName matches a word that may be the name of a field, with the text before it.
var goName = regexp.MustCompile(`(^|and |or |[.;] )?\b[A-Z]\w*`)

// withKeys returns the comment of a field with the names of fields replaced by their keys.
func withKeys(typ reflect.Type, field, text string) string {
	text = goName.ReplaceAllStringFunc(text, func(text string) string {
		name := text[strings.LastIndex(text, " ")+1:]
		f, ok := typ.FieldByName(name)
		if !ok || jsonKey(f) == "" || name == text && strings.EqualFold(name, jsonKey(f)) && !strings.HasPrefix(name, field) {
			return text // White, Black and Elo are also plain words
		}
		return strings.TrimSuffix(text, name) + jsonKey(f)
	})
	return strings.ReplaceAll(text, "NaN", "null")
}

// comments returns the comments on the fields of a package by TYPE.FIELD.
func comments(t *testing.T, pkg string) map[string]string {
	found := map[string]string{}
	for _, path := range testkit.Must(filepath.Glob(filepath.Join(root, pkg, "*.go")))(t) {
		file := testkit.Must(parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments))(t)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					for _, name := range f.Names {
						found[spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " ")
					}
				}
			}
			return true
		})
	}
	return found
}
