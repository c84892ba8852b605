package web

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The engine of the browser plays the same moves as that of this program, and its
// measurements are the same numbers.
func TestBrowserAgreesWithTheProgram(t *testing.T) {
	p := browse(t)
	a := &API{}
	chess, other := GameRef{Name: "chess", Rules: []string{}}, GameRef{Name: "chess", Rules: []string{"n-move=3"}}
	agree := func(method string, request any) json.RawMessage {
		t.Helper()
		text, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		native, err := a.Call(context.Background(), method, text)
		if err != nil {
			t.Fatal(err)
		}
		there := value[string](p, fmt.Sprintf(`import('./client.js').then((m) => (globalThis.engine ??= m.connect()).call(%q, %s)).then(JSON.stringify)`, method, text))
		var x, y any
		if err := json.Unmarshal(native, &x); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(there), &y); err != nil {
			t.Fatal(err)
		}
		for _, reply := range []any{x, y} {
			delete(reply.(map[string]any), "rate") // depends on the machine
		}
		if diff := cmp.Diff(x, y); diff != "" {
			t.Errorf("%s (-program +browser):\n%.2000s", method, diff)
		}
		return native
	}
	for _, name := range []string{"chess", "hannibal-manticore", "al-ces", "musketeer"} {
		agree("bench", BenchRequest{GameRef{Name: name}, 2000})
	}
	agree("think", ThinkRequest{Place{Game: chess}, 500, 2})
	for _, m := range []Measurement{{Game: chess, Seed: 5, Pairs: MinPairs, Nodes: 10}, {Game: chess, Other: &other, Seed: 5, Pairs: MinPairs, Nodes: 10}} {
		var games []Record
		sides := 1
		if m.Other != nil {
			sides = 2
		}
		for i := range 2 * sides * MinPairs {
			var r Record
			if err := json.Unmarshal(agree("play", PlayRequest{m, i % sides, i / (2 * sides), i / sides % 2}), &r); err != nil {
				t.Fatal(err)
			}
			games = append(games, r)
		}
		agree("values", ValuesRequest{m, games, true})
	}
}
