package run

import (
	"html"
	"strings"
)

// HTML returns the report for a mail. Everything is escaped.
func (r Report) HTML() string {
	var b strings.Builder
	writeParagraphs(&b, r.First)
	b.WriteString("<h1>" + html.EscapeString(r.Title) + "</h1>\n")
	writeParagraphs(&b, r.Lines)
	for _, section := range r.Sections {
		b.WriteString("<h2>" + html.EscapeString(section.Title) + "</h2>\n<hr>\n")
		writeParagraphs(&b, section.Lines)
		if len(section.List) == 0 {
			continue
		}
		b.WriteString("<ul>\n")
		for _, entry := range section.List {
			b.WriteString("<li>" + html.EscapeString(entry) + "</li>\n")
		}
		b.WriteString("</ul>\n")
	}
	return b.String()
}

func writeParagraphs(b *strings.Builder, lines []Line) {
	for _, line := range lines {
		b.WriteString("<p>")
		if line.Label != "" {
			b.WriteString("<strong>" + html.EscapeString(line.Label) + ":</strong> ")
		}
		b.WriteString(html.EscapeString(line.Text) + "</p>\n")
	}
}
