package external

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
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

// FaultKind is a way in which an engine can fail.
type FaultKind string

// The kinds of fault. After the first five the engine can continue with another
// move or game; after the others it has been killed and needs Restart.
const (
	IllegalMove FaultKind = "illegal move"      // a move that the rules do not allow
	Unparsable  FaultKind = "unreadable move"   // not the text of a move in any position
	NoMove      FaultKind = "no move"           // claims to have no move in spite of legal moves
	Refused     FaultKind = "refused"           // does not accept a legal move or position
	TimedOut    FaultKind = "out of time"       // answered, but too late even with the margin
	Hung        FaultKind = "hung"              // did not answer, not even when told to stop
	Exited      FaultKind = "exited"            // ended by itself with status 0
	Crashed     FaultKind = "crashed"           // ended with another status or by a signal
	ClosedPipe  FaultKind = "closed its pipe"   // runs on, but has closed standard input or output
	NotStarted  FaultKind = "not started"       // the program cannot be run
	NoHandshake FaultKind = "no handshake"      // not ready in time
	BadOption   FaultKind = "option not taken"  // does not offer an option or its value
	WrongGame   FaultKind = "game not playable" // does not support the game, or plays it differently
)

// Fault is an error of an engine that does not do what it should.
type Fault struct {
	Kind   FaultKind
	Engine string
	Detail string
	// Output holds the engine's last lines, oldest first; lines from standard error
	// begin with "! ". Long lines are cut.
	Output []string
}

// Error describes the fault on one line.
func (f *Fault) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s", f.Engine, f.Kind, f.Detail)
	if len(f.Output) > 0 && f.Kind != WrongGame && f.Kind != BadOption { // which the detail explains
		b.WriteString("; last output")
		for i, line := range f.Output {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, " %q", line)
		}
	}
	return b.String()
}

// ends reports whether the engine cannot be used after the fault.
func (f *Fault) ends() bool {
	return !slices.Contains([]FaultKind{IllegalMove, Unparsable, NoMove, Refused, TimedOut}, f.Kind)
}

// ErrInexpressible is wrapped by errors about requests that cannot be expressed in
// the engine's protocol. They do not affect the engine.
var ErrInexpressible = errors.New("cannot be expressed in the engine's protocol")

func inexpressible(format string, args ...any) error {
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), ErrInexpressible)
}
