package run

import (
	"cmp"
	"context"
	"errors"

	"bestiary/selfplay/match"
)

// Each does something for each part of a run in turn, until there is an error. match.ErrPartial is
// none until the last part is done, because the other parts also have games for this machine. Each
// also ends with the error of the context.
func Each[T any](ctx context.Context, list []T, do func(T) error) error {
	var partial error
	for _, x := range list {
		err := do(x)
		if errors.Is(err, match.ErrPartial) {
			partial = err
		} else if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
	}
	return cmp.Or(partial, ctx.Err())
}

// All is like Each, but an error does not hold back the other parts either, unless the context has
// ended. All returns all errors together.
func All[T any](ctx context.Context, list []T, do func(T) error) error {
	var failed []error
	partial := Each(ctx, list, func(x T) error {
		err := do(x)
		if err == nil || ctx.Err() != nil || errors.Is(err, match.ErrPartial) {
			return err
		}
		failed = append(failed, err)
		return nil
	})
	if ctx.Err() != nil {
		return partial
	}
	return cmp.Or(errors.Join(failed...), partial)
}

// Skips returns events that announce, with the next part, the games in the counter as skipped. Those
// who find that games are not necessary add them to the counter.
func Skips(ev match.Events) (match.Events, *int) {
	skipped := new(int)
	return ev.Parts(func(p *match.Part) { p.Skipped, *skipped = p.Skipped+*skipped, 0 }), skipped
}

// AsOne announces a part with a number of games, and returns events that show the parts of several
// runs as this one.
func AsOne(ev match.Events, label string, games int) match.Events {
	ev.Start(match.Part{Label: label, Games: games})
	before, part := 0, 0
	ev.PartStarts = func(p match.Part) { before, part = before+part, p.Games }
	if done := ev.GameDone; done != nil {
		ev.GameDone = func(p match.Progress) {
			p.Done, p.Total, p.W, p.D, p.L = p.Done+before, games, 0, 0, 0
			done(p)
		}
	}
	return ev
}
