package web

import (
	"bestiary/internal/testkit"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The modules of the page stay short and do not import each other in a circle.
func TestModules(t *testing.T) {
	const maxLines = 260
	names, err := fs.Glob(Files(), "*.js")
	if err != nil || len(names) < 10 {
		t.Fatalf("modules %v, %v", names, err)
	}
	imports := map[string][]string{}
	for _, name := range names {
		text := testkit.Must(fs.ReadFile(Files(), name))(t)
		if n := strings.Count(string(text), "\n"); n > maxLines && name != glueFile {
			t.Errorf("%s has %d lines, want at most %d", name, n, maxLines)
		}
		imports[name] = importsOf(string(text))
	}
	if circle := findCircle(imports); circle != nil {
		t.Errorf("modules import each other in a circle: %s", strings.Join(circle, " -> "))
	}
}

func TestFindCircle(t *testing.T) {
	imports := map[string][]string{
		"a.js": importsOf("import {b} from './b.js';\nimport * as c from './c.js';\n"),
		"b.js": importsOf("import './c.js';\nimport {x} from './elsewhere.js';\n"),
		"c.js": importsOf("const d = import('./d.js');\n"),
	}
	if circle := findCircle(imports); circle != nil {
		t.Errorf("found a circle %v", circle)
	}
	imports["d.js"] = []string{"b.js"}
	if circle, want := findCircle(imports), []string{"b.js", "c.js", "d.js", "b.js"}; !slices.Equal(circle, want) {
		t.Errorf("circle %v, want %v", circle, want)
	}
}

var importPattern = regexp.MustCompile(`(?m)(?:^import\b[^'"]*|\bimport\()['"]([^'"]+)['"]`)

// importsOf lists the modules that a module imports.
func importsOf(text string) []string {
	var list []string
	for _, m := range importPattern.FindAllStringSubmatch(text, -1) {
		list = append(list, path.Clean(m[1]))
	}
	return list
}

// findCircle returns modules that import each other in a circle, or nil.
func findCircle(imports map[string][]string) []string {
	checked := map[string]bool{}
	var visit func(name string, trail []string) []string
	visit = func(name string, trail []string) []string {
		if i := slices.Index(trail, name); i >= 0 {
			return append(slices.Clone(trail[i:]), name)
		}
		if checked[name] {
			return nil
		}
		for _, other := range imports[name] {
			if circle := visit(other, append(trail, name)); circle != nil {
				return circle
			}
		}
		checked[name] = true
		return nil
	}
	for name := range imports {
		if circle := visit(name, nil); circle != nil {
			for circle[0] != slices.Min(circle) { // so that the circle always begins with the same module
				circle = append(circle[1:], circle[1])
			}
			return circle
		}
	}
	return nil
}
