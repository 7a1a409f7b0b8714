package predecessor

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/sorting"
)

func (r *Reading) readCases(c *Club) {
	r.each(Cases, func(id int64, o object) { r.discipline(c, id, o) })
	sorting.By(c.Cases, func(a, b discipline.Case) int { return cmp.Compare(a.ID, b.ID) })
	dossiers := map[string]int64{}
	c.Cases = slices.DeleteFunc(c.Cases, func(one discipline.Case) bool {
		if first, twice := dossiers[one.Dossier]; twice {
			r.report.Add(origin.Case, one.ID, "its dossier %s is that of case %d, too: this one stays behind", one.Dossier, first)
			return true
		}
		dossiers[one.Dossier] = one.ID
		return false
	})
	for i := range c.Cases {
		r.cases[c.Cases[i].ID] = true
	}
}

func (r *Reading) discipline(c *Club, id int64, o object) {
	created, modified := r.times(o)
	one := discipline.Case{Head: r.head(id, o.number("author"), "", created, modified), Title: o.text("title")}
	members := plain(o.object("acf"), discipline.Fields.Descriptions())
	r.charged(id, members)
	discipline.Fields.Read(&one, members.bytes())
	for _, key := range discipline.Fields.Unread(&one) {
		r.unread(origin.Case, id, key, members[key])
		delete(one.Extra, key)
	}
	if seasons := o.numbers("seizoen"); len(seasons) > 0 {
		if one.Season = r.seasons[seasons[0]]; len(seasons) > 1 {
			r.report.Add(origin.Case, id, "it has several seasons: it has the first one now")
		}
	}
	if lost := r.lostOfCase(&one); lost != "" {
		r.Lose(Cases, id)
		r.wait(c, origin.Case, id, "%s", lost)
		return
	}
	if one.Person != 0 && r.people[one.Person] == nil {
		r.report.Add(origin.Case, id, "its person %d is not there: it is nobody's now", one.Person)
		one.Person = 0
	}
	for _, team := range []*int64{&one.Home, &one.Away} {
		if *team != 0 && r.groups[*team] == "" {
			r.report.Add(origin.Case, id, "its team %d is not there", *team)
			*team = 0
		}
	}
	if one.Dossier == "" {
		one.Dossier = fmt.Sprintf("oud-%d", id)
		r.report.Add(origin.Case, id, "it has no number of a dossier: it has %s now", one.Dossier)
	}
	if r.mend(origin.Case, id, one.Validate, func(field string, _ int) bool {
		switch field {
		case "title":
			one.Title = one.Dossier
		case "dossier_id":
			one.Dossier = fmt.Sprintf("oud-%d", id)
		case "":
			one.Extra = nil
		default:
			return clearField(discipline.Fields, &one, field)
		}
		return true
	}) {
		c.Cases = append(c.Cases, one)
	}
}

// lostOfCase names the person or a team of a case that could not be read, "" for none.
func (r *Reading) lostOfCase(one *discipline.Case) string {
	if r.people[one.Person] == nil && r.unsure(People, one.Person) {
		return fmt.Sprintf("its person %d", one.Person)
	}
	for _, team := range []int64{one.Home, one.Away} {
		if r.groups[team] == "" && r.unsureGroup(team) {
			return fmt.Sprintf("its team %d", team)
		}
	}
	return ""
}

// charged turns the words for who asks to pay into ours.
func (r *Reading) charged(id int64, members object) {
	raw, has := members[discipline.KeyCharged]
	if !has {
		return
	}
	var word discipline.Charged
	switch text := members.text(discipline.KeyCharged); {
	case members.flag(discipline.KeyCharged): // of versions that knew no more than yes and no
		word = discipline.ByFederation
	case discipline.Spoken[text] != "":
		word = discipline.Spoken[text]
	case text == string(discipline.ByFederation), text == string(discipline.ByClub):
		word = discipline.Charged(text)
	case text != "" && text != "0":
		r.unread(origin.Case, id, discipline.KeyCharged, raw)
	}
	members[discipline.KeyCharged], _ = json.Marshal(word) // a text
}
