package eval

// packed is a middle-game and an endgame value in 1/unit centipawns, the first
// in the upper half of the word, so that one addition or one multiplication
// serves both.
type packed int64

const unit = 16

func pack(mg, eg int32) packed { return packed(mg)<<32 + packed(eg) }
func (s packed) mg() int64     { return int64((s + 1<<31) >> 32) }
func (s packed) eg() int64     { return int64(int32(s)) }

// share is n parts of s.
func (s packed) share(n, of int32) packed {
	return pack(int32(s.mg()*int64(n)/int64(of)), int32(s.eg()*int64(n)/int64(of)))
}
