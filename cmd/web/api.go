package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/match"
)

// MaxRequest is the largest size of a request in bytes. The games of a measurement arrive
// in parts.
const MaxRequest = 4 << 20

// API handles the requests of the page. It is safe for concurrent use.
type API struct {
	games recent[GameRef, *game]
	idle  recent[side, *match.Single]

	collecting  sync.Mutex
	collections recent[Measurement, *collection]
}

// How much work a method does.
const (
	little = iota
	some   // reads a string or collects games
	much   // plays or thinks for as long as the request says
)

// method is a kind of request.
type method struct {
	works int
	call  func(a *API, ctx context.Context, request []byte) (any, error)
}

// methods maps names to kinds of requests.
var methods = map[string]method{
	"catalogue": {little, handle((*API).catalogue)},
	"game":      {some, handle((*API).game)},
	"array":     {little, handle((*API).array)},
	"position":  {little, handle((*API).position)},
	"reach":     {little, handle((*API).reach)},
	"design":    {some, handle((*API).design)},
	"export":    {some, handle((*API).export)},
	"kinds":     {some, handle((*API).kinds)},
	"card":      {some, handle((*API).card)},
	"set-up":    {little, handle((*API).setUp)},
	"think":     {much, handle((*API).think)},
	"pgn":       {little, handle((*API).pgn)},
	"read-pgn":  {some, handle((*API).readPGN)},
	"tree":      {some, handle((*API).tree)},
	"play":      {much, handle((*API).play)},
	"values":    {much, handle((*API).collect)}, // and keeps the games
	"faults":    {much, handle((*API).faults)},
	"speed":     {some, handle((*API).speed)},
}

// Works reports whether a method is work, and WorksLong whether it continues for as long as the
// request specifies.
func Works(name string) bool     { return methods[name].works > little }
func WorksLong(name string) bool { return methods[name].works == much }

// Call answers a request, both in JSON. An error is a *Fault if the request is at
// fault.
func (a *API) Call(ctx context.Context, name string, request []byte) ([]byte, error) {
	m, ok := methods[name]
	if !ok {
		return nil, &Fault{Message: fmt.Sprintf("unknown method %s; expected one of %v", toml.Quote(name), slices.Sorted(maps.Keys(methods)))}
	}
	reply, err := m.call(a, ctx, request)
	if err != nil {
		return nil, err
	}
	return json.Marshal(reply)
}

// handle turns a function that answers a decoded request into a method.
func handle[Request any](answer func(*API, context.Context, Request) (any, error)) func(*API, context.Context, []byte) (any, error) {
	return func(a *API, ctx context.Context, text []byte) (any, error) {
		var r Request
		if len(text) > MaxRequest {
			return nil, &Fault{Message: fmt.Sprintf("the request has %d bytes, expected at most %d", len(text), MaxRequest)}
		}
		if err := Decode(text, &r); err != nil {
			return nil, err
		}
		return answer(a, ctx, r)
	}
}

// Decode decodes the JSON of a request. An error is a *Fault.
func Decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return &Fault{Message: format.Excerpt("the request cannot be read: " + err.Error())}
	}
	return nil
}

// Fault is an error in a request.
type Fault struct {
	Message string `json:"error"`
	// Faults lists the faults in the text of a game, by line.
	Faults []TextFault `json:"faults,omitempty"`
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

// TextFault is a fault in the text of a game.
type TextFault struct {
	Line    int    `json:"line"` // from 1; 0 for the whole text
	Field   string `json:"field"`
	Message string `json:"message"`
}

// faultOf converts an error in the text of a game to a fault.
func faultOf(err error) *Fault {
	f := &Fault{Message: format.Excerpt(err.Error())}
	var list toml.Errors
	var one *toml.FieldError
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = toml.Errors{one}
	}
	for _, e := range list {
		bare := *e
		bare.File = ""
		f.Faults = append(f.Faults, TextFault{e.Line, e.Field, bare.Error()})
	}
	return f
}

// recent keeps the most recently used values by key. It is safe for concurrent use.
type recent[Key, Value any] struct {
	mu   sync.Mutex
	list []kept[Key, Value] // most recently used first
}

type kept[Key, Value any] struct {
	key   Key
	value Value
}

// take removes and returns the value of a key.
func (r *recent[Key, Value]) take(key Key) (value Value, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.list, func(k kept[Key, Value]) bool { return reflect.DeepEqual(k.key, key) })
	if i < 0 {
		return value, false
	}
	value = r.list[i].value
	r.list = slices.Delete(r.list, i, i+1)
	return value, true
}

// put adds a value and keeps at most limit values.
func (r *recent[Key, Value]) put(key Key, value Value, limit int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = slices.Insert(r.list, 0, kept[Key, Value]{key, value})
	r.list = r.list[:min(len(r.list), limit)]
}
