// Package oldaddress leads the addresses of the application that a club had before to the pages that its records and lists have
// here.
//
// It owns which addresses these are. Which number became which is core/usecase/predecessors'. Nobody signs in for that: an
// address leads to a number, and the page there asks who may see it.
package oldaddress

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
)

// Addresses serves the old addresses of one club.
type Addresses struct{ Predecessors *predecessors.Service }

// address is where the records of a kind had their pages, and where they have them now.
type address struct {
	was  string
	kind origin.Kind
	is   string
}

// People and invoices had pages of their own; teams, committees and feedback have theirs under the same address here.
var addresses = []address{
	{"/people/", origin.Person, "/leden/"}, {"/financien/facturen/", origin.Invoice, "/facturen/"},
	{"/teams/", origin.Group, "/teams/"}, {"/commissies/", origin.Group, "/commissies/"},
	{"/feedback/", origin.Feedback, "/feedback/"},
}

// lists is where the application before had its other pages, which members have bookmarks of, and where the same is here.
// What ends in /* stands for all that is below: tabs of settings, which are divided otherwise here.
var lists = []struct{ was, is string }{
	{"/login", "/aanmelden"},
	{"/people", "/leden"}, {"/todos", "/taken"},
	{"/financien/facturen", "/facturen"},
	{"/financien/contributie", "/contributie"},
	{"/financien/contributie/overzicht", "/contributie"}, {"/financien/contributie/per-lid", "/contributie"},
	{"/financien/contributie/instellingen", "/contributie/instellingen"},
	{"/financien/instellingen", "/instellingen/financien"},
	{"/vog/overzicht", "/vog"},
	{"/settings/relationship-types", "/instellingen/relatietypen"}, {"/settings/feedback", "/feedback"},
	{"/settings", "/instellingen"}, {"/settings/*", "/instellingen"},
}

// Mount adds the addresses. What leads nowhere is page's.
func (a Addresses) Mount(routes *mux.Router, page http.Handler) {
	for _, one := range addresses {
		routes.Path(one.was+"{id:[0-9]{1,18}}").Methods(http.MethodGet, http.MethodHead).HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) {
				old, err := strconv.ParseInt(mux.Vars(r)["id"], 10, 64)
				if err == nil {
					if id, leads, err := a.Predecessors.LeadsTo(r.Context(), one.kind, old); err == nil && leads {
						lead(w, r, one.is+strconv.FormatInt(id, 10))
						return
					}
				}
				page.ServeHTTP(w, r) // also when the database does not answer: the page says so itself
			})
	}
	for _, one := range lists {
		path, ending := one.was, "{slash:/?}"
		if above, all := strings.CutSuffix(path, "/*"); all {
			path, ending = above, "/{rest:.+}"
		}
		routes.Path(path+ending).Methods(http.MethodGet, http.MethodHead).HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) { lead(w, r, one.is) })
	}
}

// lead sends a browser to a page. It asks again each time: what an address leads to may change.
func lead(w http.ResponseWriter, r *http.Request, to string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to, http.StatusFound)
}
