// Package colour owns what is worked out of a colour that a club chose: which text can be read on it, and its lighter and darker
// shades.
//
// It does not own where they are shown.
package colour

import (
	"fmt"
	"math"
)

// On returns the colour of text that can be read on a background: black or white, whichever differs more (WCAG 2). One of them
// differs enough from every colour.
func On(background string) string {
	light := Light(background)
	if (light+0.05)/0.05 > 1.05/(light+0.05) {
		return "#000"
	}
	return "#fff"
}

// Contrast is how much two colours differ (WCAG 2): from 1 to 21. Text that members read needs 4.5.
func Contrast(a, b string) float64 {
	light, dark := max(Light(a), Light(b)), min(Light(a), Light(b))
	return (light + 0.05) / (dark + 0.05)
}

// Light is the relative luminance of a colour, from 0 to 1 (WCAG 2); 0 for what is none.
func Light(colour string) float64 { return parse(colour).light() }

// Shade returns a colour of the same hue that is as light as another one, so that it can be read wherever that one can.
func Shade(colour, as string) string {
	c, want := parse(colour), Light(as)
	light := c.light()
	for i := range c {
		switch {
		case want <= light && light > 0: // with less of each light
			c[i] *= want / light
		case want > light: // with some white light
			c[i] += (1 - c[i]) * (want - light) / (1 - light)
		}
	}
	return c.String()
}

// lights are the red, green and blue light of a colour, from 0 to 1.
type lights [3]float64

// parse reads "#0d687d"; what is none is black.
func parse(text string) (c lights) {
	var parts [3]uint8
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &parts[0], &parts[1], &parts[2]); err != nil {
		return c
	}
	for i, part := range parts {
		c[i] = linear(part)
	}
	return c
}

func (c lights) light() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// String returns the colour as CSS writes it.
func (c lights) String() string {
	var parts [3]uint8
	for i, light := range c {
		parts[i] = uint8(math.Round(255 * encoded(min(1, max(0, light)))))
	}
	return fmt.Sprintf("#%02x%02x%02x", parts[0], parts[1], parts[2])
}

// linear is a part of a colour as light, from 0 to 1.
func linear(part uint8) float64 {
	c := float64(part) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// encoded is the other way round.
func encoded(light float64) float64 {
	if light <= 0.0031308 {
		return light * 12.92
	}
	return 1.055*math.Pow(light, 1/2.4) - 0.055
}
