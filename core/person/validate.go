package person

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// References are what the values of a person may refer to; of people and groups as far as they are new: see Person.NewReferences.
type References struct {
	Hidden []ID      // people that a new relation may not point at: they do not exist, or whoever edits may not see them
	Types  []term.ID // of relationship that exist
	// Unchanged are people whom whoever edits may see and not change: nobody becomes their parent, whom the club writes to about
	// them, by a new row of one of the types ToChildren.
	Unchanged  []ID
	ToChildren []term.ID
	Labels     []term.ID           // that exist
	Groups     map[int64]work.Kind // of the groups that whoever edits may see
	// Merged is somebody who becomes one with the edited person: what either referred to before is not new.
	Merged *Person
	// AnyPeriod lets a new period of work end before it starts: the synchronization brings what the federation has.
	AnyPeriod bool
}

// Validate trims and folds an edited person first, and then adds to problems what may not be saved. Every rule about the
// values of a saved person is here, whoever edited it. before is the person before the edit.
func (p *Person) Validate(before *Person, refs References, problems *fault.Problems) {
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
		p.Contacts[i].validate(fmt.Sprintf("acf.contact_info[%d]", i), problems)
	}
	either := before.With(refs.Merged)
	p.validateWork(either, refs.Groups, problems)
	if !refs.AnyPeriod {
		p.validatePeriods(either, problems)
	}
	p.validateRelations(either, refs, problems)
	for i, id := range p.Labels {
		if !slices.Contains(before.Labels, id) && !slices.Contains(refs.Labels, id) {
			problems.Add(fmt.Sprintf("person_label[%d]", i), term.ErrAbsent.Message)
		}
	}
	p.endScreening(before)
	Fields.Check(p, before, "acf", problems)
	MetaFields.Check(p, before, "meta", problems)
}

// validateWork gives the rows the kinds of their groups. A new row names a group that the editor may see; what is wrong with
// another number is not told: the group may be hidden, or not there. Rows of a number that the person had already keep their
// kind.
func (p *Person) validateWork(before *Person, visible map[int64]work.Kind, problems *fault.Problems) {
	had := make(map[int64]work.Kind, len(before.Work))
	for _, e := range before.Work {
		had[e.Group] = e.Kind
	}
	for i := range p.Work {
		e := &p.Work[i]
		kind, sees := visible[e.Group]
		if !sees {
			kind, sees = had[e.Group]
		}
		switch {
		case e.Group == 0: // of no group: the client's word stands
		case sees:
			e.Kind = kind
		default:
			problems.Add(fmt.Sprintf("acf.work_history[%d].team", i), NoSuchGroup)
		}
	}
}

// validatePeriods refuses new periods that end before they start. Those that the person had already stay: clients send back what
// they once read.
func (p *Person) validatePeriods(before *Person, problems *fault.Problems) {
	for i, e := range p.Work {
		had := func(old work.Entry) bool { return old.Group == e.Group && old.Start == e.Start && old.End == e.End }
		if e.Backwards() && !slices.ContainsFunc(before.Work, had) {
			problems.Add(fmt.Sprintf("acf.work_history[%d].end_date", i), EndsTooSoon)
		}
	}
}

func (c *Contact) validate(at string, problems *fault.Problems) {
	c.Value = strings.TrimSpace(c.Value)
	if c.Type == "" {
		problems.Add(at+".contact_type", fault.Required)
	}
	if c.Type == Email || c.Type == Email2 {
		c.Value = strings.ToLower(c.Value)
	}
}

// validateRelations checks the new relations. Rows that point at the person itself or repeat another one say nothing: they are
// dropped.
func (p *Person) validateRelations(before *Person, refs References, problems *fault.Problems) {
	types := before.relationTypes()
	for i, relation := range p.Relations {
		at := fmt.Sprintf("acf.relationships[%d]", i)
		switch {
		case relation.To == 0:
			problems.Add(at+".related_person", fault.Required)
		case slices.Contains(refs.Hidden, relation.To) && !before.has(relation):
			problems.Add(at+".related_person", ErrAbsent.Message)
		case slices.Contains(refs.Unchanged, relation.To) && slices.Contains(refs.ToChildren, relation.Type) &&
			!before.relates(relation.To, relation.Type):
			problems.Add(at+".related_person", NotTheirParent)
		}
		switch {
		case relation.Type == 0:
			problems.Add(at+".relationship_type", fault.Required)
		case !slices.Contains(refs.Types, relation.Type) && !slices.Contains(types, relation.Type):
			problems.Add(at+".relationship_type", NoSuchType)
		}
	}
	var kept []Relation
	for _, relation := range p.Relations {
		again := func(other Relation) bool { return other.To == relation.To && other.Type == relation.Type }
		if (relation.To != p.ID || relation.To == 0) && !slices.ContainsFunc(kept, again) {
			kept = append(kept, relation)
		}
	}
	p.Relations = kept
}

// has reports whether a relation stood there as it is: its label is the other side's, too.
func (p *Person) has(relation Relation) bool {
	return slices.ContainsFunc(p.Relations, func(other Relation) bool {
		return other.To == relation.To && other.Type == relation.Type && other.Label == relation.Label
	})
}

// relates reports whether there is a relation of a type to somebody, whatever its label.
func (p *Person) relates(to ID, kind term.ID) bool {
	return slices.ContainsFunc(p.Relations, func(r Relation) bool { return r.To == to && r.Type == kind })
}

// endScreening forgets the steps of a VOG request when a new certificate arrived, but those set with it.
func (p *Person) endScreening(before *Person) {
	arrived := p.Membership.CertificateOn
	if arrived.IsZero() || arrived == before.Membership.CertificateOn {
		return
	}
	was := before.Screening
	for _, step := range []struct{ now, was *civil.Date }{
		{&p.Screening.MailedOn, &was.MailedOn}, {&p.Screening.SubmittedOn, &was.SubmittedOn},
		{&p.Screening.RemindedOn, &was.RemindedOn},
	} {
		if *step.now == *step.was {
			*step.now = civil.Date{}
		}
	}
}

// With returns p with the work and the relations of another person besides, nil for none: what either refers to.
func (p *Person) With(other *Person) *Person {
	if other == nil {
		return p
	}
	either := *p
	either.Work, either.Relations = slices.Concat(p.Work, other.Work), slices.Concat(p.Relations, other.Relations)
	return &either
}

// NewReferences returns the people and the groups that p refers to and did not refer to before.
func (p *Person) NewReferences(before *Person) (people []ID, groups []int64) {
	return without(p.newlyRelated(before), []ID{p.ID}), without(p.groups(), before.groups())
}

func without(ids, others []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return slices.Contains(others, id) })
}

// newlyRelated are the people to whom p has relations that did not stand there before.
func (p *Person) newlyRelated(before *Person) []ID {
	rows := slices.DeleteFunc(slices.Clone(p.Relations), before.has)
	return numbers(rows, func(r Relation) int64 { return r.To })
}

// Related are the people that p has relations to.
func (p *Person) Related() []ID {
	return numbers(p.Relations, func(r Relation) int64 { return r.To })
}

func (p *Person) relationTypes() []term.ID {
	return numbers(p.Relations, func(r Relation) int64 { return r.Type })
}

func (p *Person) groups() []int64 {
	return numbers(p.Work, func(e work.Entry) int64 { return e.Group })
}

// numbers are the numbers that rows refer to, each once, without those that refer to nothing.
func numbers[R any](rows []R, of func(R) int64) []int64 {
	ids := []int64{}
	for _, row := range rows {
		if id := of(row); id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
