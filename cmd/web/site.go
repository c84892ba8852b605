//go:build !js

package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"bestiary/engine/variant"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/pieces"
	"bestiary/internal/files"
	"bestiary/internal/picture"
)

// The files of the engine for browsers.
const (
	engineFile = "engine.wasm.gz" // compiled cmd/web/wasm
	glueFile   = "wasm_exec.js"   // from the Go distribution that compiled it
)

// Site writes the static site into a folder.
func Site(ctx context.Context, folder string) ([]string, error) {
	engine, err := Engine(ctx)
	if err != nil {
		return nil, err
	}
	list := engine
	err = fs.WalkDir(Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == engineFile || path == glueFile || path == workerFile {
			return err
		}
		data, err := fs.ReadFile(Files(), path)
		list = append(list, files.File{Name: path, Data: data})
		return err
	})
	if err != nil {
		return nil, err
	}
	first, err := firstBoards(ctx)
	if err != nil {
		return nil, err
	}
	list = append(list, first...)
	for _, side := range IconSides {
		data, err := Icon(side)
		if err != nil {
			return nil, err
		}
		list = append(list, files.File{Name: IconName(side), Data: data})
	}
	return files.Write(folder, append(list, offline(list))...)
}

// Engine returns the files of the engine for browsers. If the program was built without
// them, it compiles them, which requires Go and the source of the program around the current
// folder.
func Engine(ctx context.Context) ([]files.File, error) {
	var list []files.File
	for _, name := range []string{engineFile, glueFile} {
		data, err := fs.ReadFile(Files(), name)
		if errors.Is(err, fs.ErrNotExist) {
			return compileEngine(ctx)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, files.File{Name: name, Data: data})
	}
	return list, nil
}

func compileEngine(ctx context.Context) ([]files.File, error) {
	const need = "this program was built without the engine for browsers; " +
		"compiling it requires Go and the program's source in or above the current folder"
	dir, err := os.MkdirTemp("", "bestiary")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "engine.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, "bestiary/cmd/web/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", need, err, bytes.TrimSpace(out))
	}
	wasm, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", need, err)
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", glueFile))
	if err != nil {
		return nil, err
	}
	return []files.File{{Name: engineFile, Data: packed(wasm)}, {Name: glueFile, Data: glue}}, nil
}

func packed(data []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is valid
	_, _ = w.Write(data)                                    // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

//go:embed static
var static embed.FS

// Files returns the static files of the page.
func Files() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the path is a constant
	}
	return files
}

// The piece on the icon of the page, and the colour behind it.
var (
	iconFace   = pieces.Face{Picture: "manticore"}
	iconGround = uint32(0x0072B2)
)

// IconSides are the sides of the icons as PNG, for browsers that take no SVG for an installed
// page.
var IconSides = []int{192, 512}

// IconName returns the name of the PNG with a side.
func IconName(side int) string { return fmt.Sprintf("icon-%d.png", side) }

// Icon draws the PNG with a side.
func Icon(side int) ([]byte, error) { return chart.Icon(iconFace, side, iconGround) }

// workerFile is the service worker of the static site.
const workerFile = "sw.js"

// firstBoards returns the contents of the static page before the engine has loaded: the catalogue,
// and each game of it with its first position.
func firstBoards(ctx context.Context) ([]files.File, error) {
	a := &API{}
	var list []files.File
	add := func(name string, value any) error {
		data, err := json.Marshal(value)
		list = append(list, files.File{Name: "first/" + name + ".json.gz", Data: packed(data)})
		return err
	}
	games, err := a.catalogue(ctx, struct{}{})
	if err == nil {
		err = add("catalogue", games)
	}
	if err != nil {
		return nil, err
	}
	faces := map[string][2]string{} // of the games that links describe
	for _, name := range picture.Names() {
		faces[name] = drawn(pieces.Face{Picture: name})
	}
	if err := add("faces", faces); err != nil {
		return nil, err
	}
	for _, name := range variant.Catalogue() {
		ref := GameRef{Name: name}
		game, err := a.game(ctx, ref)
		if err != nil {
			return nil, err
		}
		position, err := a.position(ctx, PositionRequest{Place: Place{Game: ref}})
		if err != nil {
			return nil, err
		}
		if err := add(name, map[string]any{"game": game, "position": position}); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// offline returns the service worker that keeps the files of the site. It changes when one
// of them does.
func offline(list []files.File) files.File {
	hashes := map[string]string{}
	for _, f := range list {
		sum := sha256.Sum256(f.Data)
		hashes[f.Name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	text, _ := json.Marshal(hashes) // strings only
	version := fmt.Sprintf("%x", sha256.Sum256(text))
	script, err := static.ReadFile("static/" + workerFile)
	if err != nil {
		panic(err) // it is embedded
	}
	worker := strings.Replace(string(script), "const files = {};\nconst version = '';",
		fmt.Sprintf("const files = %s;\nconst version = '%.16s';", text, version), 1)
	return files.File{Name: workerFile, Data: []byte(worker)}
}
