package study

import (
	"embed"

	"bestiary/experiments/page/doc"
)

//go:embed *.tmpl
var pages embed.FS

// texts are the sentences of pages.
var texts = doc.ParseTemplates(pages)
