package digest

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Mail is the kind of the mail with a digest.
const Mail = "digest"

// UnsubscribePath is where whoever gets a digest ends it, before the token.
const UnsubscribePath = "/afmelden/"

// Write writes the mail with a digest. clock is when it comes, and token ends it.
func (c *Content) Write(house letter.House, to mail.Address, clock, token string) mail.Draft {
	fill := strings.NewReplacer(
		"{club}", mail.Line(house.Club), "{date}", dated(c.Day), "{day}", named(c.Day), "{time}", clock,
	)
	leave := house.BaseURL + UnsubscribePath + letter.Secret
	draft := mail.Draft{
		Kind: Mail, To: []mail.Address{to}, Subject: fill.Replace(subject), Secret: token, Unsubscribe: leave,
	}
	draft.Basis.Texts, draft.Basis.People, draft.Basis.Tasks = c.texts(), c.people(), c.tasks()
	l := letter.Letter{Title: fill.Replace(title)}
	add := func(heading string, groups []list) {
		if len(groups) > 0 {
			l.Parts = append(l.Parts, part(heading, groups))
		}
	}
	at := address(house.BaseURL)
	add(today, c.Today.lists(at, false))
	add(tomorrow, c.Tomorrow.lists(at, false))
	add(week, c.Week.lists(at, true))
	add(mentions, c.mentioned(at))
	add(notes, c.shared(at))
	l.Parts = append(l.Parts,
		letter.Part{Text: openClub, Link: "/"},
		letter.Part{Text: fill.Replace(why)},
		letter.Part{Text: unsubscribe + ": " + leave, Safe: rendered(bottom, link{unsubscribe, leave})},
	)
	draft.Text, draft.HTML = house.Write(l)
	return draft
}

// texts are the records of whose words a digest tells.
func (c *Content) texts() (texts []mail.Text) {
	for _, m := range c.Mentions {
		kind := timeline.Note
		if m.Activity {
			kind = timeline.Activity
		}
		texts = append(texts, mail.Text{Kind: kind, Record: m.Record})
	}
	for _, n := range c.Notes {
		texts = append(texts, mail.Text{Kind: timeline.Note, Record: n.Record})
	}
	return texts
}

// people are those whose birthdays a digest tells, and whom its tasks are about, each once.
func (c *Content) people() (people []int64) {
	for _, s := range []*Section{&c.Today, &c.Tomorrow, &c.Week} {
		for _, b := range s.Birthdays {
			people = append(people, b.Person)
		}
		for _, t := range s.Tasks {
			if t.Person != 0 {
				people = append(people, t.Person)
			}
		}
	}
	slices.Sort(people)
	return slices.Compact(people)
}

// tasks are those that a digest lists.
func (c *Content) tasks() (tasks []mail.Task) {
	for _, s := range []*Section{&c.Today, &c.Tomorrow, &c.Week} {
		for i := range s.Tasks {
			tasks = append(tasks, mail.Task{ID: s.Tasks[i].ID, Told: s.Tasks[i].Told()})
		}
	}
	return tasks
}

// list is what stands under one small heading.
type list struct {
	Name string // "" for none
	Rows []row
}

// row is one line: a link or a text, with more behind it.
type row struct {
	Text, Link, More string
	Late             string // marks what is overdue
}

type link struct{ Text, Link string }

var pieces = template.Must(template.New("").Parse(`{{define "part"}}<h2 style="margin:24px 0 8px;font-size:17px">{{.Heading}}</h2>
{{range .Lists}}{{if .Name}}<p style="margin:8px 0 4px;color:#6b655d">{{.Name}}</p>
{{end}}<ul style="margin:0 0 8px;padding-left:20px">
{{range .Rows}}<li>{{if .Link}}<a href="{{.Link}}" style="color:#0d687d">{{.Text}}</a>{{else}}{{.Text}}{{end}}` +
	`{{if .More}} – {{.More}}{{end}}{{if .Late}} <strong style="color:#b42318">({{.Late}})</strong>{{end}}</li>
{{end}}</ul>
{{end}}{{end}}{{define "bottom"}}` +
	`<p style="margin:0;font-size:14px"><a href="{{.Link}}" style="color:#6b655d">{{.Text}}</a></p>{{end}}`))

const (
	section = "part"
	bottom  = "bottom"
)

func rendered(name string, data any) string {
	var b strings.Builder
	if err := pieces.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // a builder takes everything, and the templates fit their data
	}
	return b.String()
}

// part is a heading with lists, as HTML and as text.
func part(heading string, lists []list) letter.Part {
	var text strings.Builder
	text.WriteString(heading)
	for _, l := range lists {
		if l.Name != "" {
			text.WriteString("\n" + l.Name + ":")
		}
		for _, r := range l.Rows {
			text.WriteString("\n- " + r.Text)
			if r.More != "" {
				text.WriteString(" – " + r.More)
			}
			if r.Late != "" {
				text.WriteString(" (" + r.Late + ")")
			}
		}
	}
	return letter.Part{Text: text.String(), Safe: rendered(section, struct {
		Heading string
		Lists   []list
	}{heading, lists})}
}

// address is where the page is.
type address string

func (a address) person(id int64) string { return fmt.Sprintf("%s/leden/%d", a, id) }

// timeline is where what was written about somebody stands.
func (a address) timeline(id int64) string { return a.person(id) + "?tab=tijdlijn" }

// lists are the lists of a section; those of the week name the day of each row.
func (s *Section) lists(at address, days bool) (lists []list) {
	day := func(on string) string {
		if days {
			return on
		}
		return ""
	}
	add := func(name string, rows []row) {
		if len(rows) > 0 {
			lists = append(lists, list{name, rows})
		}
	}
	var rows []row
	for _, b := range s.Birthdays {
		words := strings.NewReplacer("{name}", mail.Line(b.Name), "{age}", strconv.Itoa(b.Age))
		rows = append(rows, row{Text: words.Replace(reaches), Link: at.person(b.Person), More: day(named(b.On))})
	}
	add(birthdays, rows)
	rows = nil
	for i, t := range s.Tasks {
		r := row{Text: mail.Line(t.Content), Link: string(at) + "/taken", More: day(named(t.Due))}
		if t.About != "" {
			r.Text += ", " + strings.ReplaceAll(about, "{name}", mail.Line(t.About))
		}
		switch {
		case t.For != "":
			r.Text += ", " + strings.ReplaceAll(givenTo, "{name}", mail.Line(t.For))
		case t.From != "":
			r.Text += ", " + strings.ReplaceAll(givenBy, "{name}", mail.Line(t.From))
		}
		if t.Overdue {
			r.More, r.Late = dayAndMonth(t.Due), overdue
		}
		rows = append(rows, r)
		if s.More > 0 && t.Overdue && (i+1 == len(s.Tasks) || !s.Tasks[i+1].Overdue) {
			rows = append(rows, row{Text: counted(s.More), Link: string(at) + "/taken", Late: overdue})
		}
	}
	add(tasks, rows)
	rows = nil
	var off []row
	for _, one := range s.Shifts {
		text := one.Start + "–" + one.End + " " + mail.Line(one.Title)
		if one.Place != "" {
			text += ", " + mail.Line(one.Place)
		}
		r := row{Text: text, Link: string(at) + "/diensten", More: day(named(one.Date))}
		if one.CalledOff {
			r.Text = strings.ReplaceAll(yourShift, "{shift}", text)
			off = append(off, r)
			continue
		}
		rows = append(rows, r)
	}
	add(shifts, rows)
	rows = off
	for _, m := range s.CalledOff {
		rows = append(rows, row{Text: m.Start + " " + mail.Line(m.Home) + " – " + mail.Line(m.Away), More: mail.Line(m.Why)})
	}
	add(calledOff, rows)
	return lists
}

func (c *Content) mentioned(at address) []list {
	var rows []row
	for _, m := range c.Mentions {
		sentence := inNote
		if m.Activity {
			sentence = inActivity
		}
		words := strings.NewReplacer("{author}", author(m.Author), "{person}", mail.Line(m.About))
		rows = append(rows, row{Text: words.Replace(sentence), Link: at.timeline(m.Person), More: mail.Line(m.Preview)})
	}
	return listed(rows)
}

func (c *Content) shared(at address) []list {
	var rows []row
	for _, n := range c.Notes {
		words := strings.NewReplacer("{author}", author(n.Author), "{person}", mail.Line(n.About))
		rows = append(rows, row{Text: words.Replace(shared), Link: at.timeline(n.Person), More: mail.Line(n.Preview)})
	}
	if c.MoreNotes > 0 {
		rows = append(rows, row{Text: counted(c.MoreNotes)})
	}
	return listed(rows)
}

// counted says how many more there are than are listed.
func counted(n int) string { return strings.ReplaceAll(andMore, "{n}", strconv.Itoa(n)) }

func listed(rows []row) []list {
	if len(rows) == 0 {
		return nil
	}
	return []list{{Rows: rows}}
}

// author is what somebody is called who may be gone.
func author(name string) string { return cmp.Or(mail.Line(name), somebodyGone) }
