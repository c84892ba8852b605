package picture

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Limits on a picture of a game's own.
const (
	MaxFile  = 16 << 10 // bytes
	maxPixel = 512      // pixels of a side
)

const (
	svgData = "data:image/svg+xml;base64,"
	pngData = "data:image/png;base64,"
)

// IsFile reports whether a string names a file with a picture.
func IsFile(text string) bool {
	ext := strings.ToLower(filepath.Ext(text))
	return !IsData(text) && (ext == ".svg" || ext == ".png")
}

// IsData reports whether a string is a picture as a data URI, as returned by Embed.
func IsData(text string) bool { return strings.HasPrefix(text, "data:") }

// Embed checks the content of a file and returns it as a data URI. From an SVG it removes comments
// and metadata. The error states what is not allowed.
func Embed(data []byte) (string, error) {
	if len(data) > MaxFile {
		return "", fmt.Errorf("%d bytes, but at most %d are allowed", len(data), MaxFile)
	}
	if bytes.HasPrefix(data, []byte("\x89PNG")) {
		c, err := png.DecodeConfig(bytes.NewReader(data))
		if err == nil && max(c.Width, c.Height) > maxPixel {
			return "", fmt.Errorf("%d × %d pixels, but at most %d of a side are allowed", c.Width, c.Height, maxPixel)
		}
		if err == nil {
			_, err = png.Decode(bytes.NewReader(data))
		}
		if err != nil {
			return "", fmt.Errorf("not a valid PNG: %w", err)
		}
		return pngData + base64.StdEncoding.EncodeToString(data), nil
	}
	clean, err := cleanSVG(data)
	return svgData + base64.StdEncoding.EncodeToString(clean), err
}

// CheckData checks a data URI as Embed checks a file.
func CheckData(uri string) error {
	for _, prefix := range []string{svgData, pngData} {
		text, ok := strings.CutPrefix(uri, prefix)
		if !ok {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return errors.New("not valid base64")
		}
		again, err := Embed(data)
		if err == nil && again != uri {
			err = errors.New("more than what draws")
		}
		return err
	}
	return errors.New("neither an SVG nor a PNG in base64")
}

const svgSpace = "http://www.w3.org/2000/svg"

// drawing lists the elements of SVG that only draw.
var drawing = strings.Fields("svg g defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask title desc")

// cleanSVG removes comments, metadata and foreign elements from an SVG. Elements that do
// more than draw, and references to other files, are errors.
func cleanSVG(data []byte) ([]byte, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	var b bytes.Buffer
	all := drawn{[]string{""}, map[string]int{}, map[string][]string{}}
	for {
		token, err := d.Token()
		first := all.sizes[""] == 0
		if err == io.EOF && !first {
			if all.count("", map[string]int{}) > maxDrawn {
				return nil, fmt.Errorf("with its references it draws more than %d elements", maxDrawn)
			}
			return b.Bytes(), nil
		} else if err != nil {
			return nil, fmt.Errorf("neither a PNG nor a valid SVG: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Space != svgSpace && !first || t.Name.Local == "metadata" {
				if err := d.Skip(); err != nil {
					return nil, err
				}
				continue
			}
			if len(all.open) == 1 && (!first || t.Name.Local != "svg" || t.Name.Space != svgSpace) {
				return nil, fmt.Errorf("its first element is <%s>, not <svg xmlns=%q>", t.Name.Local, svgSpace)
			}
			if !slices.Contains(drawing, t.Name.Local) {
				return nil, fmt.Errorf("the element <%s> is not allowed", t.Name.Local)
			}
			if all.begin(t); len(all.open) > 41 {
				return nil, errors.New("elements nested deeper than 40")
			}
			if err := writeElement(&b, t, first); err != nil {
				return nil, err
			}
		case xml.EndElement:
			all.open = all.open[:len(all.open)-1]
			b.WriteString("</" + t.Name.Local + ">")
		case xml.CharData:
			if len(all.open) > 1 {
				_ = xml.EscapeText(&b, bytes.TrimSpace(t)) // a Buffer never fails
			}
		case xml.Directive:
			if bytes.Contains(t, []byte("ENTITY")) {
				return nil, errors.New("entities are not allowed")
			}
		}
	}
}

// writeElement writes the beginning of an element with the attributes of SVG.
func writeElement(b *bytes.Buffer, t xml.StartElement, first bool) error {
	b.WriteString("<" + t.Name.Local)
	if first {
		b.WriteString(` xmlns="` + svgSpace + `"`)
	}
	for _, a := range t.Attr {
		name, value := a.Name.Local, strings.ToLower(strings.Join(strings.Fields(a.Value), ""))
		switch {
		case name == "href" && !strings.HasPrefix(value, "#"):
			return fmt.Errorf("the reference %q of <%s> leads out of the picture", a.Value, t.Name.Local)
		case strings.HasPrefix(strings.ToLower(name), "on"):
			return fmt.Errorf("the script %s of <%s> is not allowed", name, t.Name.Local)
		case strings.Count(value, "url(") > strings.Count(value, "url(#") || strings.ContainsAny(value, `\`) || strings.Contains(value, "@import"):
			return fmt.Errorf("the %s %q of <%s> leads out of the picture", name, a.Value, t.Name.Local)
		case a.Name.Space != "" && name != "href" || name == "xmlns":
			continue
		}
		b.WriteString(" " + name + `="`)
		_ = xml.EscapeText(b, []byte(a.Value))
		b.WriteString(`"`)
	}
	b.WriteString(">")
	return nil
}

// maxDrawn is the largest number of elements that a picture of a game's own may draw.
const maxDrawn = 5000

// drawn counts the elements that an SVG draws when its references are followed: even a short file
// can have too many for any browser.
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
