package external

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bestiary/engine/variant"
)

// Option is a setting of the engine's own.
type Option struct {
	// Name is the name by which the engine offers the option; case does not
	// matter. In the XBoard protocol the names memory (megabytes) and cores stand
	// for the commands of that name.
	Name string
	// Value is what the option is set to; a button has none.
	Value string
}

// Config says how one engine is run.
type Config struct {
	// Name is what the engine is called in results and errors. Default: what it
	// calls itself.
	Name string
	// Command is the program, a path or a name to be found in $PATH. Required.
	Command string
	// Args are its arguments.
	Args []string
	// Dir is the folder that it runs in. Default: the current one.
	Dir string
	// Env is added to the environment, as KEY=value.
	Env []string

	// Protocol is how to speak with it. Default: UCI.
	Protocol Protocol
	// Options are set in this order before the first game.
	Options []Option
	// Variant is what the engine calls the game. Default: the name of the game,
	// with the exceptions in the package comment.
	Variant string
	// VariantFile describes the game to the engine in a temporary variants.ini,
	// for programs of the Fairy-Stockfish family. It excludes Variant.
	VariantFile bool

	// StartTimeout is how long the engine may take until it is ready, at the
	// start and before a game. Default: 10 s.
	StartTimeout time.Duration
	// MoveTimeout is how long a move may take that has no limit of time. Default:
	// 1 min.
	MoveTimeout time.Duration
	// Margin is by how much a move may exceed its limit of time. Default: 200 ms.
	Margin time.Duration
	// Grace is how long the engine may take to stop or to quit when it is told
	// to, before it is killed. Default: 2 s.
	Grace time.Duration

	// Log receives every line: "> " before what is sent, "< " before what the
	// engine answers, "! " before what it writes to standard error. Default: none.
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
		hint := ""
		if near := variant.Nearest(string(protocol), Protocols()); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return fail("protocol is %q, expected one of %q%s", protocol, Protocols(), hint)
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
	}
	for _, t := range c.times() {
		if *t.value < 0 {
			return fail("%s is %v, expected 0 or more", t.name, *t.value)
		}
	}
	return nil
}

// configTime is a time in a Config.
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

// variantName is what the engine calls the game.
func (c Config) variantName(game string) string {
	return cmp.Or(c.Variant, drivers[c.Protocol].games[game], game)
}
