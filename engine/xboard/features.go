package xboard

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/engine/variant"
)

// features says what the engine understands.
func (e *engine) features() {
	e.out.Print("feature done=0")
	e.out.Print("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1")
	e.out.Print("feature colors=0 ics=0 name=0 pause=0 nps=0 debug=0 memory=1 smp=0 exclude=0")
	e.out.Print("feature myname=\"%s\"", strings.ReplaceAll(e.config.Name, `"`, "'"))
	e.listVariants()
	e.out.Print("feature option=\"MultiPV -spin 1 1 %d\"", search.MaxLines)
	e.out.Print("feature option=\"MoveOverhead -spin %d 0 %d\"", session.DefaultOverhead.Milliseconds(), session.MaxOverhead)
	e.out.Print("feature option=\"Clear Hash -button\"")
	e.out.Print("feature option=\"VariantPath -file \"")
	e.out.Print("feature option=\"EvalFile -file %s\"", strings.ReplaceAll(e.config.Weights, `"`, "'"))
	e.out.Print("feature done=1")
}

// listVariants names the games, those that XBoard knows by its names for them.
func (e *engine) listVariants() {
	names := []string{"normal"}
	for _, name := range e.session.Library.Names() {
		switch name {
		case standard:
		case "falcon-chess":
			names = append(names, "falcon", name)
		default:
			names = append(names, name)
		}
	}
	e.out.Print("feature variants=\"%s\"", strings.Join(names, ","))
}

// setOption obeys "option NAME=VALUE" and "option NAME".
func (e *engine) setOption(text string) error {
	name, value, _ := strings.Cut(text, "=")
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "multipv":
		n, err := number(value, 1, search.MaxLines)
		if err != nil {
			return err
		}
		e.multi = n
		if e.analysing {
			e.proceed()
		}
	case "moveoverhead":
		n, err := number(value, 0, session.MaxOverhead)
		if err != nil {
			return err
		}
		e.overhead = time.Duration(n) * time.Millisecond
	case "clear hash":
		e.session.Forget()
	case "variantpath":
		return e.addGames(value)
	case "evalfile", "weights":
		return e.session.SetWeights(value)
	default:
		return fmt.Errorf("no option %s", variant.Quote(name))
	}
	return nil
}

func number(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("found %s, expected a number from %d to %d", variant.Quote(text), least, most)
	}
	return n, nil
}

func (e *engine) addGames(path string) error {
	if path == "" {
		return nil
	}
	_, notes, err := e.session.Library.AddFile(path)
	if err != nil {
		return err
	}
	for _, note := range notes {
		e.out.Print("# %s", note)
	}
	e.listVariants()
	return nil
}

// setMemory obeys "memory MEGABYTES". What is more than the largest table needs is
// left alone.
func (e *engine) setMemory(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("memory: found %s, expected megabytes", variant.Quote(text))
	}
	e.session.SetHash(n)
	return nil
}
