package clubweb

import (
	"bytes"
	"errors"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
)

// personal are the words about a member that no report may show.
func personal(m *register.Member) (found []string) {
	for _, text := range []string{
		m.First, m.Last, m.Email, m.Mobile, m.Telephone, m.Birth.String(), m.Addresses[0].Street, m.Addresses[0].Zip,
		m.Addresses[0].City,
		m.Parents[0].Name, m.Parents[0].Email, m.Remarks[3], m.Code,
	} {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" @.-/", r) }) {
			if len(word) > 2 && !slices.Contains([]string{"example", "van", "der", "den"}, word) {
				found = append(found, word)
			}
		}
	}
	return found
}

func TestAFailureShowsThePageAndNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Evidence = true })
	child := w.member(func(m register.Member) bool {
		return m.Parents[0].Email != "" && len(m.Addresses) > 0 && m.Email != "" && m.Mobile != ""
	})
	w.set("changed-card", always)
	w.impatient(time.Second)
	_, err := w.site.Edit(t.Context(), child.Code, contact)
	var failure *federation.Failure
	if !errors.As(err, &failure) || !errors.Is(err, federation.ErrShape) {
		t.Fatalf("got %v", err)
	}
	if want := w.o.URL + "/member/member-details/" + child.Code + "/general"; failure.Address != want {
		t.Errorf("it was at %s, want %s", failure.Address, want)
	}
	if _, err := png.Decode(bytes.NewReader(failure.Screenshot)); err != nil {
		t.Errorf("the picture: %v", err)
	}
	for _, want := range []string{"Voornaam", "Huisnummer", "Wijzig", "Overig", hidden, "#"} {
		if !strings.Contains(failure.Text, want) {
			t.Errorf("the text lacks %q: %s", want, failure.Text)
		}
	}
	for _, word := range personal(&child) {
		if strings.Contains(failure.Text, word) {
			t.Errorf("the text has %q: %s", word, failure.Text)
		}
	}
	if len(personal(&child)) < 10 {
		t.Errorf("little is known about %v", personal(&child))
	}

	// The site goes on after that, in another tab.
	w.fake.Control.Reset(false)
	w.site.limits = short.orDefault()
	if _, err := w.site.Edit(t.Context(), child.Code, contact); err != nil {
		t.Error(err)
	}

	w.fake.EndSessions()
	w.set("code-refused", always)
	_, err = w.site.Teams(t.Context())
	if !errors.As(err, &failure) || strings.Contains(failure.Address, "?") ||
		!strings.Contains(failure.Text, "Ongeldige authenticatiecode") {
		t.Errorf("got %v: %+v", err, failure)
	}
	if strings.Contains(err.Error(), w.o.Password) || strings.Contains(failure.Text, w.o.Username) {
		t.Errorf("it tells the account: %v, %s", err, failure.Text)
	}
}

func TestAnAlertIsPartOfTheError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.federation()
	kept, err := w.site.Edit(t.Context(), f.Member, federation.Edits{federation.FieldEmail: "geen adres",
		federation.FieldMobile: "06-55512345"})
	if !errors.Is(err, federation.ErrNotKept) || !strings.Contains(err.Error(), "E-mailadres is ongeldig") || len(kept) != 0 {
		t.Errorf("kept %v, %v", kept, err)
	}
	var failure *federation.Failure
	if !errors.As(err, &failure) || failure.Text != "" || failure.Screenshot != nil || failure.Address == "" {
		t.Errorf("without evidence: %+v", failure)
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	p := DefaultProfile()
	for text, want := range map[string]string{
		"":                                       "",
		"Wijzig lidsoort":                        "Wijzig lidsoort",
		"Anna de Vries (AB12345)":                "••• de ••• (•••#)",
		"anna@post.example":                      "•••@•••.•••",
		"06-12345678, 17 mei 1990":               "#-#, # ••• #",
		"Zoë's Café":                             "•••'••• •••",
		"Oud bondslid kan niet worden gewijzigd": "Oud bondslid kan niet worden •••",
		"••• #":                                  "••• #",
	} {
		if got := p.mask(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
