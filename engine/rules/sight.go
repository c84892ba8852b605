package rules

// Sight holds what a piece sees from its square, whatever stands on the squares that it
// reaches.
type Sight struct {
	Guards Set // where it could capture: what it attacks and what it protects
	Quiets Set // where it could move
}

// sighting is a sight that holds as long as the squares that the piece looks at are
// occupied as they were.
type sighting struct {
	looks  Set
	vacant Set // everything but the occupied squares among looks; nothing in an unused sighting
	Sight
}

// Sights caches what each piece last saw from each square, since most pieces see the same in
// successive positions of a search. It is never wrong and needs no reset.
type Sights struct{ last []sighting }

// NewSights makes room for the pieces of a game.
func NewSights(g *Game) *Sights {
	return &Sights{make([]sighting, 2*len(g.types)<<8)}
}

// Remember makes the position use s as its cache, or none if s is nil. Two positions may
// share s, but not at the same time.
func (p *Position) Remember(s *Sights) {
	if p.sights = nil; s != nil {
		p.sights = s.last
	}
}

// Sight returns what a piece sees from a square. It is valid until the next call. Ends of
// en-passant captures are left out.
func (p *Position) Sight(code Code, from Square) *Sight {
	s := &p.glance
	if i := int(code)<<8 | int(from); i < len(p.sights) {
		s = &p.sights[i]
		same := (p.all[0]&s.looks[0] ^ s.vacant[0]) & (p.all[1]&s.looks[1] ^ s.vacant[1])
		if p.g.words > 2 {
			same &= (p.all[2]&s.looks[2] ^ s.vacant[2]) & (p.all[3]&s.looks[3] ^ s.vacant[3])
		}
		if same == ^uint64(0) {
			return &s.Sight
		}
	}
	p.see(code, from, s)
	return &s.Sight
}

// see computes a sighting. A sighting by a step program holds only in this position.
func (p *Position) see(code Code, from Square, s *sighting) {
	switch t := &p.g.rays; {
	case t.forms[code][from]&rayUsable == 0:
		p.walkSight(code, from, &s.Sight)
	case t.isWide:
		t.wideSee(&t.wide[code][from], &p.all, p.g.words, s)
	default:
		t.see(&t.narrow[code][from], &p.all, s)
	}
}
