package predecessor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/work"
)

func (r *Reading) readGroups(c *Club) {
	var all []Group
	for list, kind := range map[List]work.Kind{Teams: work.Team, Committees: work.Committee} {
		r.each(list, func(id int64, o object) {
			g := Group{Group: r.group(id, kind, o), Picture: pictureOf(o)}
			all = append(all, g)
			r.groups[id] = kind
		})
	}
	sorting.By(all, func(a, b Group) int { return int(a.ID - b.ID) })
	all = r.waitingGroups(c, all)
	for i := range all {
		r.mendGroup(&all[i].Group)
	}
	c.Groups = r.downward(all)
}

// waitingGroups leaves out groups below one that could not be read, and those below them.
func (r *Reading) waitingGroups(c *Club, all []Group) []Group {
	for before := -1; before != len(all); {
		before = len(all)
		all = slices.DeleteFunc(all, func(g Group) bool {
			if r.groups[g.Parent] != "" || !r.unsureGroup(g.Parent) {
				return false
			}
			r.Lose(Teams, g.ID)
			r.wait(c, origin.Group, g.ID, "what stands above it, %d,", g.Parent)
			delete(r.groups, g.ID)
			return true
		})
	}
	return all
}

// pictureOf returns the address of the picture of a record, "" for none.
func pictureOf(o object) string {
	for _, picture := range o.object("_embedded").objects("wp:featuredmedia") {
		if address := picture.text("source_url"); address != "" {
			return address
		}
	}
	return ""
}

func (r *Reading) group(id int64, kind work.Kind, o object) group.Group {
	g := group.New(kind, o.number("author"), r.Now)
	g.ID, g.Administered, g.Title, g.Content = id, true, strings.TrimSpace(o.text("title")), o.markup("content")
	g.Parent, g.Editor = o.number("parent"), 0
	g.Created, g.Modified = r.times(o)
	members := plain(o.object("acf"), group.Fields(kind).Descriptions())
	group.Fields(kind).Read(&g, members.bytes())
	for _, key := range group.Fields(kind).Unread(&g) {
		r.unread(origin.Group, id, key, members[key])
		delete(g.Extra, key)
	}
	for i := range g.Contacts {
		unreadRow(r, origin.Group, id, "contact_info", person.ContactFields, &g.Contacts[i], &g.Contacts[i].Extra)
	}
	r.leaveWorkspaces(origin.Group, id, &g.Visibility, &g.Workspaces)
	return g
}

// times are when a record of the platform was made and last changed.
func (r *Reading) times(o object) (created, modified time.Time) {
	when := func(key string) time.Time {
		if at := o.at(key+"_gmt", time.UTC); !at.IsZero() {
			return at
		}
		return o.at(key, r.Zone)
	}
	if created = when("date"); created.IsZero() {
		created = r.Now
	}
	if modified = when("modified"); modified.Before(created) {
		modified = created
	}
	return created, modified
}

// unread tells of a field that could not be read.
func (r *Reading) unread(kind origin.Kind, id int64, key string, value []byte) {
	r.report.Add(kind, id, "%s is not understood and stays behind: %s", key, short(value))
}

// short is the beginning of a value, for a report.
func short(value []byte) string {
	const most = 60
	if text := []rune(string(value)); len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(value)
}

// unreadRow tells of the fields of a row that could not be read.
func unreadRow[R any](r *Reading, kind origin.Kind, id int64, of string, fields *acf.Table[R], row *R, extra *acf.Extra) {
	for _, key := range fields.Unread(row) {
		r.unread(kind, id, of+"."+key, (*extra)[key])
		delete(*extra, key)
	}
}

// leaveWorkspaces leaves the workspaces behind, which are others here.
func (r *Reading) leaveWorkspaces(kind origin.Kind, id int64, visibility *person.Visibility, workspaces *[]int64) {
	if len(*workspaces) == 0 && *visibility != person.InWorkspaces {
		return
	}
	r.report.Add(kind, id, "it was open to workspaces, which do not come over: it is private now")
	*visibility, *workspaces = person.Private, nil
}

// mendGroup makes a group one that may be kept.
func (r *Reading) mendGroup(g *group.Group) {
	if kind, there := r.groups[g.Parent]; g.Parent != 0 && (!there || kind != g.Kind || g.Parent == g.ID) {
		r.report.Add(origin.Group, g.ID, "what stands above it, %d, is not there: it stands at the top now", g.Parent)
		g.Parent = 0
	}
	if g.Title == "" {
		g.Title = fmt.Sprintf("%s %d", g.Kind, g.ID)
		r.report.Add(origin.Group, g.ID, "it has no name: it is called %q now", g.Title)
	}
	none := group.New(g.Kind, 0, r.Now)
	r.mend(origin.Group, g.ID, func(problems *fault.Problems) {
		g.Validate(&none, []group.ID{g.Parent}, problems)
	}, func(field string, row int) bool {
		switch {
		case field == "content":
			g.Content = ""
		case field == "title":
			g.Title = string([]rune(g.Title)[:min(len([]rune(g.Title)), 100)])
		case field == "contact_info" && row >= 0 && row < len(g.Contacts):
			g.Contacts = slices.Delete(g.Contacts, row, row+1)
		case field == "":
			g.Extra = nil
		default:
			return clearField(group.Fields(g.Kind), g, field)
		}
		return true
	})
}

// clearField clears a field of a table, and reports whether there is one.
func clearField[T any](fields *acf.Table[T], v *T, key string) bool {
	if !slices.ContainsFunc(fields.Descriptions(), func(d acf.Description) bool { return d.Key == key }) {
		return false
	}
	var ignored fault.Problems
	fields.Decode(v, object{key: []byte("null")}, "", &ignored)
	return true
}

// mostRepairs is how often a record is looked at again after something was taken out of it.
const mostRepairs = 500

// mend takes out of a record, by drop, what it may not be kept with, one thing after the other, and tells of each. Fields are
// named without acf; row is -1 for what is no row.
func (r *Reading) mend(
	kind origin.Kind, id int64, check func(*fault.Problems), drop func(field string, row int) bool,
) (sound bool) {
	for range mostRepairs {
		var problems fault.Problems
		check(&problems)
		err := problems.Fault()
		if err == nil {
			return true
		}
		params := fault.As(err).Params
		paths := make([]string, 0, len(params))
		for path := range params {
			paths = append(paths, path)
		}
		slices.SortFunc(paths, byPlace)
		last := paths[len(paths)-1] // the highest row: those before it keep their places
		field, row := parsePath(last)
		r.report.Add(kind, id, "%s stays behind: %s", last, params[last])
		if !drop(field, row) {
			return false
		}
	}
	return false
}

// byPlace orders paths so that rows of a field follow each other by number.
func byPlace(a, b string) int {
	fieldA, rowA := parsePath(a)
	fieldB, rowB := parsePath(b)
	if fieldA != fieldB {
		return strings.Compare(fieldA, fieldB)
	}
	if rowA != rowB {
		return rowA - rowB
	}
	return strings.Compare(a, b)
}

// parsePath splits "acf.work_history[2].team" into the field and the row.
func parsePath(path string) (field string, row int) {
	path = strings.TrimPrefix(strings.TrimPrefix(path, "acf"), ".")
	field, rest, isRow := strings.Cut(path, "[")
	if !isRow {
		field, _, _ = strings.Cut(field, ".")
		return field, -1
	}
	number, _, _ := strings.Cut(rest, "]")
	row, err := strconv.Atoi(number)
	if err != nil {
		row = -1
	}
	return field, row
}

// downward orders groups so that each comes behind the one above it. Those that stand above themselves go to the top.
func (r *Reading) downward(all []Group) (ordered []Group) {
	placed := map[int64]bool{0: true}
	for len(all) > 0 {
		before := len(ordered)
		rest := all[:0:0]
		for _, g := range all {
			if !placed[g.Parent] {
				rest = append(rest, g)
				continue
			}
			placed[g.ID] = true
			ordered = append(ordered, g)
		}
		if all = rest; len(ordered) == before {
			r.report.Add(origin.Group, all[0].ID, "it stands above itself: it stands at the top now")
			all[0].Parent = 0
		}
	}
	return ordered
}
