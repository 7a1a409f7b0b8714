package porttest

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/ports"
)

// Markup is the contract of ports.Markup, and of richtext.Render with it.
func Markup(t *testing.T, m ports.Markup) {
	t.Run("what may stay stays", func(t *testing.T) {
		for _, html := range []string{
			"", "tekst", "<p>een <strong>twee</strong> <em>drie</em> <u>vier</u> <s>vijf</s></p>",
			"<ul><li>a</li></ul><ol><li>b</li></ol>",
			"<blockquote><p>x</p></blockquote>", "<h2>x</h2>",
			"<p>a &amp; b &lt;c&gt; &#34;d&#34; &#39;e&#39;</p>", "<pre><code>x</code></pre>",
			`<span class="mention" data-user-id="7">@Jan</span>`, "é 😀 李",
		} {
			equal(t, html, m.Sanitize(html), html)
		}
	})

	t.Run("texts have entities", func(t *testing.T) {
		for text, want := range map[string]string{
			"a & b": "a &amp; b", "1 < 2 > 0": "1 &lt; 2 &gt; 0", `"x" 'y'`: "&#34;x&#34; &#39;y&#39;", "&amp;lt;b&gt;": "&amp;lt;b&gt;",
			"&lt;script&gt;": "&lt;script&gt;",
		} {
			equal(t, text, m.Sanitize(text), want)
		}
	})

	t.Run("what may not stay leaves its text, if it has one", func(t *testing.T) {
		for html, want := range map[string]string{
			`<p onclick="x()" style="color:red" class="x">een</p>`: "<p>een</p>", "<font size=7>een</font>": "een",
			"a<script>alert(1)</script>b": "ab", "a<style>p{}</style>b": "ab", "a<!-- x -->b": "ab",
			`<img src=x onerror=alert(1)>een`: "een",
			"<P>een</P>":                      "<p>een</p>", `<p id="top">x</p>`: "<p>x</p>",
		} {
			got := strings.NewReplacer("</span>", "", "</a>", "").Replace(m.Sanitize(html)) // an end without a beginning is nothing
			equal(t, html, got, want)
		}
	})

	t.Run("links lead to safe addresses", func(t *testing.T) {
		for _, link := range []string{"https://club.example/a?b=1&amp;c=2", "http://club.example", "mailto:jan@club.example", "tel:0612345678"} {
			if got := m.Sanitize(
				`<a href="` + link + `">x</a>`,
			); !strings.HasPrefix(got, `<a href="`+link+`"`) ||
				!strings.HasSuffix(got, ">x</a>") {
				t.Errorf("%s: got %s", link, got)
			}
		}
		for _, link := range []string{
			"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "&#106;avascript:alert(1)",
			"data:text/html;base64,PHA+", "vbscript:x", "file:///etc/passwd", "blob:x",
		} {
			if got := m.Sanitize(`<a href="` + link + `">x</a>`); strings.Contains(got, "href") {
				t.Errorf("%s: got %s", link, got)
			}
		}
	})

	t.Run("nothing is left but what may stay, however it is written", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(attacks), 0, 12).Draw(t, "pieces"), "")
			got := m.Sanitize(text)
			if !harmless.MatchString(got) {
				t.Fatalf("%q became %q", text, got)
			}
			alike(t, "again", m.Sanitize(got), got)
		})
	})

	t.Run("what is rendered is safe, stays as it is, and keeps lines", func(t *testing.T) {
		for text, want := range map[string]string{
			"": "", " \n ": "", "<p></p>": "", "<p> <br></p>": "", "<script>x</script>": "", "een": "<p>een</p>",
			"een\r\ntwee\n\n drie & vier": "<p>een<br>twee</p><p>drie &amp; vier</p>", "een<br>twee<br />drie": "<p>een<br>twee<br>drie</p>",
			"<p>een\ntwee</p>":              "<p>een\ntwee</p>",
			"Bel @[Jan de Wit](7) & @[x]":   `<p>Bel <span class="mention" data-user-id="7">@Jan de Wit</span> &amp; @[x]</p>`,
			"@[<b>x</b>](7) @[y](0) @[](3)": "<p>@[<b>x</b>](7) @[y](0) @[](3)</p>",
		} {
			equal(t, text, richtext.Render(m.Sanitize, text), want)
		}
		got := richtext.Render(m.Sanitize, `Zie (https://club.example/a?b=1&c=2). Of "http://x.example/"!`)
		for _, part := range []string{`(<a href="https://club.example/a?b=1&amp;c=2"`, `>https://club.example/a?b=1&amp;c=2</a>). Of `,
			`&#34;<a href="http://x.example/"`, `</a>&#34;!</p>`} {
			if !strings.Contains(got, part) {
				t.Errorf("%s lacks %s", got, part)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(attacks), 0, 12).Draw(t, "pieces"), "")
			rendered := richtext.Render(m.Sanitize, text)
			if !harmless.MatchString(rendered) {
				t.Fatalf("%q became %q", text, rendered)
			}
			alike(t, "again", richtext.Render(m.Sanitize, rendered), rendered)
		})
	})
}

// harmless is HTML of which every tag is one that may stay, as it may stay.
var harmless = regexp.MustCompile(`^(?:[^<>]|</?(?:` + strings.Join(richtext.Elements, "|") + `)/?>|</(?:a|span)>|` +
	`<a href="(?:https?|mailto|tel):[^"<>]*"(?: (?:rel|target)="[a-z _]*")*>|` +
	`<span(?: class="mention"| data-user-id="[1-9][0-9]{0,17}")*>)*$`)

// attacks are pieces of what somebody might write.
var attacks = []string{
	"<script>",
	"</script>",
	"alert(1)",
	`<img src=x onerror="alert(1)">`,
	"<svg/onload=alert(1)>",
	"<",
	">",
	"&",
	"&lt;",
	`"`,
	"'",
	" ",
	"\n",
	"\n\n",
	"<p>",
	"</p>",
	"<p ",
	"<b>",
	"</b>",
	"<a href=\"javascript:alert(1)\">",
	`<a href="https://x.example/">`,
	"</a>",
	"<!--",
	"-->",
	"<style>",
	"</style>",
	"&#x3c;script&#x3e;",
	"<iframe src=//x.example>",
	"x",
	"tekst ",
	"https://x.example/a?b=\"onclick=1",
	"@[Jan](7)",
	`@["><script>](8)`,
	`<span class="mention" data-user-id="7" onclick="x">`,
	"</span>",
	"<math><mi>",
	"<scr",
	"ipt>",
	"\x00",
	"<textarea>",
	"<noscript>",
	"<p title=\"</p><script>alert(1)//\">",
	"<ul>",
	"<li>",
	"<br>",
	"<hr/>",
	"\u202e",
	"&#106;avascript:",
	"]]>",
	"<![CDATA[",
	"http://y.example",
	"&#34;",
	"&amp;lt;",
}
