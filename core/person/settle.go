package person

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
)

// certificateSteps are the meta keys of a running VOG request; a new certificate ends the request.
var certificateSteps = []string{"vog_email_sent_date", "vog_justis_submitted_date", "vog_reminder_sent_date"}

// Settle brings an edited person into the form in which people are kept, and notes what can't be kept: every rule about the
// values of a saved person, whoever edited it. before is the person as it was; unknown are the people that a new relation
// may not point at, for they do not exist or whoever edits may not see them.
func (p *Person) Settle(before *Person, unknown []ID, problems *fault.Problems) {
	for _, name := range []*string{&p.Name.First, &p.Name.Infix, &p.Name.Last, &p.Name.Nick} {
		*name = strings.TrimSpace(*name)
	}
	if p.Name.First == "" {
		problems.Add("acf.first_name", fault.Required)
	}
	if p.Visibility == "" {
		p.Visibility = Private
	}
	for i := range p.Contacts {
		p.Contacts[i].settle(fmt.Sprintf("acf.contact_info[%d]", i), problems)
	}
	for i, relation := range p.Relations {
		at := fmt.Sprintf("acf.relationships[%d]", i)
		relation.check(at, problems)
		if slices.Contains(unknown, relation.To) && !slices.Contains(before.Related(), relation.To) {
			problems.Add(at+".related_person", ErrAbsent.Message)
		}
	}
	p.endCertificateRequest(before)
	Fields.Check(p, before, "acf", problems)
	fields.CheckExtra(p.Meta, before.Meta, "meta", problems)
}

func (c *Contact) settle(at string, problems *fault.Problems) {
	c.Value = strings.TrimSpace(c.Value)
	if c.Type == "" {
		problems.Add(at+".contact_type", fault.Required)
	}
	if c.Type == Email || c.Type == Email2 {
		c.Value = strings.ToLower(c.Value)
	}
}

func (r Relation) check(at string, problems *fault.Problems) {
	if r.To == 0 {
		problems.Add(at+".related_person", fault.Required)
	}
	if r.Type == 0 {
		problems.Add(at+".relationship_type", fault.Required)
	}
}

// endCertificateRequest forgets the steps of a VOG request when a new certificate arrived, but those set with it.
func (p *Person) endCertificateRequest(before *Person) {
	arrived := p.Membership.CertificateOn
	if arrived.IsZero() || arrived == before.Membership.CertificateOn {
		return
	}
	for _, step := range certificateSteps {
		if string(p.Meta[step]) == string(before.Meta[step]) {
			delete(p.Meta, step)
		}
	}
}

// Related are the people that p has relations to.
func (p *Person) Related() []ID {
	ids := []ID{}
	for _, relation := range p.Relations {
		if relation.To != 0 && !slices.Contains(ids, relation.To) {
			ids = append(ids, relation.To)
		}
	}
	return ids
}
