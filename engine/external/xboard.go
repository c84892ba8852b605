package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"bestiary/engine/rules"
	"bestiary/internal/toml"
)

var xboardDriver = driver{
	connect:   func(e *Engine) conversation { return &xboard{Engine: e} },
	zeroRanks: true,
}

// xboard speaks CECP, the protocol of XBoard. The engine is in force mode except
// when it thinks.
type xboard struct {
	*Engine
	features features
	pings    int
	played   bool   // a game has begun since the program started
	own      string // the board of the engine's own start, if it has told us

	known   *script // the engine's position; nil if that is not certain
	control string  // its time control
	depth   int     // its limit of depth; 0 = none
}

// featureTime is how long an engine may take to list its features unless it asks
// for more.
const featureTime = 2 * time.Second

func (x *xboard) handshake(ctx context.Context) error {
	deadline := x.soon()
	x.features = newFeatures()
	if err := x.tell(ctx, deadline, "xboard", "protover 2"); err != nil {
		return err
	}
	if err := x.readFeatures(ctx, deadline); err != nil {
		return x.late(err, "feature done=1")
	}
	x.name = cmp.Or(x.features.name, x.name)
	if name, games := x.variant(), x.features.variants; !slices.Contains(games, name) {
		return x.fault(WrongGame, "the feature variants does not offer %s%s", name, toml.Hint(name, games))
	}
	for _, o := range x.config.Options {
		if err := x.setOption(ctx, deadline, o); err != nil {
			return err
		}
	}
	_, err := x.sync(ctx, deadline)
	return err
}

// readFeatures reads until the engine has listed all. An engine that has listed
// some, and has not asked for more time, only gets featureTime.
func (x *xboard) readFeatures(ctx context.Context, deadline time.Time) error {
	accept := func(l line) bool {
		text, ok := strings.CutPrefix(unprompted(l.text), "feature ")
		if !ok {
			return false
		}
		for _, f := range splitFeatures(text) {
			verdict := "rejected "
			if x.features.take(f) {
				verdict = "accepted "
			}
			_ = x.proc.send(ctx, deadline, verdict+f.name) // errors show when the next line is awaited
		}
		return x.features.done
	}
	err := x.await(ctx, time.Now().Add(min(featureTime, x.config.StartTimeout)), accept)
	if !errors.Is(err, errDeadline) {
		return err
	}
	if x.features.seen && !x.features.more {
		return nil
	}
	return x.await(ctx, deadline, accept)
}

func (x *xboard) variant() string { return x.config.variantName(x.game.Variant.Name) }

func (x *xboard) setOption(ctx context.Context, deadline time.Time, o Option) error {
	for name, offered := range map[string]bool{"memory": x.features.memory, "cores": x.features.cores} {
		if offered && strings.EqualFold(o.Name, name) {
			return x.tell(ctx, deadline, name+" "+o.Value)
		}
	}
	offer, why := x.features.options.accept(o)
	if why != "" {
		return x.fault(BadOption, "%s", why)
	}
	command := "option " + offer.name
	switch offer.kind {
	case "button":
	case "check":
		command += "=" + strings.NewReplacer("true", "1", "false", "0").Replace(o.Value)
	default:
		command += "=" + o.Value
	}
	return x.tell(ctx, deadline, command)
}

// sync waits until the engine has carried out all commands, if it knows ping, and
// returns the lines that it has written until then.
func (x *xboard) sync(ctx context.Context, deadline time.Time) ([]string, error) {
	if !x.features.ping {
		return nil, nil
	}
	x.pings++
	var lines []string
	pong := fmt.Sprintf("pong %d", x.pings)
	err := x.ask(ctx, deadline, fmt.Sprintf("ping %d", x.pings), pong, func(text string) bool {
		text = unprompted(text)
		lines = append(lines, text)
		if len(lines) > queueSize {
			lines = lines[1:]
		}
		return text == pong
	})
	return lines, err
}

// do sends commands and syncs.
func (x *xboard) do(ctx context.Context, deadline time.Time, commands ...string) ([]string, error) {
	if len(commands) > 0 {
		if err := x.tell(ctx, deadline, commands...); err != nil {
			return nil, err
		}
	}
	return x.sync(ctx, deadline)
}

// newGame has the next search set up a new game. A program that plays only one
// game is run again.
func (x *xboard) newGame(ctx context.Context) error {
	if x.played && !x.features.reuse {
		return x.Restart(ctx)
	}
	x.known = nil
	return nil
}

func (x *xboard) rest(context.Context) error { return nil }

// prompt matches a prompt that GNU Chess may write before its answers.
var prompt = regexp.MustCompile(`^((White|Black) \([0-9]+\) : )+`)

func unprompted(text string) string {
	return strings.TrimSpace(prompt.ReplaceAllString(text, ""))
}

// The lines that end a search.
var (
	moveLine   = regexp.MustCompile(`^(?:move|[Mm]y move is ?:) +(\S+)`)
	resultLine = regexp.MustCompile(`^(1-0|0-1|1/2-1/2)(?: +\{(.*)\})?`)
)

func (x *xboard) search(ctx context.Context, s *search) (Reply, error) {
	if err := x.reach(ctx, s); err != nil {
		return Reply{}, err
	}
	known := x.known
	x.known = nil // until the answer is understood
	text, refused := "", ""
	err := x.think(ctx, s, append(x.timing(s), "go"), "?", func(l line) (done bool) {
		done, text, refused = x.readAnswer(s, l)
		return done
	})
	if err != nil {
		return s.reply, err
	}
	// The answer counts even if the engine has ended meanwhile; the next request
	// will notice.
	_ = x.proc.send(ctx, x.soon(), "force")
	switch {
	case refused != "":
		return s.reply, x.fault(Refused, "a legal move: %s", refused)
	case text == "":
		return s.reply, x.inTime(s) // resigned, or claimed a result
	}
	reply, err := x.answer(s, text)
	if reply.Move != 0 {
		if spelt, ok := x.moveText(s.pos.Game(), reply.Move); ok {
			known.moves = append(known.moves, spelt)
			x.known = known
		}
	}
	return reply, err
}

// readAnswer reads a line of a thinking engine: text is its move, refused its
// objection to an earlier move.
func (x *xboard) readAnswer(s *search, l line) (done bool, text, refused string) {
	words := unprompted(l.text)
	s.reply.Elapsed = l.at.Sub(s.began)
	if m := moveLine.FindStringSubmatch(words); m != nil {
		return true, m[1], ""
	}
	if m := resultLine.FindStringSubmatch(words); m != nil {
		s.reply.ClaimText = m[2]
		s.reply.Claim, _ = rules.ParseResult(m[1])
		return true, "", ""
	}
	if _, ok := objection(words, s.moves); ok {
		return true, "", words
	}
	switch {
	case words == "resign":
		s.reply.Resigned = true
		return true, "", ""
	case words == "offer draw":
		s.reply.OfferedDraw = true
	default:
		readThinking(words, &s.reply)
	}
	return false, "", ""
}
