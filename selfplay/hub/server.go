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
	secure bool   // listens to other machines
	lock   io.Closer

	mu     sync.Mutex
	banned map[string]bool
}

// start starts a server with its files in a folder.
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
		// Check lets in this process and workers with a key.
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
	for _, address := range []string{listen, monitor} { // NewServer does not return an error if a port is taken
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

// loopback reports whether a host is this machine alone.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Check reports whether a client is this process or a worker that proves its key. From
// other machines a worker needs the token, too.
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

// workerPermissions lets a worker find and take work, read jobs, store results under its
// own key and use its own inbox.
func workerPermissions(key string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			resultsOf("*", key),
			"$JS.API.INFO",
			"$JS.API.STREAM.INFO." + workStream,
			"$JS.API.CONSUMER.NAMES." + workStream,
			"$JS.API.CONSUMER.INFO." + workStream + ".*",
			"$JS.API.CONSUMER.MSG.NEXT." + workStream + ".*",
			"$JS.API.DIRECT.GET." + workStream + "." + jobSubject + ".>",
			"$JS.ACK." + workStream + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox(key) + ".>"}},
	}
}

// inbox returns the prefix of the subjects on which a worker receives replies.
func inbox(key string) string { return "_INBOX_" + key }

// ban disconnects a worker and refuses it from now on.
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
			_ = e.DisconnectClientByID(c.Cid) // it may be gone
		}
	}
}

// secret holds the server's keys and the workers' token.
type secret struct {
	Token       string `json:"token"`
	Certificate []byte `json:"certificate"` // PEM
	Key         []byte `json:"key"`         // PEM
}

// maxSecret is the largest size of a secret file in bytes.
const maxSecret = 64 << 10

// openSecret reads a secret, or makes one if there is none.
func openSecret(path string) (*secret, error) {
	data, err := files.Read(path, maxSecret)
	if errors.Is(err, os.ErrNotExist) {
		return makeSecret(path)
	}
	if err != nil {
		return nil, err
	}
	s := &secret{}
	if err := json.Unmarshal(data, s); err != nil || s.Token == "" {
		return nil, fmt.Errorf("hub: %s is damaged; remove it, and give all workers the new line", path)
	}
	return s, nil
}

func makeSecret(path string) (*secret, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	// Workers compare only the fingerprint, so names and dates do not matter.
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
		Token:       rand.Text(),
		Certificate: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		Key:         pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return s, os.WriteFile(path, data, 0o600)
}

// fingerprint returns the SHA-256 of a certificate.
func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:])
}

// join returns the text with which workers join from other machines,
// HOST:PORT/TOKEN/FINGERPRINT.
func (s *secret) join(address string) string {
	block, _ := pem.Decode(s.Certificate)
	return address + "/" + s.Token + "/" + fingerprint(block.Bytes)
}

// pinned accepts only the certificate with a fingerprint.
func pinned(print string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // chain, name and dates; VerifyConnection compares the fingerprint
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) == 0 || !same(fingerprint(state.PeerCertificates[0].Raw), print) {
				return errFingerprint
			}
			return nil
		},
	}
}

var errFingerprint = errors.New("the certificate of the hub does not have the fingerprint of the line to join; is it the line of this hub?")

// connect connects this process to its own server.
func (e *embedded) connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(e), nats.Token(e.own), nats.MaxReconnects(-1))
}
