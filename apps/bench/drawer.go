package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/fixtures/club"
)

// drawer draws the requests of one account from a club of a known size. Several connections draw from it at once.
type drawer struct {
	made  []person.Person // everybody
	ids   []int64         // of those whom the account sees
	words []string        // each occurs in the name of somebody whom it sees
	types []string        // of members whom it sees
	teams []int64         // as the server numbers them
	run   string          // makes what this run writes unlike what another wrote
}

// newDrawer returns a drawer with the names of the club. The server has its own numbers for teams.
func newDrawer(made club.Club, teams []int64, as account, run string) *drawer {
	d := &drawer{made: made.People, teams: teams, run: run}
	for i := range made.People {
		p := &made.People[i]
		if !as.sees(p) {
			continue
		}
		d.ids = append(d.ids, p.ID)
		if p.Membership.Type != "" && !p.Membership.Former && !slices.Contains(d.types, p.Membership.Type) {
			d.types = append(d.types, p.Membership.Type)
		}
	}
	for range 500 {
		names := fold.Words(d.made[d.id()-1].Name.Full())
		if name := names[len(names)-1]; len(name) >= trigram {
			d.words = append(d.words, name[:min(len(name), trigram+rand.IntN(6))])
		}
	}
	return d
}

// drawers are those of the accounts that are measured.
type drawers map[account]*drawer

func newDrawers(made club.Club, teams []int64, run string) drawers {
	all := drawers{}
	for _, as := range []account{administrator, few, most, coordinator, colleague, shared} {
		all[as] = newDrawer(made, teams, as, run)
	}
	return all
}

func (d *drawer) id() int64 { return oneOf(d.ids) }

func oneOf[T any](list []T) T { return list[rand.IntN(len(list))] }

// get returns a request that reads.
func get(path string, check func(status int, header http.Header, body []byte) error) request {
	return request{method: http.MethodGet, path: path, check: check}
}

func (d *drawer) one(int64) request {
	id := strconv.FormatInt(d.id(), 10)
	return get(collection+"/"+id, func(status int, _ http.Header, body []byte) error {
		return checkPerson(status, http.StatusOK, body, id, "")
	})
}

func (d *drawer) tiny(int64) request {
	id := strconv.FormatInt(d.id(), 10)
	return get(collection+"/"+id+"?_fields=id", func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK || string(bytes.TrimSpace(body)) != `{"id":`+id+`}` {
			return unexpected(status, body)
		}
		return nil
	})
}

func (d *drawer) list(int64) request { return d.page(min(recentPages, len(d.ids)/largePage), "") }

func (d *drawer) walk(int64) request { return d.page(len(d.ids)/largePage, "") }

// page requests one of the first full pages.
func (d *drawer) page(pages int, more string) request {
	page := 1 + rand.IntN(max(1, pages))
	path := fmt.Sprintf("%s?per_page=%d&page=%d%s", collection, largePage, page, more)
	return get(path, func(status int, header http.Header, body []byte) error {
		return checkList(status, header, body, min(largePage, len(d.ids)), len(d.ids))
	})
}

// counts requests one person of a list, to get its total.
func (d *drawer) counts(int64) request {
	query := url.Values{"per_page": {"1"}, "_fields": {"id"}, "orderby": {oneOf([]string{"date", "title", "modified"})}}
	return get(collection+"?"+query.Encode(), func(status int, header http.Header, body []byte) error {
		if !bytes.HasPrefix(body, []byte(`[{"id":`)) {
			return unexpected(status, body)
		}
		return checkList(status, header, body, 0, len(d.ids))
	})
}

func (d *drawer) options(int64) request {
	return get(choices+"?include_former=1", func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK || !bytes.HasPrefix(body, []byte(`{"total":`)) || !bytes.Contains(body, []byte(`"age_groups":[{`)) {
			return unexpected(status, body)
		}
		return nil
	})
}

func (d *drawer) search(int64) request {
	path := fmt.Sprintf("%s?per_page=%d&search=%s", collection, smallPage, url.QueryEscape(oneOf(d.words)))
	return get(path, func(status int, header http.Header, body []byte) error {
		total, _ := strconv.Atoi(header.Get("X-WP-Total"))
		return checkList(status, header, body, min(smallPage, total), 1)
	})
}

func (d *drawer) filtered(int64) request {
	return narrowed(url.Values{"type_lid": {oneOf(d.types)}}, 1)
}

func (d *drawer) modified(int64) request {
	return narrowed(url.Values{"modified_days": {strconv.Itoa(30 + rand.IntN(700))}}, 0)
}

// narrowed requests a page of the people list, on which at least so many people stand.
func narrowed(query url.Values, people int) request {
	return get(filtered+"?"+query.Encode(), func(status int, _ http.Header, body []byte) error {
		return checkPage(status, body, people)
	})
}

var (
	collectionOrders = []string{"date", "title", "modified"}
	filteredOrders   = []string{
		"first_name", "last_name", "modified", "custom_assoc-id", "custom_type-lid", "custom_leeftijdsgroep", "custom_lid-sinds",
		"custom_lid-tot", "custom_datum-vog", "custom_datum-foto", "custom_birthdate", "custom_former_member", "custom_isparent",
		"custom_huidig-vrijwilliger", "custom_financiele-blokkade",
	}
	narrowings = []url.Values{
		{}, {"include_former": {"1"}}, {"birth_month": {"3"}}, {"birth_year_from": {"1960"}, "birth_year_to": {"2005"}},
		{"huidig_vrijwilliger": {"0"}}, {"huidig_vrijwilliger": {"1"}}, {"foto_missing": {"1"}}, {"vog_missing": {"1"}},
		{"vog_type": {"nieuw"}}, {"financiele_blokkade": {"0"}}, {"vog_older_than_years": {"2"}}, {"lid_tot_future": {"1"}},
		{"ownership": {"shared"}}, {"vog_email_status": {"not_sent"}},
	}
)

// order requests a page of either list, in any of its orders; the people list by any two filters, too.
func (d *drawer) order(int64) request {
	direction := oneOf([]string{"asc", "desc"})
	if rand.IntN(3) == 0 {
		return d.page(min(recentPages, len(d.ids)/largePage), "&orderby="+oneOf(collectionOrders)+"&order="+direction)
	}
	query := url.Values{"orderby": {oneOf(filteredOrders)}, "order": {direction}}
	for range 2 {
		for name, values := range oneOf(narrowings) {
			query[name] = values
		}
	}
	return narrowed(query, 0)
}

func (d *drawer) find(int64) request { return d.finds(oneOf(d.words)) }

func (d *drawer) letters(int64) request { return d.finds(oneOf(d.words)[:2]) }

// finds searches everything for a text that occurs in somebody's name.
func (d *drawer) finds(text string) request {
	return get(finding+"?q="+url.QueryEscape(text), func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK || !bytes.HasPrefix(body, []byte(`{"people":[{"id":`)) ||
			!bytes.Contains(body, []byte(`"teams":[`)) {
			return unexpected(status, body)
		}
		return nil
	})
}

func (d *drawer) webPage(int64) request {
	return get(webPage, func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK || !bytes.Contains(body, []byte("<title>")) {
			return unexpected(status, body)
		}
		return nil
	})
}
