package player

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"unicode"

	"bestiary/engine/eval"
	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/internal/files"
)

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
		return newInternal(e.eval, e.Search, e.Limit), nil
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
	if err != nil || !e.OwnName {
		if err == nil {
			err = engine.Close()
		}
		return err
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
	f := fields{"kind": e.Kind}
	e.addLimit(f)
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

func (e *Entrant) addLimit(f fields) {
	l := e.Limit
	f.add("nodes", l.Nodes)
	f.add("depth", l.Depth)
	f.add("movetime", l.MoveTime.Seconds())
	if l.HasClock() {
		f["tc"] = l.Control.String()
	}
	if l.Timed() {
		f["margin"] = l.Tolerance().Seconds()
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
