package network

// expand sums up the rows of a game.
func (s *sharing) expand(shard int, l *lesson) *model {
	m := s.rows[shard]
	copy(m.bias, s.model.bias)
	copy(m.output, s.model.output)
	copy(m.last, s.model.last)
	for row, list := range l.features {
		sums := m.weights[row*m.width:][:m.width]
		clear(sums)
		sumRows(sums, s.model.weights, list)
	}
	return m
}

// step trains on a batch and returns the sum of its losses before the step.
func (s *sharing) step(batch []portion) (sum float64) {
	n := 0
	for _, p := range batch {
		n += len(p.ids)
	}
	s.parallel(shards, func(shard, _, _ int) {
		to := s.shards[shard]
		clear(to.all)
		s.losses[shard] = 0
		if shard >= len(batch) {
			return
		}
		l := s.games[batch[shard].game]
		m, g := s.expand(shard, l), s.slopes[shard]
		clear(g.all)
		for _, i := range batch[shard].ids {
			out, share, target := l.forward(&s.passes[shard], m, i)
			s.losses[shard] += loss(out, target)
			s.passes[shard].backward(m, g, float32(share*(sigmoid(out)-target)/float64(n)))
		}
		add(to.bias, g.bias)
		add(to.output, g.output)
		add(to.last, g.last)
		for row, list := range l.features {
			addRows(to.weights, g.weights[row*g.width:][:g.width], list)
		}
	})
	s.steps++
	s.adam()
	s.model.cut()
	for _, l := range s.losses {
		sum += l
	}
	return sum
}

func add(to, from []float32) {
	for i, x := range from {
		to[i] += x
	}
}

// test returns the mean over games of the mean loss of the positions held out.
func (s *sharing) test(games []*lesson) (mean float64) {
	s.parallel(len(games), func(shard, from, to int) {
		s.losses[shard] = 0
		for _, l := range games[from:to] {
			m, sum := s.expand(shard, l), 0.0
			for _, i := range l.held {
				out, _, target := l.forward(&s.passes[shard], m, i)
				sum += loss(out, target)
			}
			s.losses[shard] += sum / float64(max(len(l.held), 1)*len(games))
		}
	})
	for _, l := range s.losses {
		mean += l
	}
	return mean
}
