package web

import (
	"reflect"
	"slices"
	"sync"
)

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
