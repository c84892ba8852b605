package picture

import (
	"encoding/xml"
	"net/url"
	"regexp"
	"strings"
)

// maxDrawn is the largest number of elements that a picture of a game's own may draw.
const maxDrawn = 5000

// drawn counts the elements that an SVG draws when its references are followed: those of a
// short file can be too many for any browser.
type drawn struct {
	open  []string // ids of the open elements, "" for the document and where there is none
	sizes map[string]int
	uses  map[string][]string // ids that are referred to below an id
}

var reference = regexp.MustCompile(`^#(.+)|(?i:url)\(#([^)]+)\)`)

// begin opens an element.
func (d *drawn) begin(t xml.StartElement) {
	id := ""
	var to []string
	for _, a := range t.Attr {
		value := strings.Join(strings.Fields(a.Value), "")
		if a.Name.Local == "id" {
			id = value
		}
		for _, found := range reference.FindAllStringSubmatch(value, -1) {
			name, _ := url.PathUnescape(found[1] + found[2]) // what cannot be read counts as a circle
			to = append(to, name)
		}
	}
	d.open = append(d.open, id)
	for i, id := range d.open {
		if i == 0 || id != "" {
			d.sizes[id]++
			d.uses[id] = append(d.uses[id], to...)
		}
	}
}

// count returns the number of elements of the document or below an id, at most one more than
// maxDrawn, which a circle of references has.
func (d *drawn) count(id string, known map[string]int) int {
	if n, ok := known[id]; ok {
		return n
	}
	known[id] = maxDrawn + 1
	n := d.sizes[id]
	for _, to := range d.uses[id] {
		n = min(n+d.count(to, known), maxDrawn+1)
	}
	known[id] = n
	return n
}
