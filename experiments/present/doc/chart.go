package doc

import (
	"fmt"

	"bestiary/experiments/present/chart"
)

// Chart is a chart as a figure, in all its forms.
func Chart(name, caption string, c *chart.Chart) (Figure, error) {
	f := Figure{Name: name, Alt: c.Alt(), Caption: caption}
	var err error
	if f.Wide, err = c.SVG(chart.Wide); err != nil {
		return f, fmt.Errorf("chart %s: %w", name, err)
	}
	if f.Narrow, err = c.SVG(chart.Narrow); err != nil {
		return f, fmt.Errorf("chart %s: %w", name, err)
	}
	if f.PNG, err = c.PNG(chart.Wide); err != nil {
		return f, fmt.Errorf("chart %s: %w", name, err)
	}
	return f, nil
}
