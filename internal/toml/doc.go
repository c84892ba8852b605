// Package toml reads and writes TOML files so that every fault can be reported with
// its place: the line, the path of the field, what was found, what was expected and
// the nearest valid name.
//
//	f, err := toml.Open(name, data)
//	root := f.Root()
//	root.Text("title", &title)
//	root.Close() // reports unknown keys
//	err = f.Err()
//
// [Nearest] suggests names for other readers, too.
package toml
