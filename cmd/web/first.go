//go:build !js

package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/files"
)

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
