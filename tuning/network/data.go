package network

import (
	"fmt"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/eval"
	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/selfplay/datagen"
)

// Data holds positions of one game.
type Data struct {
	*engine.Inputs
	Games, Positions int
	parts            []part
	terms            string
}

// part holds the positions of a file of games.
type part struct {
	off       []uint32        // where the inputs of each position begin
	seen      []engine.Change // as White sees them
	positions []position
}

type position struct {
	score, base int16 // for the side to move, in centipawns: of the search and of the terms
	game        uint16
	result      uint8 // for the side to move, in half points
	us, them    engine.View
}

// id is a position: its part in the upper bits, its number in the part in the lower ones.
type id uint32

const idBits = 18

func (d *Data) at(i id) (*part, int) { return &d.parts[i>>idBits], int(i & (1<<idBits - 1)) }

// FewError reports that there are fewer positions than weights, which they cannot determine.
type FewError struct{ Games, Positions, Weights int }

func (e *FewError) Error() string {
	if e.Positions == 0 {
		return fmt.Sprintf("no positions to train on in %s games: none has more than six pieces and a finished search", format.Count(e.Games))
	}
	games := math.Ceil(float64(e.Weights)/float64(e.Positions)*float64(e.Games)/datagen.ChunkGames) * datagen.ChunkGames
	return fmt.Sprintf("%s positions of %s games for %s weights, expected at least one for each weight, which takes some %s games; ten are customary",
		format.Count(e.Positions), format.Count(e.Games), format.Count(e.Weights), format.Count(int(games)))
}

// Read reads files of games. The inputs count attacks, too; the positions are also scored by
// the terms with the given weights.
func Read(g *rules.Game, paths []string, w *eval.Weights, workers int) (*Data, error) {
	terms := eval.New(g, w)
	d := &Data{terms: w.Terms(), Games: len(paths) * datagen.ChunkGames, Inputs: engine.NewInputs(g, true), parts: make([]part, len(paths))}
	var group errgroup.Group
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	group.SetLimit(workers)
	for i, path := range paths {
		group.Go(func() error {
			r := &partReader{d: d, part: &d.parts[i], sights: rules.NewSights(g), inputs: d.NewLister(), terms: terms.NewScorer()}
			return datagen.Read(path, g, r.add)
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i := range d.parts {
		d.Positions += len(d.parts[i].positions)
	}
	return d, nil
}

// Weights returns the number of weights of the inputs that occur.
func (d *Data) Weights() int {
	rows := 0
	for _, occurs := range d.occurring() {
		if occurs {
			rows++
		}
	}
	return rows * engine.Hidden
}

// occurring reports for each input whether it occurs.
func (d *Data) occurring() []bool {
	occurs := make([]bool, d.Rows())
	var us, them []engine.Change
	for i := range d.parts {
		for n := range d.parts[i].positions {
			us, them = d.seen(id(i<<idBits|n), us[:0], them[:0])
			for _, list := range [2][]engine.Change{us, them} {
				for _, x := range list {
					occurs[x&0xFFFF] = true
				}
			}
		}
	}
	return occurs
}

type partReader struct {
	d *Data
	*part
	sights *rules.Sights
	inputs *engine.Lister
	terms  *eval.Scorer
}

func (r *partReader) add(e datagen.Example) {
	p := e.Position
	if !eval.ForNetwork(p) || len(r.positions) == 1<<idBits-1 {
		return
	}
	p.Remember(r.sights)
	defer p.Remember(nil)
	if len(r.off) == 0 {
		r.off = append(r.off, 0)
	}
	r.seen = r.inputs.Append(r.seen, p)
	r.off = append(r.off, uint32(len(r.seen)))
	x := position{score: int16(e.Score), base: int16(r.terms.Score(p)), game: uint16(e.Game), result: uint8(2 * e.Result), us: r.d.View(p,
		p.Turn()), them: r.d.View(p, p.Turn().Other())}
	r.positions = append(r.positions, x)
}

// seen appends the inputs of a position as seen by the side to move and by the opponent.
func (d *Data) seen(i id, us, them []engine.Change) (_, _ []engine.Change) {
	part, n := d.at(i)
	p := &part.positions[n]
	mine, theirs := d.Through(p.us), d.Through(p.them)
	for _, x := range part.seen[part.off[n]:part.off[n+1]] {
		row, times := x&0xFFFF, x&^0xFFFF
		us, them = append(us, uint32(mine[row])|times), append(them, uint32(theirs[row])|times)
	}
	return us, them
}

// split divides the positions by pair of games.
func (d *Data) split(heldOut int) (train, held []id) {
	for i := range d.parts {
		for n := range d.parts[i].positions {
			x := id(i<<idBits | n)
			if pair := int(d.parts[i].positions[n].game) / 2; heldOut > 0 && pair%heldOut == 0 {
				held = append(held, x)
			} else {
				train = append(train, x)
			}
		}
	}
	return train, held
}

// Config specifies how to train. Use Default to make one.
type Config struct {
	// Adds is whether the network adds to the terms of the evaluation or replaces them.
	Adds bool
	// Epochs is how many times every position is used; 1 to 10,000.
	Epochs int
	// Batch is the number of positions of a step.
	Batch int
	// Rate is the initial learning rate.
	Rate float64
	// Blend is the weight of the search's expectation in the target, against the result of
	// the game; 0 to 1.
	Blend float64
	// Every HeldOut-th pair of games is held out; 0 for none.
	HeldOut int
	// Seed determines the first weights and the order of the positions.
	Seed uint64
}

// Default returns 5 epochs in batches of 4096 at a rate of 0.0007, with the scores alone as
// targets and every 20th pair held out, for a network with inputs by attacks that adds to the
// terms.
func Default() Config {
	return Config{Adds: true, Epochs: 5, Batch: 4096, Rate: 0.0007, Blend: 1, HeldOut: 20, Seed: 1}
}

// Validate reports the first of the fields that a command sets outside its range.
func (c Config) Validate() error {
	return check.First(
		check.Range("epochs", c.Epochs, 1, 10_000),
		check.Range("blend", c.Blend, 0, 1))
}
