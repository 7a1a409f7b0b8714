package identity_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/colour"
	"github.com/clubhuis/clubhuis/core/identity"
)

// look returns the properties of a club of a colour.
func look(club string) map[string]string {
	properties := map[string]string{}
	for property := range strings.SplitSeq(identity.Club{Colour: club}.Look(), ";") {
		name, value, _ := strings.Cut(property, ":")
		properties[name] = value
	}
	return properties
}

// The page of a club can be read in light and dark, whatever its colour.
func TestWhateverTheColourTheirPageCanBeRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		own := fmt.Sprintf("#%06x", rapid.IntRange(0, 0xffffff).Draw(t, "colour"))
		is := look(own)
		if is["--brand"] != own {
			t.Fatalf("%s became %s", own, is["--brand"])
		}
		text := map[string]string{"#000": "#000000", "#fff": "#ffffff"}[is["--brand-text"]]
		for _, c := range []struct{ what, text, ground string }{
			{"the header", text, is["--brand"]}, {"the header in the dark", "#ffffff", is["--brand-dark"]},
			{"a button", "#ffffff", is["--brand-7"]}, {"a button under the mouse", "#ffffff", is["--brand-8"]},
			{"a link", is["--brand-7"], "#ffffff"}, {"a link on the page", is["--brand-7"], "#faf9f7"},
			{"what stands out", is["--brand-7"], is["--brand-0"]},
			{"what stands out in the dark", is["--brand-3"], is["--brand-deep-0"]},
			{"a light button in the dark", is["--brand-2"], is["--brand-deep-1"]},
			{"that under the mouse", is["--brand-2"], is["--brand-deep-2"]},
			{"a link in the dark", is["--brand-3"], "#1b252a"},
		} {
			if got := colour.Contrast(c.text, c.ground); got < 4.5 {
				t.Errorf("%s of %s: %s on %s differs by %.2f", c.what, own, c.text, c.ground, got)
			}
		}
	})
}

func TestAClubWithoutAColourLooksAsThePage(t *testing.T) {
	t.Parallel()
	for _, none := range []string{"", "red", "#fff", "#12345g", "#123456;background:url(//elders.example)"} {
		if got := (identity.Club{Colour: none}).Look(); got != "" {
			t.Errorf("%q: %s", none, got)
		}
	}
}

// What the theme falls back on is what shades of clubs are as light as.
func TestTheThemeHasTheShades(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../apps/web/src/theme/theme.ts")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`var\((--brand-(?:\d|dark|deep-\d)), (#[0-9a-f]{6})\)`).FindAllStringSubmatch(string(text), -1)
	if len(found) != 14 {
		t.Fatalf("found %q", found)
	}
	grey := look("#808080")
	for _, property := range found {
		if want := colour.Shade("#808080", property[2]); grey[property[1]] != want {
			t.Errorf("%s is as light as %s, not as %s in the theme", property[1], grey[property[1]], want)
		}
	}
}
