package moving_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
)

// Who has the first address of somebody else gets nothing that is the other one's, whoever of them comes first.
func TestUsersWhoShareAnAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		jan, piet int64 // their user numbers there
		tells     string
	}{
		"the son first":    {90, 91, "user 91: the account here with the e-mail address of this user is somebody else's"},
		"the father first": {91, 90, "user 91: it stays behind: Een ander account heeft al het e-mailadres van deze persoon."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(4))
			users := map[int64]fake.Object{
				c.jan:  {"id": c.jan, "name": "Jan", "email": "jan@x.example", "linked_person_id": 9001, "roles": []string{}},
				c.piet: {"id": c.piet, "name": "Piet", "email": "piet@x.example", "linked_person_id": 9002, "roles": []string{}},
			}
			for _, id := range []int64{9001, 9002} {
				o := fake.Somebody(id, "Een", "Huis")
				o["author"] = c.piet
				o["acf"].(fake.Object)["contact_info"] = []fake.Object{{"contact_type": "email", "contact_value": "piet@x.example"}}
				a.Put("people", o)
				a.Hang("timeline", id, []fake.Object{{"type": "activity", "id": 880_000 + id, "content": "Overleg",
					"activity_type": "meeting", "activity_date": "2026-02-01", "author_id": c.piet, "author": "Piet",
					"created": "2026-02-01 10:00:00", "participants": []int64{}}})
			}
			a.Put("users", users[90])
			a.Put("users", users[91])
			h := build(t, stores["memory"](t), nil)
			said := h.move(t, from, predecessors.Options{Rehearse: true})
			done := h.move(t, from, predecessors.Options{})
			if line := firstDifference(said.Write(), done.Write()); line != "" {
				t.Errorf("the reports differ:\n%s", line)
			}
			if !strings.Contains(done.Write(), c.tells) {
				t.Errorf("%s", done.Write())
			}
			came, people := h.origins(t, origin.User), h.origins(t, origin.Person)
			if came[90] == 0 || came[91] != 0 {
				t.Errorf("users: %v", came)
			}
			janHas := came[c.jan]
			if first := must(h.Users.ByID(t.Context(), came[90]))(t); first.Person == 0 || first.Person !=
				people[map[bool]int64{true: 9001, false: 9002}[c.jan == 90]] {
				t.Errorf("%+v", first)
			}
			for _, old := range []int64{9001, 9002} {
				written := must(h.Activities.ByID(t.Context(), h.origins(t, origin.Activity)[880_000+old]))(t)
				if p := h.person(t, people[old]); janHas != 0 && (p.Author == janHas || len(written) != 1 || written[0].Author == janHas) {
					t.Errorf("what is Piet's is Jan's: %+v, %+v", p, written)
				}
			}
		})
	}
}
