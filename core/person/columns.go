package person

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// Column is something about people that a table of them can show.
type Column struct {
	Key     string // what clients ask for it by
	Heading string
	Cell    func(*Listed) sheet.Cell
}

// Listed is somebody in such a table, and what the cells depend on besides.
type Listed struct {
	*Person
	Record *Record
	Today  civil.Date
	Zone   *time.Location // the club's
	Groups []Titled       // those that the reader may see, in the order of lists
}

// Titled is a team or a committee by its number and title.
type Titled struct {
	ID    int64
	Title string
}

// ColumnTeam is the key of the column that needs Listed.Groups.
const ColumnTeam = "team"

// Columns are those that there are.
var Columns = []Column{
	text("name", "Naam", func(p *Listed) string { return p.Name.Full() }),
	text("first_name", "Voornaam", func(p *Listed) string { return p.Name.First }),
	text("infix", "Tussenvoegsel", func(p *Listed) string { return p.Name.Infix }),
	text("last_name", "Achternaam", func(p *Listed) string { return p.Name.Last }),
	text("email", "E-mail", func(p *Listed) string { return p.Reach(Email, Email2) }),
	text("phone", "Telefoon", func(p *Listed) string { return p.Reach(Mobile, Phone) }),
	text(ColumnTeam, "Team", (*Listed).teams),
	text("labels", "Labels", func(p *Listed) string { return strings.Join(term.Names(p.Record.Labels), ", ") }),
	date("modified", "Laatst gewijzigd", func(p *Listed) civil.Date { return civil.On(p.Modified, p.Zone) }),
	{"age", "Leeftijd", (*Listed).age},
	date("birthdate", "Geboortedatum", func(p *Listed) civil.Date { return p.Birthdate }),
	text("gender", "Geslacht", func(p *Listed) string { return genderNames[p.Gender] }),
	text("street", "Straat", func(p *Listed) string { return p.home().Street }),
	text("postal_code", "Postcode", func(p *Listed) string { return p.home().PostalCode }),
	text("city", "Woonplaats", func(p *Listed) string { return p.home().City }),
	text("assoc-id", "Lidnummer", func(p *Listed) string { return p.Membership.Code }),
	text("type-lid", "Type lid", func(p *Listed) string { return p.Membership.Type }),
	text("leeftijdsgroep", "Leeftijdsgroep", func(p *Listed) string { return p.Membership.AgeGroup }),
	date("lid-sinds", "Lid sinds", func(p *Listed) civil.Date { return p.Membership.Since }),
	date("lid-tot", "Lid tot", func(p *Listed) civil.Date { return p.Membership.Until }),
	date("datum-vog", "VOG-datum", func(p *Listed) civil.Date { return p.Membership.CertificateOn }),
	date("datum-foto", "Datum foto", func(p *Listed) civil.Date { return p.Membership.PhotoOn }),
	flag("huidig-vrijwilliger", "Vrijwilliger", func(p *Listed) bool { return p.Record.Volunteer }),
	flag("financiele-blokkade", "Financiële blokkade", func(p *Listed) bool { return p.Membership.FinancialBlock }),
	text("helpdesk-id", "Helpdesknummer", func(p *Listed) string { return p.Membership.HelpdeskID }),
	flag("isparent", "Ouder", func(p *Listed) bool { return p.Membership.Parent }),
	flag("former_member", "Oud-lid", func(p *Listed) bool { return p.Membership.Former }),
}

// genderNames are the contract's values as people read them.
var genderNames = map[Gender]string{
	"male": "Man", "female": "Vrouw", "non_binary": "Non-binair", "other": "Anders", "prefer_not_to_say": "Zegt het liever niet",
}

// ColumnsOf are the columns of the keys, each once, in the order of the keys; false when there is one that does not exist.
func ColumnsOf(keys []string) (columns []Column, known bool) {
	for _, key := range keys {
		at := func(c Column) bool { return c.Key == key }
		i := slices.IndexFunc(Columns, at)
		if i < 0 {
			return nil, false
		}
		if !slices.ContainsFunc(columns, at) {
			columns = append(columns, Columns[i])
		}
	}
	return columns, true
}

func text(key, heading string, of func(*Listed) string) Column {
	return Column{key, heading, func(p *Listed) sheet.Cell { return sheet.Text(of(p)) }}
}

func date(key, heading string, of func(*Listed) civil.Date) Column {
	return Column{key, heading, func(p *Listed) sheet.Cell { return sheet.Date(of(p)) }}
}

func flag(key, heading string, of func(*Listed) bool) Column {
	return text(key, heading, func(p *Listed) string {
		if of(p) {
			return "Ja"
		}
		return "Nee"
	})
}

// teams are the groups of the current entries, each once, in the order of Groups; of one that the reader may not see, what the
// entry says of it.
func (p *Listed) teams() string {
	titles := []string{}
	add := func(title string) {
		if title != "" && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	known := map[int64]bool{}
	for _, group := range p.Groups {
		in := func(e work.Entry) bool { return e.Group == group.ID && e.CurrentOn(p.Today) }
		if known[group.ID] = group.Title != ""; slices.ContainsFunc(p.Work, in) {
			add(group.Title)
		}
	}
	for _, e := range p.Work {
		if e.CurrentOn(p.Today) && !known[e.Group] {
			add(strings.TrimSpace(e.Description))
		}
	}
	return strings.Join(titles, ", ")
}

func (p *Listed) age() sheet.Cell {
	years, known := Age(p.Birthdate, p.Today)
	if !known {
		return sheet.Cell{}
	}
	return sheet.Number(int64(years))
}
