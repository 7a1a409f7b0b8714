package run

import (
	"html"
	"strings"
	"unicode"
)

// HTML is a summary for a mail: titles as headings, "key: value" with a bold key, lines with a dash as a list, and rules.
// Everything is escaped.
func HTML(summary string) string {
	var b strings.Builder
	title, list := false, false
	for line := range strings.Lines(summary) {
		line = strings.TrimSpace(line)
		item, isItem := strings.CutPrefix(line, "- ")
		if isItem != list {
			list = isItem
			b.WriteString(map[bool]string{true: "<ul>\n", false: "</ul>\n"}[list])
		}
		key, value, pair := strings.Cut(line, ": ")
		switch {
		case line == "":
		case strings.Trim(line, "=") == "":
			title = !title // the next line, until the rule below it
		case title:
			b.WriteString("<h1>" + html.EscapeString(line) + "</h1>\n")
		case strings.Trim(line, "-") == "":
			b.WriteString("<hr>\n")
		case isItem:
			b.WriteString("<li>" + html.EscapeString(item) + "</li>\n")
		case allCapitals(line):
			b.WriteString("<h2>" + html.EscapeString(line) + "</h2>\n")
		case pair:
			b.WriteString("<p><strong>" + html.EscapeString(key) + ":</strong> " + html.EscapeString(value) + "</p>\n")
		default:
			b.WriteString("<p>" + html.EscapeString(line) + "</p>\n")
		}
	}
	if list {
		b.WriteString("</ul>\n")
	}
	return b.String()
}

func allCapitals(line string) bool {
	return strings.ContainsFunc(line, unicode.IsUpper) && !strings.ContainsFunc(line, unicode.IsLower)
}
