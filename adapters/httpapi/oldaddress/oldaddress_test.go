package oldaddress_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/oldaddress"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestOldAddressesLeadOn(t *testing.T) {
	t.Parallel()
	stores := inmem.Open().Stores()
	if err := stores.Directory.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	g := group.New(work.Team, 0, time.Now())
	g.Title = "JO9-1"
	own, err := stores.Groups.Create(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	err = stores.Origins.Keep(t.Context(),
		origin.Origin{Kind: origin.Person, Old: 12, New: 3}, origin.Origin{Kind: origin.Invoice, Old: 12, New: 4},
		origin.Origin{Kind: origin.Group, Old: 12, New: own}, origin.Origin{Kind: origin.Group, Old: own, New: own + 5},
		origin.Origin{Kind: origin.Feedback, Old: 12, New: 6})
	if err != nil {
		t.Fatal(err)
	}
	routes := mux.NewRouter()
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "page") })
	oldaddress.Addresses{Predecessors: &predecessors.Service{Stores: stores}}.Mount(routes, page)
	routes.PathPrefix("/").Handler(page)
	for path, want := range map[string]string{
		"/people/12": "/leden/3", "/financien/facturen/12": "/facturen/4", "/teams/12": "/teams/1001",
		"/commissies/12": "/commissies/1001",
		"/feedback/12":   "/feedback/6", "/people/13": "", "/people/0": "", "/people/999999999999999999999": "", "/people/x": "",
		"/teams/1001": "", "/people/12/foto": "", "/leden/12": "",
		"/people": "/leden", "/people/": "/leden", "/people?vrijwilliger=1": "/leden", "/peoples": "", "/people/nieuw": "",
		"/todos": "/taken", "/login": "/aanmelden", "/vog/overzicht": "/vog", "/vog": "", "/teams": "", "/financien": "",
		"/financien/facturen": "/facturen", "/financien/contributie": "/contributie",
		"/financien/contributie/per-lid": "/contributie", "/financien/contributie/instellingen": "/contributie/instellingen",
		"/financien/instellingen": "/instellingen/financien",
		"/settings":               "/instellingen", "/settings/admin/users": "/instellingen", "/settings/feedback": "/feedback",
		"/settings/relationship-types/": "/instellingen/relatietypen", "/settingsx": "",
	} {
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		led := w.Header().Get("Location")
		if led != want || want != "" && w.Code != http.StatusFound || want == "" && w.Body.String() != "page" {
			t.Errorf("%s: %d to %q, want %q", path, w.Code, led, want)
		}
	}
}

// What is led on is no page of its own here, and where it leads to is one.
func TestOldAddressesLeadToPages(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../apps/web/src/routeTree.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]bool{}
	for _, route := range regexp.MustCompile(`(?m)^  '(/[a-z/-]+?)/?': typeof`).FindAllStringSubmatch(string(source), -1) {
		pages[route[1]] = true
	}
	for was, is := range oldaddress.Lists() {
		if pages[was] || !pages[is] {
			t.Errorf("%s leads to %s: the page has the first %t, the second %t", was, is, pages[was], pages[is])
		}
	}
}
