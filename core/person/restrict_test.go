package person_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
)

// Each field that the synchronization fills, by who edits it: whether the value takes, is ignored, or is refused.
func TestWhoSetsWhatTheFederationHolds(t *testing.T) {
	t.Parallel()
	values := map[string]string{ // another value for each field
		"infix": `"van"`, "birthdate": `"2011-02-03"`, "former_member": `true`, "assoc-id": `"ZZZZ99"`, "lid-sinds": `"2011-02-03"`,
		"lid-tot": `"2011-02-03"`, "leeftijdsgroep": `"Onder 9"`, "type-lid": `"Junior"`, "spelactiviteit": `"Zaal"`,
		"helpdesk-id": `"77"`,
		"datum-vog":   `"2026-11-01"`, "datum-foto": `"2011-02-03"`, "datum-overlijden": `"2011-02-03"`, "financiele-blokkade": `true`,
		"isparent": `true`, "_exclude_from_contributie": `true`,
	}
	steps := []string{"vog_email_sent_date", "vog_justis_submitted_date", "vog_reminder_sent_date"}
	for _, field := range person.Fields.Descriptions() {
		if _, known := values[field.Key]; field.Synced != known {
			t.Errorf("%s: give it a value here", field.Key)
		}
	}
	edit := func(code string, role access.Role, patch person.Patch) string {
		before := person.New(1, now)
		before.Name.First, before.Membership.Code = "Jan", code
		p := before.Clone()
		var problems fault.Problems
		patch.Apply(&p, &problems)
		p.Restrict(&before, access.Viewer{User: 1, Roles: []access.Role{role}}, &problems)
		switch {
		case problems.Any():
			return "refused " + strings.Join(slices.Sorted(maps.Keys(fault.As(problems.Fault()).Params)), " ")
		case p.Same(&before):
			return "ignored"
		}
		return "taken"
	}
	takes := map[access.Role][]string{
		access.Member:                           {"infix", "birthdate"},
		access.SectionRole(access.Certificates): append([]string{"infix", "birthdate", "datum-vog"}, steps...),
		access.SectionRole(access.Finance):      {"infix", "birthdate", "financiele-blokkade", "_exclude_from_contributie"},
	}
	for role, own := range takes {
		for _, code := range []string{"", "AAAA11"} {
			check := func(at, key string, patch person.Patch) {
				want := "refused " + at + key
				switch open := key == "infix" || key == "birthdate"; {
				case slices.Contains(own, key) && (code == "" || !open):
					want = "taken"
				case code != "" && key != "assoc-id":
					want = "ignored"
				}
				if got := edit(code, role, patch); got != want {
					t.Errorf("%s of somebody with the code %q by %s: %s, want %s", key, code, role, got, want)
				}
			}
			for key, value := range values {
				check("acf.", key, person.Patch{ACF: acf.Extra{key: json.RawMessage(value)}})
			}
			for _, key := range append([]string{"_nikki_2026_total", "factuur-adres"}, "factuur-x") {
				check("acf.", key, person.Patch{ACF: acf.Extra{key: json.RawMessage(`5`)}})
			}
			for _, key := range steps {
				check("meta.", key, person.Patch{Meta: acf.Extra{key: json.RawMessage(`"2026-11-01"`)}})
			}
		}
	}
	for _, role := range []access.Role{access.Administrator, access.SectionRole(access.Administration), access.Synchronizer} {
		for key, value := range values {
			if got := edit("AAAA11", role, person.Patch{ACF: acf.Extra{key: json.RawMessage(value)}}); got != "taken" {
				t.Errorf("%s by %s: %s", key, role, got)
			}
		}
	}
}

// Whatever is sent of what an editor does not read, the edit is as if it was not: nothing tells the stored value.
func TestAnEditDoesNotTellWhatIsEntrusted(t *testing.T) {
	t.Parallel()
	editors := map[string]access.Viewer{
		"a plain user": {User: 7, Roles: []access.Role{access.Member}},
		"a section":    {User: 7, Roles: []access.Role{access.SectionRole(access.Certificates)}},
	}
	for _, code := range []string{"", "AAAA11"} {
		before := person.New(1, now)
		before.Name.First, before.Membership.Code, before.Membership.NoFee = "Jan", code, true
		before.Extra = acf.Extra{"factuur-email": json.RawMessage(`"a@b.nl"`), "_nikki_2026_saldo": json.RawMessage(`12.50`)}
		for _, sent := range []acf.Extra{
			{},
			{"_exclude_from_contributie": json.RawMessage(`true`)},
			{"_exclude_from_contributie": json.RawMessage(`false`)},
			{"factuur-email": json.RawMessage(`"a@b.nl"`)},
			{"factuur-email": json.RawMessage(`"c@d.nl"`)},
			{"factuur-email": json.RawMessage(`null`)},
			{"_nikki_2026_saldo": json.RawMessage(`12.50`)},
			{"_nikki_2026_saldo": json.RawMessage(`"12.50"`)}, // the same in another spelling
			{"_nikki_2026_saldo": json.RawMessage(`0`)},
			{"factuur-adres": json.RawMessage(`""`)},
			{"factuur-adres": json.RawMessage(`"x"`)},
		} {
			for name, editor := range editors {
				p := before.Clone()
				var problems fault.Problems
				person.Patch{ACF: sent}.Apply(&p, &problems)
				p.KeepEntrusted(&before)
				within := p.Within(person.OwnSections, &before, access.Viewer{User: 7, Roles: editors["a section"].Roles})
				p.Restrict(&before, editor, &problems)
				if problems.Any() || within != nil || !p.Same(&before) {
					t.Errorf("%s by %s of %q: %v, %v, %s", sent, name, code, problems.Fault(), within, person.Fields.Object(&p))
				}
			}
		}
	}
}

func TestHowMuchSomebodyMayChange(t *testing.T) {
	t.Parallel()
	vog, plain := access.SectionRole(access.Certificates), access.Member
	for _, c := range []struct {
		name              string
		role              access.Role
		change, read, own bool
		want              person.Extent
	}{
		{"who may change it changes all", plain, true, true, false, person.All},
		{"with a section, too", vog, true, true, false, person.All},
		{"also of the own person", vog, true, true, true, person.All},
		{"a section changes its own of whom it reads", vog, false, true, false, person.OwnSections},
		{"but not of the own person", vog, false, true, true, person.Nothing},
		{"money is a section", access.SectionRole(access.Finance), false, true, false, person.OwnSections},
		{"a section without fields changes nothing", access.SectionRole(access.Teams), false, true, false, person.Nothing},
		{"nor does who only reads", plain, false, true, false, person.Nothing},
		{"nor does a section of whom it does not read", vog, false, false, false, person.Nothing},
	} {
		editor := access.Viewer{User: 7, Roles: []access.Role{c.role}}
		if got := person.ExtentOf(editor, c.change, c.read, c.own); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestASectionChangesItsOwnFieldsAlone(t *testing.T) {
	t.Parallel()
	before := person.New(1, now)
	before.Name.First, before.Membership.Code, before.Membership.FinancialBlock = "Jan", "AAAA11", true
	before.Contacts = []person.Contact{{Type: "mobile", Value: "06"}}
	whole := acf.Extra{} // all that a client reads
	if err := json.Unmarshal([]byte(person.Fields.Object(&before)), &whole); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, key, value string
		want             map[access.Capability]error
	}{
		{"nothing", "first_name", `"Jan"`, nil},
		{"a certificate", "datum-vog", `"2026-11-01"`, map[access.Capability]error{access.Finance: person.ErrOutsideSections}},
		{"a block", "financiele-blokkade", `false`, map[access.Capability]error{access.Certificates: person.ErrOutsideSections}},
		{"a name", "first_name", `"Piet"`, map[access.Capability]error{
			access.Finance: person.ErrOutsideSections, access.Certificates: person.ErrOutsideSections}},
		{"an unknown field", "eigen", `1`, map[access.Capability]error{
			access.Finance: person.ErrOutsideSections, access.Certificates: person.ErrOutsideSections}},
		{"contacts", "contact_info", `[]`, map[access.Capability]error{
			access.Finance: person.ErrOutsideSections, access.Certificates: person.ErrOutsideSections}},
	} {
		sent := maps.Clone(whole)
		sent[c.key] = json.RawMessage(c.value)
		for _, capability := range []access.Capability{access.Finance, access.Certificates} {
			editor := access.Viewer{User: 7, Roles: []access.Role{access.SectionRole(capability)}}
			p := before.Clone()
			var problems fault.Problems
			person.Patch{ACF: sent}.Apply(&p, &problems)
			if err := p.Within(person.OwnSections, &before, editor); !errors.Is(err, c.want[capability]) {
				t.Errorf("%s by %s: got %v", c.name, capability, err)
			}
			if err := p.Within(person.All, &before, editor); err != nil {
				t.Errorf("%s of one's own record: %v", c.name, err)
			}
			if err := p.Within(person.Nothing, &before, editor); !errors.Is(err, person.ErrHidden) {
				t.Errorf("%s of a hidden record: %v", c.name, err)
			}
		}
	}
	both := access.Viewer{User: 7, Roles: []access.Role{access.SectionRole(access.Finance), access.SectionRole(access.Certificates)}}
	p := before.Clone()
	var problems fault.Problems
	person.Patch{ACF: acf.Extra{"datum-vog": json.RawMessage(`"2026-11-01"`), "financiele-blokkade": json.RawMessage(`false`)},
		Meta: acf.Extra{"vog_email_sent_date": json.RawMessage(`"2026-10-01"`)}}.Apply(&p, &problems)
	if err := p.Within(person.OwnSections, &before, both); err != nil {
		t.Errorf("two sections at once: %v", err)
	}
	// A member of meta with the name of a field of acf is no section's.
	p = before.Clone()
	person.Patch{Meta: acf.Extra{"datum-vog": json.RawMessage(`"2026-11-01"`)}}.Apply(&p, &problems)
	if err := p.Within(person.OwnSections, &before, both); !errors.Is(err, person.ErrOutsideSections) {
		t.Errorf("a field in the wrong place: %v", err)
	}
}
