//go:build amd64 || arm64

package search

// prefetch brings an entry into the cache while the program goes on.
//
//go:noescape
func prefetch(e *entry)
