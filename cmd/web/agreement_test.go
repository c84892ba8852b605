package web

import (
	"bestiary/internal/testkit"
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The browser's engine plays the same moves as this program, and its measurements give the
// same numbers. It plays a part of the games, with -long all.
func TestBrowserAgreesWithTheProgram(t *testing.T) {
	p := browseSite(t)
	a := &API{}
	chess, other := GameRef{Name: "chess", Rules: []string{}}, GameRef{Name: "chess", Rules: []string{"n-move=3"}}
	agree := func(method string, request any) json.RawMessage {
		t.Helper()
		text := testkit.Must(json.Marshal(request))(t)
		native := testkit.Must(a.Call(context.Background(), method, text))(t)
		there := value[string](p, fmt.Sprintf(`import('./client.js').then((m) => (globalThis.engine ??= m.connect()).call(%q, %s)).then(JSON.stringify)`, method, text))
		var x, y any
		testkit.OK(t, json.Unmarshal(native, &x))
		testkit.OK(t, json.Unmarshal([]byte(there), &y))
		if diff := cmp.Diff(x, y); diff != "" {
			t.Errorf("%s (-program +browser):\n%.2000s", method, diff)
		}
		return native
	}
	for _, name := range []string{"chess", "hannibal-manticore", "al-ces", "musketeer"} {
		agree("think", ThinkRequest{Place{Game: GameRef{Name: name}}, 2000, 1})
	}
	agree("think", ThinkRequest{Place{Game: chess}, 500, 2})
	for _, m := range []Measurement{{Game: chess, Seed: 5, Nodes: 10}, {Game: chess, Other: &other, Seed: 5, Nodes: 10}} {
		var games []Record
		sides := 1
		if m.Other != nil {
			sides = 2
		}
		for i := range 2 * sides * MinPairs {
			request := PlayRequest{m, i % sides, i / (2 * sides), i / sides % 2}
			games = append(games, call[Record](t, a, "play", request))
			if i%testkit.Choose(7, 1) == 0 {
				agree("play", request)
			}
		}
		agree("values", ValuesRequest{m, games, true})
	}
}
