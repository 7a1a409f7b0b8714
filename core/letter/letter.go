// Package letter owns how a mail of the club looks: one letter, in HTML and as text, with the club's name and colour.
//
// It doesn't own what letters say: a noun writes its own. What members typed is text in it, whatever it holds, but for what was
// made safe (Part.Safe).
package letter

import (
	"cmp"
	"html/template"
	"strings"

	"github.com/clubhuis/clubhuis/core/colour"
)

// House is whose letters they are.
type House struct {
	Club    string // its name
	BaseURL string // where members reach the page, without a slash at the end
	Colour  string // "#0d687d", "" for that of the page
}

// Letter is one letter.
type Letter struct {
	Title  string
	Parts  []Part
	Colour string // "" for that of the house
}

// Part is a paragraph, or with a Link a button that leads there.
type Part struct {
	Text string // lines stay lines
	Link string // an address, or a path of the page that begins with /
	Safe string // HTML that is safe, as ports.Markup returns it, in the place of Text, which is its words; "" for none

	Image string // the address of a picture, or a path of the page, in the place of Text, which says what it shows; "" for none
}

// Paragraphs returns a part for each paragraph of a text, which blank lines divide.
func Paragraphs(text string) (parts []Part) {
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph != "" {
			parts = append(parts, Part{Text: paragraph})
		}
	}
	return parts
}

// Secret stands in a letter for something that must not be kept readable, and that is filled in when it is sent.
const Secret = "clubhuis-geheim-nog-in-te-vullen"

// Write returns the letter as text and as HTML.
func (h House) Write(l Letter) (text, html string) {
	l.Parts = append([]Part{}, l.Parts...)
	for i, part := range l.Parts {
		if strings.HasPrefix(part.Link, "/") {
			l.Parts[i].Link = h.BaseURL + part.Link
		}
		if strings.HasPrefix(part.Image, "/") {
			l.Parts[i].Image = h.BaseURL + part.Image
		}
	}
	return h.text(l), h.html(l)
}

func (h House) text(l Letter) string {
	var b strings.Builder
	b.WriteString(l.Title + "\n\n")
	for _, part := range l.Parts {
		if part.Image != "" { // a text has no pictures
			continue
		}
		b.WriteString(part.Text)
		if part.Link != "" {
			b.WriteString(":\n" + part.Link)
		}
		b.WriteString("\n\n")
	}
	b.WriteString("-- \n" + h.Club + "\n" + h.BaseURL + "\n")
	return b.String()
}

// DefaultColour is the colour of a club that has chosen none: that of the page's buttons (apps/web/src/theme).
const DefaultColour = "#0d687d"

var page = template.Must(template.New("letter").Funcs(template.FuncMap{
	"safe": func(p Part) template.HTML { return template.HTML(p.Safe) }, //nolint:gosec // made safe by ports.Markup
}).Parse(`<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Letter.Title}}</title>
</head>
<body style="margin:0;padding:24px ` +
	`12px;background:#f4f2ee;color:#26231f;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" ` +
	`style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:8px">
<tr><td style="padding:16px 24px;background:{{.Colour}};color:{{.On}};font-weight:bold;border-radius:8px 8px ` +
	`0 0">{{.House.Club}}</td></tr>
<tr><td style="padding:24px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">{{.Letter.Title}}</h1>
{{range .Letter.Parts}}{{if .Link}}<p style="margin:24px 0"><a href="{{.Link}}" ` +
	`style="display:inline-block;padding:12px ` +
	`20px;background:{{$.Colour}};color:{{$.On}};text-decoration:none;border-radius:6px;font-weight:bold">{{.Text}}</a></p>
{{else if .Image}}<p style="margin:0 0 16px"><img src="{{.Image}}" alt="{{.Text}}" width="165" ` +
	`height="165" style="display:block"></p>
{{else if .Safe}}<div style="margin:0 0 16px">{{safe .}}</div>
{{else}}<p style="margin:0 0 16px;white-space:pre-line">{{.Text}}</p>
{{end}}{{end}}</td></tr>
<tr><td style="padding:16px 24px;color:#6b655d;font-size:13px;border-top:1px solid ` +
	`#e5e1da">{{.House.Club}}{{if .House.BaseURL}} · <a href="{{.House.BaseURL}}" ` +
	`style="color:#6b655d">{{.House.BaseURL}}</a>{{end}}</td></tr>
</table>
</body>
</html>
`))

// on returns the colour of text on another one, in the long form that all mail programs know.
func on(ground string) template.CSS {
	return template.CSS("#" + strings.Repeat(colour.On(ground)[1:2], 6))
}

func (h House) html(l Letter) string {
	var b strings.Builder
	ground := cmp.Or(l.Colour, h.Colour, DefaultColour)
	if err := page.Execute(&b, struct {
		House      House
		Letter     Letter
		Colour, On template.CSS
	}{h, l, template.CSS(ground), on(ground)}); err != nil {
		panic(err) // a builder takes everything, and the template fits its data
	}
	return b.String()
}
