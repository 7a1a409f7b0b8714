package person_test

import (
	"encoding/json"
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
		"isparent": `true`,
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
		access.SectionRole(access.Finance):      {"infix", "birthdate", "financiele-blokkade"},
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
