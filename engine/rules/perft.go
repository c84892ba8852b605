package rules

// Perft counts the leaves of the tree of legal moves. The last ply is counted,
// not played.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	bufs := make([][512]Move, depth)
	return p.perft(depth, bufs)
}

func (p *Position) perft(depth int, bufs [][512]Move) uint64 {
	moves := p.Moves(bufs[depth-1][:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		p.Make(m)
		n += p.perft(depth-1, bufs)
		p.Unmake()
	}
	return n
}

// Branch is the part of a perft count behind one move.
type Branch struct {
	Move  Move
	Nodes uint64
}

// Divide splits Perft(depth) by the first move; depth is at least 1.
func (p *Position) Divide(depth int) []Branch {
	var out []Branch
	for _, m := range p.Moves(nil) {
		p.Make(m)
		out = append(out, Branch{m, p.Perft(depth - 1)})
		p.Unmake()
	}
	return out
}
