package text

import (
	"fmt"
	"strings"
)

// Plural counts things: "1 move", "2 moves", "2 plies".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if stem, ok := strings.CutSuffix(thing, "ply"); ok {
		return fmt.Sprintf("%d %splies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Article puts "a" or "an" before a name.
func Article(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// Plain protects a text from being read as Markdown or HTML.
func Plain(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]<>#|&~!$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
