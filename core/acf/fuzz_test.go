package acf_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

// FuzzBodies lets clients send any fields of a team, a committee and a case: what is not refused is JSON that is read back as it
// was kept, and what another program keeps is read as far as it goes, and written as it was read.
func FuzzBodies(f *testing.F) {
	for _, seed := range []string{
		`{"website":"https://club.example","contact_info":[{"contact_type":"email","contact_value":"jo9@club.example","x":1}]}`,
		`{"gender":"female","activiteit":"Veld","_visibility":"private","_assigned_workspaces":[1,"2"],"x":{"y":[1e400]}}`,
		`{"dossier_id":"D-1","person":[7],"match_date":"20260329","administrative_fee":"12,50","is_charged":"","charge_codes":"R-1"}`,
		`{"dossier_id":1e3,"person":"7","match_date":"2026-02-30","administrative_fee":-0.005,"home_team":false,"is_charged":null}`,
		`{"website":true,"contact_info":false,"\u0000":"\ud800","` + "\xff" + `":{"` + "\u2028" + `":[[[]]]}}`, `{}`, `null`, `[]`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) { // which is refused before a table sees it
			return
		}
		for _, kind := range []work.Kind{work.Team, work.Committee} {
			teamOf(t, kind, body)
		}
		caseOf(t, body)
	})
}

func teamOf(t *testing.T, kind work.Kind, body []byte) {
	var kept group.Group
	kept.Kind = kind
	keys := group.Fields(kind).Read(&kept, body)
	if written := group.Fields(kind).AppendOnly(nil, &kept, keys); !json.Valid(written) {
		t.Fatalf("%q is written as %q", body, written)
	}
	var sent map[string]json.RawMessage
	if json.Unmarshal(body, &sent) != nil {
		return
	}
	var problems fault.Problems
	g := group.Group{Kind: kind, Title: "JO9-1"}
	before := g.Clone()
	group.Fields(kind).Decode(&g, sent, "acf", &problems)
	g.Validate(&before, nil, &problems)
	if problems.Fault() != nil {
		return
	}
	stored := g.Record()
	readable(t, stored.Document)
	read, err := stored.Group()
	if err != nil || !read.Same(&g) {
		t.Fatalf("%v: %s comes back as %s", err, stored.Document, read.Record().Document)
	}
}

func caseOf(t *testing.T, body []byte) {
	var kept discipline.Case
	keys := discipline.Fields.Read(&kept, body)
	if written := discipline.Fields.AppendOnly(nil, &kept, keys); !json.Valid(written) {
		t.Fatalf("%q is written as %q", body, written)
	}
	var sent map[string]json.RawMessage
	if json.Unmarshal(body, &sent) != nil {
		return
	}
	var problems fault.Problems
	var c discipline.Case
	discipline.Fields.Decode(&c, sent, "acf", &problems)
	c.Validate(&problems)
	if problems.Fault() != nil {
		return
	}
	row := c.Row()
	readable(t, row.Document)
	read, err := row.Load(record.Head{})
	if again := read.Row(); err != nil || again != row {
		t.Fatalf("%v: %+v comes back as %+v", err, row, again)
	}
}

// readable fails on a document that no database keeps.
func readable(t *testing.T, document string) {
	t.Helper()
	if !json.Valid([]byte(document)) || !utf8.ValidString(document) {
		t.Fatalf("no JSON: %q", document)
	}
}
