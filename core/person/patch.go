package person

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
)

// Patch is what a client wants to change: members of acf and of meta, as it sent them. Absent members stay as they are.
type Patch struct {
	Fields map[string]json.RawMessage
	Meta   map[string]json.RawMessage

	// Unknown are the people that new relations may not point at: they don't exist, or the client may not see them.
	Unknown []ID
}

// Related are the people that the patch's relations point at. It finds nothing in a patch that Apply refuses.
func (c Patch) Related() []ID {
	var scratch Person
	var problems fault.Problems
	Fields.Decode(&scratch, c.Fields, "acf", &problems)
	ids := []ID{}
	for _, relation := range scratch.Relations {
		ids = append(ids, relation.To)
	}
	return ids
}

// certificateSteps are the meta keys of a running VOG request; a new certificate ends the request.
var certificateSteps = []string{"vog_email_sent_date", "vog_justis_submitted_date", "vog_reminder_sent_date"}

// Apply makes the change, or answers the contract's rest_invalid_param with every field that is wrong. After an error p
// is unusable.
func (c Patch) Apply(p *Person) error {
	var problems fault.Problems
	before := p.Clone()
	Fields.Decode(p, c.Fields, "acf", &problems)
	fields.DecodeExtra(&p.Meta, c.Meta, "meta", &problems)
	for i, relation := range p.Relations {
		if slices.Contains(c.Unknown, relation.To) && !before.relatesTo(relation.To) {
			problems.Add(fmt.Sprintf("acf.relationships[%d].related_person", i), fault.UnknownPerson)
		}
	}
	p.Name = p.Name.trimmed()
	if p.Name.First == "" {
		problems.Add("acf.first_name", fault.Required)
	}
	if p.Visibility == "" {
		p.Visibility = Private
	}
	if !p.Membership.CertificateOn.IsZero() && p.Membership.CertificateOn != before.Membership.CertificateOn {
		for _, key := range certificateSteps {
			if _, sent := c.Meta[key]; !sent {
				delete(p.Meta, key)
			}
		}
	}
	return problems.Fault()
}

func (n Name) trimmed() Name {
	return Name{
		First: strings.TrimSpace(n.First), Infix: strings.TrimSpace(n.Infix),
		Last: strings.TrimSpace(n.Last), Nick: strings.TrimSpace(n.Nick),
	}
}

func (p *Person) relatesTo(id ID) bool {
	return slices.ContainsFunc(p.Relations, func(r Relation) bool { return r.To == id })
}
