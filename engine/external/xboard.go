package external

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"bestiary/engine/variant"
)

// xboard speaks CECP, the protocol of XBoard. The engine is in force mode
// except while it thinks.
type xboard struct {
	*Engine
	features features
	pings    int
	played   bool   // a game has begun since the program started
	own      string // the board that the engine begins the game with, when it says so

	known   *script // the position that the engine has; nil if it is not certain
	control string  // the time control that it has
	depth   int     // the depth limit that it has; 0 = none
}

// featureTime is how long an engine may take to list its features, unless it
// asks for more.
const featureTime = 2 * time.Second

// handshake reads the features and sets the options.
func (x *xboard) handshake(ctx context.Context) error {
	began := time.Now()
	deadline := began.Add(x.config.StartTimeout)
	x.features = newFeatures()
	if err := x.send(ctx, deadline, "xboard", "protover 2"); err != nil {
		return x.late(err, "feature done=1")
	}
	err := x.readFeatures(ctx, earlier(began.Add(featureTime), deadline))
	if errors.Is(err, errDeadline) && (!x.features.seen || x.features.more) {
		err = x.readFeatures(ctx, deadline)
	} else if errors.Is(err, errDeadline) {
		err = nil
	}
	if err != nil {
		return x.late(err, "feature done=1")
	}
	if x.features.name != "" {
		x.name = x.features.name
	}
	if err := x.checkGame(); err != nil {
		return err
	}
	for _, o := range x.config.Options {
		if err := x.setOption(ctx, deadline, o); err != nil {
			return err
		}
	}
	_, err = x.sync(ctx, deadline)
	return err
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// readFeatures reads until the engine has listed all.
func (x *xboard) readFeatures(ctx context.Context, deadline time.Time) error {
	return x.await(ctx, deadline, func(l line) (bool, error) {
		text, ok := strings.CutPrefix(unprompted(l.text), "feature ")
		if !ok {
			return false, nil
		}
		for _, f := range splitFeatures(text) {
			verdict := "accepted "
			if !x.features.take(f) {
				verdict = "rejected "
			}
			if err := x.send(ctx, deadline, verdict+f.name); err != nil {
				return false, err
			}
		}
		return x.features.done, nil
	})
}

func (x *xboard) variant() string { return x.config.variantName(x.game.Variant.Name) }

func (x *xboard) checkGame() error {
	name, games := x.variant(), x.features.variants
	for _, have := range games {
		if have == name {
			return nil
		}
	}
	hint := ""
	if near := variant.Nearest(name, games); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return x.fault(WrongGame, "does not play the variant %q%s; it has %q", name, hint, games)
}

func (x *xboard) setOption(ctx context.Context, deadline time.Time, o Option) error {
	for name, offered := range map[string]bool{"memory": x.features.memory, "cores": x.features.cores} {
		if offered && strings.EqualFold(o.Name, name) {
			return x.late(x.send(ctx, deadline, name+" "+o.Value), "reading of input")
		}
	}
	offer, why := x.features.options.accept(o)
	if why != "" {
		return x.fault(BadOption, "%s", why)
	}
	command := "option " + offer.name
	if offer.kind != "button" {
		value := o.Value
		if offer.kind == "check" {
			value = strings.NewReplacer("true", "1", "false", "0").Replace(value)
		}
		command += "=" + value
	}
	return x.late(x.send(ctx, deadline, command), "reading of input")
}

// sync waits until the engine has done what it was told, if it knows the
// command ping, and returns what it wrote until then.
func (x *xboard) sync(ctx context.Context, deadline time.Time) ([]string, error) {
	if !x.features.ping {
		return nil, nil
	}
	x.pings++
	var lines []string
	pong := fmt.Sprintf("pong %d", x.pings)
	err := x.send(ctx, deadline, fmt.Sprintf("ping %d", x.pings))
	if err == nil {
		err = x.await(ctx, deadline, func(l line) (bool, error) {
			text := unprompted(l.text)
			lines = append(lines, text)
			if len(lines) > queueSize {
				lines = lines[1:]
			}
			return text == pong, nil
		})
	}
	return lines, x.late(err, pong)
}

// newGame begins the game at the next request. A program that plays only one
// game is run again.
func (x *xboard) newGame(ctx context.Context) error {
	if x.played && !x.features.reuse {
		return x.Restart(ctx)
	}
	x.known = nil
	return nil
}

// prompt is what GNU Chess may write before its answers.
var prompt = regexp.MustCompile(`^((White|Black) \([0-9]+\) : )+`)

func unprompted(text string) string {
	return strings.TrimSpace(prompt.ReplaceAllString(text, ""))
}
