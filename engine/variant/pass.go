package variant

// PassRule says when a side may pass its turn instead of moving. A side in check never
// may. Two passes in a row are a draw.
type PassRule string

// The rules about passing.
const (
	NoPass          PassRule = "never"
	AnyPass         PassRule = "any-time"
	PassOnStalemate PassRule = "stalemate" // only, and then it must, when it has no other move
)
