package person

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/work"
)

// Fields are the members of a person's acf object (contract §2.1), in the order in which they are kept; late ones are answered
// behind all others. By its line here a field is read from clients, stored, answered and described in the API. Rules about
// values are in validate.go, keys to filter and sort by in keys.go. After a change of the table, raise FormatVersion.
var Fields = acf.NewTable(func(p *Person) *acf.Extra { return &p.Extra },
	acf.Text("first_name", func(p *Person) *string { return &p.Name.First }),
	acf.Text("infix", func(p *Person) *string { return &p.Name.Infix }, acf.Synced, acf.Doc("Tussenvoegsel.")),
	acf.Text("last_name", func(p *Person) *string { return &p.Name.Last }),
	acf.Text("nickname", func(p *Person) *string { return &p.Name.Nick }),
	acf.Choice("gender", func(p *Person) *Gender { return &p.Gender }, Genders),
	acf.Text("pronouns", func(p *Person) *string { return &p.Pronouns }),
	acf.Date("birthdate", func(p *Person) *civil.Date { return &p.Birthdate }, acf.Synced),
	acf.Flag("former_member", func(p *Person) *bool { return &p.Membership.Former }, acf.Synced),
	acf.Rows("contact_info", "ContactEntry", func(p *Person) *[]Contact { return &p.Contacts }, ContactFields),
	acf.Rows("addresses", "Address", func(p *Person) *[]Address { return &p.Addresses }, AddressFields),
	acf.Rows("work_history", "WorkEntry", func(p *Person) *[]work.Entry { return &p.Work }, WorkFields),
	acf.OwnTable(acf.Rows("relationships", "RelationEntry", func(p *Person) *[]Relation { return &p.Relations }, relationFields),
		appendRelations),
	acf.OnRead[Person]("photo_gallery", acf.TypeIDs, appendGallery),
	acf.Text(keyCode, func(p *Person) *string { return &p.Membership.Code }, acf.Synced,
		acf.Doc("Member code of the association.")),
	acf.Date("lid-sinds", func(p *Person) *civil.Date { return &p.Membership.Since }, acf.Synced),
	acf.Date("lid-tot", func(p *Person) *civil.Date { return &p.Membership.Until }, acf.Synced),
	acf.Text("leeftijdsgroep", func(p *Person) *string { return &p.Membership.AgeGroup }, acf.Synced),
	acf.Text("type-lid", func(p *Person) *string { return &p.Membership.Type }, acf.Synced),
	acf.Text("spelactiviteit", func(p *Person) *string { return &p.Membership.Activity }, acf.Synced,
		acf.Doc("Playing activity; empty or - means none.")),
	acf.Text("helpdesk-id", func(p *Person) *string { return &p.Membership.HelpdeskID }, acf.Synced),
	acf.Date("datum-vog", func(p *Person) *civil.Date { return &p.Membership.CertificateOn }, acf.Synced,
		acf.Doc("Date of the certificate of conduct (VOG).")),
	acf.Date("datum-foto", func(p *Person) *civil.Date { return &p.Membership.PhotoOn }, acf.Synced),
	acf.Date("datum-overlijden", func(p *Person) *civil.Date { return &p.DiedOn }, acf.Synced),
	acf.Flag("financiele-blokkade", func(p *Person) *bool { return &p.Membership.FinancialBlock }, acf.Synced,
		acf.Doc("Financial transfer block.")),
	acf.Flag(keyNoFee, func(p *Person) *bool { return &p.Membership.NoFee }, acf.Synced, acf.Entrusted,
		acf.Doc("Pays no contribution, although a fee can be computed."+entrustedTo)),
	acf.Flag("isparent", func(p *Person) *bool { return &p.Membership.Parent }, acf.Synced, acf.Doc("Parent of a member.")),
	acf.Computed("is_deceased", acf.TypeFlag, func(dst []byte, p *Person) []byte {
		return strconv.AppendBool(dst, p.Deceased())
	}, acf.Doc("True when datum-overlijden is known.")),
	acf.Computed("birth_year", acf.TypeText, appendBirthYear, acf.Nullable, acf.Doc("Year of birthdate.")),
	mirrored("vog_email_sent_date", func(p *Person) civil.Date { return p.Screening.MailedOn }),
	mirrored("vog_justis_submitted_date", func(p *Person) civil.Date { return p.Screening.SubmittedOn }),
	mirrored("vog_reminder_sent_date", func(p *Person) civil.Date { return p.Screening.RemindedOn }),
	acf.OnRead[Person]("huidig-vrijwilliger", acf.TypeText, func(dst []byte, a *Answer) []byte {
		return strconv.AppendQuote(dst, listing.Flag(a.Volunteer))
	}, acf.Doc("'1' for a volunteer on the day of the request, else '0' (contract §2.1 rule 2).")),
	acf.OnRead[Person]("vog_required", acf.TypeFlag, func(dst []byte, a *Answer) []byte {
		return strconv.AppendBool(dst, a.Screened)
	}, acf.Doc("A certificate of conduct is asked for on the day of the request: of volunteers who are no former members.")),
	acf.Choice("_visibility", func(p *Person) *Visibility { return &p.Visibility }, Visibilities),
	acf.IDs("_assigned_workspaces", func(p *Person) *[]int64 { return &p.Workspaces }),
).WithPrefixes(
	acf.Prefix("_nikki_", acf.Synced, acf.Entrusted,
		acf.Doc("Contributions by year: _nikki_2026_total, _saldo and _status."+entrustedTo)),
	acf.Prefix("factuur-", acf.Synced, acf.Entrusted,
		acf.Doc("Where invoices go: factuur-adres, factuur-email and factuur-referentie."+entrustedTo)),
)

// entrustedTo says who gets a field that is acf.Entrusted: see access.Reader.
const entrustedTo = " Only for the person, and for who keeps the money or administers members."

// MetaFields are the members of a person's meta object: the steps towards a certificate, and whatever clients keep there.
var MetaFields = acf.NewTable(func(p *Person) *acf.Extra { return &p.Meta },
	acf.Date("vog_email_sent_date", func(p *Person) *civil.Date { return &p.Screening.MailedOn }, acf.Synced),
	acf.Date("vog_justis_submitted_date", func(p *Person) *civil.Date { return &p.Screening.SubmittedOn }, acf.Synced),
	acf.Date("vog_reminder_sent_date", func(p *Person) *civil.Date { return &p.Screening.RemindedOn }, acf.Synced),
)

// mirrored is a member of meta as acf shows it.
func mirrored(key string, of func(*Person) civil.Date) acf.Field[Person] {
	return acf.Computed(key, acf.TypeDate, func(dst []byte, p *Person) []byte {
		return strconv.AppendQuote(dst, of(p).String())
	}, acf.Doc("Set in meta."))
}

// ContactFields are the members of a row of contact_info.
var ContactFields = acf.NewTable(func(c *Contact) *acf.Extra { return &c.Extra },
	acf.Choice("contact_type", func(c *Contact) *ContactType { return &c.Type }, ContactTypes),
	acf.Text("contact_label", func(c *Contact) *string { return &c.Label }),
	acf.Text("contact_value", func(c *Contact) *string { return &c.Value }),
)

// AddressFields are the members of a row of addresses.
var AddressFields = acf.NewTable(func(a *Address) *acf.Extra { return &a.Extra },
	acf.Text("address_label", func(a *Address) *string { return &a.Label }),
	acf.Text("street", func(a *Address) *string { return &a.Street }),
	acf.Text("postal_code", func(a *Address) *string { return &a.PostalCode }),
	acf.Text("city", func(a *Address) *string { return &a.City }),
	acf.Text("state", func(a *Address) *string { return &a.State }),
	acf.Text("country", func(a *Address) *string { return &a.Country }),
)

// WorkFields are the members of a row of work_history.
var WorkFields = acf.NewTable(func(e *work.Entry) *acf.Extra { return &e.Extra },
	acf.ID("team", func(e *work.Entry) *int64 { return &e.Group }, acf.Doc("Id of a team or a committee; one id space.")),
	acf.Choice("entity_type", func(e *work.Entry) *work.Kind { return &e.Kind }, []work.Kind{work.Team, work.Committee},
		acf.Doc("What team points at: answered from the group, and taken from a client only where there is none of that number.")),
	acf.Text("job_title", func(e *work.Entry) *string { return &e.Title }),
	acf.Text("description", func(e *work.Entry) *string { return &e.Description }),
	acf.Date("start_date", func(e *work.Entry) *civil.Date { return &e.Start }),
	acf.Date("end_date", func(e *work.Entry) *civil.Date { return &e.End }),
	acf.Flag("is_current", func(e *work.Entry) *bool { return &e.Current }),
)

var relationFields = acf.NewTable(func(r *Relation) *acf.Extra { return &r.Extra },
	acf.ID("related_person", func(r *Relation) *ID { return &r.To }),
	acf.ID("relationship_type", func(r *Relation) *int64 { return &r.Type }),
	acf.Text("relationship_label", func(r *Relation) *string { return &r.Label }),
	acf.OnRead[Relation]("person_name", acf.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return acf.AppendText(dst, a.Name)
	}, acf.Doc("Empty for a person whom the reader may not see.")),
	acf.OnRead[Relation]("person_thumbnail", acf.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return a.picture(dst, a.Photo)
	}),
	acf.OnRead[Relation]("relationship_name", acf.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return acf.AppendText(dst, a.TypeName)
	}),
	acf.OnRead[Relation]("relationship_slug", acf.TypeText, func(dst []byte, a *relatedAnswer) []byte {
		return acf.AppendText(dst, a.TypeSlug)
	}),
)

func appendBirthYear(dst []byte, p *Person) []byte {
	if p.Birthdate.IsZero() {
		return append(dst, "null"...)
	}
	return strconv.AppendQuote(dst, p.Birthdate.String()[:4])
}
