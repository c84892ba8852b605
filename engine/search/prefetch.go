//go:build amd64 || arm64

package search

// prefetch brings an entry into the cache while the program continues.
//
//go:noescape
func prefetch(e *entry)
