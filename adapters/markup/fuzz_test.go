package markup_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/markup"
	"github.com/clubhuis/clubhuis/core/richtext"
)

// FuzzRender lets members write any HTML: what is kept does nothing, and stays as it is when it is rendered again.
func FuzzRender(f *testing.F) {
	for _, seed := range []string{
		"een\n\ntwee @[Jan](7) https://club.example", `<a href="javascript:x">x</a>`, `<img src=x onerror=alert(1)>`,
		"<svg><style><a title='</style><img src=x onerror=y>'>", "<p>a</p><script>b</script>", "&lt;script&gt;", "<<a>",
	} {
		f.Add(seed)
	}
	m := markup.New()
	f.Fuzz(func(t *testing.T, text string) {
		kept := richtext.Render(m.Sanitize, text)
		for _, bad := range []string{"<script", "<img", "<svg", "<style", "<iframe", "javascript:"} {
			if strings.Contains(strings.ToLower(kept), `="`+bad) || strings.Contains(strings.ToLower(kept), bad) && bad[0] == '<' {
				t.Fatalf("%q becomes %q", text, kept)
			}
		}
		if again := richtext.Render(m.Sanitize, kept); again != kept {
			t.Fatalf("%q becomes %q, then %q", text, kept, again)
		}
	})
}
