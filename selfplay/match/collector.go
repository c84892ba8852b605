package match

import (
	"errors"
	"fmt"
	"slices"

	"bestiary/engine/external"
	"bestiary/selfplay/store"
)

// errDecided ends the run when the sequential test is decided.
var errDecided = errors.New("the test is decided")

// collector stores games and keeps the tally.
type collector struct {
	*Run
	games  *store.Store
	put    func([]store.Record) error // stores games
	events Events
	tally  *Tally
	done   int // stored games of the shard
	total  int // games in the shard
}

// result returns a copy of the tally, or nil without a collector.
func (c *collector) result() *Tally {
	if c == nil {
		return nil
	}
	return c.tally.Clone()
}

// collect stores and counts the games that workers report. Once the test is decided, games
// that have ended are still stored, but no more are played.
func (c *collector) collect(batch []report) error {
	var records []store.Record
	for i := range batch {
		if batch[i].trouble == nil {
			records = append(records, batch[i].played.Record)
		}
	}
	if len(records) > 0 {
		if err := c.put(records); err != nil {
			return err
		}
	}
	var failed error
	for i := range batch {
		failed = errors.Join(failed, c.note(&batch[i]))
	}
	if failed == nil && c.tally.Decided() {
		return errDecided
	}
	return failed
}

// note counts a report and passes it on to the event callbacks.
func (c *collector) note(r *report) error {
	if r.trouble != nil {
		return c.blame(r.trouble)
	}
	rec := &r.played.Record
	c.done++
	err := c.count(store.Outcome{Pair: rec.Pair, Index: rec.Index, White: rec.White, Black: rec.Black, Result: rec.Result, Reason: rec.Reason, Plies: rec.Plies()})
	if err != nil {
		return err
	}
	if f := r.played.Fault; f != nil {
		by := []int{rec.White, rec.Black}[r.played.By] - c.seat
		err = c.blame(&Trouble{Player: c.Players[by].Name, Key: rec.Key(), Fault: f, Lost: rec.Reason})
	}
	if c.events.GameDone != nil {
		c.events.GameDone(Progress{c.done, c.total, c.tally.Self.W, c.tally.Self.D, c.tally.Self.L, c.tally, *rec})
	}
	return err
}

// count counts a game that has ended.
func (c *collector) count(o store.Outcome) error {
	if c.cfg.alone() {
		c.tally.Self.Add(o.Result, o.Reason, 1, o.Plies)
		return nil
	}
	return c.tally.add(o)
}

// blame counts a fault. It returns an error if that was one too many.
func (c *collector) blame(t *Trouble) error {
	i := slices.Index(c.tally.Players, t.Player)
	if t.Fault.Kind != external.TimedOut {
		c.tally.Faults[i]++
	}
	t.Faults, t.Max = c.tally.Faults[i], c.cfg.MaxFaults
	if c.events.Fault != nil {
		c.events.Fault(*t)
	}
	switch {
	case t.Fault.Kind == external.BadOption || t.Fault.Kind == external.WrongGame: // it is pointless to try again
		return t.Fault
	case t.Faults >= t.Max && t.Fault.Kind != external.TimedOut:
		return fmt.Errorf("player %s: %d faults, the maximum (max-faults); the last: %w", t.Player, t.Faults, t.Fault)
	}
	return nil
}
