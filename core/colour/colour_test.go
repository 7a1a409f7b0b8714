package colour_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/colour"
)

var colours = rapid.Custom(func(t *rapid.T) string {
	return fmt.Sprintf("#%06x", rapid.IntRange(0, 0xffffff).Draw(t, "colour"))
})

func TestTextOnEveryColourCanBeRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ground := colours.Draw(t, "ground")
		text := map[string]string{"#000": "#000000", "#fff": "#ffffff"}[colour.On(ground)]
		if got := colour.Contrast(text, ground); got < 4.5 {
			t.Errorf("%s on %s differs by %.2f", text, ground, got)
		}
	})
	for ground, want := range map[string]string{
		"#000000": "#fff", "#ffffff": "#000", "#0d687d": "#fff", "#ffe600": "#000", "red": "#fff", "": "#fff",
	} {
		if got := colour.On(ground); got != want {
			t.Errorf("on %q: %s", ground, got)
		}
	}
}

func TestAShadeIsAsLightAsTheOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		own, as := colours.Draw(t, "own"), colours.Draw(t, "as")
		shade := colour.Shade(own, as)
		if off := math.Abs(colour.Light(shade) - colour.Light(as)); off > 0.006 {
			t.Errorf("%s as light as %s is %s, and %.4f off", own, as, shade, off)
		}
	})
	for _, c := range []struct{ own, as, want string }{
		{"#ff0000", "#ff0000", "#ff0000"}, {"#ffffff", "#808080", "#808080"}, {"#000000", "#808080", "#808080"},
		{"#ff0000", "#000000", "#000000"}, {"#ff0000", "#ffffff", "#ffffff"},
	} {
		if got := colour.Shade(c.own, c.as); got != c.want {
			t.Errorf("%s as light as %s: %s", c.own, c.as, got)
		}
	}
}
