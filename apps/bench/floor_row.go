package main

import (
	"encoding/json"

	"github.com/clubhuis/clubhuis/core/person"
)

// The rows of the floor, which are its answers as well: what encoding/json makes of them holds what the server answers. The
// bodies that bench writes are of the same types.

// scalars are the columns of a person that are plain members of acf.
type scalars struct {
	FirstName     string `json:"first_name"`
	Infix         string `json:"infix"`
	LastName      string `json:"last_name"`
	Nickname      string `json:"nickname"`
	Gender        string `json:"gender"`
	Pronouns      string `json:"pronouns"`
	Birthdate     string `json:"birthdate"`
	DiedOn        string `json:"datum-overlijden"`
	Former        bool   `json:"former_member"`
	Code          string `json:"assoc-id"`
	Since         string `json:"lid-sinds"`
	Until         string `json:"lid-tot"`
	AgeGroup      string `json:"leeftijdsgroep"`
	Type          string `json:"type-lid"`
	Activity      string `json:"spelactiviteit"`
	HelpdeskID    string `json:"helpdesk-id"`
	CertificateOn string `json:"datum-vog"`
	PhotoOn       string `json:"datum-foto"`
	Blocked       bool   `json:"financiele-blokkade"`
	Visibility    string `json:"_visibility,omitempty"`
}

const scalarColumns = "first_name, infix, last_name, nickname, gender, pronouns, birthdate, died_on, former, code, " +
	"since, until, age_group, type, activity, helpdesk_id, certificate_on, photo_on, blocked, visibility"

// pointers returns where a row's scalarColumns go.
func (s *scalars) pointers() []any {
	return []any{&s.FirstName, &s.Infix, &s.LastName, &s.Nickname, &s.Gender, &s.Pronouns, &s.Birthdate, &s.DiedOn, &s.Former,
		&s.Code, &s.Since, &s.Until, &s.AgeGroup, &s.Type, &s.Activity, &s.HelpdeskID, &s.CertificateOn, &s.PhotoOn, &s.Blocked,
		&s.Visibility}
}

// values returns the row's scalarColumns.
func (s *scalars) values() []any {
	return []any{s.FirstName, s.Infix, s.LastName, s.Nickname, s.Gender, s.Pronouns, s.Birthdate, s.DiedOn, s.Former,
		s.Code, s.Since, s.Until, s.AgeGroup, s.Type, s.Activity, s.HelpdeskID, s.CertificateOn, s.PhotoOn, s.Blocked,
		s.Visibility}
}

type contactRow struct {
	Type  string `json:"contact_type"`
	Label string `json:"contact_label"`
	Value string `json:"contact_value"`
}

type addressRow struct {
	Label      string `json:"address_label"`
	Street     string `json:"street"`
	PostalCode string `json:"postal_code"`
	City       string `json:"city"`
	State      string `json:"state"`
	Country    string `json:"country"`
}

type workRow struct {
	Group       int64  `json:"team"`
	Kind        string `json:"entity_type"`
	Title       string `json:"job_title"`
	Description string `json:"description"`
	Start       string `json:"start_date"`
	End         string `json:"end_date"`
	Current     bool   `json:"is_current"`
}

type relationRow struct {
	To    int64  `json:"related_person"`
	Type  int64  `json:"relationship_type"`
	Label string `json:"relationship_label"`

	// What the answer tells besides, and no client sends.
	Name     string `json:"person_name,omitempty"`
	Picture  string `json:"person_thumbnail,omitempty"`
	TypeName string `json:"relationship_name,omitempty"`
	TypeSlug string `json:"relationship_slug,omitempty"`

	first, infix, last string // of the other person
}

func (r *contactRow) pointers() []any { return []any{&r.Type, &r.Label, &r.Value} }
func (r *addressRow) pointers() []any {
	return []any{&r.Label, &r.Street, &r.PostalCode, &r.City, &r.State, &r.Country}
}
func (r *workRow) pointers() []any {
	return []any{&r.Group, &r.Kind, &r.Title, &r.Description, &r.Start, &r.End, &r.Current}
}
func (r *relationRow) pointers() []any {
	return []any{&r.To, &r.Type, &r.Label, &r.first, &r.infix, &r.last, &r.TypeName, &r.TypeSlug}
}

func (r contactRow) values() []any { return []any{r.Type, r.Label, r.Value} }
func (r addressRow) values() []any {
	return []any{r.Label, r.Street, r.PostalCode, r.City, r.State, r.Country}
}
func (r workRow) values() []any {
	return []any{r.Group, r.Kind, r.Title, r.Description, r.Start, r.End, r.Current}
}
func (r relationRow) values() []any { return []any{r.To, r.Type, r.Label} }

// personFields are the acf of a person.
type personFields struct {
	scalars
	Contacts  []contactRow  `json:"contact_info"`
	Addresses []addressRow  `json:"addresses"`
	Work      []workRow     `json:"work_history"`
	Relations []relationRow `json:"relationships"`
}

// fieldsOf copies a person of the synthetic club.
func fieldsOf(p *person.Person) personFields {
	m := &p.Membership
	fields := personFields{scalars: scalars{
		FirstName: p.Name.First, Infix: p.Name.Infix, LastName: p.Name.Last, Nickname: p.Name.Nick, Gender: string(p.Gender),
		Pronouns: p.Pronouns, Birthdate: p.Birthdate.String(), DiedOn: p.DiedOn.String(), Former: m.Former, Code: m.Code,
		Since: m.Since.String(), Until: m.Until.String(), AgeGroup: m.AgeGroup, Type: m.Type, Activity: m.Activity,
		HelpdeskID: m.HelpdeskID, CertificateOn: m.CertificateOn.String(), PhotoOn: m.PhotoOn.String(), Blocked: m.FinancialBlock,
		Visibility: string(p.Visibility),
	}}
	for _, c := range p.Contacts {
		fields.Contacts = append(fields.Contacts, contactRow{string(c.Type), c.Label, c.Value})
	}
	for _, a := range p.Addresses {
		fields.Addresses = append(fields.Addresses, addressRow{a.Label, a.Street, a.PostalCode, a.City, a.State, a.Country})
	}
	for _, e := range p.Work {
		fields.Work = append(fields.Work,
			workRow{e.Group, string(e.Kind), e.Title, e.Description, e.Start.String(), e.End.String(), e.Current})
	}
	for _, r := range p.Relations {
		fields.Relations = append(fields.Relations, relationRow{To: r.To, Type: r.Type, Label: r.Label})
	}
	return fields
}

// rendered is the title.
type rendered struct {
	Rendered string `json:"rendered"`
}

// answer is a person as the floor returns it.
type answer struct {
	ID          int64           `json:"id"`
	Date        string          `json:"date"`
	DateGMT     string          `json:"date_gmt"`
	Modified    string          `json:"modified"`
	ModifiedGMT string          `json:"modified_gmt"`
	Slug        string          `json:"slug"`
	Status      string          `json:"status"`
	Kind        string          `json:"type"`
	Link        string          `json:"link"`
	Title       rendered        `json:"title"`
	Author      int64           `json:"author"`
	Media       int64           `json:"featured_media"`
	LinkedUser  *int64          `json:"linked_user_id"`
	Welcomed    *string         `json:"welcome_email_sent_at"`
	Fields      answerFields    `json:"acf"`
	Meta        json.RawMessage `json:"meta"`
}

type answerFields struct {
	personFields
	Photos     []int64         `json:"photo_gallery"`
	Deceased   bool            `json:"is_deceased"`
	BirthYear  string          `json:"birth_year"`
	Volunteer  string          `json:"huidig-vrijwilliger"`
	Workspaces []int64         `json:"_assigned_workspaces"`
	Extra      json.RawMessage `json:"extra"` // the keys that Clubhuis does not know
}
