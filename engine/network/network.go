package network

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/bits"

	"bestiary/engine/rules"
	"bestiary/internal/files"
)

const (
	// Hidden is the number of accumulators of a side.
	Hidden = 32
	// InputUnit and OutputUnit are the integers that represent 1, for inputs and outputs.
	InputUnit, OutputUnit = 255, 64
	// MaxOutput is the largest weight of an output, in 1/64.
	MaxOutput = 127
	// MaxScale is the largest scale in centipawns.
	MaxScale = 10_000
	// MaxWeight is the largest weight of an input, in 1/255.
	MaxWeight = 4 * InputUnit
)

// Network holds the weights of one game. It is read-only and can be shared.
type Network struct {
	*Inputs
	Parameters
	hash string
}

// Parameters holds what a network learns, as integers.
type Parameters struct {
	Weights    []int16 // a row for each input
	Bias       [Hidden]int16
	Output     [2 * Hidden]int16 // of the side to move, then of the opponent
	OutputBias int32             // in 1/(64·255²)
	Scale      int               // centipawns of an output of 1; 1 to MaxScale
	Attacks    bool              // has inputs for attacks
	// Terms is the hash of the weights to whose score the network adds its own; "" if it
	// replaces them.
	Terms string
	// Origin records how the network was made, if known.
	Origin Origin
}

// Origin records how a network was made. Every field may be empty.
type Origin struct {
	Command   string `json:"command,omitempty"`
	Seed      uint64 `json:"seed,omitempty"`
	Games     int    `json:"games,omitempty"`
	Positions int    `json:"positions,omitempty"`
	Epochs    int    `json:"epochs,omitempty"`
}

// maxScore bounds scores in centipawns, so that they never look like a mate.
const maxScore = 25000

// output returns the score for the side to move.
func (n *Network) output(us, them *[Hidden]int16) int {
	sum := int64(activate(us, them, &n.Output)) + int64(n.OutputBias)
	score := sum * int64(n.Scale) / (InputUnit * InputUnit * OutputUnit)
	return int(min(max(score, -maxScore), maxScore))
}

// Hash returns a short hash of the network.
func (n *Network) Hash() string { return n.hash }

// magic is the first line of a network file.
const magic = "bestiary network 2\n"

// header is the second line of a network file.
type header struct {
	Game   string `json:"game"`
	Rules  string `json:"rules"` // hash of what affects play
	Inputs int    `json:"inputs"`
	Hidden int    `json:"hidden"`
	Scale  int    `json:"scale"`
	// Attacks and Terms are those of Parameters.
	Attacks bool   `json:"attacks"`
	Terms   string `json:"terms,omitempty"`
	Origin  Origin `json:"origin"`
}

// New returns a network with the given parameters, after checking them.
func New(g *rules.Game, p Parameters) (*Network, error) {
	n := &Network{Inputs: NewInputs(g, p.Attacks), Parameters: p}
	if err := n.check(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(n.content())
	n.hash = hex.EncodeToString(sum[:6])
	return n, nil
}

// check checks the ranges of the weights.
func (n *Network) check() error {
	if want := n.Rows() * Hidden; len(n.Weights) != want {
		return fmt.Errorf("%d weights of inputs, expected %d", len(n.Weights), want)
	}
	for _, list := range []struct {
		what    string
		weights []int16
		limit   int
	}{
		{"weight of inputs", n.Weights, MaxWeight}, {"bias", n.Bias[:], MaxWeight}, {"weight of outputs", n.Output[:], MaxOutput},
	} {
		for i, w := range list.weights {
			if int(w) > list.limit || int(w) < -list.limit {
				return fmt.Errorf("%s %d is %d, expected -%d to %d", list.what, i, w, list.limit, list.limit)
			}
		}
	}
	if n.Scale < 1 || n.Scale > MaxScale {
		return fmt.Errorf("scale is %d, expected 1 to %d", n.Scale, MaxScale)
	}
	return nil
}

// content returns the file without its checksum.
func (n *Network) content() []byte {
	v := n.g.Variant
	head, err := json.Marshal(header{v.Name, v.Hash(), n.Rows(), Hidden, n.Scale, n.Attacks, n.Terms, n.Origin})
	if err != nil {
		panic(err) // cannot happen with texts and numbers
	}
	b := append([]byte(magic), head...)
	b = append(b, '\n')
	for _, list := range [][]int16{n.Weights, n.Bias[:], n.Output[:]} {
		for _, w := range list {
			b = binary.LittleEndian.AppendUint16(b, uint16(w))
		}
	}
	return binary.LittleEndian.AppendUint32(b, uint32(n.OutputBias))
}

// Encode returns the content of a network file.
func (n *Network) Encode() []byte {
	b := n.content()
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// Save writes a network file.
func (n *Network) Save(path string) error { return files.Replace(path, n.Encode()) }

// IsFile reports whether data begins like a network file.
func IsFile(data []byte) bool { return bytes.HasPrefix(data, []byte(magic[:len(magic)-2])) }

// Parse parses a network file for the given game.
func Parse(data []byte, g *rules.Game) (*Network, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, fmt.Errorf("first line %.40q, expected %q", data[:min(len(data), 40)], magic)
	}
	line, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok {
		return nil, fmt.Errorf("the file is cut short")
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("second line: %w", err)
	}
	in := NewInputs(g, h.Attacks)
	if have := g.Variant.Hash(); h.Rules != have {
		return nil, fmt.Errorf("made for %s with rules %q, but the rules of %s are %q", h.Game, h.Rules, g.Variant.Name, have)
	}
	if h.Inputs != in.Rows() || h.Hidden != Hidden {
		return nil, fmt.Errorf("%d inputs and %d accumulators, expected %d and %d", h.Inputs, h.Hidden, in.Rows(), Hidden)
	}
	const tail = 4 + sha256.Size
	if want := 2*Hidden*(in.Rows()+3) + tail; len(rest) != want {
		return nil, fmt.Errorf("%d bytes after the second line, expected %d", len(rest), want)
	}
	content, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if found := sha256.Sum256(content); !bytes.Equal(found[:], sum) {
		return nil, fmt.Errorf("the file is damaged: its SHA-256 is %x, expected %x", found[:6], sum[:6])
	}
	p := Parameters{Weights: make([]int16, Hidden*in.Rows()), Scale: h.Scale, Attacks: h.Attacks, Terms: h.Terms, Origin: h.Origin}
	for _, list := range [][]int16{p.Weights, p.Bias[:], p.Output[:]} {
		for i := range list {
			list[i] = int16(binary.LittleEndian.Uint16(rest[2*i:]))
		}
		rest = rest[2*len(list):]
	}
	p.OutputBias = int32(binary.LittleEndian.Uint32(rest))
	return New(g, p)
}

// MaxWaiting is the maximum count of waiting pieces of a kind.
const MaxWaiting = 4

// maxCodes is one more than the highest code.
const maxCodes = 64

// Inputs numbers the inputs of a game: pieces on squares, then waiting pieces, then attacks.
type Inputs struct {
	g       *rules.Game
	squares int
	kinds   int
	waiting bool // pieces can wait outside the board
	places  int  // number of inputs other than attacks
	attacks *attacks
	right   [2][256]bool // squares of the right half as a side sees them
	views   [4][]uint16
}

// NewInputs numbers the inputs of a game, with or without attacks.
func NewInputs(g *rules.Game, withAttacks bool) *Inputs {
	in := &Inputs{g: g, squares: g.Squares(), kinds: len(g.Types()), waiting: len(g.Waiting()) > 0}
	in.places = 2 * in.kinds * in.squares
	if in.waiting {
		in.places += 2 * in.kinds
	}
	if withAttacks {
		in.attacks = newAttacks(g, in.places, 2*in.kinds)
	}
	for sq := range in.squares {
		for c, seen := range [2]rules.Square{rules.Square(sq), g.MirrorSquare(rules.Square(sq))} {
			in.right[c][sq] = 2*g.File(seen) >= g.Files()
		}
	}
	for v := range in.views {
		in.views[v] = in.view(rules.Color(v&1), v >= flipped)
	}
	return in
}

// view returns, for each input as White sees it, the input as a side sees it.
func (in *Inputs) view(c rules.Color, flipped bool) []uint16 {
	view := make([]uint16, in.Rows())
	for row := range view {
		pieces := 2 * in.kinds * in.squares
		switch {
		case row < pieces:
			sq := rules.Square(row % in.squares)
			if c == rules.Black {
				sq = in.g.MirrorSquare(sq)
			}
			if flipped {
				sq = in.g.SquareAt(in.g.Files()-1-in.g.File(sq), in.g.Rank(sq))
			}
			view[row] = uint16((row/in.squares^int(c))*in.squares + int(sq))
		case row < in.places:
			view[row] = uint16(pieces + (row - pieces) ^ int(c))
		default:
			view[row] = uint16(in.places + in.attacks.seen(row-in.places, c))
		}
	}
	return view
}

// Game returns the game of the inputs.
func (in *Inputs) Game() *rules.Game { return in.g }

// Rows returns the number of inputs.
func (in *Inputs) Rows() int {
	if in.attacks != nil {
		return in.places + in.attacks.rows()
	}
	return in.places
}

// Places returns the number of inputs other than attacks.
func (in *Inputs) Places() int { return in.places }

// View says how a side sees a position: the side, and whether it exchanges left and right.
type View uint8

const flipped = 2

// View returns how a side sees a position.
func (in *Inputs) View(p *rules.Position, c rules.Color) View {
	if in.right[c][p.King(c)] {
		return View(c) | flipped
	}
	return View(c)
}

// Through returns, for each input as White sees it without exchanging left and right, the
// input in a view.
func (in *Inputs) Through(v View) []uint16 { return in.views[v] }

// row returns the input of a piece on a square.
func (in *Inputs) row(code rules.Code, sq int) int { return (int(code)-2)*in.squares + sq }

// waitingRow returns the input of a waiting piece.
func (in *Inputs) waitingRow(code rules.Code) int { return 2*in.kinds*in.squares + int(code) - 2 }

// count counts the waiting pieces by code, up to MaxWaiting each.
func (in *Inputs) count(p *rules.Position, out *[maxCodes]uint8) {
	*out = [maxCodes]uint8{}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { out[p.Behind(sq)&(maxCodes-1)]++ })
	for code := range rules.Code(2 * (in.kinds + 1)) {
		n := out[code] + uint8(p.InHand(code.Type(), code.Color()))
		out[code] = min(n, MaxWaiting)
	}
}

// Change holds an input in its lower half and, in its upper half, how often it is added; a
// negative number subtracts it.
type Change = uint32

func change(row, times int) Change { return uint32(row) | uint32(times)<<16 }

// Lister lists the inputs of positions. It is not safe for concurrent use.
type Lister struct {
	*Inputs
	squares []rules.Square // on which two positions differ
	seen    []Seen
	attacks []Change
	counts  []int16 // of attacks
	empty   scene
}

// NewLister returns a new Lister.
func (in *Inputs) NewLister() *Lister {
	return &Lister{Inputs: in, counts: make([]int16, in.Rows()-in.places), empty: scene{board: new([256]rules.Code)}}
}

// Append appends the inputs of a position as White sees them without exchanging left and
// right.
func (l *Lister) Append(list []Change, p *rules.Position) []Change {
	in := l.Inputs
	l.squares = l.squares[:0]
	for sq, code := range p.Board()[:in.squares] {
		if code > 1 { // no piece, nor a wall
			list = append(list, change(in.row(code, sq), 1))
			l.squares = append(l.squares, rules.Square(sq))
		}
	}
	if in.waiting {
		var counts [maxCodes]uint8
		in.count(p, &counts)
		for code, n := range counts {
			if n > 0 {
				list = append(list, change(in.waitingRow(rules.Code(code)), int(n)))
			}
		}
	}
	if in.attacks == nil {
		return list
	}
	l.seen = in.attacks.look(l.seen[:0], p)
	now := sceneOf(p, l.seen)
	l.attacks = in.attacks.list(l.attacks[:0], &l.empty, &now, l.squares)
	clear(l.counts)
	for _, c := range l.attacks {
		l.counts[int(c&0xFFFF)-in.places] += int16(c >> 16)
	}
	for i, n := range l.counts {
		if n != 0 {
			list = append(list, change(in.places+i, int(n)))
		}
	}
	return list
}

// Fixed returns what a pawn or a royal piece attacks from a square.
func (in *Inputs) Fixed(code rules.Code, sq rules.Square) *rules.Set {
	return &in.attacks.reach[code&(maxCodes-1)][sq]
}

// attacks numbers the inputs for attacks. For each kind of piece of either side they count
// the pieces of each kind that it attacks or protects, the squares around the enemy king
// that it attacks, and the squares that it can reach.
type attacks struct {
	first  int // input
	codes  int
	stride int // inputs of a kind
	words  int
	pawns  uint64 // kinds, by code
	// reach holds what pawns and kings attack from each square, nil for other kinds.
	reach [maxCodes]*[256]rules.Set
	from  [256]rules.Set // from where pawns of any kind attack a square
	// zone holds, for each square, that square and those around it.
	zone [256]rules.Set
}

func newAttacks(g *rules.Game, first, codes int) *attacks {
	a := &attacks{first: first, codes: codes, stride: codes + 2, words: (g.Squares() + 63) / 64}
	for _, t := range g.Types() {
		if !g.IsRoyal(t) && !g.IsPawn(t) {
			continue
		}
		for _, c := range []rules.Color{rules.White, rules.Black} {
			code := rules.CodeOf(t, c)
			a.reach[code] = new([256]rules.Set)
			for sq := range g.Squares() {
				a.reach[code][sq] = g.CaptureReach(code, rules.Square(sq))
				if g.IsPawn(t) {
					a.reach[code][sq].Squares(func(to rules.Square) { a.from[to].Add(rules.Square(sq)) })
				}
			}
			if g.IsPawn(t) {
				a.pawns |= 1 << code
			}
		}
	}
	for sq := range g.Squares() {
		if g.Crowned() {
			a.zone[sq] = a.reach[rules.CodeOf(g.Royal(), rules.White)][sq]
			a.zone[sq].Add(rules.Square(sq))
		}
	}
	return a
}

// rows returns the number of inputs for attacks.
func (a *attacks) rows() int { return a.codes * a.stride }

// seen returns an input as a side sees it.
func (a *attacks) seen(row int, c rules.Color) int {
	piece, target := row/a.stride, row%a.stride
	if target < a.codes {
		target ^= int(c)
	}
	return (piece^int(c))*a.stride + target
}

// Seen is what a piece sees, not a pawn.
type Seen struct {
	Code    rules.Code
	Square  rules.Square
	Reached uint8     // number of squares that it can reach, 0 for a royal piece
	Guards  rules.Set // what it attacks and what it protects
}

// look appends what the pieces of a position see, White's first, each side's by square.
func (a *attacks) look(list []Seen, p *rules.Position) []Seen {
	occupied, sides := p.Occupied(), [2]rules.Set{p.Side(rules.White), p.Side(rules.Black)}
	for c := range sides {
		sides[c].Squares(func(sq rules.Square) {
			code := p.At(sq)
			switch reach := a.reach[code&(maxCodes-1)]; {
			case reach == nil:
				sight, reached := p.Sight(code, sq), 0
				for w := range a.words {
					reached += bits.OnesCount64(sight.Guards[w]&sides[1-c][w] | sight.Quiets[w]&^occupied[w])
				}
				list = append(list, Seen{code, sq, uint8(reached), sight.Guards})
			case !p.Game().IsPawn(code.Type()):
				list = append(list, Seen{code, sq, 0, reach[sq]})
			}
		})
	}
	return list
}

// depth is the number of positions that Accumulators remembers, a power of two.
const depth = 64

// Accumulators scores positions for one search. For each ply it remembers the last
// position and its sums, and updates them from the inputs that differ in the next
// position. The search therefore need not report its moves, and the order of positions
// does not affect scores. It is not safe for concurrent use.
type Accumulators struct {
	*Lister
	n       *Network
	words   int // of 8 squares
	known   [depth]known
	changes []Change // as White sees them
	whole   []Change // all inputs of a position
	through []Change
}

// known is a position with its sums.
type known struct {
	board   [256]rules.Code
	waiting [maxCodes]uint8
	scene   scene
	views   [2]View
	sums    [2][Hidden]int16
}

// NewAccumulators returns new accumulators for the network.
func (n *Network) NewAccumulators() *Accumulators {
	a := &Accumulators{Lister: n.NewLister(), n: n, words: (n.squares + 7) / 8}
	for i := range a.known {
		k := &a.known[i]
		*k = known{views: [2]View{0, 1}, sums: [2][Hidden]int16{n.Bias, n.Bias}}
		k.scene.board = &k.board
	}
	return a
}

// Score returns the score in centipawns for the side to move. Seen is what the pieces of the
// position see, White's first, each side's by square; nil if the caller does not know.
func (a *Accumulators) Score(p *rules.Position, seen []Seen) int {
	ply := p.Plies()
	to, from := &a.known[ply%depth], &a.known[(ply+depth-1)%depth]
	board := p.Board()
	if n := a.differs(from, board); n > 2 && a.differs(to, board) < n {
		from = to // a sibling is closer than the position one ply before
	}
	a.compare(from, to, p, seen)
	a.whole = a.whole[:0]
	for c := range to.sums {
		side := rules.Color(c)
		view := a.n.View(p, side)
		if view == from.views[c] {
			update(&to.sums[c], &from.sums[c], a.n.Weights, a.seenThrough(view, a.changes))
		} else {
			if len(a.whole) == 0 {
				a.whole = a.Append(a.whole, p)
			}
			update(&to.sums[c], &a.n.Bias, a.n.Weights, a.seenThrough(view, a.whole))
		}
		to.views[c] = view
	}
	return a.n.output(&to.sums[p.Turn()], &to.sums[p.Turn().Other()])
}

// seenThrough translates changes into a view.
func (a *Accumulators) seenThrough(view View, list []Change) []Change {
	rows := a.n.Through(view)
	a.through = a.through[:0]
	for _, c := range list {
		a.through = append(a.through, c&^0xFFFF|uint32(rows[c&0xFFFF]))
	}
	return a.through
}

// differs returns the number of words in which a board differs from a known one.
func (a *Accumulators) differs(k *known, board *[256]rules.Code) (n int) {
	for w := range a.words {
		if word(&k.board, w) != word(board, w) {
			n++
		}
	}
	return n
}

// compare lists the inputs in which a position differs from a known one and records the
// position in to.
func (a *Accumulators) compare(from, to *known, p *rules.Position, seen []Seen) {
	in, board := a.n.Inputs, p.Board()
	list := a.changes[:0]
	a.squares = a.squares[:0]
	for w := range a.words {
		for x := word(&from.board, w) ^ word(board, w); x != 0; {
			sq := 8*w + bits.TrailingZeros64(x)/8
			x &^= 0xFF << (8 * (sq & 7))
			a.squares = append(a.squares, rules.Square(sq))
			if before := from.board[sq]; before > 1 {
				list = append(list, change(in.row(before, sq), -1))
			}
			if now := board[sq]; now > 1 {
				list = append(list, change(in.row(now, sq), 1))
			}
		}
	}
	if in.waiting {
		before := from.waiting
		in.count(p, &to.waiting)
		for code, n := range to.waiting {
			if n != before[code] {
				list = append(list, change(in.waitingRow(rules.Code(code)), int(n)-int(before[code])))
			}
		}
	}
	if in.attacks != nil {
		if seen == nil {
			a.seen = in.attacks.look(a.seen[:0], p)
			seen = a.seen
		}
		now := sceneOf(p, seen)
		list = in.attacks.list(list, &from.scene, &now, a.squares)
		now.board, now.seen = &to.board, append(to.scene.seen[:0], seen...)
		to.scene = now
	}
	copy(to.board[:in.squares], board[:in.squares])
	a.changes = list
}

// word returns eight squares of a board.
func word(b *[256]rules.Code, w int) uint64 {
	s := b[8*w : 8*w+8 : 8*w+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// scene is a position with what its pieces see.
type scene struct {
	board    *[256]rules.Code
	occupied rules.Set
	kings    [2]rules.Square
	seen     []Seen
}

func sceneOf(p *rules.Position, seen []Seen) scene {
	return scene{p.Board(), p.Occupied(), [2]rules.Square{p.King(rules.White), p.King(rules.Black)}, seen}
}

// list appends the inputs by attacks in which a position differs from another, as White sees
// them, given the squares on which they differ.
func (a *attacks) list(list []Change, from, to *scene, squares []rules.Square) []Change {
	d := difference{attacks: a, list: list}
	for _, sq := range squares {
		d.changed.Add(sq)
	}
	for _, sq := range squares {
		d.pawn(from, sq, -1)
		d.pawn(to, sq, 1)
		d.target(from, sq, -1)
		d.target(to, sq, 1)
	}
	d.pieces(from, to)
	for c := range from.kings {
		if from.kings[c] != to.kings[c] {
			d.zoned(from, to, rules.Color(1-c))
		}
	}
	return d.list
}

// difference lists how two positions differ.
type difference struct {
	*attacks
	list    []Change
	changed rules.Set // squares
}

func (a *attacks) isPawn(code rules.Code) bool { return a.pawns>>(code&(maxCodes-1))&1 != 0 }

// add adds a number of times to an input.
func (d *difference) add(code rules.Code, what, times int) {
	d.list = append(d.list, change(d.first+(int(code)-2)*d.stride+what, times))
}

// pieces lists the attacks of all pieces but pawns. Both lists of what they see are in order.
func (d *difference) pieces(from, to *scene) {
	var none Seen
	for i, j := 0, 0; i < len(from.seen) || j < len(to.seen); {
		switch {
		case j == len(to.seen) || i < len(from.seen) && from.seen[i].before(&to.seen[j]):
			d.piece(from, to, &from.seen[i], &none)
			i++
		case i == len(from.seen) || to.seen[j].before(&from.seen[i]):
			d.piece(from, to, &none, &to.seen[j])
			j++
		default:
			before, now := &from.seen[i], &to.seen[j]
			i, j = i+1, j+1
			if before.Code != now.Code {
				d.piece(from, to, before, &none)
				before = &none
			} else if before.Guards == now.Guards && before.Reached == now.Reached && !now.Guards.Meets(&d.changed) && from.kings == to.kings {
				continue
			}
			d.piece(from, to, before, now)
		}
	}
}

// before reports whether a piece comes before another in a list.
func (s *Seen) before(t *Seen) bool {
	return int(s.Code.Color())<<8+int(s.Square) < int(t.Code.Color())<<8+int(t.Square)
}

// piece lists the attacks of a piece that is on the same square in both positions, or only in
// one.
func (d *difference) piece(from, to *scene, before, now *Seen) {
	code := now.Code | before.Code
	if before.Reached != now.Reached {
		d.add(code, d.codes+1, int(now.Reached)-int(before.Reached))
	}
	c := 1 - code.Color()&1
	zones, near := [2]*rules.Set{&d.zone[from.kings[c]], &d.zone[to.kings[c]]}, 0
	for i := range d.words {
		w := i & 3
		b, n := before.Guards[w], now.Guards[w]
		stays := b & n &^ d.changed[w]
		d.hits(from, code, w, b&^stays, -1)
		d.hits(to, code, w, n&^stays, 1)
		near += bits.OnesCount64(n&zones[1][w]) - bits.OnesCount64(b&zones[0][w])
	}
	if near != 0 {
		d.add(code, d.codes, near)
	}
}

// hits lists the pieces that a piece attacks in a word of a set.
func (d *difference) hits(s *scene, code rules.Code, w int, guards uint64, times int) {
	for word := guards & s.occupied[w&3]; word != 0; word &= word - 1 {
		if target := s.board[uint8(w<<6|bits.TrailingZeros64(word)&63)]; target > 1 { // no wall
			d.add(code, int(target)-2, times)
		}
	}
}

// pawn lists what a pawn on a square attacks, if there is one.
func (d *difference) pawn(s *scene, sq rules.Square, times int) {
	code := s.board[sq]
	if !d.isPawn(code) {
		return
	}
	guards := &d.reach[code&(maxCodes-1)][sq]
	for i := range d.words {
		d.hits(s, code, i, guards[i&3], times)
	}
	if n := d.near(s, code, sq); n > 0 {
		d.add(code, d.codes, n*times)
	}
}

// near returns the number of squares around the enemy king that a pawn attacks.
func (d *difference) near(s *scene, code rules.Code, sq rules.Square) (n int) {
	guards, zone := &d.reach[code&(maxCodes-1)][sq], &d.zone[s.kings[1-code.Color()&1]]
	for i := range d.words {
		n += bits.OnesCount64(guards[i&3] & zone[i&3])
	}
	return n
}

// target lists the attacks on a square by pawns that stay where they are.
func (d *difference) target(s *scene, sq rules.Square, times int) {
	target := s.board[sq]
	if target <= 1 { // empty, a wall
		return
	}
	for i := range d.words {
		w := i & 3
		for word := d.from[sq][w] & s.occupied[w] &^ d.changed[w]; word != 0; word &= word - 1 {
			from := uint8(w<<6 | bits.TrailingZeros64(word)&63)
			if code := s.board[from]; d.isPawn(code) && d.reach[code&(maxCodes-1)][from].Has(sq) {
				d.add(code, int(target)-2, times)
			}
		}
	}
}

// zoned lists how near the pawns of a side that stay where they are come to a king that
// moves.
func (d *difference) zoned(from, to *scene, c rules.Color) {
	for i := range d.words {
		w := i & 3
		for word := to.occupied[w] &^ d.changed[w]; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			if code := to.board[sq]; code.Color() == c && d.isPawn(code) {
				if n := d.near(to, code, sq) - d.near(from, code, sq); n != 0 {
					d.add(code, d.codes, n)
				}
			}
		}
	}
}
