package advise

import (
	"embed"

	"bestiary/experiments/page/doc"
)

//go:embed *.tmpl
var pages embed.FS

// texts holds the sentences of the pages.
var texts = doc.ParseTemplates(pages)
