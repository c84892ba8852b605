package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// SHA256 returns the SHA-256 of data, in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Sealed returns a file with another that has its SHA-256, in the format of sha256sum.
func Sealed(f File) []File {
	return []File{{Name: strings.TrimSuffix(f.Name, filepath.Ext(f.Name)) + ".sha256", Data: []byte(SHA256(f.Data) + "  " + f.Name + "\n")}, f}
}

// Seal writes settings, with their SHA-256, into the folder of the games that they determine. If
// the folder has them it must have the same.
func Seal(folder string, f File) error {
	path := filepath.Join(folder, f.Name)
	data, err := Read(path, 1<<20)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, err = Write(folder, Sealed(f)...)
	case err == nil && !bytes.Equal(data, f.Data):
		err = fmt.Errorf("%s is another file than the one given, and its games are played: settings are not changed after the first game; choose another folder with --out DIR", path)
	}
	return err
}

// WriteOnce writes a file that must not exist; otherwise the error is fs.ErrExist.
func WriteOnce(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
