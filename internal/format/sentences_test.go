package format

import "testing"

func TestSentences(t *testing.T) {
	type end string
	data := &struct {
		Count int
		End   end
		Kinds []string
		Inner struct{ On bool }
	}{Count: 2, End: "draw", Kinds: []string{"rook", "queen"}}
	s := ParseSentences(`
{{define "count"}}{{with .Count}}After
	{{plural . "move"}}{{else}}Never{{end}}.{{end}}
{{define "end"}}{{if eq .End "win" "draw"}}A {{.End}}{{end}}{{if ne .End "draw"}} more{{end}}{{end}}
{{define "range"}}{{range .Kinds}}{{.}};{{end}}{{end}}
{{define "both"}}{{if and .Count (not .Inner.On)}}{{template "range" .}}{{end}}{{if or .Inner.On (gt .Count 2)}}no{{end}}{{end}}
{{define "variable"}}{{$x := "a"}}{{if .Count}}{{$x = printf "%s%d" $x .Count}}{{$x := "hidden"}}{{end}}{{$x}}{{end}}`,
		map[string]any{"plural": Plural})
	for name, want := range map[string]string{
		"count": "After 2 moves.", "end": "A draw", "range": "rook;queen;", "both": "rook;queen;", "variable": "a2", "unknown": "",
	} {
		if got := s.Write(name, data); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	data.Count, data.End = 0, "win"
	for name, want := range map[string]string{"count": "Never.", "end": "A win more", "both": ""} {
		if got := s.Write(name, data); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
