package groupsapi

import (
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
)

// answer is one group as the collections return it (contract §2.3).
type answer struct {
	group    group.Record
	format   *rest.Format
	page     string
	embedded bool
}

// team and committee differ in their fields and counts.
type (
	team      struct{ answer }
	committee struct{ answer }
)

func (a *team) make(of answer)      { a.answer = of }
func (a *committee) make(of answer) { a.answer = of }

func (a *answer) append(dst []byte, kind string, counts ...count) []byte {
	r := &a.group
	dst = a.format.AppendHead(dst, rest.Head{
		ID: r.ID, Type: kind, Slug: group.Slug(r.Title, r.ID), Title: r.Title, Link: a.page + strconv.FormatInt(r.ID, 10),
		Author: r.Author, Created: r.Created, Modified: r.Modified,
	})
	dst = rest.AppendETag(rest.AppendAdministered(dst, r.Administered), r.Revision)
	dst = rest.AppendText(append(dst, `,"content":{"rendered":`...), r.Content)
	dst = strconv.AppendInt(append(dst, `},"featured_media":`...), r.Logo, 10)
	dst = strconv.AppendInt(append(dst, `,"parent":`...), r.Parent, 10)
	for _, c := range counts {
		dst = append(append(append(dst, `,"`...), c.name...), `":`...)
		dst = strconv.AppendInt(dst, int64(r.People[c.role]), 10)
	}
	if r.Kind == work.Team {
		dst = appendStaff(dst, r.Staff)
	}
	if r.Allowed != nil {
		dst = rest.AppendAllowed(dst, r.Allowed)
	}
	dst = append(append(dst, `,"acf":`...), r.Document...)
	if a.embedded {
		dst = append(a.format.AppendEmbedded(append(dst, `,"_embedded":{"wp:featuredmedia":`...), r.Logo), '}')
	}
	return append(dst, '}')
}

func appendStaff(dst []byte, staff []group.Leader) []byte {
	dst = append(dst, `,"staff":[`...)
	for i, leader := range staff {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, `{"id":`...), leader.Person, 10)
		dst = rest.AppendText(append(dst, `,"name":`...), leader.Name)
		dst = append(rest.AppendText(append(dst, `,"job_title":`...), leader.Title), '}')
	}
	return append(dst, ']')
}

// count is a number of people that a record tells.
type count struct {
	name string
	role work.Role
}

// AppendJSON implements rest.Appender.
func (a team) AppendJSON(dst []byte) []byte {
	return a.append(dst, "team", count{"player_count", work.Player}, count{"staff_count", work.Staff})
}

// AppendJSON implements rest.Appender.
func (a committee) AppendJSON(dst []byte) []byte {
	return a.append(dst, "commissie", count{"member_count", work.Member})
}

// Schema implements huma.SchemaProvider.
func (team) Schema(r huma.Registry) *huma.Schema {
	return schema(r, work.Team, "Team", "player_count", "staff_count")
}

// Schema implements huma.SchemaProvider.
func (committee) Schema(r huma.Registry) *huma.Schema {
	return schema(r, work.Committee, "Committee", "member_count")
}

func schema(r huma.Registry, kind work.Kind, name string, counts ...string) *huma.Schema {
	return rest.Component(r, name, func() *huma.Schema {
		members := map[string]*huma.Schema{
			"content":      rest.Object(map[string]*huma.Schema{"rendered": rest.Text("The description as safe HTML.")}),
			"administered": rest.AdministeredSchema(), "etag": rest.ETagSchema(), "featured_media": rest.Number(),
			"parent": rest.Number(),
			"acf":    rest.FieldsSchema(r, name+"Fields", group.Fields(kind).Descriptions()),
		}
		for _, count := range counts {
			members[count] = rest.Number()
			members[count].Description = "Of the people whom the reader may see, each once; former members not."
		}
		if kind == work.Team {
			members["staff"] = rest.List(rest.Component(r, "TeamLeader", func() *huma.Schema {
				return rest.Object(map[string]*huma.Schema{"id": rest.Number(), "name": rest.Text(""), "job_title": rest.Text("")})
			}))
			members["staff"].Description = "Who leads the team, of the people whom the reader may see: an entry for each role."
		}
		return rest.HeadSchema(string(kind), members)
	})
}

// change is what clients send to create or change a group.
type change struct{ rest.Change }

// Schema implements huma.SchemaProvider.
func (change) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "GroupChange", func() *huma.Schema {
		text := func(doc string) *huma.Schema {
			return &huma.Schema{Description: doc + " A text, or an object with the text as raw."}
		}
		s := rest.Object(map[string]*huma.Schema{
			"status":  rest.Constant("publish"),
			"title":   text("The name."),
			"content": text("The description: HTML, of which what is safe stays, or plain text, which keeps its lines."),
			"parent":  rest.Number(),
			"author":  rest.AuthorSchema(),
			"acf":     rest.ChangeSchema(r, "TeamFieldsChange", group.Fields(work.Team).Descriptions()),
		})
		s.Required, s.AdditionalProperties = nil, true
		return s
	})
}

// edit is the change as the use case takes it.
func (c *change) edit(kind work.Kind) (func(*group.Group, *fault.Problems), error) {
	title, content, parent, author := c.Text("title"), c.Text("content"), c.ID("parent"), c.ID("author")
	if err := c.Check(); err != nil {
		return nil, err
	}
	return func(g *group.Group, problems *fault.Problems) {
		set(&g.Title, title)
		set(&g.Content, content)
		set(&g.Parent, parent)
		set(&g.Author, author)
		group.Fields(kind).Decode(g, c.ACF, "acf", problems)
	}, nil
}

func set[T any](into *T, value *T) {
	if value != nil {
		*into = *value
	}
}
