package predecessor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

func (r *Reading) readPeople(c *Club) {
	r.each(People, func(id int64, o object) {
		p := Person{Person: r.person(id, o), Picture: pictureOf(o)}
		r.readGallery(&p, o)
		c.People = append(c.People, p)
	})
	sorting.By(c.People, func(a, b Person) int { return int(a.ID - b.ID) })
	for i := range c.People {
		r.people[c.People[i].ID] = &c.People[i]
	}
	refs := person.References{Types: c.Types.IDs(), Labels: term.IDs(c.Labels), Groups: r.groups, AnyPeriod: true}
	kept := c.People[:0:0]
	for i := range c.People {
		p := &c.People[i]
		for _, row := range p.Relations {
			if r.people[row.To] == nil {
				refs.Hidden = append(refs.Hidden, row.To)
			}
		}
		p.Waits = slices.ContainsFunc(p.Work, func(row work.Entry) bool {
			return r.groups[row.Group] == "" && r.unsureGroup(row.Group)
		})
		if !r.mendPerson(&p.Person, refs) {
			r.report.Leave(origin.Person, p.ID, "this person stays behind")
			continue
		}
		kept = append(kept, *p)
	}
	clear(r.people)
	for i := range kept {
		r.people[kept[i].ID] = &kept[i]
	}
	c.People = kept
	r.uniteCodes(c)
	r.completeRelations(c)
	r.tellExtra(c)
	r.tellGalleries(c)
}

// unnamed is the first name of who has none that can be kept.
const unnamed = "Onbekend"

func (r *Reading) person(id int64, o object) person.Person {
	p := person.New(o.number("author"), r.Now)
	p.ID, p.Administered, p.Editor = id, true, 0
	p.Created, p.Modified = r.times(o)
	p.Labels = o.numbers("person_label")
	given := o.object("acf")
	members := plain(given, person.Fields.Descriptions())
	person.Fields.Read(&p, members.bytes())
	for _, key := range person.Fields.Unread(&p) {
		r.unread(origin.Person, id, key, members[key])
		delete(p.Extra, key)
	}
	person.MetaFields.Read(&p, o.object("meta").bytes())
	for _, key := range person.MetaFields.Unread(&p) {
		r.unread(origin.Person, id, "meta."+key, p.Meta[key])
		delete(p.Meta, key)
	}
	for i := range p.Contacts {
		unreadRow(r, origin.Person, id, "contact_info", person.ContactFields, &p.Contacts[i], &p.Contacts[i].Extra)
	}
	for i := range p.Addresses {
		unreadRow(r, origin.Person, id, "addresses", person.AddressFields, &p.Addresses[i], &p.Addresses[i].Extra)
		wholeStreet(&p.Addresses[i])
	}
	for i := range p.Work {
		unreadRow(r, origin.Person, id, "work_history", person.WorkFields, &p.Work[i], &p.Work[i].Extra)
	}
	oneContactEach(&p)
	r.leaveWorkspaces(origin.Person, id, &p.Visibility, &p.Workspaces)
	if p.Name.First = strings.TrimSpace(p.Name.First); p.Name.First == "" {
		p.Name.First = cmp.Or(strings.TrimSpace(p.Name.Last), o.text("title"), unnamed)
		if p.Name.First == strings.TrimSpace(p.Name.Last) {
			p.Name.Last = ""
		}
		r.report.Add(origin.Person, id, "there is no first name: %q is that now", p.Name.First)
	}
	return p
}

// oneContactEach makes contacts of the fields in which later versions keep them.
func oneContactEach(p *person.Person) {
	for _, field := range []struct {
		key, label string
		kind       person.ContactType
	}{
		{"email_1", "", person.Email}, {"email_2", "", person.Email2}, {"mobile_1", "", person.Mobile},
		{"mobile_2", "2", person.Mobile}, {"telephone_1", "", person.Phone}, {"telephone_2", "2", person.Phone},
	} {
		value := strings.TrimSpace(object(p.Extra).text(field.key))
		delete(p.Extra, field.key)
		has := func(c person.Contact) bool { return c.Type == field.kind && fold.Same(c.Value, value) }
		if value != "" && !slices.ContainsFunc(p.Contacts, has) {
			p.Contacts = append(p.Contacts, person.Contact{Type: field.kind, Label: field.label, Value: value})
		}
	}
}

// wholeStreet makes one line of the parts in which later versions keep a street.
func wholeStreet(a *person.Address) {
	o := object(a.Extra)
	parts := []string{o.text("street_name"), o.text("house_number"), o.text("house_number_addition")}
	if line := strings.Join(strings.Fields(strings.Join(parts, " ")), " "); line != "" && a.Street == "" {
		a.Street = line
	}
	for _, key := range []string{"street_name", "house_number", "house_number_addition"} {
		delete(a.Extra, key)
	}
}

// mendPerson makes a person one that may be kept.
func (r *Reading) mendPerson(p *person.Person, refs person.References) bool {
	none := person.New(0, r.Now)
	steps := p.Screening
	sound := r.mend(origin.Person, p.ID, func(problems *fault.Problems) { p.Validate(&none, refs, problems) },
		func(field string, row int) bool {
			switch {
			case field == "first_name":
				p.Name.First = unnamed
			case field == "contact_info" && row >= 0 && row < len(p.Contacts):
				p.Contacts = slices.Delete(p.Contacts, row, row+1)
			case field == "addresses" && row >= 0 && row < len(p.Addresses):
				p.Addresses = slices.Delete(p.Addresses, row, row+1)
			case field == "work_history" && row >= 0 && row < len(p.Work):
				p.Work = slices.Delete(p.Work, row, row+1)
			case field == "relationships" && row >= 0 && row < len(p.Relations):
				p.Relations = slices.Delete(p.Relations, row, row+1)
			case field == "person_label" && row >= 0 && row < len(p.Labels):
				p.Labels = slices.Delete(p.Labels, row, row+1)
			case field == "": // too much of what nobody knows
				p.Extra = nil
			case clearField(person.Fields, p, field):
			default:
				delete(p.Extra, field)
			}
			return true
		})
	if p.Screening == (person.Screening{}) { // Validate takes a certificate for one that just came
		p.Screening = steps
	}
	return sound
}

// uniteCodes leaves each member code to one person: the first one who is no former member.
func (r *Reading) uniteCodes(c *Club) {
	holders := map[string][]*Person{}
	for i := range c.People {
		if code := fold.Key(c.People[i].Membership.Code); code != "" {
			holders[code] = append(holders[code], &c.People[i])
		}
	}
	for _, several := range holders {
		if len(several) < 2 {
			continue
		}
		keeps := max(0, slices.IndexFunc(several, func(p *Person) bool { return !p.Membership.Former }))
		for i, p := range several {
			if i != keeps {
				r.report.Add(origin.Person, p.ID, "the member code %s is that of person %d, too: that one keeps it",
					p.Membership.Code, several[keeps].ID)
				p.Membership.Code = ""
			}
		}
	}
}

// completeRelations gives both sides of each relation their row.
func (r *Reading) completeRelations(c *Club) {
	for i := range c.People {
		p := &c.People[i]
		rows := slices.Clone(p.Relations)
		for _, row := range rows {
			other := r.people[row.To]
			if other == nil { // who stays behind
				p.Relations = slices.DeleteFunc(p.Relations, func(one person.Relation) bool { return one.To == row.To })
				continue
			}
			without, with, mirrored := p.Person, p.Person, other.Clone()
			without.Relations, with.Relations = nil, []person.Relation{row}
			c.Types.Mirror(&without, &with, &mirrored)
			if len(mirrored.Relations) > len(other.Relations) {
				r.report.Add(origin.Person, other.ID, "the relation to person %d stood at that person alone: it stands at both now", p.ID)
				other.Relations = mirrored.Relations
			}
		}
	}
}

// tellExtra tells of the fields that Clubhuis keeps without knowing them.
func (r *Reading) tellExtra(c *Club) {
	count := map[string]int{}
	for i := range c.People {
		for key := range c.People[i].Extra {
			count[key]++
		}
	}
	for key, n := range count {
		if !strings.HasPrefix(key, "_nikki_") && !strings.HasPrefix(key, "factuur-") {
			r.report.Add(origin.Person, 0, "the field %s is unknown here: it is kept as it is, of %d people, and stands on no card",
				key, n)
		}
	}
}
