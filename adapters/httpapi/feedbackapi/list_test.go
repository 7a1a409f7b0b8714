package feedbackapi_test

import (
	"reflect"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/account"
)

// Items of a list are kept as JSON between requests: each must be what its reader reads of it alone, whoever read it before.
func TestAListHoldsEachItemAsItIsReadAlone(t *testing.T) {
	t.Parallel()
	q := open(t)
	readers := map[string]apitest.Call{"the administrator": q.admin, "the agent": q.sync, "a reporter": q.truus, "another": q.piet}
	same := func(after string) {
		t.Helper()
		for range 2 {
			for name, reader := range readers {
				for _, item := range q.Get(all, reader).Is(200).List("") {
					id := int64(item.(object)["id"].(float64))
					if alone := q.Get(one(id), reader).Is(200).At(""); !reflect.DeepEqual(item, alone) {
						t.Errorf("after %s %s lists %v, but reads %v", after, name, item, alone)
					}
				}
			}
		}
	}
	first, second := q.report(q.truus, "Eerste", object{"content": "<b>vet</b> & meer"}), q.report(q.piet, "Tweede")
	same("the reports")
	body, form := apitest.Form(t, "file:jan.jpg", "jpeg 1")
	q.Post(one(first, "/screenshots"), body, q.truus, form).Is(200)
	same("a screenshot")
	q.put(first, q.admin, object{"share_screenshots": true}).Is(200)
	same("its sharing")
	q.put(second, q.admin, object{"duplicate_of": first}).Is(200)
	same("a duplicate")
	q.put(first, q.truus, object{"title": "Anders"}).Is(200)
	same("a change of the original")
	q.put(second, q.admin, object{"duplicate_of": 0}).Is(200)
	same("no duplicate any more")
	q.to(first, "approved", "in_progress")
	same("a claim")
	users := q.Server.Club.Feedback.Users
	truus, err := users.ByLogin(t.Context(), "truus")
	if err == nil {
		err = users.Update(t.Context(), truus.ID, func(u *account.User) error {
			u.Email = "anders@club.example"
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	same("another address")
	q.Send("DELETE", one(second), nil, q.piet).Is(200)
	same("a removal")
}
