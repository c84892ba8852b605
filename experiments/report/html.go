package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
)

//go:embed report.html.tmpl
var htmlTemplate string

// html is the page for a browser; the pictures are inside.
func (p *page) html() ([]byte, error) {
	t, err := template.New("report").Parse(htmlTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Source is the picture as a data address.
func (f figure) Source() template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(f.picture.svg))
}
