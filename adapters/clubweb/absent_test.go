package clubweb

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
)

// The page of a code that nobody has may wait for ever for answers that do not come: what came tells enough.
func TestAnUnknownMemberIsToldWithoutWaitingForThePage(t *testing.T) {
	t.Parallel()
	var pages atomic.Int32
	w := around(t, func(fake http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Query().Get("PublicPersonId") == "ZZ99999" && r.URL.Path != "/navajo/entity/common/clubweb/member/MemberHeader" &&
				r.URL.Path != "/navajo/entity/common/clubweb/persondata/MemberPersonData":
				<-r.Context().Done()
				return
			case r.URL.Path == "/member/member-details/ZZ99999/general":
				pages.Add(1)
			}
			fake.ServeHTTP(rw, r)
		})
	})
	if _, err := w.site.Member(t.Context(), w.fake.Register.Members(register.Active)[0].Code, federation.TabGeneral); err != nil {
		t.Fatal(err)
	}
	w.impatient(time.Hour)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := w.site.Member(ctx, "ZZ99999", federation.TabGeneral)
	if !errors.Is(err, federation.ErrAbsent) {
		t.Errorf("got %v", err)
	}
	if n := pages.Load(); n != 2 {
		t.Errorf("the page was opened %d times", n)
	}
}

func TestTheSiteTellsWhenItHasLetUsIn(t *testing.T) {
	t.Parallel()
	var entered atomic.Int32
	w := newWorld(t, func(o *Options) { o.Entered = func() { entered.Add(1) } })
	if _, err := w.site.Member(t.Context(), w.fake.Register.Members(register.Active)[0].Code, federation.TabGeneral); err != nil {
		t.Fatal(err)
	}
	if entered.Load() == 0 {
		t.Error("nobody was told")
	}
}
