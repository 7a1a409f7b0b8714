package letter

import (
	"fmt"
	"math"
)

// OnColour returns the colour of text that can be read on a background: black or white, whichever differs more (WCAG 2).
func OnColour(background string) string {
	var r, g, b uint8
	if _, err := fmt.Sscanf(background, "#%02x%02x%02x", &r, &g, &b); err != nil {
		return "#fff"
	}
	light := 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	if (light+0.05)/0.05 > 1.05/(light+0.05) {
		return "#000"
	}
	return "#fff"
}

// linear is a part of a colour as light, from 0 to 1.
func linear(part uint8) float64 {
	c := float64(part) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}
