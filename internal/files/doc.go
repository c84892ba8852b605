// Package files reads and writes whole files. A file is replaced only once its new content
// is complete and on the disk, so that neither a crash nor a full disk leaves half a file.
// Reading is limited to a maximum size.
package files
