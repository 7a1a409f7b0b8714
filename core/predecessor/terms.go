package predecessor

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/term"
)

func (r *Reading) readTerms(c *Club) {
	r.each(RelationTypes, func(id int64, o object) {
		acf := o.object("acf")
		t := relation.Type{
			Term:    term.Term{ID: id, Name: o.text("name"), Slug: o.text("slug")},
			Inverse: acf.number("inverse_relationship_type"), Gendered: acf.flag("is_gender_dependent"),
			Group: acf.text("gender_dependent_group"),
		}
		if t.Name == "" {
			t.Name = t.Slug
		}
		if t.Name == "" {
			r.report.Add(origin.RelationType, id, "it has no name and stays behind, and so do the relations of this type")
			return
		}
		c.Types = append(c.Types, t)
	})
	sorting.By(c.Types, func(a, b relation.Type) int { return int(a.ID - b.ID) })
	for i := range c.Types {
		if t := &c.Types[i]; t.Inverse != 0 && !slices.Contains(c.Types.IDs(), t.Inverse) {
			r.report.Add(origin.RelationType, t.ID, "the other side of it, %d, does not exist: it has none now", t.Inverse)
			t.Inverse = 0
		}
	}
	r.each(Labels, func(id int64, o object) {
		t := term.Term{ID: id, Name: o.text("name"), Slug: o.text("slug")}
		if t.Name == "" {
			r.report.Add(origin.Label, id, "it has no name and stays behind")
			return
		}
		c.Labels = append(c.Labels, t)
	})
	sorting.By(c.Labels, func(a, b term.Term) int { return int(a.ID - b.ID) })
	r.each(Seasons, func(id int64, o object) {
		for _, text := range []string{o.text("slug"), o.text("name")} {
			if s, err := season.Parse(text); err == nil {
				r.seasons[id] = s
				return
			}
		}
		r.report.Add(origin.Case, 0, "the season %d, %q, is none: its cases get that of their match", id, o.text("name"))
	})
}

func (r *Reading) readUsers(c *Club) {
	r.each(Users, func(id int64, o object) {
		u := User{
			ID: id, Name: o.text("name"), Email: o.text("email"), Person: o.number("linked_person_id"), Roles: o.texts("roles"),
		}
		r.users[id] = u
		c.Users = append(c.Users, u)
	})
	sorting.By(c.Users, func(a, b User) int { return int(a.ID - b.ID) })
}
