package canvas

import (
	"bestiary/experiments/page/pieces"
	"bytes"
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// dpi gives two pixels to a CSS pixel.
const dpi = 144

// PNG returns a picture in light colours, with two pixels to a CSS pixel.
func PNG(width, height vg.Length, paint func(Pen)) ([]byte, error) {
	return raster(width, height, dpi, paint)
}

func raster(width, height vg.Length, dpi int, paint func(Pen)) ([]byte, error) {
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))
	paint(On(canvas, width, height))
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("writing PNG: %w", err)
	}
	return b.Bytes(), nil
}

// SVG returns a picture with its text as text. It follows the reader's colour scheme, and has a
// title and a description for screen readers.
func SVG(width, height vg.Length, title, text string, paint func(Pen)) []byte {
	canvas := &svgCanvas{width: width, height: height, dark: map[string]string{}}
	paint(On(canvas, width, height))
	return canvas.document(title, text)
}

// On returns a pen for a canvas of a size.
func On(c vg.Canvas, width, height vg.Length) Pen { return Pen{draw.NewCanvas(c, width, height)} }

// Icon returns a PNG with a number of pixels to a side: a piece on a coloured square.
func Icon(f pieces.Face, pixels int, ground Tone) ([]byte, error) {
	side := vg.Length(pixels)
	return raster(side, side, 72, func(p Pen) {
		p.FillRect(Rect(0, 0, side, side), ground)
		p.Face(f, vg.Point{X: side * 0.15, Y: side * 0.86}, side*0.7)
	})
}
