package external

import (
	"context"
	"maps"
	"slices"
)

// Protocol is the language of an engine.
type Protocol string

// The protocols.
const (
	UCI    Protocol = "uci"
	XBoard Protocol = "xboard" // CECP, version 2
)

// drivers has an entry for each protocol.
var drivers = map[Protocol]driver{UCI: uciDriver, XBoard: xboardDriver}

// driver describes a protocol.
type driver struct {
	// connect begins a conversation with a program that has just been started.
	connect func(*Engine) conversation
	// games maps our names of games to the engines' names, where they differ.
	games map[string]string
	// zeroRanks is set if ranks count from 0 on boards of ten ranks.
	zeroRanks bool
	// nodes is set if a search can be limited to a number of nodes.
	nodes bool
	// files is set if engines can read a variants.ini.
	files bool
	// ponders is set if engines can think on the opponent's time.
	ponders bool
}

// conversation is a protocol in use. Its methods return *Fault, ErrInexpressible
// or the error of the context.
type conversation interface {
	// handshake brings the engine into the right game, with its options set.
	handshake(ctx context.Context) error
	// newGame tells the engine that the next search belongs to another game.
	newGame(ctx context.Context) error
	// search asks for a move.
	search(ctx context.Context, s *search) (Reply, error)
	// rest ends a search on the opponent's time.
	rest(ctx context.Context) error
}

// Protocols lists all protocols.
func Protocols() []Protocol { return slices.Sorted(maps.Keys(drivers)) }

// HasNodes reports whether searches can be limited to a number of nodes.
func (p Protocol) HasNodes() bool { return drivers[p].nodes }
