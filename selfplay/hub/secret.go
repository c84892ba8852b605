package hub

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"time"

	"bestiary/internal/files"
)

// secret holds the server's keys and the workers' token.
type secret struct {
	Token       string `json:"token"`
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
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0), DNSNames: []string{"localhost"}}
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

// join returns the text with which workers on other machines join,
// HOST:PORT/TOKEN/FINGERPRINT.
func (s *secret) join(address string) string {
	block, _ := pem.Decode(s.Certificate)
	return address + "/" + s.Token + "/" + files.SHA256(block.Bytes)
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
