package ports

// Markup makes HTML safe that users wrote.
type Markup interface {
	// Sanitize returns HTML of which nothing is left but texts and what richtext allows: its Elements without any attribute, links
	// to addresses of its Schemes, and mentions. What is left out leaves its text, but for what is no text to a reader (scripts,
	// styles, comments). Texts come back with &, <, >, " and ' as entities. What it returned stays as it is when it is sanitized
	// again.
	Sanitize(html string) string
}
