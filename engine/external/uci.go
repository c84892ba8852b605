package external

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/internal/toml"
)

var uciDriver = driver{
	connect: func(e *Engine) conversation { return &uci{Engine: e} },
	nodes:   true,
	files:   true,
	ponders: true,
	games:   map[string]string{"chess960": "chess"}, // by an option of its own
}

// uci speaks the Universal Chess Interface.
type uci struct {
	*Engine
	options  offers
	pondered *script // the position of a search on the opponent's time, or nil
}

func (u *uci) handshake(ctx context.Context) error {
	deadline := u.soon()
	if err := u.introduce(ctx, deadline); err != nil {
		return err
	}
	relist := u.ini != ""
	for _, o := range u.config.Options {
		if err := u.setOption(ctx, deadline, o); err != nil {
			return err
		}
		relist = relist || strings.EqualFold(o.Name, variantPath)
	}
	if u.ini != "" {
		if err := u.require(ctx, deadline, WrongGame, Option{variantPath, u.ini}, "by which it would read a variants.ini"); err != nil {
			return err
		}
	}
	if relist { // the file has added games
		if err := u.introduce(ctx, deadline); err != nil {
			return err
		}
	}
	if u.config.Ponder {
		if err := u.require(ctx, deadline, BadOption, Option{ponderOption, "true"}, "so it cannot think on the opponent's time"); err != nil {
			return err
		}
	}
	if err := u.selectGame(ctx, deadline); err != nil {
		return err
	}
	if err := u.ready(ctx, deadline); err != nil || u.ini == "" {
		return err
	}
	return u.compareMoves(ctx)
}

// introduce sends uci and reads the name and the options.
func (u *uci) introduce(ctx context.Context, deadline time.Time) error {
	u.options = nil
	return u.ask(ctx, deadline, "uci", "uciok", func(text string) bool {
		fields := strings.Fields(text)
		switch {
		case len(fields) > 2 && fields[0] == "id" && fields[1] == "name":
			u.name = strings.Join(fields[2:], " ")
		case len(fields) > 2 && fields[0] == "option":
			u.options = append(u.options, readOffer(fields[1:]))
		}
		return text == "uciok"
	})
}

func (u *uci) setOption(ctx context.Context, deadline time.Time, o Option) error {
	offer, why := u.options.accept(o)
	if why != "" {
		return u.fault(BadOption, "%s", why)
	}
	command := "setoption name " + offer.name
	if offer.kind != "button" {
		command += " value " + o.Value
	}
	return u.tell(ctx, deadline, command)
}

// require sets an option that the engine must have. If the engine lacks it, require returns a Fault
// of the given kind that states the purpose of the option.
func (u *uci) require(ctx context.Context, deadline time.Time, kind FaultKind, o Option, what string) error {
	if _, ok := u.options.find(o.Name); !ok {
		return u.fault(kind, "has no option %s, %s", o.Name, what)
	}
	return u.setOption(ctx, deadline, o)
}

const (
	variantPath    = "VariantPath"
	variantOption  = "UCI_Variant"
	chess960Option = "UCI_Chess960"
)

// selectGame sets the option for the game, or returns a Fault.
func (u *uci) selectGame(ctx context.Context, deadline time.Time) error {
	name := u.config.variantName(u.game.Variant.Name)
	if u.ini != "" {
		name = fileGame
	}
	if u.game.Variant.Rules.Castling.Kind.Shuffled() {
		if err := u.require(ctx, deadline, WrongGame, Option{chess960Option, "true"}, "so it does not castle as in Chess960"); err != nil {
			return err
		}
	}
	offer, ok := u.options.find(variantOption)
	if !ok {
		if name == "chess" {
			return nil
		}
		return u.fault(WrongGame, "has no option %s, so it plays chess, not %s", variantOption, name)
	}
	if len(offer.choices) > 0 && !slices.Contains(offer.choices, name) {
		return u.fault(WrongGame, "%s does not offer %s%s", variantOption, name, toml.Hint(name, offer.choices))
	}
	return u.setOption(ctx, deadline, Option{variantOption, name})
}

// ready waits until the engine has carried out all commands.
func (u *uci) ready(ctx context.Context, deadline time.Time) error {
	return u.ask(ctx, deadline, "isready", "readyok", func(text string) bool { return text == "readyok" })
}

func (u *uci) newGame(ctx context.Context) error {
	if err := u.rest(ctx); err != nil {
		return err
	}
	deadline := u.soon()
	if err := u.tell(ctx, deadline, "ucinewgame"); err != nil {
		return err
	}
	return u.ready(ctx, deadline)
}

func (u *uci) search(ctx context.Context, s *search) (Reply, error) {
	command := goCommand(s.limit, s.pos.Turn())
	hit, err := u.hit(ctx, s)
	switch {
	case err != nil:
		return s.reply, err
	case hit:
		s.begun, command = true, "ponderhit"
	default: // a second answer to the search before, if there is one, comes before readyok
		deadline := u.soon()
		if err := u.tell(ctx, deadline, positionCommand(s.script)); err != nil {
			return s.reply, err
		}
		if err := u.ready(ctx, deadline); err != nil {
			return s.reply, err
		}
	}
	var words []string // of the answer
	err = u.think(ctx, s, []string{command}, "stop", func(l line) bool {
		word, rest, _ := strings.Cut(strings.TrimSpace(l.text), " ")
		switch word {
		case "info":
			readInfo(rest, &s.reply)
		case "bestmove":
			s.reply.Elapsed = max(l.at.Sub(s.began), 0)
			words = strings.Fields(rest)
			return true
		}
		return false
	})
	if err != nil {
		return s.reply, err
	}
	text := strings.Join(words[:min(len(words), 1)], "")
	if text == "(none)" || text == "0000" {
		return s.reply, u.fault(NoMove, "bestmove is %s in %s after %s; legal are %s", text, s.fen, format.Plural(len(s.moves), "move"), u.legal(s.pos))
	}
	reply, err := u.answer(s, text)
	if err == nil && u.config.Ponder && len(words) == 3 && words[1] == "ponder" {
		u.ponder(ctx, s, words[0], words[2])
	}
	return reply, err
}

// positionCommand sets up a position.
func positionCommand(s script) string {
	command := "position fen " + s.fen
	if s.fen == chessStart {
		command = "position startpos" // some engines support no other
	}
	if len(s.moves) > 0 {
		command += " moves " + strings.Join(s.moves, " ")
	}
	return command
}

// goCommand returns the command with the limits of thinking.
func goCommand(l Limit, mover rules.Color) string {
	command := "go"
	add := func(name string, value int64) {
		if value > 0 {
			command += fmt.Sprintf(" %s %d", name, value)
		}
	}
	if white, black := l.Clocks[rules.White], l.Clocks[rules.Black]; l.Clocks[mover].Left > 0 {
		add("wtime", max(white.Left.Milliseconds(), 1))
		add("btime", max(black.Left.Milliseconds(), 1))
		add("winc", white.Increment.Milliseconds())
		add("binc", black.Increment.Milliseconds())
		add("movestogo", int64(l.Clocks[mover].MovesToGo))
	}
	if l.MoveTime > 0 {
		add("movetime", max(l.MoveTime.Milliseconds(), 1))
	}
	add("depth", int64(l.Depth))
	add("nodes", int64(min(l.Nodes, math.MaxInt64)))
	return command
}

// readInfo takes depth, nodes and score from the text after the word info. It skips
// lines about second-best moves and scores that are bounds.
func readInfo(text string, r *Reply) {
	fields := strings.Fields(text)
	depth, nodes, score := r.Depth, r.Nodes, r.Score
	found := false
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "string", "pv":
			i = len(fields)
		case "multipv":
			if number(fields, i+1, 1) > 1 {
				return
			}
		case "depth":
			depth = number(fields, i+1, depth)
		case "nodes":
			if i+1 < len(fields) {
				if n, err := strconv.ParseUint(fields[i+1], 10, 64); err == nil {
					nodes = n
				}
			}
		case "score":
			score, found = readScore(fields[i+1:], score)
		}
	}
	r.Depth, r.Nodes = depth, nodes
	if found {
		r.Score, r.HasScore = score, true
	}
}

// readScore reads "cp 31" or "mate -2"; ok is false for all else, bounds included.
func readScore(fields []string, old int) (score int, ok bool) {
	if len(fields) < 2 || len(fields) > 2 && strings.HasSuffix(fields[2], "bound") {
		return old, false
	}
	n, err := strconv.Atoi(fields[1])
	switch {
	case err != nil:
	case fields[0] == "cp":
		return clampScore(n), true
	case fields[0] == "mate":
		return mateIn(n), true
	}
	return old, false
}

// number returns field i as a number, or standard if it is not a number.
func number(fields []string, i, standard int) int {
	if i < len(fields) {
		if n, err := strconv.Atoi(fields[i]); err == nil {
			return n
		}
	}
	return standard
}

// ponderOption is the option by which an engine says that it can think on the opponent's time.
const ponderOption = "Ponder"

// ponder has the engine search the position after its move and the reply that it expects, with the
// clocks at that time. It has no effect if there is no such reply. If the engine has ended
// meanwhile, its move counts, and the next request will notice.
func (u *uci) ponder(ctx context.Context, s *search, move, expected string) {
	limit, ok := s.limit.after(s.pos.Turn(), s.reply.Elapsed)
	if !ok {
		return
	}
	moves, p := slices.Clone(s.moves), s.pos.Clone()
	for _, text := range []string{move, expected} {
		m, _, err := u.readMove(p, text)
		if err != nil {
			return
		}
		text, ok := u.moveText(p.Game(), m)
		p.Make(m)
		if result, _ := p.Outcome(); !ok || result != rules.Ongoing {
			return
		}
		moves = append(moves, text)
	}
	if p.Turn() != s.pos.Turn() {
		return // while pieces are placed, a side can have several moves in a row
	}
	u.pondered = &script{fen: s.fen, moves: moves}
	u.proc.keepLatest.Store(true)
	command := strings.Replace(goCommand(limit, s.pos.Turn()), "go", "go ponder", 1)
	_ = u.send(ctx, u.soon(), positionCommand(*u.pondered), command)
}

// after returns a limit after a move that took some time; ok is false without a clock, or if
// the clock is refilled then.
func (l Limit) after(mover rules.Color, elapsed time.Duration) (_ Limit, ok bool) {
	c := &l.Clocks[mover]
	if c.Left <= 0 || c.MovesToGo == 1 {
		return l, false
	}
	c.Left = max(c.Left-elapsed, time.Millisecond) + c.Increment
	c.MovesToGo = max(c.MovesToGo-1, 0)
	return l, true
}

// hit ends the pondering. It reports whether the opponent has played the expected move, so that the
// search continues; otherwise its answer is discarded.
func (u *uci) hit(ctx context.Context, s *search) (bool, error) {
	if p := u.pondered; p != nil && p.fen == s.fen && slices.Equal(p.moves, s.moves) {
		u.pondered = nil
		u.proc.keepLatest.Store(false)
		return true, nil
	}
	return false, u.rest(ctx)
}

func (u *uci) rest(ctx context.Context) error {
	if u.pondered == nil {
		return nil
	}
	u.pondered = nil
	u.proc.keepLatest.Store(false)
	deadline := time.Now().Add(u.config.Grace)
	best := func(l line) bool { return strings.HasPrefix(strings.TrimSpace(l.text), "bestmove") }
	err := u.exchange(ctx, deadline, best, "stop")
	if errors.Is(err, errDeadline) {
		return u.fault(Hung, "no answer within %v of being told to stop pondering", u.config.Grace)
	}
	return err
}
