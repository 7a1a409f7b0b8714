package person

import (
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
)

// keyCode is the field that says which member of the federation a person is.
const keyCode = "assoc-id"

// keyNoFee is the field of who pays no contribution.
const keyNoFee = "_exclude_from_contributie"

// bySection are the fields of the synchronization that another capability sets as well.
var bySection = map[string]access.Capability{
	"datum-vog": access.Certificates, "vog_email_sent_date": access.Certificates,
	"vog_justis_submitted_date": access.Certificates, "vog_reminder_sent_date": access.Certificates,
	"financiele-blokkade": access.Finance, keyNoFee: access.Finance,
}

// Extent is how much of somebody's record an editor may change.
type Extent int

// The extents.
const (
	Nothing     Extent = iota
	OwnSections        // the entrusted fields of the editor's sections
	All
)

// ExtentOf returns how much of a record the editor may change: all of it who may change it, and who reads it what the editor's
// sections are entrusted with, unless it is of the editor's own person.
func ExtentOf(editor access.Viewer, changes, reads, own bool) Extent {
	switch {
	case changes:
		return All
	case reads && !own && slices.ContainsFunc(slices.Collect(maps.Values(bySection)), editor.Can):
		return OwnSections
	}
	return Nothing
}

// Within is ErrOutsideSections when an edit of that extent changed more than it may. Values that a client sends back as they
// were are no change. before is the person as it was.
func (p *Person) Within(extent Extent, before *Person, editor access.Viewer) error {
	switch extent {
	case All:
		return nil
	case Nothing:
		return ErrHidden
	}
	others := p.Clone()
	for _, table := range []*acf.Table[Person]{Fields, MetaFields} {
		for _, key := range table.ChangedSynced(p, before) {
			if capability, isSections := bySection[key]; isSections && editor.Can(capability) {
				table.Restore(&others, before, key)
			}
		}
	}
	if !others.Same(before) {
		return ErrOutsideSections
	}
	return nil
}

// openWithoutCode are the fields that the synchronization fills for members alone: who may edit anybody else sets them.
var openWithoutCode = []string{"birthdate", "infix"}

// KeepEntrusted gives an edited person the members that are acf.Entrusted as they were before, whatever was sent. It is for an
// editor who does not read them: an edit that is refused for another value than the stored one would tell that value.
func (p *Person) KeepEntrusted(before *Person) { Fields.RestoreEntrusted(p, before) }

// Restrict keeps an edit from changing what the federation's administration holds, unless the editor administers members. The
// member code is refused by its field. Other such fields of a member keep their value, because clients send back what they once
// read. Of anybody else they are refused. Who vouched for somebody without a code vouched for the name and the e-mail
// addresses: a change of those ends that. before is the person as it was.
func (p *Person) Restrict(before *Person, editor access.Viewer, problems *fault.Problems) {
	if editor.AdministersMembers() {
		return
	}
	restrict(Fields, p, before, "acf.", editor, problems)
	restrict(MetaFields, p, before, "meta.", editor, problems)
	if before.Membership.Code == "" && p.identity() != before.identity() {
		p.Administered = false // nobody vouched for who this is now
	}
	if size := p.unknownSize(); size > acf.MaxUnknown && size > before.unknownSize() {
		problems.Add("acf", fault.TooManyUnknown)
	}
}

// identity is what somebody without a member code is known by: the name and the e-mail addresses.
func (p *Person) identity() string {
	lines := []string{fold.Key(p.Name.Full())}
	for _, c := range p.Contacts {
		if address := fold.Key(c.Value); (c.Type == Email || c.Type == Email2) && !slices.Contains(lines, address) {
			lines = append(lines, address)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// NewCode returns the member code that p has and before did not have, folded, "" for none.
func (p *Person) NewCode(before *Person) string {
	if code := fold.Key(p.Membership.Code); code != fold.Key(before.Membership.Code) {
		return code
	}
	return ""
}

// Holder is somebody who has a member code.
type Holder struct {
	ID           ID
	Administered bool
}

func restrict(table *acf.Table[Person], p, before *Person, at string, editor access.Viewer, problems *fault.Problems) {
	for _, key := range table.ChangedSynced(p, before) {
		capability, isSections := bySection[key]
		switch {
		case isSections && editor.Can(capability):
		case key == keyCode:
			problems.Add(at+key, fault.Administered)
		case before.Membership.Code != "":
			table.Restore(p, before, key)
		case slices.Contains(openWithoutCode, key):
		default:
			problems.Add(at+key, fault.Administered)
		}
	}
}

// unknownSize is how many bytes of unknown members a person has, those of rows included.
func (p *Person) unknownSize() int {
	size := acf.SizeOf(p.Extra) + acf.SizeOf(p.Meta)
	for i := range p.Contacts {
		size += acf.SizeOf(p.Contacts[i].Extra)
	}
	for i := range p.Addresses {
		size += acf.SizeOf(p.Addresses[i].Extra)
	}
	for i := range p.Work {
		size += acf.SizeOf(p.Work[i].Extra)
	}
	for i := range p.Relations {
		size += acf.SizeOf(p.Relations[i].Extra)
	}
	return size
}
