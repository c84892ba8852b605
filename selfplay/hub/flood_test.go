package hub

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// A process of as many workers as there may be stays below the limit, also when all of its
// requests are sent again, and one that hoards work does not.
func TestTraffic(t *testing.T) {
	now := time.Now()
	sum := func(counts ...int) (sent int) {
		l := traffic{weight: map[string]int{}}
		l.add("k", maxTraffic, now.Add(-2*time.Second), time.Minute) // of an earlier period
		l.add("other", maxTraffic, now, time.Minute)
		for i, weight := range []int{plain, excess, bulky} {
			for range counts[i] {
				sent = l.add("k", weight, now, time.Minute)
			}
		}
		return sent
	}
	if n := sum(5*maxHeld, maxHeld, maxJob/maxMessage); n > maxTraffic {
		t.Errorf("an honest worker sends %d, more than %d", n, maxTraffic)
	}
	if n := sum(0, 5*maxHeld, 0); n <= maxTraffic {
		t.Errorf("a worker that asks for too much sends %d, no more than %d", n, maxTraffic)
	}
}

// On a server elsewhere, which does not know the bans, a flood goes on, and the others still
// get their work. The honest worker joins when the banned one has its first answer.
func TestFloodGoesOn(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := config(t, t.TempDir())
	url := "nats://" + serve(t, server.Options{})
	cfg.Listen, cfg.URL = "", url
	h := open(t, cfg)
	w := rogue(t, &Hub{cfg: Config{Listen: strings.TrimPrefix(url, "nats://")}}, nil)
	stop, stopped := make(chan bool), make(chan bool)
	var answers atomic.Int32
	testkit.Must(w.nc.Subscribe(inbox(w.me.key)+".>", func(m *nats.Msg) {
		if m.Header.Get(headerBanned) != "" && answers.Add(1) == 1 {
			joinURL(t, url, 1)
		}
	}))(t)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				attacks["work is hoarded"](w, "", "")
				time.Sleep(100 * time.Millisecond)
			}
		}
	}()
	folder, began := t.TempDir(), time.Now()
	testkit.OK(t, playTiny(timeout(t), g, tiny, folder, match.Crew{Hub: h}))
	close(stop)
	<-stopped
	if games(t, folder) != whole(t, g, tiny) {
		t.Error("the games are others")
	}
	got := int(answers.Load())
	if most := maxAnswers * (2 + int(time.Since(began)/min(cfg.AckWait, maxPeriod))); got == 0 || got > most {
		t.Errorf("%d answers to a banned worker, want at most %d", got, most)
	}
}
