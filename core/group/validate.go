package group

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
)

// What can be wrong with groups, in the contract's codes (§7).
var (
	ErrAbsent     = fault.New(fault.NotFound, "rest_post_invalid_id", "Dit team of deze commissie bestaat niet.")
	ErrHidden     = fault.New(fault.Forbidden, "rest_forbidden", "Je hebt geen toegang tot dit team of deze commissie.")
	ErrNotRemoved = fault.New(fault.NotFound, "rest_not_in_trash", "Dit team of deze commissie is niet verwijderd.")
	ErrPermanent  = fault.New(fault.Forbidden, "rest_cannot_delete", "Verenigingsbreed kan niet worden verwijderd.")
)

// Sentences about a field.
const (
	NoParent    = "Dit kan er niet boven staan: kies een bestaand record van dezelfde soort dat er niet onder valt."
	NotAWebsite = "Dit is geen webadres (https://…)."
	LongTitle   = "Deze naam is te lang (hooguit 200 tekens)."
)

// longestTitle is the length of a title, in characters.
const longestTitle = 200

// Validate trims and folds an edited group first, and then adds to problems what may not be saved. Every rule about the
// values of a saved group is here, whoever edited it. parents are the groups of its kind that may stand above it.
func (g *Group) Validate(before *Group, parents []ID, problems *fault.Problems) {
	g.Title, g.Website = strings.TrimSpace(g.Title), strings.TrimSpace(g.Website)
	acf.CheckText(g.Title, "title", problems)
	if g.Content != before.Content { // as it was written: rendered, it may be longer
		acf.CheckText(g.Content, "content", problems)
	}
	if g.Title == "" {
		problems.Add("title", fault.Required)
	}
	if len([]rune(g.Title)) > longestTitle {
		problems.Add("title", LongTitle)
	}
	if g.Parent != 0 && g.Parent != before.Parent && !slices.Contains(parents, g.Parent) {
		problems.Add("parent", NoParent)
	}
	if g.Website != "" && g.Website != before.Website {
		if u, err := url.Parse(g.Website); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			problems.Add("acf.website", NotAWebsite)
		}
	}
	if g.Visibility == "" {
		g.Visibility = person.Private
	}
	for i := range g.Contacts {
		c := &g.Contacts[i]
		c.Value = strings.TrimSpace(c.Value)
		if c.Type == "" {
			problems.Add(fmt.Sprintf("acf.contact_info[%d].contact_type", i), fault.Required)
		}
		if c.Type == person.Email {
			c.Value = strings.ToLower(c.Value)
		}
	}
	Fields(g.Kind).Check(g, before, "acf", problems)
}

// Place is where a group stands among those of its kind.
type Place struct{ ID, Parent ID }

// Parents are the groups that may stand above one: those that do not stand below it, and not the group itself.
func Parents(id ID, places []Place) (parents []ID) {
	above := make(map[ID]ID, len(places))
	for _, place := range places {
		above[place.ID] = place.Parent
	}
	for _, place := range places {
		at := place.ID
		for steps := 0; at != 0 && at != id && steps <= len(places); steps++ {
			at = above[at]
		}
		if at == 0 {
			parents = append(parents, place.ID)
		}
	}
	return parents
}
