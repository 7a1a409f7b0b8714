package clubweb

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// rewrite lets a site answer one of its requests, by the last segment, in other words.
func rewrite(method, name string, change func(r *http.Request, answer map[string]any) int) func(http.Handler) http.Handler {
	return func(fake http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != method || path.Base(r.URL.Path) != name {
				fake.ServeHTTP(w, r)
				return
			}
			answer := map[string]any{}
			status := 0
			if method == http.MethodGet {
				recorded := httptest.NewRecorder()
				fake.ServeHTTP(recorded, r)
				if json.Unmarshal(recorded.Body.Bytes(), &answer) != nil {
					http.Redirect(w, r, recorded.Header().Get("Location"), recorded.Code)
					return
				}
				status = change(r, answer)
			} else if status = change(r, answer); status == http.StatusOK {
				fake.ServeHTTP(w, r)
				return
			}
			control.Answer(w, status, answer)
		})
	}
}

// sent is the body of a request, which stays readable.
func sent(r *http.Request) (values map[string]string) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &values)
	}
	if err != nil {
		panic(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return values
}

func TestADateIsTypedAsTheSiteAcceptsIt(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"2026-03-02", "02-03-2026"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			w := around(t, rewrite(http.MethodPut, "MemberFreeFields", func(r *http.Request, answer map[string]any) int {
				if typed := sent(r)["Remarks8"]; typed != form && typed != "" {
					answer["Error"] = "Datum is ongeldig"
					return http.StatusUnprocessableEntity
				}
				return http.StatusOK
			}))
			m := w.member(func(m register.Member) bool { return m.Remarks[8] == "" })
			for _, on := range []string{"2026-03-02", ""} {
				kept, err := w.site.Edit(t.Context(), m.Code, federation.Edits{federation.FieldVOG: on})
				if now, _ := w.fake.Register.Member(m.Code); err != nil || len(kept) != 1 || (now.Remarks[8] == "") != (on == "") {
					t.Errorf("%q: kept %v, %v; stored %q", on, kept, err, now.Remarks[8])
				}
			}
		})
	}
}

func TestWhatStandsThereAlreadyIsNotSaved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m := w.member(func(m register.Member) bool {
		return strings.HasPrefix(m.Remarks[8], "0") || strings.HasPrefix(m.Remarks[8], "1") || strings.HasPrefix(m.Remarks[8], "3") &&
			m.Email != ""
	})
	on, _ := parseDate(m.Remarks[8]) // which stands there with the day first
	kept, err := w.site.Edit(t.Context(), m.Code, federation.Edits{
		federation.FieldVOG: on.String(), federation.FieldEmail: m.Email,
		federation.FieldBlock: map[bool]string{true: "true", false: ""}[m.Block],
	})
	if err != nil || len(kept) != 3 || len(w.fake.Edits()) != 0 {
		t.Errorf("kept %v, %v; saved %+v", kept, err, w.fake.Edits())
	}
}

// A page may keep some fields and change others: only what stands there counts.
func TestEachFieldIsReadBack(t *testing.T) {
	t.Parallel()
	w := around(t, rewrite(http.MethodGet, "MemberCommunication", func(_ *http.Request, answer map[string]any) int {
		answer["Communication"].(map[string]any)["Mobile1"] = "onbekend"
		return http.StatusOK
	}))
	m := w.member(func(m register.Member) bool { return true })
	kept, err := w.site.Edit(t.Context(), m.Code, federation.Edits{
		federation.FieldEmail: "nieuw@post.example", federation.FieldMobile: "06-55512345", federation.FieldCity: "Lindenhof",
	})
	if !errors.Is(err, federation.ErrNotKept) || !slices.Equal(kept, []federation.Field{federation.FieldEmail}) ||
		!strings.Contains(err.Error(), "mobile") {
		t.Errorf("kept %v, %v", kept, err)
	}
	if now, _ := w.fake.Register.Member(m.Code); now.Addresses[0].City == "Lindenhof" {
		t.Error("the next card was saved after a failure")
	}
}

// The facts about the header name the block and the photo alone; then the first tab says who is nobody, and the page who
// cannot be edited.
func TestTheHeaderMayNotSayWhoseItIs(t *testing.T) {
	t.Parallel()
	w := around(t, rewrite(http.MethodGet, "MemberHeader", func(_ *http.Request, answer map[string]any) int {
		if len(answer) == 0 {
			answer["HasFinancialTransferBlockOwnClub"], answer["Photo"] = false, nil
		}
		for _, name := range []string{"PublicPersonId", "MemberStatus", "TypeOfMemberDescription"} {
			delete(answer, name)
		}
		return http.StatusOK
	}))
	f := w.federation()
	idle := w.member(func(m register.Member) bool { return len(m.Posts) == 0 })
	for _, code := range []string{f.Member, idle.Code} {
		if detail, err := w.site.Member(t.Context(), code, federation.TabFunctions); err != nil || detail.Roles == nil {
			t.Errorf("%s: %+v, %v", code, detail, err)
		}
	}
	for _, tabs := range []federation.Tabs{federation.TabGeneral, federation.TabFunctions} {
		if detail, err := w.site.Member(t.Context(), "ZZ99999", tabs); !errors.Is(err, federation.ErrAbsent) {
			t.Errorf("nobody is %+v, %v", detail, err)
		}
	}
}

func TestAFormerMemberIsKnownByThePage(t *testing.T) {
	t.Parallel()
	w := around(t, rewrite(http.MethodGet, "MemberHeader", func(r *http.Request, answer map[string]any) int {
		if answer["TypeOfMemberDescription"] == register.FormerType {
			answer["FullName"], answer["TypeOfMemberDescription"] = register.FormerType, "Bondslid"
		}
		return http.StatusOK
	}))
	f := w.federation()
	w.set("no-edit-button", always)
	w.impatient(time.Second)
	if _, err := w.site.Edit(t.Context(), f.Closed, contact); !errors.Is(err, federation.ErrFormer) {
		t.Errorf("got %v", err)
	}
	if _, err := w.site.Edit(t.Context(), f.Member, contact); !errors.Is(err, federation.ErrShape) {
		t.Errorf("got %v", err)
	}
}
