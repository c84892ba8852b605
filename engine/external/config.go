package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
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

// features describe an engine, in its own words.
type features struct {
	name                             string
	ping, setboard, usermove, memory bool
	cores, reuse, time               bool
	variants                         []string
	options                          offers

	seen, done bool
	more       bool // done=0: there is more to come
}

// newFeatures returns the defaults of the protocol.
func newFeatures() features {
	return features{reuse: true, time: true, variants: []string{"normal"}}
}

type feature struct{ name, value string }

// splitFeatures reads pairs name=value; values may be in quotes.
func splitFeatures(text string) []feature {
	var list []feature
	for {
		name, rest, ok := strings.Cut(strings.TrimLeft(text, " \t"), "=")
		if !ok {
			return list
		}
		var value string
		if quoted, isQuoted := strings.CutPrefix(rest, `"`); isQuoted {
			value, text, _ = strings.Cut(quoted, `"`)
		} else {
			value, text, _ = strings.Cut(rest, " ")
		}
		list = append(list, feature{strings.TrimSpace(name), value})
	}
}

// take notes a feature and reports whether it is accepted. Moves in algebraic
// notation are not.
func (f *features) take(x feature) bool {
	f.seen = true
	on := x.value == "1"
	flags := map[string]*bool{
		"ping": &f.ping, "setboard": &f.setboard, "usermove": &f.usermove, "memory": &f.memory,
		"smp": &f.cores, "reuse": &f.reuse, "time": &f.time, "done": &f.done,
	}
	if flag := flags[x.name]; flag != nil {
		*flag = on
	}
	switch x.name {
	case "san":
		return !on
	case "myname":
		f.name = x.value
	case "variants":
		f.variants = strings.FieldsFunc(x.value, func(r rune) bool { return r == ',' || r == ' ' })
	case "option":
		f.options = append(f.options, readXBoardOffer(x.value))
	case "done":
		f.more = !on
	}
	return true
}

// readXBoardOffer reads "Resign Threshold -spin 800 200 1200" or "Level -combo
// low /// *high".
func readXBoardOffer(text string) offer {
	i := strings.LastIndex(text, " -")
	for _, kind := range []string{"check", "spin", "combo", "button", "save", "reset", "string", "file", "path", "slider"} {
		if at := strings.LastIndex(text, " -"+kind); at >= 0 {
			i = at
			break
		}
	}
	if i < 0 {
		return offer{name: strings.TrimSpace(text), kind: "string"}
	}
	kind, rest, _ := strings.Cut(text[i+2:], " ")
	o := offer{name: strings.TrimSpace(text[:i]), kind: kind}
	switch kind {
	case "spin", "slider":
		o.kind = "spin"
		if fields := strings.Fields(rest); len(fields) == 3 {
			o.min, o.max = fields[1], fields[2]
		}
	case "combo":
		for _, choice := range strings.Split(rest, "///") {
			o.choices = append(o.choices, strings.TrimPrefix(strings.TrimSpace(choice), "*"))
		}
	case "save", "reset":
		o.kind = "button"
	}
	return o
}

// readThinking takes depth, score and nodes from a line "ply score time nodes
// moves". Scores beyond 100000 are mates.
func readThinking(text string, r *Reply) {
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return
	}
	var n [4]int
	for i := range n {
		field := fields[i]
		if i == 0 {
			field = strings.TrimRight(field, ".&+-")
		}
		v, err := strconv.Atoi(field)
		if err != nil {
			return
		}
		n[i] = v
	}
	const mate = 100_000
	r.Depth, r.Nodes, r.HasScore = n[0], uint64(max(n[3], 0)), true
	switch score := n[1]; {
	case score >= mate:
		r.Score = mateIn(max(score-mate, 1))
	case score <= -mate:
		r.Score = mateIn(score + mate)
	default:
		r.Score = clampScore(score)
	}
}

// offer is an option that the engine has declared.
type offer struct {
	name     string
	kind     string // check, spin, combo, button, string, …
	min, max string // of a spin
	choices  []string
}

type offers []offer

// readOffer reads the fields after the word option: "name Hash type spin default
// 16 min 1 max 512". Names and choices may have several words.
func readOffer(fields []string) offer {
	parts := map[string][]string{}
	key := ""
	var choices []string
	for _, f := range fields {
		switch f {
		case "name", "type", "default", "min", "max":
			key = f
		case "var":
			key = f
			choices = append(choices, "")
		default:
			if key == "var" {
				last := &choices[len(choices)-1]
				*last = strings.TrimSpace(*last + " " + f)
			} else {
				parts[key] = append(parts[key], f)
			}
		}
	}
	text := func(key string) string { return strings.Join(parts[key], " ") }
	return offer{text("name"), text("type"), text("min"), text("max"), choices}
}

func (list offers) find(name string) (offer, bool) {
	i := slices.IndexFunc(list, func(o offer) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		return offer{}, false
	}
	return list[i], true
}

// accept finds the offer for a setting; why says what is wrong with the setting,
// or is "".
func (list offers) accept(o Option) (found offer, why string) {
	found, ok := list.find(o.Name)
	if !ok {
		names := make([]string, len(list))
		for i := range list {
			names[i] = list[i].name
		}
		hint := cmp.Or(toml.Hint(o.Name, names), fmt.Sprintf("; it has %q", names))
		return offer{}, fmt.Sprintf("has no option %q%s", o.Name, hint)
	}
	return found, found.refuses(o.Value)
}

// refuses says what is wrong with a value, or returns "".
func (o offer) refuses(value string) string {
	switch o.kind {
	case "check":
		if !slices.Contains([]string{"true", "false", "1", "0"}, value) {
			return fmt.Sprintf("option %s is %q, expected true or false", o.name, value)
		}
	case "combo":
		if len(o.choices) > 0 && !slices.Contains(o.choices, value) {
			hint := fmt.Sprintf("one of %q", o.choices)
			if near := toml.Nearest(value, o.choices); near != "" {
				hint = fmt.Sprintf("for example %q", near)
			}
			return fmt.Sprintf("does not offer %s = %q; expected %s", o.name, value, hint)
		}
	case "spin":
		n, err := strconv.Atoi(value)
		low, errLow := strconv.Atoi(o.min)
		high, errHigh := strconv.Atoi(o.max)
		if err != nil || errLow == nil && n < low || errHigh == nil && n > high {
			return fmt.Sprintf("option %s is %q, expected a number from %s to %s", o.name, value, o.min, o.max)
		}
	}
	return ""
}
