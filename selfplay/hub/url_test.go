package hub

import (
	"crypto/tls"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// serve starts a server that knows nothing of runs and returns its address. It may ask for
// a user or use TLS.
func serve(t *testing.T, opts server.Options) string {
	t.Helper()
	at := address(t)
	host, port, err := splitAddress(at)
	testkit.OK(t, err)
	opts.Host, opts.Port, opts.NoLog, opts.NoSigs = host, port, true, true
	s := testkit.Must(server.NewServer(&opts))(t)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return at
}

func TestRedacted(t *testing.T) {
	for url, want := range map[string]string{
		"nats://127.0.0.1:4222":             "nats://127.0.0.1:4222",
		"tls://me:secret@host:4222":         "tls://me:xxxxx@host:4222",
		"tls://secret@host:4222":            "tls://xxxxx@host:4222",
		"nats://me:se/cr@et:x@host":         "nats://me:xxxxx@host",
		"nats://me:secret@a,nats://b:x@c:1": "nats://me:xxxxx@c:1",
		"me:secret@host":                    "me:xxxxx@host",
		"":                                  "",
	} {
		if got := Redacted(url); got != want {
			t.Errorf("%s is redacted to %s, want %s", url, got, want)
		}
		if got := (&Hub{cfg: Config{URL: url}}).Invitation(); got != want {
			t.Errorf("workers of %s join with %s, want %s", url, got, want)
		}
	}
}

// No message contains the password or the token of a URL.
func TestNoMessageHasThePassword(t *testing.T) {
	at := serve(t, server.Options{Username: "me", Password: "other"})
	for _, url := range []string{
		"nats://me:geheim@" + at, "tls://me:geheim@" + at, "nats://geheim@" + at, "nats://me:geheim@127.0.0.1:1", "nats://me:geheim@nowhere.invalid",
		"nats://me:ge%heim@" + at, "nats://me:ge/geheim@" + at, "nats://me:geheim@" + at + ":x", "nats://me:geheim@", "me:geheim@" + at,
	} {
		cfg := config(t, t.TempDir())
		cfg.Listen, cfg.URL = "", url
		h, err := Open(timeout(t), cfg)
		if err == nil {
			h.Close()
		}
		var said []string
		err2 := Work(timeout(t), WorkConfig{URL: url, Workers: 1, Idle: time.Millisecond, Events: WorkEvents{Message: func(text string) { said = append(said, text) }}})
		if all := strings.Join(append(said, errors.Join(err, err2).Error()), "\n"); err == nil || err2 == nil || strings.Contains(all, "heim") {
			t.Errorf("%s: %s", url, all)
		}
	}
}

// A hub that may not listen on the server says so.
func TestServerDeniesRights(t *testing.T) {
	at := serve(t, server.Options{Users: []*server.User{{Username: "me", Password: "x", Permissions: &server.Permissions{Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}}}}}})
	cfg := config(t, t.TempDir())
	cfg.Listen, cfg.URL = "", "nats://me:x@"+at
	err := playTiny(timeout(t), rulestest.Game(t, "chess"), tiny, t.TempDir(), match.Crew{Hub: open(t, cfg)})
	testkit.Fails(t, err, "the server denies what a hub needs")
}

// Servers with the rights in docs/many-machines.md serve a run.
func TestServerWithRights(t *testing.T) {
	list := func(subjects ...string) *server.SubjectPermission { return &server.SubjectPermission{Allow: subjects} }
	both := list("bestiary.>", "_INBOX.>")
	at := serve(t, server.Options{Users: []*server.User{
		{Username: "run", Password: "x", Permissions: &server.Permissions{Publish: both, Subscribe: both}},
		{Username: "worker", Password: "y", Permissions: &server.Permissions{Publish: list("bestiary.>"), Subscribe: list("_INBOX.>")}},
	}})
	cfg := config(t, t.TempDir())
	cfg.Listen, cfg.URL, cfg.Workers = "", "nats://run:x@"+at, 1
	h := open(t, cfg)
	joinURL(t, "nats://worker:y@"+at, 1)
	g, folder := rulestest.Game(t, "chess"), t.TempDir()
	testkit.OK(t, playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}))
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
}

// The certificate of a private authority is found by the environment variable of the page.
func TestPrivateAuthority(t *testing.T) {
	s := testkit.Must(openSecret(filepath.Join(t.TempDir(), "secret.json")))(t)
	pair := testkit.Must(tls.X509KeyPair(s.Certificate, s.Key))(t)
	at := serve(t, server.Options{TLS: true, TLSTimeout: 10, TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}}})
	_, port, err := net.SplitHostPort(at)
	testkit.OK(t, err)
	path := filepath.Join(t.TempDir(), "ca.pem")
	testkit.OK(t, os.WriteFile(path, s.Certificate, 0o600))
	for _, test := range []struct{ file, want string }{{path, ""}, {os.DevNull, "unknown authority"}} {
		w := spawn(t, "work", "", "tls://localhost:"+port, "SSL_CERT_FILE="+test.file, "SSL_CERT_DIR=/nonexistent", childIdle+"=500ms")
		select {
		case err := <-w.ended:
			if (err == nil) != (test.want == "") || !strings.Contains(w.stderr.String(), test.want) {
				t.Errorf("%s: %v, %s", test.file, err, &w.stderr)
			}
		case <-time.After(time.Minute):
			t.Fatal("the worker does not end")
		}
	}
}

// A worker hears nothing that is meant for others.
func TestWorkersHearNothing(t *testing.T) {
	h := open(t, config(t, t.TempDir()))
	w := rogue(t, h, nil)
	for _, subject := range []string{">", prefix + ">", "_INBOX.>", "_INBOX.x.>", "$SYS.>"} {
		s := testkit.Must(w.nc.SubscribeSync(subject))(t)
		testkit.OK(t, w.nc.Flush())
		for _, to := range []string{prefix + "x.result.y", "_INBOX.x.y.z"} {
			testkit.OK(t, h.nc.Publish(to, nil))
		}
		if m, err := s.NextMsg(100 * time.Millisecond); err == nil {
			t.Errorf("on %s a worker hears %s", subject, m.Subject)
		}
	}
}
