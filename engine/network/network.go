package network

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

// Parameters holds the weights of a network, as integers.
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

//go:generate go -C asm run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg network
//go:generate go -C asm run . -training -out ../../../tuning/network/kernel_amd64.s -stubs ../../../tuning/network/stubs_amd64.go -pkg network

// updateGo sets dst to src plus the rows of weights in the list. It implements update on
// machines without the assembly.
func updateGo(dst, src *[Hidden]int16, weights []int16, list []Change) {
	*dst = *src
	for _, c := range list {
		row, times := (*[Hidden]int16)(weights[int(c&0xFFFF)*Hidden:]), int16(c>>16)
		for j, w := range row {
			dst[j] += times * w
		}
	}
}

// activateGo returns the weighted sum of the squared accumulators, each clamped to the
// range from 0 to InputUnit.
func activateGo(us, them *[Hidden]int16, weights *[2 * Hidden]int16) (sum int32) {
	for half, values := range [2]*[Hidden]int16{us, them} {
		for j, x := range values {
			v := int32(min(max(x, 0), InputUnit))
			sum += v * v * int32(weights[half*Hidden+j])
		}
	}
	return sum
}
