package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// The help mentions every field of every event; those of "match" are elo's.
func TestHelpDocumentsEvents(t *testing.T) {
	help, _, _ := runHere("help", "match")
	elo, _, _ := runHere("help", "elo")
	for _, args := range [][]string{
		{"match", "chess", "random", "engine:nodes=3", "--games", "2", "--sprt", "0,5"},
		{"match", "chess", "random", "random", "random", "--games", "2"},
		{"match", "chess", "random", "uci:/bin/false,nodes=1,name=false", "--games", "2"},
	} {
		out, _, _ := runHere(append(args, "--max-plies", "20", "--json", "--out", t.TempDir())...)
		var events []string
		for line := range strings.Lines(out) {
			var event map[string]any
			if err := json.Unmarshal([]byte(line), &event); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			kind, _ := event["event"].(string)
			events = append(events, kind)
			if match, ok := event["match"]; ok {
				checkFields(t, match, elo, "elo")
				delete(event, "match")
				event["event"] = nil
			}
			checkFields(t, event, help, "match")
		}
		if len(events) == 0 || events[0] != "start" || slices.Contains(events, "") {
			t.Errorf("%v: events %q", args, events)
		}
	}
}

func checkFields(t *testing.T, value any, help, command string) {
	t.Helper()
	seen := map[string]bool{}
	collectFields(value, seen)
	for field := range seen {
		if !strings.Contains(help, `"`+field+`"`) {
			t.Errorf("help %s does not mention the field %q", command, field)
		}
	}
}
