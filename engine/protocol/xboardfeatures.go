package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"bestiary/internal/toml"
)

// introduce lists the features of the engine.
func (x *xboard) introduce() {
	x.out.Print("feature done=0")
	x.out.Print("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1")
	x.out.Print("feature colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=0 exclude=0")
	x.out.Print("feature myname=%s", quoted(x.config.Name))
	x.listVariants()
	for _, o := range options {
		if offered(o) && !o.hidden {
			x.out.Print("feature option=%s", quoted(x.declare(o)))
		}
	}
	x.out.Print("feature done=1")
}

// quoted returns the value of a feature. The protocol cannot escape quotation
// marks.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, "'") + `"` }

// listVariants names the games, by XBoard's names if it has them.
func (x *xboard) listVariants() {
	names := []string{"normal"}
	for _, name := range x.games() {
		if name != standard {
			names = append(names, name)
		}
	}
	x.out.Print("feature variants=%s", quoted(strings.Join(names, ",")))
}

func offered(o option) bool { return !o.uciOnly }

// declare describes an option.
func (x *xboard) declare(o option) string {
	switch o.kind {
	case spin:
		return fmt.Sprintf("%s -spin %d %d %d", o.name, o.standard, o.min, o.max)
	case button:
		return o.name + " -button"
	}
	return fmt.Sprintf("%s -%s %s", o.name, o.kind, o.value(x.conversation))
}

// setOption obeys "option NAME=VALUE" and "option NAME".
func (x *xboard) setOption(text string) error {
	name, value, _ := strings.Cut(text, "=")
	o, err := findOption(strings.TrimSpace(name), offered)
	if err != nil {
		return err
	}
	lines := x.lines
	if err := o.apply(x.conversation, value); err != nil {
		return err
	}
	if x.analysing && x.lines != lines {
		x.proceed()
	}
	return nil
}

// setMemory obeys "memory MEGABYTES". Larger numbers than session.MaxHash have no effect.
func (x *xboard) setMemory(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("memory: found %s, expected megabytes", toml.Quote(text))
	}
	x.SetHash(n)
	return nil
}
