package hub

import (
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// Workers and the collector of a run are killed without warning, again and again. The
// games equal those of an undisturbed run.
func TestKills(t *testing.T) {
	kills, share, want := testkit.Choose(8, 66), 3, ""
	rng := rand.New(rand.NewPCG(2, 2))
	killed, runs, workerKills := 0, 0, 0
	deadline := time.Now().Add(15 * time.Minute)
	for killed < kills && time.Now().Before(deadline) {
		runs++
		folder, address := t.TempDir(), address(t)
		collector := spawn(t, "collect", folder, address)
		workers := []*process{spawn(t, "work", "", address), spawn(t, "work", "", address), spawn(t, "work", "", address)}
		for done := false; !done; {
			select {
			case err := <-collector.ended:
				if err != nil {
					t.Fatalf("the collector failed: %v: %s", err, &collector.stderr)
				}
				done = true
			case <-time.After(time.Duration(200+rng.IntN(1500)) * time.Millisecond):
				if killed >= kills {
					continue
				}
				killed++
				if n := rng.IntN(share + 1); n < share {
					workerKills++
					workers[n].cmd.Process.Kill()
					<-workers[n].ended
					workers[n] = spawn(t, "work", "", address)
				} else {
					collector.cmd.Process.Kill()
					if err := <-collector.ended; err == nil {
						done = true // finished just before
						break
					}
					collector = spawn(t, "collect", folder, address)
				}
			case <-time.After(4 * time.Minute):
				t.Fatal("the run does not end")
			}
		}
		if want == "" {
			want = whole(t, rulestest.Game(t, "chess"), slow)
		}
		if games(t, folder) != want {
			t.Fatal("a run whose processes were killed has other games")
		}
		for _, w := range workers {
			w.cmd.Process.Kill()
		}
	}
	if killed < kills {
		t.Errorf("%d kills in time, want %d", killed, kills)
	}
	t.Logf("%d kills, %d of them of workers, in %d runs", killed, workerKills, runs)
}

// A pair that kills every worker is named, and the other games are kept.
func TestDeadlyPair(t *testing.T) {
	folder, address := t.TempDir(), address(t)
	const deadly = childDeadly + "=70"
	collector := spawn(t, "collect", folder, address, deadly)
	worker := spawn(t, "work", "", address, deadly)
	deaths := 0
	for timeout := time.After(3 * time.Minute); ; {
		select {
		case <-timeout:
			t.Fatal("the run does not end")
		case err := <-worker.ended:
			if deaths++; deaths > 20 {
				t.Fatalf("a worker ended %d times: %v", deaths, err)
			}
			worker = spawn(t, "work", "", address, deadly)
			continue
		case err := <-collector.ended:
			if text := collector.stderr.String(); err == nil || !strings.Contains(text, "pair 70 of round 0 was given to 2 workers, and none has finished it") {
				t.Errorf("after %d deaths: %v, %s", deaths, err, text)
			}
			if n := strings.Count(games(t, folder), "[Event "); n < slow.Pairs || n > 2*slow.Pairs-2 || deaths < 3 {
				t.Errorf("%d games after %d deaths", n, deaths)
			}
		}
		break
	}
}

// If the files of the hub cannot grow, the run ends with a message and can continue once
// there is space again.
func TestHubWithoutSpace(t *testing.T) {
	folder, address := t.TempDir(), address(t)
	spawn(t, "work", "", address)
	for _, limit := range []string{"20000", "60000"} {
		collector := spawn(t, "collect", folder, address, childLimit+"="+limit)
		select {
		case err := <-collector.ended:
			text := collector.stderr.String()
			if strings.Contains(text, testkit.ErrNoLimits.Error()) {
				t.Skip(testkit.ErrNoLimits)
			}
			if err == nil || strings.Count(text, "\n") != 1 || !strings.Contains(text, "disk") {
				t.Errorf("limit %s: %v, %s", limit, err, text)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("with files of at most %s bytes the run does not end", limit)
		}
	}
	collector := spawn(t, "collect", folder, address)
	select {
	case err := <-collector.ended:
		if err != nil {
			t.Fatalf("%v: %s", err, &collector.stderr)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("with space again the run does not end")
	}
	if games(t, folder) != whole(t, rulestest.Game(t, "chess"), slow) {
		t.Error("the run has other games")
	}
}
