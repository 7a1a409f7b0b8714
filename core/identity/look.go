package identity

import (
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/colour"
)

// shades are the page's own, lightest first (apps/web/src/theme/theme.ts): those of a club are as light, so that whatever can be
// read in these can be read in those.
var shades = [...]string{
	"#ebf7f9", "#d3edf2", "#a8dbe5", "#74c5d5", "#43adc2", "#2196ad", "#117d95", "#0d687d", "#0e5566", "#0b3d4a",
}

// In the dark, the page's own header, and what stands out from the page a little, more, and most.
const darkHeader = "#0a2c36"

var deep = [...]string{"#12323c", "#143a45", "#194653"}

// What is under the mouse in the header is tinted towards what its text is not.
const (
	darker  = "rgb(0 0 0 / 16%)"
	lighter = "rgb(255 255 255 / 30%)"
)

// Look returns the club's colours as properties of CSS, "" for a club without a colour: the page's theme has its own then.
func (c Club) Look() string {
	if !colourForm.MatchString(c.Colour) {
		return ""
	}
	on, hover := colour.On(c.Colour), darker
	if on == "#000" {
		hover = lighter
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--brand:%s;--brand-text:%s;--brand-hover:%s;--brand-glow:none;--brand-dark:%s", c.Colour, on, hover,
		colour.Shade(c.Colour, darkHeader))
	for i, shade := range shades {
		fmt.Fprintf(&b, ";--brand-%d:%s", i, colour.Shade(c.Colour, shade))
	}
	for i, shade := range deep {
		fmt.Fprintf(&b, ";--brand-deep-%d:%s", i, colour.Shade(c.Colour, shade))
	}
	return b.String()
}
