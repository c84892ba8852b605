package hub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"bestiary/internal/files"
	"bestiary/selfplay/store"
)

// embedded is a server inside this process.
type embedded struct {
	*server.Server
	secret *secret
	own    string // the token of this process
	secure bool   // other machines are listened to
	lock   io.Closer

	mu     sync.Mutex
	banned map[string]bool
}

// start starts a server that keeps its files in a folder.
func start(listen, monitor, folder string) (_ *embedded, err error) {
	host, port, err := splitAddress(listen)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	e := &embedded{own: rand.Text(), secure: !loopback(host), banned: map[string]bool{}}
	if e.lock, err = store.Lock(filepath.Join(folder, "hub.lock")); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			e.close()
		}
	}()
	if e.secret, err = openSecret(filepath.Join(folder, "secret.json")); err != nil {
		return nil, err
	}
	opts := &server.Options{
		ServerName: "bestiary", Host: host, Port: port, NoLog: true, NoSigs: true,
		JetStream: true, StoreDir: folder, DisableJetStreamBanner: true,
		MaxPayload: maxMessage + 4096, // and headers
		// Only this process and workers with a key come in; see Check.
		CustomClientAuthentication: e, AlwaysEnableNonce: true,
	}
	if e.secure {
		pair, err := tls.X509KeyPair(e.secret.Certificate, e.secret.Key)
		if err != nil {
			return nil, fmt.Errorf("hub: %s: %w", folder, err)
		}
		opts.TLSConfig, opts.TLSTimeout = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}, 10
	}
	if monitor != "" {
		if opts.HTTPHost, opts.HTTPPort, err = splitAddress(monitor); err != nil {
			return nil, err
		}
		if !loopback(opts.HTTPHost) {
			return nil, fmt.Errorf("hub: monitor=%s: anyone may read this port; expected an address of this machine alone, as in 127.0.0.1:8222", monitor)
		}
	}
	for _, address := range []string{listen, monitor} { // the server would only log that a port is taken
		if address == "" {
			continue
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			return nil, fmt.Errorf("hub: %w", err)
		}
		l.Close()
	}
	if e.Server, err = server.NewServer(opts); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	e.Server.Start()
	if !e.ReadyForConnections(20*time.Second) || !e.JetStreamEnabled() {
		return nil, fmt.Errorf("hub: the server cannot start on %s with its files in %s; is the folder writable and the disk not full?", listen, folder)
	}
	return e, nil
}

func (e *embedded) close() {
	if e.Server != nil {
		e.Shutdown()
		e.WaitForShutdown()
	}
	if e.lock != nil {
		e.lock.Close()
	}
}

func splitAddress(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("hub: address %q, expected HOST:PORT, as in 127.0.0.1:4222", address)
	}
	return host, port, nil
}

// loopback reports whether only this machine can reach a host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Check decides who comes in: this process, and workers that have the key that they say
// and, from other machines, the token.
func (e *embedded) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if same(o.Token, e.own) {
		c.RegisterUser(&server.User{Username: "hub"})
		return true
	}
	if e.secure && !same(o.Token, e.secret.Token) {
		return false
	}
	sig, err := base64.RawURLEncoding.DecodeString(o.Sig)
	if err != nil || !nkeys.IsValidPublicUserKey(o.Nkey) {
		return false
	}
	public, err := nkeys.FromPublicKey(o.Nkey)
	if err != nil || public.Verify(c.GetNonce(), sig) != nil {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.banned[o.Nkey] {
		return false
	}
	c.RegisterUser(&server.User{Username: o.Nkey, Permissions: workerPermissions(o.Nkey)})
	return true
}

func same(a, b string) bool { return b != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// workerPermissions are what a worker needs: to find and take work, to read jobs, to
// store results, and its own inbox.
func workerPermissions(key string) *server.Permissions {
	const jobs = "OBJ_" + jobBucket
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			resultSubject + ".>",
			"$JS.API.INFO",
			"$JS.API.STREAM.INFO." + workStream,
			"$JS.API.CONSUMER.NAMES." + workStream,
			"$JS.API.CONSUMER.INFO." + workStream + ".*",
			"$JS.API.CONSUMER.MSG.NEXT." + workStream + ".*",
			"$JS.ACK." + workStream + ".>",
			"$JS.API.STREAM.INFO." + jobs,
			"$JS.API.STREAM.NAMES",
			"$JS.API.DIRECT.GET." + jobs + ".>",
			"$JS.API.STREAM.MSG.GET." + jobs,
			"$JS.API.CONSUMER.CREATE." + jobs + ".>",
			"$JS.API.CONSUMER.DELETE." + jobs + ".>",
			"$JS.FC." + jobs + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox(key) + ".>"}},
	}
}

// inbox is where a worker gets its answers.
func inbox(key string) string { return "_INBOX_" + key }

// ban keeps a worker out.
func (e *embedded) ban(key string) {
	e.mu.Lock()
	e.banned[key] = true
	e.mu.Unlock()
	list, err := e.Connz(&server.ConnzOptions{Username: true, Limit: 100_000})
	if err != nil {
		return
	}
	for _, c := range list.Conns {
		if c.AuthorizedUser == key {
			_ = e.DisconnectClientByID(c.Cid) // it may have gone
		}
	}
}

// secret is what a server keeps to itself, and what it gives to workers.
type secret struct {
	Token       string `json:"token"`
	Certificate []byte `json:"certificate"` // PEM
	Key         []byte `json:"key"`         // PEM
	Checks      []byte `json:"checks"`      // says which games are played again
}

// maxSecret is the most bytes of the file of a secret.
const maxSecret = 64 << 10

// openSecret reads a secret, or makes one.
func openSecret(path string) (*secret, error) {
	data, err := files.Read(path, maxSecret)
	if errors.Is(err, os.ErrNotExist) {
		return makeSecret(path)
	}
	if err != nil {
		return nil, err
	}
	s := &secret{}
	if err := json.Unmarshal(data, s); err != nil || s.Token == "" || len(s.Checks) == 0 {
		return nil, fmt.Errorf("hub: %s is damaged; remove it, and give all workers the new line", path)
	}
	return s, nil
}

func makeSecret(path string) (*secret, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	// Workers compare the fingerprint. Names and dates do not matter.
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0), DNSNames: []string{"bestiary"}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	s := &secret{
		Token: rand.Text(), Checks: []byte(rand.Text()),
		Certificate: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		Key:         pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return s, os.WriteFile(path, data, 0o600)
}

// fingerprint is the SHA-256 of a certificate.
func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:])
}

// join is the text that lets workers in from other machines: HOST:PORT/TOKEN/FINGERPRINT.
func (s *secret) join(address string) string {
	block, _ := pem.Decode(s.Certificate)
	return address + "/" + s.Token + "/" + fingerprint(block.Bytes)
}

// pinned accepts the one certificate that has a fingerprint.
func pinned(print string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // of chain, name and dates; the fingerprint says more
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) == 0 || !same(fingerprint(state.PeerCertificates[0].Raw), print) {
				return errFingerprint
			}
			return nil
		},
	}
}

var errFingerprint = errors.New("the certificate of the hub does not have the fingerprint of the line to join; is it the line of this hub?")

// connect connects this process to its server.
func (e *embedded) connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(e), nats.Token(e.own), nats.MaxReconnects(-1))
}
