package chart

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a finished picture. It holds no reference to the input it was made
// from, and may be written any number of times.
type Chart struct {
	title, subtitle string
	width, height   vg.Length
	paint           func(pen)
}

// draw paints the picture on a canvas of the chart's own size.
func (c *Chart) draw(canvas vg.Canvas) {
	p := pen{draw.NewCanvas(canvas, c.width, c.height)}
	p.fillRect(p.Rectangle, white)
	c.paint(p)
}

// Width is how wide a picture is laid out.
type Width int

// The widths of pictures, in CSS pixels: for a desk, and for a phone.
const (
	Wide   Width = 720
	Narrow Width = 358
)

// Alt says what the picture shows, for readers that do not see it.
func (c *Chart) Alt() string { return c.title + ": " + c.subtitle }

// PNG writes the picture at 144 dots per inch on white.
func (c *Chart) PNG(w Width) ([]byte, error) {
	canvas := vgimg.NewWith(vgimg.UseWH(c.width, c.height), vgimg.UseDPI(pngDPI))
	c.draw(canvas)
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("chart: writing PNG: %w", err)
	}
	return b.Bytes(), nil
}

// SVG writes the picture with a white ground, text as text, and a title and
// description for screen readers.
func (c *Chart) SVG(w Width) ([]byte, error) {
	canvas := &svgCanvas{Canvas: vgsvg.New(c.width, c.height)}
	c.draw(canvas)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("chart: writing SVG: %w", err)
	}
	svg := setTexts(b.Bytes(), canvas.texts)
	svg = inheritFont(svg)
	return describe(svg, c.title, c.subtitle), nil
}
