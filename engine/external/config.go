package external

import (
	"fmt"
	"io"
	"strings"
	"time"

	"bestiary/engine/variant"
)

// Protocol is the language in which an engine is spoken to.
type Protocol string

// The protocols.
const (
	UCI    Protocol = "uci"
	XBoard Protocol = "xboard" // CECP, version 2
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

// Validate names the first field that cannot be used.
func (c Config) Validate() error {
	if c.Command == "" {
		return fmt.Errorf("engine: command is empty, expected a program")
	}
	protocols := []Protocol{UCI, XBoard}
	switch c.Protocol {
	case "", UCI, XBoard:
	default:
		hint := ""
		if near := variant.Nearest(string(c.Protocol), protocols); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return fmt.Errorf("engine %s: protocol is %q, expected %q or %q%s", c.Command, c.Protocol, UCI, XBoard, hint)
	}
	for _, o := range c.Options {
		if strings.TrimSpace(o.Name) == "" || strings.ContainsAny(o.Name+o.Value, "\r\n") {
			return fmt.Errorf("engine %s: option %q = %q, expected a name, and no line break", c.Command, o.Name, o.Value)
		}
	}
	for _, entry := range c.Env {
		if i := strings.IndexByte(entry, '='); i < 1 {
			return fmt.Errorf("engine %s: env has %q, expected KEY=value", c.Command, entry)
		}
	}
	return c.validateGame()
}

func (c Config) validateGame() error {
	switch {
	case strings.ContainsAny(c.Variant, " \t\r\n"):
		return fmt.Errorf("engine %s: variant is %q, expected a name without spaces", c.Command, c.Variant)
	case c.VariantFile && c.Variant != "":
		return fmt.Errorf("engine %s: variant is %q, expected none next to a variant file, which names the game itself", c.Command, c.Variant)
	case c.VariantFile && c.Protocol == XBoard:
		return fmt.Errorf("engine %s: a variant file needs the protocol %q", c.Command, UCI)
	}
	for _, field := range []struct {
		name  string
		value time.Duration
	}{{"start timeout", c.StartTimeout}, {"move timeout", c.MoveTimeout}, {"margin", c.Margin}, {"grace", c.Grace}} {
		if field.value < 0 {
			return fmt.Errorf("engine %s: %s is %v, expected 0 or more", c.Command, field.name, field.value)
		}
	}
	return nil
}

// withDefaults fills in the fields that are zero.
func (c Config) withDefaults() Config {
	if c.Protocol == "" {
		c.Protocol = UCI
	}
	for _, field := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&c.StartTimeout, 10 * time.Second},
		{&c.MoveTimeout, time.Minute},
		{&c.Margin, 200 * time.Millisecond},
		{&c.Grace, 2 * time.Second},
	} {
		if *field.value == 0 {
			*field.value = field.standard
		}
	}
	return c
}

// variantNames are the games that engines know under another name than ours.
var variantNames = map[Protocol]map[string]string{
	XBoard: {"chess": "normal", "falcon-chess": "falcon"},
}

// variantName is what the engine calls the game.
func (c Config) variantName(game string) string {
	if c.Variant != "" {
		return c.Variant
	}
	if name, ok := variantNames[c.Protocol][game]; ok {
		return name
	}
	return game
}
