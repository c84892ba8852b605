package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// The file of notices has the licences of all modules that are linked into the program on
// any system, and of no others. With -update it is written from the module cache.
func TestNotices(t *testing.T) {
	modules := map[string][]string{} // by licence
	for _, system := range []string{"linux", "darwin", "windows"} {
		for name, text := range licences(t, system) {
			if !slices.Contains(modules[text], name) {
				modules[text] = append(modules[text], name)
			}
		}
	}
	var b strings.Builder
	for _, text := range slices.SortedFunc(maps.Keys(modules), func(a, b string) int { return cmp.Compare(slices.Min(modules[a]), slices.Min(modules[b])) }) {
		slices.Sort(modules[text])
		fmt.Fprintf(&b, "%s\n%s\n\n%s\n\n", strings.Repeat("=", 80), strings.Join(modules[text], "\n"), text)
	}
	testkit.GoldenFile(t, "notices.txt", b.String())
	out, _, code := runHere("--licences")
	if code != 0 || !strings.HasSuffix(out, b.String()) || !strings.Contains(out, "\nmodernc.org/sqlite v") {
		t.Errorf("exit code %d, %d bytes", code, len(out))
	}
}

var licenceFile = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice|patents|copyright)([-._].*)?$`)

// licences returns the licences of the modules and of the standard library that the program
// links on a system, by name and version.
func licences(t *testing.T, system string) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Standard,Module", ".")
	cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	out := testkit.Must(cmd.Output())(t)
	folders := map[string]map[string]bool{} // with packages, by module
	roots := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir      string
			Standard bool
			Module   *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		name := p.Module.Path + " " + p.Module.Version
		if folders[name] == nil {
			folders[name], roots[name] = map[string]bool{}, p.Module.Dir
		}
		for dir := p.Dir; ; dir = filepath.Dir(dir) {
			if folders[name][dir] = true; dir == p.Module.Dir {
				break
			}
		}
	}
	goroot := strings.TrimSpace(string(testkit.Must(exec.Command("go", "env", "GOROOT").Output())(t)))
	folders["Go, its standard library"], roots["Go, its standard library"] = map[string]bool{goroot: true}, goroot
	list := map[string]string{}
	for name, dirs := range folders {
		var texts []string
		for _, dir := range slices.Sorted(maps.Keys(dirs)) {
			for _, e := range testkit.Must(os.ReadDir(dir))(t) {
				if licenceFile.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go") && e.Type().IsRegular() {
					inside := testkit.Must(filepath.Rel(roots[name], filepath.Join(dir, e.Name())))(t)
					text := strings.TrimSpace(strings.ReplaceAll(testkit.Read(t, dir, e.Name()), "\r\n", "\n"))
					if strings.ContainsRune(inside, filepath.Separator) {
						text = filepath.ToSlash(inside) + "\n\n" + text
					}
					texts = append(texts, text)
				}
			}
		}
		if len(texts) == 0 {
			t.Errorf("%s has no licence", name)
		}
		list[name] = strings.Join(texts, "\n\n")
	}
	return list
}
