// Package toml reads and writes TOML files so that every fault can be reported with its location:
// the line, the path of the field, the actual and the expected value, and the nearest valid name.
//
//	f, err := toml.Open(name, data)
//	root := f.Root()
//	root.Text("title", &title)
//	root.Close() // reports unknown keys
//	err = f.Err()
//
// [Nearest] suggests names for other readers, too.
package toml
