package hub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"encoding/base32"
	"encoding/base64"
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
	"strings"
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
	secure bool   // workers need a token, one for each machine
	lock   io.Closer

	admit func(key, address string) bool // whether a worker is not banned
}

// start starts a server that keeps its secret in a folder.
func start(cfg *Config, admit func(key, address string) bool) (_ *embedded, err error) {
	listen, monitor, folder := cfg.Listen, cfg.Monitor, cfg.Folder
	host, port, err := splitAddress(listen)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	e := &embedded{own: rand.Text(), secure: !loopback(host) || cfg.Machines > 0, admit: admit}
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
		MaxPayload: maxMessage + 4096, // including headers
		// Check admits this process and workers with a key.
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
			return nil, fmt.Errorf("hub: monitor=%s: anyone may read this port; expected an address that only this machine can reach, as in 127.0.0.1:8222", monitor)
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
	if !e.ReadyForConnections(20 * time.Second) {
		return nil, fmt.Errorf("hub: the server cannot start on %s", listen)
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

// Check reports whether a client is this process or a worker that proves its key. A worker
// on another machine also needs the token of that machine.
func (e *embedded) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if same(o.Token, e.own) {
		c.RegisterUser(&server.User{Username: "hub"})
		return true
	}
	key := o.Nkey
	if e.secure {
		number, _, _ := strings.Cut(o.Token, "-")
		if n, err := strconv.Atoi(number); err != nil || !same(o.Token, e.secret.token(n)) {
			return false
		}
		key = number + "-" + key
	}
	sig, err := base64.RawURLEncoding.DecodeString(o.Sig)
	if err != nil || !nkeys.IsValidPublicUserKey(o.Nkey) {
		return false
	}
	public, err := nkeys.FromPublicKey(o.Nkey)
	if err != nil || public.Verify(c.GetNonce(), sig) != nil {
		return false
	}
	remote := c.RemoteAddress()
	if remote == nil { // the connection has been closed
		return false
	}
	address, _, _ := net.SplitHostPort(remote.String())
	if !e.admit(key, address) {
		return false
	}
	// A worker sends only under its own key and reads only messages for it.
	c.RegisterUser(&server.User{Username: key, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{prefix + key + ".>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox(key) + ".>"}},
	}})
	return true
}

func same(a, b string) bool { return b != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// disconnect ends the connections of a machine. Known has the keys of workers, since the server lists
// them without the number of the token.
func (e *embedded) disconnect(who string, known map[string]string) {
	list, err := e.Connz(&server.ConnzOptions{Username: true, Limit: 100_000})
	if err != nil {
		return
	}
	for _, c := range list.Conns {
		if _, of := known[who+"-"+c.AuthorizedUser]; of || c.AuthorizedUser == who {
			_ = e.DisconnectClientByID(c.Cid) // it may be gone
		}
	}
}

// connect connects this process to its own server.
func (e *embedded) connect(opts ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("", append(opts, nats.InProcessServer(e), nats.Token(e.own))...)
}

// secret holds the server's keys.
type secret struct {
	Certificate []byte `json:"certificate"` // PEM
	Key         []byte `json:"key"`         // PEM
}

// maxSecret is the largest size of a secret file in bytes.
const maxSecret = 64 << 10

// openSecret reads a secret, or creates it if there is none.
func openSecret(path string) (*secret, error) {
	data, err := files.Read(path, maxSecret)
	if errors.Is(err, os.ErrNotExist) {
		return makeSecret(path)
	}
	if err != nil {
		return nil, err
	}
	s := &secret{}
	if err := json.Unmarshal(data, s); err != nil || len(s.Key) == 0 {
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
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0),
		DNSNames: []string{"localhost"}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	s := &secret{
		Certificate: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}),
		Key:         pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return s, os.WriteFile(path, data, 0o600)
}

// token returns the token of a machine, which begins with its number. It follows from the server's
// key, so any number of machines have one, and the same after a restart.
func (s *secret) token(machine int) string {
	h := hmac.New(sha256.New, s.Key)
	fmt.Fprint(h, machine) // a hash has no errors
	return fmt.Sprintf("%d-%s", machine, base32.StdEncoding.EncodeToString(h.Sum(nil)[:20]))
}

// join returns the text with which workers on another machine join,
// HOST:PORT/TOKEN/FINGERPRINT.
func (s *secret) join(address string, machine int) string {
	block, _ := pem.Decode(s.Certificate)
	return address + "/" + s.token(machine) + "/" + files.SHA256(block.Bytes)
}

// pinned accepts only the certificate with the given fingerprint.
func pinned(print string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // chain, name and dates; VerifyConnection compares the fingerprint
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) == 0 || !same(files.SHA256(state.PeerCertificates[0].Raw), print) {
				return errFingerprint
			}
			return nil
		},
	}
}

var errFingerprint = errors.New("the hub's certificate does not match the fingerprint in the line to join; is it the line of this hub?")
