package person_test

import (
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
)

// FuzzPatch lets clients send anything: what is not refused can be kept and read back as it was.
func FuzzPatch(f *testing.F) {
	for _, seed := range []string{
		`{"first_name":"Jan","contact_info":[{"contact_type":"email","contact_value":"jan@club.example"}]}`,
		`{"work_history":[{"team":3,"job_title":"Trainer","is_current":true,"start_date":"20200101"}],"birthdate":"2010-02-29"}`,
		`{"relationships":[{"related_person":5,"relationship_type":[1]}],"addresses":[{"street":"A","country":null}]}`,
		`{"first_name":"x","_nikki_2025_total":1e400,"x":{"y":[[[[]]]]},"lid-sinds":"","gender":"m"}`,
		`{"first_name":"\ud800","infix":"\u0000","last_name":"` + "\u2028" + `"}`, `{}`, `null`, `[]`,
	} {
		f.Add([]byte(seed), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, acf, meta []byte) {
		var patch person.Patch
		if json.Unmarshal(acf, &patch.ACF) != nil || json.Unmarshal(meta, &patch.Meta) != nil {
			return
		}
		p := jan()
		var problems fault.Problems
		before := p.Clone()
		patch.Apply(&p, &problems)
		p.Validate(&before, person.References{}, &problems)
		if problems.Fault() != nil {
			return
		}
		stored := p.Store()
		if !json.Valid([]byte(stored.Document)) || !json.Valid([]byte(stored.Meta)) {
			t.Fatalf("no JSON: %s %s", stored.Document, stored.Meta)
		}
		read, err := stored.Person()
		if err != nil {
			t.Fatalf("what was kept cannot be read: %v", err)
		}
		if again := read.Store(); again.Document != stored.Document || again.Meta != stored.Meta {
			t.Fatalf("it comes back otherwise:\n%s\n%s", stored.Document, again.Document)
		}
	})
}
