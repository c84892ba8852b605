// Package files reads and writes files whole. A file is replaced only by a complete
// one that has reached the disk, so that neither a crash nor a full disk leaves half
// a file. Reading is limited to a maximum size.
package files
