package richtext_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/richtext"
)

// What Render does with a sanitizer stands in the suite of ports.Markup.

func TestTextIsWhatOneReads(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]string{
		"": "", "<p></p>": "", "<p>&nbsp;</p>": "", "<p>een  <strong>twee</strong></p>": "een twee",
		"<p>een<br>twee</p><p>drie</p>": "een\ntwee\ndrie", "<ul><li>a</li><li>b</li></ul>c": "a\nb\nc",
		"<p>a &amp; &lt;b&gt; &#34;c&#34;</p>": `a & <b> "c"`, `<a href="https://x.example">hier</a>!`: "hier!",
	} {
		if got := richtext.Text(html); got != want {
			t.Errorf("%q: got %q, want %q", html, got, want)
		}
	}
}

func TestASanitizerHasTheLastWord(t *testing.T) {
	t.Parallel()
	nothing := func(string) string { return "" }
	if got := richtext.Render(nothing, "<p>x</p> https://x.example"); got != "" {
		t.Errorf("got %q", got)
	}
}
