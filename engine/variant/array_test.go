package variant

import (
	"slices"
	"strings"
	"testing"
)

func TestArray(t *testing.T) {
	const text = "k9/10/2P4N2/K8r"
	a, problems := ReadArray(text, 10, 4)
	if problems != nil || a.String() != text {
		t.Fatal(a, problems)
	}
	if white, black := a.Ranks("K", false), a.Ranks("R", true); !slices.Equal(white, []int{1}) || !slices.Equal(black, []int{4}) {
		t.Error(white, black)
	}
	for text, want := range map[string]string{
		"10/10/10": "3 rows", "10/10/10/9": "9 squares", "10/10/10/KKKKKKKKKKK": "11 squares", "10/10/10/*9": "letter or a number",
		"10/10/10/99999999999999999999": "not 1 to 16", "10/10/10/0K9": "not 1 to 16", "10/10/10/": "0 squares",
	} {
		if _, problems := ReadArray(text, 10, 4); !strings.Contains(strings.Join(problems, "; "), want) {
			t.Errorf("%s: %v, want %q", text, problems, want)
		}
	}
}
