package group

import (
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// Fields are the members of the acf object of a group of the kind. After a change of a table, raise FormatVersion.
func Fields(kind work.Kind) *acf.Table[Group] {
	if kind == work.Committee {
		return committeeFields
	}
	return teamFields
}

var teamFields = acf.NewTable(extra, website, contacts,
	acf.Text(keyPublicID, func(g *Group) *string { return &g.PublicID }, acf.Synced,
		acf.Doc("Identifier of the team in the club administration system.")),
	acf.Choice("activiteit", func(g *Group) *Activity { return &g.Activity }, Activities, acf.Synced),
	acf.Choice("gender", func(g *Group) *person.Gender { return &g.Gender }, Genders, acf.Synced,
		acf.Doc("Empty for a mixed team.")),
	visibility, workspaces,
)

var committeeFields = acf.NewTable(extra, website, contacts, visibility, workspaces)

func extra(g *Group) *acf.Extra { return &g.Extra }

// What teams and committees share.
var (
	website  = acf.Text("website", func(g *Group) *string { return &g.Website }, acf.Doc("Full URL."))
	contacts = acf.Rows("contact_info", "GroupContactEntry", func(g *Group) *[]person.Contact { return &g.Contacts },
		acf.NewTable(func(c *person.Contact) *acf.Extra { return &c.Extra },
			acf.Choice("contact_type", func(c *person.Contact) *person.ContactType { return &c.Type }, ContactTypes),
			acf.Text("contact_label", func(c *person.Contact) *string { return &c.Label }),
			acf.Text("contact_value", func(c *person.Contact) *string { return &c.Value }),
		))
	visibility = acf.Choice("_visibility", func(g *Group) *person.Visibility { return &g.Visibility }, person.Visibilities)
	workspaces = acf.IDs("_assigned_workspaces", func(g *Group) *[]int64 { return &g.Workspaces })
)
