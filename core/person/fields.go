package person

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/work"
)

// Fields are the members of a person's acf object (contract §2.1), in the order in which they are kept; late ones are answered behind
// all others. By its line here a field is read from clients, stored, answered and described in the API. Rules about values are in validate.go, keys to
// filter and sort by in keys.go. After a change of the table, raise FormatVersion.
var Fields = fields.NewTable(func(p *Person) *fields.Extra { return &p.Extra },
	fields.Text("first_name", func(p *Person) *string { return &p.Name.First }),
	fields.Text("infix", func(p *Person) *string { return &p.Name.Infix }, fields.Synced, fields.Doc("Tussenvoegsel.")),
	fields.Text("last_name", func(p *Person) *string { return &p.Name.Last }),
	fields.Text("nickname", func(p *Person) *string { return &p.Name.Nick }),
	fields.Choice("gender", func(p *Person) *Gender { return &p.Gender }, Genders),
	fields.Text("pronouns", func(p *Person) *string { return &p.Pronouns }),
	fields.Date("birthdate", func(p *Person) *civil.Date { return &p.Birthdate }, fields.Synced),
	fields.Flag("former_member", func(p *Person) *bool { return &p.Membership.Former }, fields.Synced),
	fields.Rows("contact_info", "ContactEntry", func(p *Person) *[]Contact { return &p.Contacts }, contactFields),
	fields.Rows("addresses", "Address", func(p *Person) *[]Address { return &p.Addresses }, addressFields),
	fields.Rows("work_history", "WorkEntry", func(p *Person) *[]work.Entry { return &p.Work }, WorkFields),
	fields.OwnTable(fields.Rows("relationships", "RelationEntry", func(p *Person) *[]Relation { return &p.Relations }, relationFields),
		appendRelations),
	fields.OnRead[Person]("photo_gallery", fields.TypeIDs, appendGallery),
	fields.Text(keyCode, func(p *Person) *string { return &p.Membership.Code }, fields.Synced,
		fields.Doc("Member code of the association.")),
	fields.Date("lid-sinds", func(p *Person) *civil.Date { return &p.Membership.Since }, fields.Synced),
	fields.Date("lid-tot", func(p *Person) *civil.Date { return &p.Membership.Until }, fields.Synced),
	fields.Text("leeftijdsgroep", func(p *Person) *string { return &p.Membership.AgeGroup }, fields.Synced),
	fields.Text("type-lid", func(p *Person) *string { return &p.Membership.Type }, fields.Synced),
	fields.Text("spelactiviteit", func(p *Person) *string { return &p.Membership.Activity }, fields.Synced,
		fields.Doc("Playing activity; empty or - means none.")),
	fields.Text("helpdesk-id", func(p *Person) *string { return &p.Membership.HelpdeskID }, fields.Synced),
	fields.Date("datum-vog", func(p *Person) *civil.Date { return &p.Membership.CertificateOn }, fields.Synced,
		fields.Doc("Date of the certificate of conduct (VOG).")),
	fields.Date("datum-foto", func(p *Person) *civil.Date { return &p.Membership.PhotoOn }, fields.Synced),
	fields.Date("datum-overlijden", func(p *Person) *civil.Date { return &p.DiedOn }, fields.Synced),
	fields.Flag("financiele-blokkade", func(p *Person) *bool { return &p.Membership.FinancialBlock }, fields.Synced,
		fields.Doc("Financial transfer block.")),
	fields.Flag("isparent", func(p *Person) *bool { return &p.Membership.Parent }, fields.Synced, fields.Doc("Parent of a member.")),
	fields.Computed("is_deceased", fields.TypeFlag, func(dst []byte, p *Person) []byte {
		return strconv.AppendBool(dst, p.Deceased())
	}, fields.Doc("True when datum-overlijden is known.")),
	fields.Computed("birth_year", fields.TypeText, appendBirthYear, fields.Nullable, fields.Doc("Year of birthdate.")),
	mirrored("vog_email_sent_date", func(p *Person) civil.Date { return p.Screening.MailedOn }),
	mirrored("vog_justis_submitted_date", func(p *Person) civil.Date { return p.Screening.SubmittedOn }),
	mirrored("vog_reminder_sent_date", func(p *Person) civil.Date { return p.Screening.RemindedOn }),
	fields.OnRead[Person]("huidig-vrijwilliger", fields.TypeText, func(dst []byte, a *Answer) []byte {
		return strconv.AppendQuote(dst, listing.Flag(a.Volunteer))
	}, fields.Doc("'1' for a volunteer on the day of the request, else '0' (contract §2.1 rule 2).")),
	fields.Choice("_visibility", func(p *Person) *Visibility { return &p.Visibility }, Visibilities),
	fields.IDs("_assigned_workspaces", func(p *Person) *[]int64 { return &p.Workspaces }),
).WithPrefixes(
	fields.Prefix("_nikki_", fields.Synced, fields.Doc("Contributions by year: _nikki_2026_total, _saldo and _status.")),
	fields.Prefix("factuur-", fields.Synced, fields.Doc("Where invoices go: factuur-adres, factuur-email and factuur-referentie.")),
)

// MetaFields are the members of a person's meta object: the steps towards a certificate, and whatever clients keep there.
var MetaFields = fields.NewTable(func(p *Person) *fields.Extra { return &p.Meta },
	fields.Date("vog_email_sent_date", func(p *Person) *civil.Date { return &p.Screening.MailedOn }, fields.Synced),
	fields.Date("vog_justis_submitted_date", func(p *Person) *civil.Date { return &p.Screening.SubmittedOn }, fields.Synced),
	fields.Date("vog_reminder_sent_date", func(p *Person) *civil.Date { return &p.Screening.RemindedOn }, fields.Synced),
)

// mirrored is a member of meta as acf shows it.
func mirrored(key string, of func(*Person) civil.Date) fields.Field[Person] {
	return fields.Computed(key, fields.TypeDate, func(dst []byte, p *Person) []byte {
		return strconv.AppendQuote(dst, of(p).String())
	}, fields.Doc("Set in meta."))
}

var contactFields = fields.NewTable(func(c *Contact) *fields.Extra { return &c.Extra },
	fields.Choice("contact_type", func(c *Contact) *ContactType { return &c.Type }, ContactTypes),
	fields.Text("contact_label", func(c *Contact) *string { return &c.Label }),
	fields.Text("contact_value", func(c *Contact) *string { return &c.Value }),
)

var addressFields = fields.NewTable(func(a *Address) *fields.Extra { return &a.Extra },
	fields.Text("address_label", func(a *Address) *string { return &a.Label }),
	fields.Text("street", func(a *Address) *string { return &a.Street }),
	fields.Text("postal_code", func(a *Address) *string { return &a.PostalCode }),
	fields.Text("city", func(a *Address) *string { return &a.City }),
	fields.Text("state", func(a *Address) *string { return &a.State }),
	fields.Text("country", func(a *Address) *string { return &a.Country }),
)

// WorkFields are the members of a row of work_history.
var WorkFields = fields.NewTable(func(e *work.Entry) *fields.Extra { return &e.Extra },
	fields.ID("team", func(e *work.Entry) *int64 { return &e.Group }, fields.Doc("Id of a team or a committee; one id space.")),
	fields.Choice("entity_type", func(e *work.Entry) *work.Kind { return &e.Kind }, []work.Kind{work.Team, work.Committee},
		fields.Doc("What team points at: answered from the group, and taken from a client only where there is none of that number.")),
	fields.Text("job_title", func(e *work.Entry) *string { return &e.Title }),
	fields.Text("description", func(e *work.Entry) *string { return &e.Description }),
	fields.Date("start_date", func(e *work.Entry) *civil.Date { return &e.Start }),
	fields.Date("end_date", func(e *work.Entry) *civil.Date { return &e.End }),
	fields.Flag("is_current", func(e *work.Entry) *bool { return &e.Current }),
)

var relationFields = fields.NewTable(func(r *Relation) *fields.Extra { return &r.Extra },
	fields.ID("related_person", func(r *Relation) *ID { return &r.To }),
	fields.ID("relationship_type", func(r *Relation) *int64 { return &r.Type }),
	fields.Text("relationship_label", func(r *Relation) *string { return &r.Label }),
	fields.OnRead[Relation]("person_name", fields.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return fields.AppendText(dst, a.Name)
	}, fields.Doc("Empty for a person whom the reader may not see.")),
	fields.OnRead[Relation]("person_thumbnail", fields.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return a.picture(dst, a.Photo)
	}),
	fields.OnRead[Relation]("relationship_name", fields.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return fields.AppendText(dst, a.TypeName)
	}),
	fields.OnRead[Relation]("relationship_slug", fields.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return fields.AppendText(dst, a.TypeSlug)
	}),
)

func appendBirthYear(dst []byte, p *Person) []byte {
	if p.Birthdate.IsZero() {
		return append(dst, "null"...)
	}
	return strconv.AppendQuote(dst, p.Birthdate.String()[:4])
}
