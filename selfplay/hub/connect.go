package hub

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

var errRefused = errors.New("work: the hub refuses this worker: the hub does not know its token or password, " +
	"or a worker of this machine was banned for altering games or for sending too much")

// Redacted returns the URL of a server without its password or token.
func Redacted(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		scheme, rest = "", url
	}
	at := strings.LastIndex(rest, "@") // a password may have any character, and a list of servers several
	if at < 0 {
		return url
	}
	user, _, named := strings.Cut(rest[:at], ":")
	secret := "xxxxx"
	if named {
		secret = user + ":" + secret
	}
	return strings.TrimPrefix(scheme+"://", "://") + secret + rest[at:]
}

// checkURL returns an error without the password if the URL of a server cannot be parsed.
func checkURL(text string) error {
	for one := range strings.SplitSeq(text, ",") {
		if u, err := url.Parse(one); err != nil || text != "" && u.Hostname() == "" {
			return fmt.Errorf("cannot parse the URL %q, expected one such as tls://USER:PASSWORD@HOST:4222, with special characters in the password as in %%2F", Redacted(text))
		}
	}
	return nil
}

// options returns the server's URL and the options of the connection.
func (w *workers) options(cancel context.CancelCauseFunc) (at string, opts []nats.Option, err error) {
	at = w.cfg.URL
	if w.cfg.Join != "" {
		parts := strings.Split(w.cfg.Join, "/")
		if len(parts) != 3 || slices.Contains(parts, "") {
			return "", nil, errors.New("work: cannot parse the text to join, expected HOST:PORT/TOKEN/FINGERPRINT; copy the whole line of the hub")
		}
		number, _, ok := strings.Cut(parts[1], "-")
		if !ok {
			return "", nil, errors.New("work: the line to join is of an older hub: its token does not begin with " +
				"the number of a machine, as in 1-TOKEN; copy a line of the hub that runs now")
		}
		w.me.key = number + "-" + w.me.public
		at, opts = "tls://"+parts[0], []nats.Option{nats.Token(parts[1]), nats.Secure(pinned(parts[2]))}
	}
	return at, append(opts,
		nats.Name(w.me.name), nats.Nkey(w.me.public, w.me.pair.Sign), nats.CustomInboxPrefix(inbox(w.me.key)),
		nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.Timeout(10*time.Second),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { say(w.cfg.Events.Message, "%v", err) }),
		nats.ClosedHandler(func(nc *nats.Conn) {
			if err := nc.LastError(); err != nil {
				cancel(errRefused)
			}
		}),
	), nil
}

// connect connects to the server and waits if it is away.
func (w *workers) connect(ctx context.Context, cancel context.CancelCauseFunc) (*nats.Conn, error) {
	at, opts, err := w.options(cancel)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for said := false; ; said = true {
		nc, err := nats.Connect(at, opts...)
		switch {
		case err == nil:
			return nc, nil
		case errors.Is(err, nats.ErrNkeysNotSupported): // the server identifies its users in another way
			opts = append(opts, func(o *nats.Options) error { o.Nkey, o.SignatureCB = "", nil; return nil })
			continue
		case errors.Is(err, nats.ErrAuthorization):
			return nil, errRefused
		case errors.Is(err, errFingerprint):
			return nil, fmt.Errorf("work: %w", errFingerprint)
		case w.cfg.Idle > 0 && time.Since(began) > w.cfg.Idle:
			return nil, fmt.Errorf("work: no hub: %w", err)
		}
		if !said {
			say(w.cfg.Events.Message, "waiting for the hub: %v", err)
		}
		if err := sleep(ctx, again); err != nil {
			return nil, err
		}
	}
}
