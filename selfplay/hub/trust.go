package hub

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"bestiary/selfplay/match"
)

// bans returns the keys of the banned workers.
func (h *Hub) bans(ctx context.Context) (map[string]bool, error) {
	subjects, err := h.subjects(ctx, banSubject+".>")
	list := map[string]bool{}
	for s := range subjects {
		list[strings.TrimPrefix(s, banSubject+".")] = true
	}
	return list, err
}

// ban bans the author of a result.
func (c *collection) ban(ctx context.Context, v *verdict) error {
	say(c.cfg.Events.Message, "worker %s is banned, and what it has played is played again: %v", v.name, v.fault)
	if _, err := c.publish(ctx, banSubject+"."+v.author, []byte(v.name)); err != nil {
		return err
	}
	if c.server != nil {
		c.server.ban(v.author)
	}
	played, err := c.subjects(ctx, resultsOf("*", v.author))
	if err != nil {
		return err
	}
	earlier := false
	for s := range played {
		earlier = earlier || !strings.HasPrefix(s, resultSubject+"."+c.job)
	}
	if earlier {
		return fmt.Errorf("hub: worker %s has altered games (%w), and earlier parts of the run contain games of this worker; give the same command again to replay them", v.name, v.fault)
	}
	return match.ErrDistrusted
}

// Distrusted implements match.Hub.
func (h *Hub) Distrusted(ctx context.Context, r *match.Run, drop func([]match.Range) error) error {
	bans, err := h.bans(ctx)
	if err != nil || len(bans) == 0 {
		return err
	}
	data, err := r.Job()
	if err != nil {
		return err
	}
	for key := range bans {
		played := resultsOf(jobID(data), key)
		subjects, err := h.subjects(ctx, played)
		if err != nil {
			return err
		}
		var ranges []match.Range
		for s := range subjects {
			if _, r, err := readSubject(s); err == nil {
				ranges = append(ranges, r)
			}
		}
		if len(ranges) == 0 {
			continue
		}
		if err := drop(ranges); err != nil {
			return err
		}
		if err := h.results.Purge(ctx, jetstream.WithPurgeSubject(played)); err != nil {
			return fmt.Errorf("hub: %w", err)
		}
	}
	return nil
}
