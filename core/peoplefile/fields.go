package peoplefile

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
)

// Field is what a column can be: a key that clients know, "" for a column that is left out.
type Field string

// The fields that the rules ask for by name.
const (
	FullName   Field = "name"
	FirstName  Field = "first_name"
	Infix      Field = "infix"
	LastName   Field = "last_name"
	Nickname   Field = "nickname"
	Email      Field = "email"
	Birthdate  Field = "birthdate"
	MemberCode Field = "assoc-id"
	Street     Field = "street"
	House      Field = "house_number"
	HouseMore  Field = "house_number_addition"
)

// field is one field: how it is called, which headings are it, and how its cells are read and put into a person. Those that the
// synchronization fills say by which acf key.
type field struct {
	key      Field
	label    string
	synced   bool
	headings []string // Dutch and English, as headingKey spells them
	set      func(p *person.Person, cell string, on day) (problem string)
	get      func(p *person.Person) string
}

const wholeName = "Hele naam"

// day is what the meaning of a date depends on.
type day struct {
	today    civil.Date
	date1904 bool
}

var fields = []field{
	{key: FullName, label: wholeName, headings: []string{"naam", "name", "fullname", "volledigenaam", "helenaam", "lid", "member"},
		set: func(p *person.Person, cell string, _ day) string {
			if formula(cell) {
				return wholeName + ": " + isFormula
			}
			p.Name = named(p.Name, person.ParseName(cell))
			return ""
		},
		get: func(p *person.Person) string { return p.Name.Full() }},
	text(FirstName, "Voornaam", false, func(p *person.Person) *string { return &p.Name.First },
		"voornaam", "firstname", "roepnaam", "givenname", "first"),
	text(Infix, "Tussenvoegsel", true, func(p *person.Person) *string { return &p.Name.Infix },
		"tussenvoegsel", "tussenvoegsels", "tussenv", "tussen", "voorvoegsel", "voorvoegsels", "infix", "prefix", "middlename"),
	text(LastName, "Achternaam", false, func(p *person.Person) *string { return &p.Name.Last },
		"achternaam", "lastname", "familienaam", "surname", "familyname", "last"),
	text(Nickname, "Roepnaam", false, func(p *person.Person) *string { return &p.Name.Nick }, "bijnaam", "nickname"),
	{key: "gender", label: "Geslacht", headings: []string{"geslacht", "gender", "sex", "mv", "aanhef"}, set: setGender,
		get: func(p *person.Person) string { return genderNames[p.Gender] }},
	text("pronouns", "Voornaamwoorden", false, func(p *person.Person) *string { return &p.Pronouns }, "voornaamwoorden", "pronouns"),
	date(Birthdate, "Geboortedatum", func(p *person.Person) *civil.Date { return &p.Birthdate },
		"geboortedatum", "gebdatum", "gebdat", "geboren", "birthdate", "dateofbirth", "dob", "birthday"),
	contact(Email, "E-mail", person.Email,
		"email", "mail", "emailadres", "mailadres", "emailaddress", "email1", "emailadres1", "epost"),
	contact("email2", "Tweede e-mail", person.Email2,
		"email2", "tweedeemail", "emailadres2", "email2eadres", "secondemail", "alternatiefemailadres", "andereemail"),
	contact("mobile", "Mobiel", person.Mobile,
		"mobiel", "mobile", "gsm", "mobielnummer", "mobieletelefoon", "mobilephone", "06nummer", "mobiel1", "telefoonmobiel",
		"cellphone"),
	contact("phone", "Telefoon", person.Phone,
		"telefoon", "phone", "telefoonnummer", "tel", "telnr", "phonenumber", "vastetelefoon", "telefoon1", "telefoonthuis",
		"telephone"),
	contact("website", "Website", person.Website, "website", "site", "url"),
	home(Street, "Straat", func(a *person.Address) *string { return &a.Street },
		"straat", "straatnaam", "street", "adres", "address", "adresregel1", "streetaddress", "addressline1"),
	{key: House, label: "Huisnummer", headings: []string{"huisnummer", "huisnr", "nr", "nummer", "housenumber", "number"}},
	{key: HouseMore, label: "Toevoeging", headings: []string{"toevoeging", "huisnummertoevoeging", "toev", "huisnrtoev",
		"addition"}},
	home("postal_code", "Postcode", func(a *person.Address) *string { return &a.PostalCode },
		"postcode", "postalcode", "zip", "zipcode", "pc"),
	home("city", "Woonplaats", func(a *person.Address) *string { return &a.City },
		"woonplaats", "plaats", "city", "stad", "town", "plaatsnaam"),
	home("state", "Provincie", func(a *person.Address) *string { return &a.State }, "provincie", "state", "province"),
	home("country", "Land", func(a *person.Address) *string { return &a.Country }, "land", "country"),
	text(MemberCode, "Relatiecode", true, func(p *person.Person) *string { return &p.Membership.Code },
		"relatiecode", "relatienummer", "lidnummer", "lidnr", "bondsnummer", "membercode", "membernumber", "memberid", "associd",
		"knvbnummer", "lidcode"),
	date("lid-sinds", "Lid sinds", func(p *person.Person) *civil.Date { return &p.Membership.Since },
		"lidsinds", "lidvanaf", "inschrijfdatum", "datuminschrijving", "aanmelddatum", "membersince", "joined", "startdate"),
	date("lid-tot", "Lid tot", func(p *person.Person) *civil.Date { return &p.Membership.Until },
		"lidtot", "uitschrijfdatum", "datumuitschrijving", "afmelddatum", "opzegdatum", "memberuntil", "enddate"),
	text("type-lid", "Type lid", true, func(p *person.Person) *string { return &p.Membership.Type },
		"typelid", "lidsoort", "soortlid", "lidmaatschap", "membertype", "membership", "membershiptype"),
	text("leeftijdsgroep", "Leeftijdsgroep", true, func(p *person.Person) *string { return &p.Membership.AgeGroup },
		"leeftijdsgroep", "leeftijdscategorie", "categorie", "agegroup"),
	text("spelactiviteit", "Spelactiviteit", true, func(p *person.Person) *string { return &p.Membership.Activity },
		"spelactiviteit", "activiteit", "activity"),
	flag("former_member", "Oud-lid", func(p *person.Person) *bool { return &p.Membership.Former },
		"oudlid", "formermember", "exlid"),
	flag("isparent", "Ouder", func(p *person.Person) *bool { return &p.Membership.Parent }, "ouder", "parent", "isparent"),
	date("datum-vog", "VOG-datum", func(p *person.Person) *civil.Date { return &p.Membership.CertificateOn },
		"vogdatum", "datumvog", "vog", "certificatedate"),
	date("datum-overlijden", "Overleden op", func(p *person.Person) *civil.Date { return &p.DiedOn },
		"datumoverlijden", "overledenop", "overlijdensdatum", "overleden", "dateofdeath"),
}

// Fields returns the keys of what a column can be, in the order in which people choose among them.
func Fields() (keys []Field) {
	for i := range fields {
		keys = append(keys, fields[i].key)
	}
	return keys
}

// Label returns how people know a field.
func Label(key Field) string {
	if f := find(key); f != nil {
		return f.label
	}
	return string(key)
}

// Known reports whether a column can be that: a field, or nothing.
func (f Field) Known() bool { return f == "" || find(f) != nil }

func find(key Field) *field {
	if i := slices.IndexFunc(fields, func(f field) bool { return f.key == key }); i >= 0 {
		return &fields[i]
	}
	return nil
}

var byHeading = func() map[string]Field {
	all := map[string]Field{}
	for i := range fields {
		for _, heading := range fields[i].headings {
			all[heading] = fields[i].key
		}
	}
	return all
}()

// Recognise returns which field a heading is, "" for none.
func Recognise(heading string) Field { return byHeading[headingKey(heading)] }

// recognise is Recognise among the headings of a file: what somebody is called is the first name, unless that has a column, too.
func recognise(heading string, all []string) Field {
	isCalled := func(heading string) bool { return headingKey(heading) == "roepnaam" }
	first := func(heading string) bool { return Recognise(heading) == FirstName && !isCalled(heading) }
	if isCalled(heading) && slices.ContainsFunc(all, first) {
		return Nickname
	}
	return Recognise(heading)
}

// Guess says which fields the columns are: what a user chose for the same heading before, else what the heading is recognised as.
// Each field is guessed once.
func Guess(headings []string, before map[string]Field) []Field {
	guessed := make([]Field, len(headings))
	taken := map[Field]bool{}
	for _, known := range []func(string) (Field, bool){
		func(heading string) (Field, bool) { f, is := before[headingKey(heading)]; return f, is },
		func(heading string) (Field, bool) {
			_, chosen := before[headingKey(heading)]
			return recognise(heading, headings), !chosen
		},
	} {
		for i, heading := range headings {
			if f, is := known(heading); is && f != "" && guessed[i] == "" && !taken[f] {
				guessed[i], taken[f] = f, true
			}
		}
	}
	if taken[FirstName] && taken[LastName] {
		for i := range guessed {
			if guessed[i] == FullName {
				guessed[i] = ""
			}
		}
	}
	return guessed
}

// Remember adds to what is known of headings what was chosen for them.
func Remember(known map[string]Field, columns []Column) {
	for _, c := range columns {
		key := headingKey(c.Heading)
		if _, there := known[key]; key != "" && !there {
			known[key] = c.Field
		}
	}
}

// CheckColumns refuses columns by which nobody can be made out.
func CheckColumns(columns []Column) error {
	seen := map[Field]bool{}
	for _, c := range columns {
		if c.Field != "" && seen[c.Field] {
			return ErrTwice(c.Field)
		}
		seen[c.Field] = true
	}
	if !seen[FirstName] && !seen[FullName] && !seen[MemberCode] {
		return ErrNoName
	}
	if seen[FullName] && seen[FirstName] {
		return ErrTwice(FullName)
	}
	return nil
}

func text(key Field, label string, synced bool, of func(*person.Person) *string, headings ...string) field {
	return field{key: key, label: label, synced: synced, headings: headings,
		set: func(p *person.Person, cell string, _ day) string {
			if formula(cell) {
				return label + ": " + isFormula
			}
			if key == MemberCode && (scientific.MatchString(cell) || strings.Trim(cell, "#") == "") {
				return wrong(label, cell, notACode)
			}
			*of(p) = cell
			return ""
		},
		get: func(p *person.Person) string { return *of(p) },
	}
}

// home is a part of the first address.
func home(key Field, label string, of func(*person.Address) *string, headings ...string) field {
	return field{key: key, label: label, headings: headings,
		set: func(p *person.Person, cell string, _ day) string {
			if slices.ContainsFunc(strings.Fields(cell), formula) { // a house number stands behind its street
				return label + ": " + isFormula
			}
			if len(p.Addresses) == 0 {
				p.Addresses = []person.Address{{}}
			}
			*of(&p.Addresses[0]) = cell
			return ""
		},
		get: func(p *person.Person) string {
			if len(p.Addresses) == 0 {
				return ""
			}
			return *of(&p.Addresses[0])
		},
	}
}

func date(key Field, label string, of func(*person.Person) *civil.Date, headings ...string) field {
	return field{key: key, label: label, synced: true, headings: headings,
		set: func(p *person.Person, cell string, on day) string {
			if strings.Trim(cell, "0-/. :T") == "" { // 0000-00-00: how databases write that there is none
				return ""
			}
			when, problem := ParseDate(cell, on.today, on.date1904, key == Birthdate || key == "datum-overlijden")
			if problem != "" {
				return wrong(label, cell, problem)
			}
			*of(p) = when
			return ""
		},
		get: func(p *person.Person) string { return of(p).String() },
	}
}

func flag(key Field, label string, of func(*person.Person) *bool, headings ...string) field {
	return field{key: key, label: label, synced: true, headings: headings,
		set: func(p *person.Person, cell string, _ day) string {
			truth, known := parseFlag(cell)
			if !known {
				return wrong(label, cell, "geen ja of nee")
			}
			*of(p) = truth
			return ""
		},
		get: func(p *person.Person) string {
			if *of(p) {
				return "Ja"
			}
			return "Nee"
		},
	}
}

// contact is one of the ways to reach somebody. The first value of a cell takes the place of the first one of that type, others
// are added, and nothing that is there already is added again.
func contact(key Field, label string, kind person.ContactType, headings ...string) field {
	return field{key: key, label: label, headings: headings,
		set: func(p *person.Person, cell string, _ day) string {
			list, known := values(cell, kind), true
			if kind == person.Phone || kind == person.Mobile {
				list, known = telephones(cell)
			}
			if !known {
				return wrong(label, cell, notANumber)
			}
			for i, value := range list {
				if formula(value) {
					return label + ": " + isFormula
				}
				mail := kind == person.Email || kind == person.Email2
				if mail && !address(value) {
					return wrong(label, value, "geen e-mailadres")
				}
				if mail {
					value = strings.ToLower(value)
				}
				reach(p, kind, value, i == 0)
			}
			return ""
		},
		get: func(p *person.Person) string {
			var list []string
			for _, c := range p.Contacts {
				if c.Type == kind && c.Value != "" {
					list = append(list, c.Value)
				}
			}
			return strings.Join(list, ", ")
		},
	}
}

// reach puts a value among the contacts of somebody, unless it is there.
func reach(p *person.Person, kind person.ContactType, value string, first bool) {
	contact := person.Contact{Type: kind, Value: value}
	if slices.ContainsFunc(p.Contacts, contact.Same) {
		return
	}
	at := slices.IndexFunc(p.Contacts, func(c person.Contact) bool { return c.Type == kind })
	if first && at >= 0 {
		p.Contacts[at].Value = value
		return
	}
	p.Contacts = append(p.Contacts, contact)
}

// named gives somebody a name that was written in one, and leaves the nickname.
func named(was, now person.Name) person.Name {
	now.Nick = was.Nick
	return now
}
