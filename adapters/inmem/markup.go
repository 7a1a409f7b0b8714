package inmem

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/ports"
)

// Markup knows HTML as well as regular expressions can, for tests: it is safe, and drops what it does not understand.
type Markup struct{}

var _ ports.Markup = Markup{}

var (
	unseen = regexp.MustCompile(
		`(?is)<!--.*?(?:-->|$)|<![^>]*>|<(?:script|style|title|iframe|noscript|textarea|template|object)\b.*?` +
			`(?:</(?:script|style|title|iframe|noscript|textarea|template|object)\s*>|$)`,
	)
	element    = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)/?>`)
	address    = regexp.MustCompile(`\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	mentionTag = regexp.MustCompile(`\bdata-user-id="([1-9][0-9]{0,17})"`)
)

// Sanitize implements ports.Markup.
func (Markup) Sanitize(text string) string {
	var safe strings.Builder
	text = unseen.ReplaceAllString(text, "")
	at := 0
	for _, place := range element.FindAllStringSubmatchIndex(text, -1) {
		safe.WriteString(html.EscapeString(html.UnescapeString(text[at:place[0]])))
		at = place[1]
		safe.WriteString(allowed(text[place[2]:place[3]], strings.ToLower(text[place[4]:place[5]]), text[place[6]:place[7]]))
	}
	safe.WriteString(html.EscapeString(html.UnescapeString(text[at:])))
	return safe.String()
}

// allowed returns a tag as it may stay, "" for one that may not.
func allowed(slash, name, attributes string) string {
	link, user := address.FindStringSubmatch(attributes), mentionTag.FindStringSubmatch(attributes)
	switch {
	case slices.Contains(richtext.Elements, name), slash != "" && (name == "a" || name == "span"):
		return "<" + slash + name + ">"
	case name == "a" && link != nil:
		to := html.UnescapeString(link[1] + link[2])
		if parsed, err := url.Parse(to); err != nil || !slices.Contains(richtext.Schemes, parsed.Scheme) {
			return ""
		}
		return `<a href="` + html.EscapeString(to) + `">`
	case name == "span" && user != nil:
		return `<span class="` + richtext.MentionClass + `" data-user-id="` + user[1] + `">`
	}
	return ""
}
