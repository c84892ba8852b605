package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"bestiary/internal/toml"
)

// Option is a setting that the engine itself offers.
type Option struct {
	// Name is the engine's name for the option; case does not matter. In CECP
	// memory (in megabytes) and cores stand for the commands of that name.
	Name string
	// Value is the new value. Buttons have none.
	Value string
}

// Config says how one engine is run.
type Config struct {
	// Name identifies the engine in results and errors. Default: the name that it
	// gives itself.
	Name string
	// Command is the program: a path, or a name that $PATH finds. Required.
	Command string
	// Args are its arguments.
	Args []string
	// Dir is the folder that it runs in. Default: the current one.
	Dir string
	// Env is added to the environment, as KEY=value.
	Env []string

	// Protocol is the language that the engine speaks. Default: UCI.
	Protocol Protocol
	// Options are set in this order before the first game.
	Options []Option
	// Variant is the engine's name for the game. Default: our name, with the
	// exceptions in the package comment.
	Variant string
	// VariantFile describes the game to the engine in a temporary variants.ini,
	// for programs of the Fairy-Stockfish family. It excludes Variant.
	VariantFile bool
	// Ponder has the engine think on the opponent's time when it has a clock. UCI only.
	Ponder bool

	// StartTimeout is how long the engine may take to be ready, at the start and
	// before a game. Default: 10 s.
	StartTimeout time.Duration
	// MoveTimeout is the limit for moves without a limit of time. Default: 1 min.
	MoveTimeout time.Duration
	// Margin is how far a move may exceed its limit of time. Default: 200 ms.
	Margin time.Duration
	// Grace is how long the engine may take to stop or to quit before it is
	// killed. Default: 2 s.
	Grace time.Duration

	// Log receives every line, with "> " before those that are sent, "< " before
	// answers and "! " before lines from standard error. Default: none.
	Log io.Writer
}

// Validate returns an error that names the first field that cannot be used.
func (c Config) Validate() error {
	if c.Command == "" {
		return errors.New("engine: command is empty, expected a program")
	}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("engine %s: %w", c.Command, fmt.Errorf(format, args...))
	}
	protocol := c.withDefaults().Protocol
	driver, ok := drivers[protocol]
	if !ok {
		return fail("protocol is %q, expected one of %q%s", protocol, Protocols(), toml.Hint(string(protocol), Protocols()))
	}
	for _, o := range c.Options {
		if strings.TrimSpace(o.Name) == "" || strings.ContainsAny(o.Name+o.Value, "\r\n") {
			return fail("option %q = %q, expected a name, and no line break", o.Name, o.Value)
		}
	}
	for _, entry := range c.Env {
		if strings.IndexByte(entry, '=') < 1 {
			return fail("env has %q, expected KEY=value", entry)
		}
	}
	switch {
	case strings.ContainsAny(c.Variant, " \t\r\n"):
		return fail("variant is %q, expected a name without spaces", c.Variant)
	case c.VariantFile && c.Variant != "":
		return fail("variant is %q, expected none next to a variant file, which names the game itself", c.Variant)
	case c.VariantFile && !driver.files:
		return fail("a variant file needs the protocol %q", UCI)
	case c.Ponder && !driver.ponders:
		return fail("ponder needs the protocol %q", UCI)
	}
	for _, t := range c.times() {
		if *t.value < 0 {
			return fail("%s is %v, expected 0 or more", t.name, *t.value)
		}
	}
	return nil
}

// configTime is a field of Config that is a time, with its default.
type configTime struct {
	name     string
	value    *time.Duration
	standard time.Duration
}

func (c *Config) times() []configTime {
	return []configTime{
		{"start timeout", &c.StartTimeout, 10 * time.Second},
		{"move timeout", &c.MoveTimeout, time.Minute},
		{"margin", &c.Margin, 200 * time.Millisecond},
		{"grace", &c.Grace, 2 * time.Second},
	}
}

// withDefaults fills in the fields that are zero.
func (c Config) withDefaults() Config {
	c.Protocol = cmp.Or(c.Protocol, UCI)
	for _, t := range c.times() {
		*t.value = cmp.Or(*t.value, t.standard)
	}
	return c
}

// variantName returns the engine's name for a game.
func (c Config) variantName(game string) string {
	return cmp.Or(c.Variant, drivers[c.Protocol].games[game], game)
}

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
	WrongGame   FaultKind = "game not playable" // does not know the game, or plays it differently
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
		fmt.Fprintf(&b, "; last output %q", f.Output)
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
