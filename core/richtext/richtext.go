// Package richtext owns the small HTML that members write: which elements it has, and how plain lines, web addresses and mentions
// become part of it.
//
// It does not make HTML safe: that is a library's work (ports.Markup), whose result is all that this package touches.
package richtext

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Elements are those that stay. Besides them there are links (a) to addresses of Schemes, and mentions (span, see Render).
var Elements = []string{
	"p", "br", "strong", "b", "em", "i", "u", "s", "ul", "ol", "li", "blockquote", "h2", "h3", "h4", "pre", "code", "hr", "div",
}

// Schemes are those of the addresses that links have.
var Schemes = []string{"http", "https", "mailto", "tel"}

// MentionClass is the class of the span that a mention is.
const MentionClass = "mention"

// MostDigits is the maximum length of the number of a user in a mention.
const MostDigits = 18

// Render returns what somebody wrote as HTML to keep and to show, "" for what has no text. sanitize is that of ports.Markup, and
// has the last word.
//
// A text without blocks keeps its lines: a blank one ends a paragraph. Web addresses become links. A mention is written
// @[Name](7), with the number of a user, and becomes <span class="mention" data-user-id="7">@Name</span>. What Render returned
// stays as it is when it is rendered again.
func Render(sanitize func(string) string, text string) string {
	text = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
	clean := strings.TrimSpace(sanitize(text))
	if !block.MatchString(clean) {
		clean = paragraphs(clean)
	}
	rendered := sanitize(linked(clean))
	if Text(rendered) == "" {
		return ""
	}
	return rendered
}

var (
	block   = regexp.MustCompile(`<(?:p|ul|ol|blockquote|h[234]|pre|hr|div)[ />]`)
	newLine = regexp.MustCompile(`<br ?/?>\n?`)
	blank   = regexp.MustCompile(`\n[ \t]*\n\s*`)
)

// paragraphs puts safe HTML without blocks into paragraphs.
func paragraphs(clean string) string {
	var made strings.Builder
	for _, one := range blank.Split(newLine.ReplaceAllString(clean, "\n"), -1) {
		if one = strings.TrimSpace(one); one != "" {
			made.WriteString("<p>" + strings.ReplaceAll(one, "\n", "<br>") + "</p>")
		}
	}
	return made.String()
}

var (
	tag     = regexp.MustCompile(`<(/?)([a-z0-9]+)[^<>]*>`)
	special = regexp.MustCompile(`@\[([^\[\]<>]{1,200})\]\(([1-9][0-9]{0,17})\)|https?://[\pL\pN\-._~:/?#@!$&*+,;=%]+`)
	quote   = regexp.MustCompile(`&(?:#34|#39|lt|gt);`) // ends an address
)

// sentence are the marks that end a sentence or a part of it, not the address in it.
const sentence = ".,;:!?"

// asIs are the elements whose texts hold no links and mentions.
var asIs = map[string]bool{"a": true, "span": true, "pre": true, "code": true}

// linked makes mentions and links of the texts between the elements of safe HTML.
func linked(clean string) string {
	var made strings.Builder
	inside, at := 0, 0
	text := func(part string) {
		if inside == 0 {
			part = withLinks(part)
		}
		made.WriteString(part)
	}
	for _, place := range tag.FindAllStringSubmatchIndex(clean, -1) {
		text(clean[at:place[0]])
		at = place[1]
		made.WriteString(clean[place[0]:at])
		if asIs[clean[place[4]:place[5]]] {
			if place[2] == place[3] {
				inside++
			} else {
				inside = max(0, inside-1)
			}
		}
	}
	text(clean[at:])
	return made.String()
}

// withLinks makes elements of the mentions and the addresses in a text.
func withLinks(text string) string {
	var made strings.Builder
	for {
		place := special.FindStringSubmatchIndex(text)
		if place == nil {
			made.WriteString(text)
			return made.String()
		}
		made.WriteString(text[:place[0]])
		end := place[1]
		switch found := text[place[0]:end]; {
		case place[2] >= 0:
			made.WriteString(`<span class="` + MentionClass + `" data-user-id="` + text[place[4]:place[5]] + `">@` +
				text[place[2]:place[3]] + `</span>`)
		default:
			if cut := quote.FindStringIndex(found); cut != nil {
				found = found[:cut[0]]
			}
			found = strings.TrimRight(found, sentence)
			if end = place[0] + len(found); leads(found) {
				found = `<a href="` + found + `">` + found + `</a>`
			}
			made.WriteString(found)
		}
		text = text[end:]
	}
}

// leads reports whether an address is one of the web.
func leads(address string) bool {
	parsed, err := url.Parse(html.UnescapeString(address))
	return err == nil && parsed.Host != "" && parsed.User == nil
}

var mentioned = regexp.MustCompile(`<span [^<>]*data-user-id="([1-9][0-9]{0,17})"`)

// Mentions returns the users who are mentioned in HTML that Render returned, each once.
func Mentions(rendered string) (users []int64) {
	for _, found := range mentioned.FindAllStringSubmatch(rendered, -1) {
		if user, err := strconv.ParseInt(found[1], 10, 64); err == nil && !slices.Contains(users, user) {
			users = append(users, user)
		}
	}
	return users
}

var (
	lineEnd = regexp.MustCompile(`<(?:br|/p|/li|/h[234]|/blockquote|/pre|/div|hr)[ /]*>`)
	spaces  = regexp.MustCompile(`[^\S\n]+`)
	breaks  = regexp.MustCompile(` ?\n\s*`)
)

// Text returns the words of HTML that Render returned, each of its lines on one of its own.
func Text(rendered string) string {
	text := tag.ReplaceAllString(lineEnd.ReplaceAllString(rendered, "\n"), "")
	text = spaces.ReplaceAllString(html.UnescapeString(text), " ")
	return strings.TrimSpace(breaks.ReplaceAllString(text, "\n"))
}
