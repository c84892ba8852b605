package external

import (
	"cmp"
	"errors"
	"io"
	"strings"
	"time"

	"bestiary/engine/variant"
	"bestiary/internal/check"
)

// Option is a setting that the engine itself offers.
type Option struct {
	// Name is the engine's name for the option; case does not matter. In CECP memory (in megabytes)
	// and cores mean the commands of that name.
	Name string
	// Value is the new value. Buttons have none.
	Value string
}

// Config specifies how one engine is run.
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
	protocol := c.withDefaults().Protocol
	errs := []error{check.OneOf("protocol", protocol, Protocols()...)}
	for _, o := range c.Options {
		errs = append(errs, check.That(strings.TrimSpace(o.Name) != "" && !strings.ContainsAny(o.Name+o.Value, "\r\n"),
			"option %q = %q, expected a name, and no line break", o.Name, o.Value))
	}
	for _, entry := range c.Env {
		errs = append(errs, check.That(strings.IndexByte(entry, '=') > 0, "env has %q, expected KEY=value", entry))
	}
	errs = append(errs,
		check.That(!strings.ContainsAny(c.Variant, " \t\r\n"), "variant is %q, expected a name without spaces", c.Variant),
		check.That(!c.VariantFile || c.Variant == "", "variant is %q, expected none next to a variant file, which names the game itself", c.Variant),
		check.That(!c.VariantFile || drivers[protocol].files, "a variant file needs the protocol %q", UCI),
		check.That(!c.Ponder || drivers[protocol].ponders, "ponder needs the protocol %q", UCI))
	for _, t := range c.times() {
		errs = append(errs, check.That(*t.value >= 0, "%s is %v, expected 0 or more", t.name, *t.value))
	}
	return check.All("engine "+c.Command, errs...)
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
	return cmp.Or(c.Variant, drivers[c.Protocol].games[game], variant.NameIn(string(c.Protocol), game))
}
