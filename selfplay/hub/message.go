package hub

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"bestiary/engine/search"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// All subjects on which workers send begin with prefix and the key of the worker.
const prefix = "bestiary."

// Subjects after the key of a worker, or after "*" where the hub listens.
func askSubject(key string) string         { return fmt.Sprintf("%s%s.next.%d", prefix, key, search.Revision) }
func revisionSubject(key string) string    { return prefix + key + ".revision" }
func jobSubject(key, job string) string    { return prefix + key + ".job." + job }
func beatSubject(key, job string) string   { return prefix + key + ".beat." + job }
func resultSubject(key, job string) string { return prefix + key + ".result." + job }

// author returns the key of the worker that has sent a message.
func author(m *nats.Msg) string {
	key, _, _ := strings.Cut(strings.TrimPrefix(m.Subject, prefix), ".")
	return key
}

// machine returns who answers for the games of a worker: the number of the token that its key
// begins with, which all workers of a machine share, or without tokens the key itself.
func machine(key string) string {
	who, _, _ := strings.Cut(key, "-")
	return who
}

// inbox returns the prefix of the subjects on which a worker receives replies.
func inbox(key string) string { return "_INBOX." + key }

const (
	headerName   = "Bestiary-Name"   // of a result: the machine and process of the worker
	headerRange  = "Bestiary-Range"  // of a result: the range
	headerBanned = "Bestiary-Banned" // of a reply to a worker that is banned
)

// Limits on messages.
const (
	maxMessage = 1 << 20 // bytes
	maxJob     = 64 << 20
	jobPart    = 512 << 10 // bytes of a part of a job; the last part is shorter
	maxPending = 32 << 20  // bytes of messages of one kind that wait in the hub
)

// assignment is the answer to a worker that asks for work; without a job there is none.
type assignment struct {
	Job    string
	Range  match.Range
	Millis int64 // the worker may be silent for so long
}

// part returns a part of a job.
func part(job []byte, n int) []byte {
	at := min(max(n, 0), len(job)/jobPart) * jobPart
	return job[at:min(at+jobPart, len(job))]
}

// token returns a range as text, as in 40-20.
func token(r match.Range) string { return fmt.Sprintf("%d-%d", r.First, r.Count) }

// readToken parses the text of a range.
func readToken(text string) (r match.Range, err error) {
	first, count, _ := strings.Cut(text, "-")
	var err1, err2 error
	r.First, err1 = strconv.Atoi(first)
	r.Count, err2 = strconv.Atoi(count)
	if err := errors.Join(err1, err2); err != nil || r.First < 0 || r.Count < 1 || r.Count > match.MaxRange {
		return r, fmt.Errorf("range %.40q, expected 1 to %d pairs, as in 40-20", text, match.MaxRange)
	}
	return r, nil
}

// identity is the key that identifies a worker to the server, and a name for people.
type identity struct {
	pair   nkeys.KeyPair
	public string
	key    string // the public key, after the number of the token if there is one
	name   string // machine and process
}

func newIdentity() (*identity, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	key, err := pair.PublicKey()
	return &identity{pair, key, key, fmt.Sprintf("%s/%d", host, os.Getpid())}, err
}

// readName returns the worker's name in a result; the header may hold anything.
func readName(h nats.Header) string {
	name := strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '_'
		}
		return r
	}, h.Get(headerName))
	return fmt.Sprintf("%.100s", name)
}

// writeResult makes the message with the games of a range.
func writeResult(job string, r match.Range, games []store.Record, by *identity) (*nats.Msg, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(games), z.Close()); err != nil {
		return nil, err
	}
	if b.Len() > maxMessage {
		return nil, fmt.Errorf("the games of %s take %d bytes, expected at most %d", r, b.Len(), maxMessage)
	}
	m := nats.NewMsg(resultSubject(by.key, job))
	m.Data = b.Bytes()
	m.Header.Set(headerName, by.name)
	m.Header.Set(headerRange, token(r))
	return m, nil
}

// readResult returns the games of a range, which have at most maxPlies moves. It decodes
// game by game, so that a small message cannot fill the memory.
func readResult(data []byte, r match.Range, maxPlies int) ([]store.Record, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	limit := 16<<10 + 64*maxPlies // bytes of a game
	dec := json.NewDecoder(io.LimitReader(z, int64(2*r.Count*limit)))
	switch t, err := dec.Token(); {
	case err != nil:
		return nil, fmt.Errorf("expected a list of games: %w", err)
	case t != json.Delim('['):
		return nil, fmt.Errorf("found %v, expected a list of games", t)
	}
	games := make([]store.Record, 0, 2*r.Count)
	for i := range 2 * r.Count {
		var text json.RawMessage
		if err := dec.Decode(&text); err != nil {
			return nil, fmt.Errorf("game %d of %d: %w", i, 2*r.Count, err)
		}
		if len(text) > limit {
			return nil, fmt.Errorf("game %d takes %d bytes, expected at most %d", i, len(text), limit)
		}
		var g store.Record
		if err := json.Unmarshal(text, &g); err != nil {
			return nil, err
		}
		if k := g.Key(); k != (store.Key{Pair: r.First + i/2, Index: i % 2}) {
			return nil, fmt.Errorf("game %s, expected game %d of pair %d", g.Name(), i%2, r.First+i/2)
		}
		games = append(games, g)
	}
	if t, err := dec.Token(); err != nil || t != json.Delim(']') {
		return nil, fmt.Errorf("more than %d games", 2*r.Count)
	}
	return games, nil
}
