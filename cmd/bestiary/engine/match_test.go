package engine

import (
	"strings"
	"testing"
)

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"engine": "engine", "engine:nodes=600,no-null-move": "engine-nodes-600-no-null-move", "Fairy-Max 5.0b": "fairy-max-5-0b", "//": "",
		strings.Repeat("ab ", 40): strings.Repeat("ab-", 13) + "a",
	} {
		if got := slug(name); got != want {
			t.Errorf("slug(%q) = %q, want %q", name, got, want)
		}
	}
}
