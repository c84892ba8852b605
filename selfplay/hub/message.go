package hub

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Names of streams, buckets and subjects.
const (
	workStream    = "bestiary-work"
	resultStream  = "bestiary-results"
	jobBucket     = "bestiary-jobs"
	stateBucket   = "bestiary-state"
	workSubject   = "bestiary.work"
	resultSubject = "bestiary.result"
)

// Headers of a result.
const (
	headerKey       = "Bestiary-Key"       // of the worker
	headerName      = "Bestiary-Name"      // of the worker: machine and process
	headerSignature = "Bestiary-Signature" // of subject, name and games
)

// Limits on messages.
const (
	maxMessage = 1 << 20 // bytes
	maxGames   = 8 << 20 // bytes of the games of a message, without compression
	maxJob     = 64 << 20
	maxName    = 100
)

// jobID names a job by its content.
func jobID(job []byte) string {
	sum := sha256.Sum256(job)
	return hex.EncodeToString(sum[:])
}

func rangeToken(r match.Range) string { return fmt.Sprintf("%d-%d", r.First, r.Count) }

// readSubject returns the job and the range of a subject.
func readSubject(subject string) (job string, r match.Range, err error) {
	tokens := strings.Split(subject, ".")
	if len(tokens) < 3 {
		return "", r, fmt.Errorf("subject %q: expected a job and a range", subject)
	}
	first, count, _ := strings.Cut(tokens[len(tokens)-1], "-")
	var err1, err2 error
	r.First, err1 = strconv.Atoi(first)
	r.Count, err2 = strconv.Atoi(count)
	if err := errors.Join(err1, err2); err != nil || r.First < 0 || r.Count < 1 || r.Count > match.MaxRange {
		return "", r, fmt.Errorf("subject %q: expected a range of 1 to %d pairs at its end, as in 40-20", subject, match.MaxRange)
	}
	return tokens[len(tokens)-2], r, nil
}

// identity signs the results of a worker.
type identity struct {
	pair nkeys.KeyPair
	key  string // public
	name string // of the machine and the process
}

func newIdentity(name string) (*identity, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	key, err := pair.PublicKey()
	return &identity{pair, key, name}, err
}

// signed is what a worker signs.
func signed(subject, name string, data []byte) []byte {
	return append([]byte(subject+"\n"+name+"\n"), data...)
}

// writeResult makes the message with the games of a range.
func writeResult(subject string, games []store.Record, by *identity) (*nats.Msg, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(games), z.Close()); err != nil {
		return nil, err
	}
	if b.Len() > maxMessage {
		return nil, fmt.Errorf("the games of %s take %d bytes, expected at most %d", subject, b.Len(), maxMessage)
	}
	sig, err := by.pair.Sign(signed(subject, by.name, b.Bytes()))
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(subject)
	m.Data = b.Bytes()
	m.Header.Set(headerKey, by.key)
	m.Header.Set(headerName, by.name)
	m.Header.Set(headerSignature, base64.StdEncoding.EncodeToString(sig))
	return m, nil
}

// author returns who has signed a result.
func author(subject string, h nats.Header, data []byte) (key, name string, err error) {
	key, name = h.Get(headerKey), h.Get(headerName)
	if !nkeys.IsValidPublicUserKey(key) || len(name) > maxName {
		return "", "", errors.New("it has no valid key")
	}
	public, err := nkeys.FromPublicKey(key)
	if err != nil {
		return "", "", err
	}
	sig, err := base64.StdEncoding.DecodeString(h.Get(headerSignature))
	if err != nil {
		return "", "", errors.New("it has no valid signature")
	}
	return key, name, public.Verify(signed(subject, name, data), sig)
}

// readResult returns the games of a range.
func readResult(data []byte, r match.Range) ([]store.Record, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxGames+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxGames {
		return nil, fmt.Errorf("the games take more than %d bytes", maxGames)
	}
	var games []store.Record
	if err := json.Unmarshal(text, &games); err != nil {
		return nil, err
	}
	if len(games) != 2*r.Count {
		return nil, fmt.Errorf("%d games, expected %d of %s", len(games), 2*r.Count, r)
	}
	for i := range games {
		if k := games[i].Key(); k != (store.Key{Pair: r.First + i/2, Index: i % 2}) {
			return nil, fmt.Errorf("game %s, expected game %d of pair %d", games[i].Name(), i%2, r.First+i/2)
		}
	}
	return games, nil
}
