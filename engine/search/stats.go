package search

// Stats counts what the searches of a Searcher did since it was made. A share is the
// quotient of two counts.
type Stats struct {
	Nodes      uint64 // positions visited
	Quiescence uint64 // positions visited in quiescence
	// Cutoffs counts the nodes of the main search that failed high by a move, FirstCutoffs
	// those where it was the first move searched.
	Cutoffs, FirstCutoffs uint64
	// Reduced counts moves searched with reduced depth, Repeated those searched again because
	// the reduced search failed high, and Confirmed those that failed high again.
	Reduced, Repeated, Confirmed uint64
	// Cutoffs of whole nodes, with the attempts where they cost a search.
	ReverseFutility     uint64
	NullTries, NullCuts uint64
	// Moves left out.
	MoveCount, Futility, Exchange uint64
}

// Stats returns what the searches so far did.
func (s *Searcher) Stats() Stats { return s.stats }

// Share is a quotient of two counts.
type Share struct {
	Name      string
	part, all func(*Stats) uint64
}

// Of computes the share; it is 0 if both counts are.
func (h *Share) Of(s *Stats) float64 { return float64(h.part(s)) / float64(max(h.all(s), 1)) }

// Shares lists the shares that describe the search.
func Shares() []Share {
	inner := func(s *Stats) uint64 { return s.Nodes - s.Quiescence }
	return []Share{
		{"quiescence, of nodes", func(s *Stats) uint64 { return s.Quiescence }, func(s *Stats) uint64 { return s.Nodes }},
		{"first move, of cutoffs", func(s *Stats) uint64 { return s.FirstCutoffs }, func(s *Stats) uint64 { return s.Cutoffs }},
		{"repeated, of reduced moves", func(s *Stats) uint64 { return s.Repeated }, func(s *Stats) uint64 { return s.Reduced }},
		{"confirmed, of repeated moves", func(s *Stats) uint64 { return s.Confirmed }, func(s *Stats) uint64 { return s.Repeated }},
		{"reverse futility, of nodes", func(s *Stats) uint64 { return s.ReverseFutility }, inner},
		{"null move, of nodes", func(s *Stats) uint64 { return s.NullTries }, inner},
		{"null move, of tries", func(s *Stats) uint64 { return s.NullCuts }, func(s *Stats) uint64 { return s.NullTries }},
		{"move count, of nodes", func(s *Stats) uint64 { return s.MoveCount }, inner},
		{"futile moves, per node", func(s *Stats) uint64 { return s.Futility }, inner},
		{"exchange, moves per node", func(s *Stats) uint64 { return s.Exchange }, inner},
	}
}
