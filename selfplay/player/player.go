package player

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
	"unicode"

	"bestiary/engine/eval"
	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/internal/files"
)

// Player plays games, one after the other. It must not be used concurrently.
type Player interface {
	// NewGame forgets all earlier games. The seed determines all random choices.
	NewGame(ctx context.Context, seed uint64) error
	// Move chooses a move. When the context ends, it returns early with the context's
	// error.
	Move(ctx context.Context, t *Turn) (Choice, error)
	// Close releases the player.
	Close() error
}

// Rest tells a player that a game has ended, in case it thinks on the opponent's time.
func Rest(ctx context.Context, p Player) {
	if p, ok := p.(*program); ok && p.engine != nil && !p.down {
		_ = p.note(p.engine.Rest(ctx)) // NewGame starts a program again that is down
	}
}

// Turn is the information of a player that is to move.
type Turn struct {
	// Position is the position to move in. The player must leave it as it is.
	Position *rules.Position
	// Legal lists the legal moves, at least one. The player must not change it.
	Legal []rules.Move
	// Start is the FEN with which the game began; Moves are all moves since.
	Start string
	Moves []rules.Move
	// Clocks holds the clocks of White and Black, for players that have one. If the
	// opponent has no clock, both entries are the mover's.
	Clocks [2]Clock
}

// Clock is the time that a side has left. Overhead is not used.
type Clock = search.Clock

// Choice is a player's answer. Exactly one of Move, Resigned and Claim is set.
type Choice = external.Reply

// Fault is a mistake of a player.
type Fault = external.Fault

// program is an engine that runs as another process.
type program struct {
	engine *external.Engine
	limit  Limit
	down   bool // it has been killed after a fault
}

// NewGame restarts the program if it is down.
func (p *program) NewGame(ctx context.Context, _ uint64) error {
	if p.down {
		if err := p.engine.Restart(ctx); err != nil {
			return err
		}
		p.down = false
	}
	return p.note(p.engine.NewGame(ctx))
}

func (p *program) Move(ctx context.Context, t *Turn) (Choice, error) {
	limit := external.Limit{Nodes: p.limit.Nodes, Depth: p.limit.Depth, MoveTime: p.limit.MoveTime}
	if p.limit.HasClock() {
		limit.Clocks = t.Clocks
	}
	reply, err := p.engine.Go(ctx, external.Request{Start: t.Start, Moves: t.Moves, Position: t.Position, Limit: limit})
	return reply, p.note(err)
}

// note records that the program is down. After some faults it still runs, but restarting
// it is safer than trusting it in the next game.
func (p *program) note(err error) error {
	var fault *external.Fault
	if err != nil && !errors.Is(err, external.ErrInexpressible) && !(errors.As(err, &fault) && fault.Kind == external.TimedOut) {
		p.down = true
	}
	return err
}

func (p *program) Close() error { return p.engine.Close() }

// internal is the engine of this program.
type internal struct {
	search *search.Searcher
	limit  Limit
	// patient is set if searches may be long, so that the end of the context must
	// interrupt them.
	patient bool
}

// longSearch is the number of nodes above which a search is worth interrupting.
const longSearch = 20_000

// hashBits returns the binary logarithm of the size of the transposition table: at least 2^16
// entries, and sixteen for each position of a move, since entries of earlier moves are still
// useful. With a clock there are 2^20, which is the maximum.
func (l Limit) hashBits() int {
	const least, most = 16, 20
	if l.Timed() || l.Nodes > 1<<(most-4) {
		return most
	}
	return max(bits.Len64(16*l.Nodes), least)
}

func (p *internal) NewGame(ctx context.Context, _ uint64) error {
	p.search.Reset()
	return ctx.Err()
}

func (p *internal) Move(ctx context.Context, t *Turn) (Choice, error) {
	limits := search.Limits{Nodes: p.limit.Nodes, Depth: p.limit.Depth}
	switch {
	case p.limit.MoveTime > 0:
		limits.Time = max(p.limit.MoveTime-overhead, p.limit.MoveTime/2)
	case p.limit.HasClock():
		clock := t.Clocks[t.Position.Turn()]
		clock.Overhead = overhead
		limits.Soft, limits.Time = clock.Budget()
	}
	if p.patient {
		control := &search.Control{}
		limits.Control = control
		defer context.AfterFunc(ctx, control.Stop)()
	}
	var began time.Time
	if p.limit.Timed() {
		began = time.Now()
	}
	found := p.search.Search(t.Position, limits)
	c := Choice{Move: found.Move, Score: found.Score, HasScore: true, Nodes: found.Nodes, Depth: found.Depth}
	if p.limit.Timed() {
		c.Elapsed = time.Since(began)
	}
	return c, ctx.Err()
}

// overhead is the part of a move's time not spent searching. Within a process it is
// negligible, unless the machine is busy.
const overhead = time.Millisecond

func (p *internal) Close() error { return nil }

// randomMover chooses each legal move with the same probability.
type randomMover struct {
	source rand.PCG
}

func (p *randomMover) NewGame(ctx context.Context, seed uint64) error {
	p.source.Seed(seed, seed)
	return ctx.Err()
}

func (p *randomMover) Move(ctx context.Context, t *Turn) (Choice, error) {
	return Choice{Move: t.Legal[rand.New(&p.source).IntN(len(t.Legal))]}, nil
}

func (p *randomMover) Close() error { return nil }

// Entrant is a player that is ready to be started for a game. It may be used by several
// goroutines.
type Entrant struct {
	Spec
	g    *rules.Game
	eval *eval.Evaluator // for the engine
	play *eval.Weights   // for the engine
	hash string          // of the weights
}

// Enter prepares a player for a game. It reads the weight file, if there is one.
func Enter(s Spec, g *rules.Game) (*Entrant, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if s.Kind != Engine {
		return &Entrant{Spec: s.Resolved(), g: g}, nil
	}
	w := eval.Strongest(g)
	if s.Weights != "" {
		var err error
		if w, err = eval.Load(s.Weights, g); err != nil {
			return nil, fmt.Errorf("player %s: %w", s.Name, err)
		}
	}
	return EnterEngine(s, g, w), nil
}

// EnterEngine prepares the engine of this program with weights in memory.
func EnterEngine(s Spec, g *rules.Game, w *eval.Weights) *Entrant {
	return &Entrant{Spec: s.Resolved(), g: g, eval: eval.New(g, w), play: w, hash: HashWeights(w)}
}

// Weights returns the weights that the engine plays with; nil for other players.
func (e *Entrant) Weights() *eval.Weights { return e.play }

// Start starts an instance of the player. For another program, the context limits only the
// start; log, which may be nil, receives every line of the conversation.
func (e *Entrant) Start(ctx context.Context, log io.Writer) (Player, error) {
	switch e.Kind {
	case Engine:
		o, short := e.Search, !e.Limit.Timed() && e.Limit.Nodes > 0 && e.Limit.Nodes < longSearch
		if o.HashBits == 0 {
			o.HashBits = e.Limit.hashBits()
		}
		return &internal{search: search.New(e.eval, o), limit: e.Limit, patient: !short}, nil
	case Random:
		return &randomMover{}, nil
	}
	cfg := e.Program
	cfg.Log = log
	engine, err := external.Start(ctx, cfg, e.g)
	if err != nil {
		return nil, err
	}
	return &program{engine: engine, limit: e.Limit}, nil
}

// Introduce runs the program of a player once, so that one that cannot play the game is
// noticed before the first game. With OwnName, it gives the player the name that the
// program reports. The context and log are the arguments of Start.
func (e *Entrant) Introduce(ctx context.Context, log io.Writer) error {
	if !e.IsProgram() {
		return nil
	}
	cfg := e.Program
	cfg.Log = log
	if e.OwnName {
		cfg.Name = ""
	}
	engine, err := external.Start(ctx, cfg, e.g)
	if err != nil {
		return err
	}
	if !e.OwnName {
		return engine.Close()
	}
	const longest = 60
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, engine.Name())
	e.Name = string([]rune(name)[:min(len([]rune(name)), longest)])
	e.Program.Name = e.Name
	return engine.Close()
}

// Same reports whether two players play alike apart from random choices.
func (e *Entrant) Same(o *Entrant) bool { return string(e.Config()) == string(o.Config()) }

// Config returns everything that affects the player's moves: a JSON object with the
// settings that differ from the default, and the hash of the weights in place of their
// file.
func (e *Entrant) Config() json.RawMessage {
	f, l := fields{"kind": e.Kind}, e.Limit
	f.add("nodes", l.Nodes)
	f.add("depth", l.Depth)
	f.add("movetime", l.MoveTime.Seconds())
	if l.HasClock() {
		f["tc"] = l.Control.String()
	}
	if l.Timed() {
		f["margin"] = l.Tolerance().Seconds()
	}
	switch {
	case e.Kind == Engine:
		f["weights"] = e.hash
		f.add("hash-bits", e.Search.HashBits)
		for _, s := range switchFields() {
			f.add(kebab(s.Name), reflect.ValueOf(e.Search).FieldByIndex(s.Index).Bool())
		}
	case e.IsProgram():
		e.addProgram(f)
	}
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // cannot happen with strings, numbers and booleans
	}
	return text
}

// fields are the settings of a player.
type fields map[string]any

// add notes a setting unless it is zero.
func (f fields) add(name string, value any) {
	if !reflect.ValueOf(value).IsZero() {
		f[name] = value
	}
}

func (e *Entrant) addProgram(f fields) {
	p := e.Program
	f.add("command", p.Command)
	f.add("dir", p.Dir)
	f.add("variant", p.Variant)
	f.add("args", p.Args)
	f.add("env", p.Env)
	if p.MoveTimeout > 0 && !e.Limit.Timed() {
		// The only time limit; in CECP the program is told about it.
		f["move-timeout"] = p.MoveTimeout.Seconds()
	}
	f.add("variant-file", p.VariantFile)
	f.add("ponder", p.Ponder)
	for _, o := range p.Options {
		f[optionPrefix+o.Name] = o.Value
	}
}

// HashWeights returns a short hash of the weights and their network.
func HashWeights(w *eval.Weights) string {
	var b []byte
	for _, list := range [][]float64{w.MG, w.EG} {
		for _, x := range list {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
	}
	if w.Network != nil {
		b = append(b, w.Network.Hash()...)
	}
	return files.SHA256(b)[:12]
}
