package rules

// event is something that a rule lets happen in a game.
type event uint8

// The kinds of move, of which each move has one, and then what else may come
// with a move.
const (
	quietMove event = iota
	capture
	captureOfFront // with the piece that waits behind
	passing
	enPassant
	castlingMove
	placing
	locust
	lonelyExplosion
	explosion
	promotionMove
	promotionWithCapture
	noPromotion // of a piece in its promotion zone that need not
	lossByEmptyPool
	entry
	captureWithEntry

	check
	entryWhenCastling
	numEvents
)

var eventNames = [numEvents]string{
	"quiet move", "capture", "capture of a piece before a waiting one", "move that can be answered en passant",
	"en passant", "castling", "placing", "locust capture", "explosion of nothing else", "explosion",
	"promotion", "promotion with capture", "move in the promotion zone without promotion", "loss for want of a captured piece",
	"entry", "capture with entry", "check", "entry when castling",
}

// rare are the kinds of move that seldom are at hand.
var rare = [numEvents]bool{
	captureOfFront: true, enPassant: true, castlingMove: true, locust: true,
	promotionWithCapture: true, lossByEmptyPool: true, captureWithEntry: true,
}

// kind classifies a move of the current position.
func (s *selfPlay) kind(m Move) event {
	p := s.p
	switch m.Kind() {
	case Placing:
		return placing
	case Castling:
		return castlingMove
	case EnPassant:
		return enPassant
	case Locust:
		return locust
	case Exploding:
		hit := s.g.Blast(m.To())
		if hit = hit.And(&p.all); hit.Count() > 1 {
			return explosion
		}
		return lonelyExplosion
	}
	mover, taken := p.At(m.From()), p.At(m.To()) != 0
	if m.IsPromotion() {
		if taken {
			return promotionWithCapture
		}
		return promotionMove
	}
	pr := &s.g.types[mover.Type()].promotes[p.turn]
	switch {
	case pr.losesEmpty && pr.must.Has(m.To()):
		return lossByEmptyPool
	case pr.zone.Has(m.To()):
		return noPromotion
	case (p.Behind(m.From()) != 0 || m.Extra() != 0) && taken:
		return captureWithEntry
	case p.Behind(m.From()) != 0 || m.Extra() != 0:
		return entry
	case taken && p.Behind(m.To()) != 0:
		return captureOfFront
	case taken:
		return capture
	case m.Kind() == Passing:
		return passing
	}
	return quietMove
}
