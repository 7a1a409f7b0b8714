package clubweb

import (
	"errors"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// FuzzAnswers lets the site answer anything to every request that is read: it is an error of the federation's kinds, or whole.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"Members":[{"PublicPersonId":"QPND49Q","FirstName":"Jan","DateOfBirth":"2010-02-29","MemberStatus":"ACTIVE"}]}`,
		`[{"TeamId":1,"TeamName":"JO9-1"}]`, `{"Teams":{"A":null}}`, `{"Disciplines":[{"Fee":"1,5","Codes":[["x"]]}]}`,
		`{"MemberHeader":{"TransferBlock":"ja","Photo":{"Url":7}}}`, `{"x":[1,null,{}]}`, `{}`, `null`, ``, `[[]]`, "\ufeff{}", `1e400`,
	} {
		f.Add([]byte(seed))
	}
	s := &Site{profile: DefaultProfile()}
	f.Fuzz(func(t *testing.T, body []byte) {
		answer, err := parse(body)
		if err != nil {
			expected(t, err)
			return
		}
		for name := range fieldsOf {
			r := s.profile.Requests[name]
			if name == "members" {
				members, unreadable, err := s.readMembers(&r, answer, s.profile.Active)
				expected(t, err)
				for _, m := range members {
					if m.Code == "" {
						t.Fatal("a member without a code")
					}
				}
				_ = unreadable
			}
			m := &member{detail: &federation.Detail{}}
			places := []federation.Place{}
			for _, read := range []func() error{
				func() error { return r.header(answer, m) },
				func() error { return r.person(answer, m, &federation.General{}) },
				func() error { return s.readFunctions(&r, answer, &federation.Roles{}) },
				func() error { return s.readSeats(&r, answer, &federation.Roles{}) },
				func() error { return r.freeFields(answer, &federation.FreeFields{}) },
				func() error { return r.invoiceAddress(answer, &federation.Invoice{}) },
				func() error { return r.invoice(answer, &federation.Invoice{}) },
				func() error { return r.places(answer, true, &places) },
				func() error { _, err := r.teams(answer, false, nil); return err },
				func() error { _, _, err := r.cases(answer); return err },
			} {
				expected(t, read())
			}
		}
	})
}

// expected fails on an error that the synchronization does not know.
func expected(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, federation.ErrAnswer) && !errors.Is(err, federation.ErrShape) {
		t.Fatal(err)
	}
}

// FuzzReadProfile lets an operator write anything as a profile of the site.
func FuzzReadProfile(f *testing.F) {
	f.Add(ProfileText)
	f.Add("pages:\n  member: x\nrequests: {}\n")
	f.Add("a: &a [*a]\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadProfile(strings.NewReader(text))
		if (p == nil) == (err == nil) {
			t.Fatalf("%v, %v", p, err)
		}
	})
}
