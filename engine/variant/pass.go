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

// passInWords is "" in a game without passing.
func passInWords(v *Variant) string {
	switch v.Rules.Pass {
	case AnyPass:
		return "A side that is not in check may pass its turn. When both pass one after the other, the game is a draw."
	case PassOnStalemate:
		return "A side that has no legal move and is not in check passes. When both do so one after the other, the game is a draw."
	}
	return ""
}
