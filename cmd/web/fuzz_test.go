package web

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
)

// Every request gets a reply in JSON or a *Fault.
func FuzzCall(f *testing.F) {
	a := &API{}
	for _, seed := range [][2]string{
		{"game", `{"text":"files=8 ranks=8 king:K:K::e1,,e8"}`},
		{"game", `{"name":"chess","rules":["n-move=3"]}`},
		{"game", `{"text":"[zoo:chess]","file":"x.ini"}`},
		{"card", `{"betza":"WzB","board":"10x8"}`},
		{"card", `{"leaps":[{"dx":2,"dy":-1,"rides":true,"moves":true}],"board":"8x8"}`},
		{"position", `{"game":{"name":"musketeer"},"moves":["C@b1"],"known":-1}`},
		{"position", `{"game":{"name":"chess"},"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","moves":["O-O"]}`},
		{"set-up", `{"game":{"name":"chess"},"pieces":[{"square":"e1","piece":5},{"square":"e8","piece":5,"black":true}],"hand":[{"piece":1,"count":-3}]}`},
		{"pgn", `{"game":{"name":"chess"},"moves":["e4"],"white":"\"]"}`},
		{"read-pgn", `{"game":{"name":"chess"},"text":"1. e4 e5 2. Nf3 *"}`},
		{"values", `{"game":{"name":"chess"},"seed":1,"pairs":2,"nodes":1,"games":[{"fen":"","result":"1-0"}]}`},
	} {
		f.Add(seed[0], []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, method string, request []byte) {
		if WorksLong(method) {
			return // they run for as long as the request says
		}
		reply, err := a.Call(context.Background(), method, request)
		var fault *Fault
		if err != nil && !errors.As(err, &fault) || err == nil && !json.Valid(reply) {
			t.Errorf("%s: %v, %.100s", method, err, reply)
		}
	})
}
