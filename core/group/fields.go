package group

import (
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// Fields are the members of the acf object of a group of the kind. After a change of a table, raise FormatVersion.
func Fields(kind work.Kind) *fields.Table[Group] {
	if kind == work.Committee {
		return committeeFields
	}
	return teamFields
}

var teamFields = fields.NewTable(extra, website, contacts,
	fields.Text(keyPublicID, func(g *Group) *string { return &g.PublicID }, fields.Synced,
		fields.Doc("Identifier of the team in the club administration system.")),
	fields.Choice("activiteit", func(g *Group) *Activity { return &g.Activity }, Activities, fields.Synced),
	fields.Choice("gender", func(g *Group) *person.Gender { return &g.Gender }, Genders, fields.Synced,
		fields.Doc("Empty for a mixed team.")),
	visibility, workspaces,
)

var committeeFields = fields.NewTable(extra, website, contacts, visibility, workspaces)

func extra(g *Group) *fields.Extra { return &g.Extra }

// What teams and committees share.
var (
	website  = fields.Text("website", func(g *Group) *string { return &g.Website }, fields.Doc("Full URL."))
	contacts = fields.Rows("contact_info", "GroupContactEntry", func(g *Group) *[]person.Contact { return &g.Contacts },
		fields.NewTable(func(c *person.Contact) *fields.Extra { return &c.Extra },
			fields.Choice("contact_type", func(c *person.Contact) *person.ContactType { return &c.Type }, ContactTypes),
			fields.Text("contact_label", func(c *person.Contact) *string { return &c.Label }),
			fields.Text("contact_value", func(c *person.Contact) *string { return &c.Value }),
		))
	visibility = fields.Choice("_visibility", func(g *Group) *person.Visibility { return &g.Visibility }, person.Visibilities)
	workspaces = fields.IDs("_assigned_workspaces", func(g *Group) *[]int64 { return &g.Workspaces })
)
