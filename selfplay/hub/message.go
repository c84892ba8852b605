package hub

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Names of streams and prefixes of subjects.
const (
	workStream    = "bestiary-work"
	resultStream  = "bestiary-results"
	workSubject   = "bestiary.work" // followed by revision, job and range
	jobSubject    = "bestiary.job"  // followed by job and part
	probeSubject  = "bestiary.probe"
	resultSubject = "bestiary.result" // followed by job, key of the worker and range
	banSubject    = "bestiary.ban"    // followed by the key of the worker
)

// headerName is the header of a result that holds the machine and process of the worker.
const headerName = "Bestiary-Name"

// Limits on messages.
const (
	maxMessage = 1 << 20 // bytes
	maxGames   = 8 << 20 // bytes of the games of a message, uncompressed
	maxJob     = 64 << 20
	jobPart    = 512 << 10 // bytes of a part of a job; the last part is shorter
)

// publishOnce publishes a message unless its subject already has one, and reports whether
// it did.
func publishOnce(ctx context.Context, js jetstream.JetStream, m *nats.Msg) (bool, error) {
	_, err := js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
	var refused *jetstream.APIError
	if errors.As(err, &refused) {
		switch refused.ErrorCode {
		case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
			return false, nil
		}
	}
	return err == nil, err
}

// jobID returns the ID of a job, the SHA-256 of its content.
func jobID(job []byte) string {
	sum := sha256.Sum256(job)
	return hex.EncodeToString(sum[:])
}

// jobPartSubject returns the subject of a part of a job.
func jobPartSubject(id string, part int) string { return fmt.Sprintf("%s.%s.%d", jobSubject, id, part) }

// resultsOf returns the subject that matches the results of a worker for a job; either may
// be "*".
func resultsOf(job, key string) string { return resultSubject + "." + job + "." + key + ".>" }

// token returns a range as the last token of a subject.
func token(r match.Range) string { return fmt.Sprintf("%d-%d", r.First, r.Count) }

// readSubject parses the end of the subject of work or of a result: the job or the key of
// the worker, and the range.
func readSubject(subject string) (before string, r match.Range, err error) {
	tokens := strings.Split(subject, ".")
	if len(tokens) != 5 {
		return "", r, fmt.Errorf("subject %q: expected five tokens", subject)
	}
	first, count, _ := strings.Cut(tokens[4], "-")
	var err1, err2 error
	r.First, err1 = strconv.Atoi(first)
	r.Count, err2 = strconv.Atoi(count)
	if err := errors.Join(err1, err2); err != nil || r.First < 0 || r.Count < 1 || r.Count > match.MaxRange {
		return "", r, fmt.Errorf("subject %q: expected a range of 1 to %d pairs at its end, as in 40-20", subject, match.MaxRange)
	}
	return tokens[3], r, nil
}

// identity is the key that identifies a worker to the server, and a name for people.
type identity struct {
	pair nkeys.KeyPair
	key  string // public
	name string // machine and process
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
	return &identity{pair, key, fmt.Sprintf("%s/%d", host, os.Getpid())}, err
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
	m := nats.NewMsg(resultSubject + "." + job + "." + by.key + "." + token(r))
	m.Data = b.Bytes()
	m.Header.Set(headerName, by.name)
	return m, nil
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
