package run

import "strings"

// width is that of the rules of a text, in characters.
const width = 40

// Text returns the report as plain text.
func (r Report) Text() string {
	double, single := strings.Repeat("=", width)+"\n", strings.Repeat("-", width)+"\n"
	var b strings.Builder
	writeLines(&b, r.First)
	b.WriteString("\n" + double + r.Title + "\n" + double + "\n")
	writeLines(&b, r.Lines)
	b.WriteByte('\n')
	for _, section := range r.Sections {
		b.WriteString(section.Title + "\n" + single)
		writeLines(&b, section.Lines)
		for _, entry := range section.List {
			b.WriteString("- " + entry + "\n")
		}
		b.WriteByte('\n')
	}
	b.WriteString(double)
	return b.String()
}

func writeLines(b *strings.Builder, lines []Line) {
	for _, line := range lines {
		if line.Label != "" {
			b.WriteString(line.Label + ": ")
		}
		b.WriteString(line.Text + "\n")
	}
}
