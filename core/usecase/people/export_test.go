package people_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
)

// listOf is a table, cells joined with |.
func listOf(t *testing.T, table sheet.Table, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{strings.Join(table.Header, "|")}
	for _, row := range table.Rows {
		cells := []string{}
		for _, cell := range row {
			cells = append(cells, cell.String())
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	return strings.Join(lines, "\n")
}

func TestATableHoldsWhatTheViewerMaySee(t *testing.T) {
	c := open(t)
	team := group.New(work.Team, anna.User, c.at)
	team.Title = "JO9-1"
	id, err := c.stores.Groups.Create(ctx, team)
	if err != nil {
		t.Fatal(err)
	}
	entry := fmt.Sprintf(`"work_history":[{"team":%d,"description":"team van toen","is_current":true}]`, id)
	c.register(anna, `{"first_name":"Jan",`+entry+`}`)
	if _, err := c.Change(ctx, admin, c.register(bert, `{"first_name":"Piet"}`), nil, patch(`{`+entry+`}`)); err != nil {
		t.Fatal(err)
	}
	c.register(bert, `{"first_name":"Oud","former_member":true}`)
	export := people.Export{Columns: []string{"first_name", "team"}, Order: listing.Order{By: []listing.Sort{{By: person.KeyFirst}}}}
	for viewer, want := range map[*access.Viewer]string{
		&anna: "Voornaam|Team\nJan|JO9-1", &bert: "Voornaam|Team\nPiet|team van toen", &admin: "Voornaam|Team\nJan|JO9-1\nPiet|JO9-1",
	} {
		table, err := c.Table(ctx, *viewer, export)
		if got := listOf(t, table, err); got != want {
			t.Errorf("%v: got %q, want %q", viewer.Roles, got, want)
		}
	}
	export.Former, export.Columns = true, []string{"first_name"}
	table, err := c.Table(ctx, bert, export)
	if got := listOf(t, table, err); got != "Voornaam\nOud\nPiet" {
		t.Errorf("with former members: %q", got)
	}
}

func TestATableSortedByTeam(t *testing.T) {
	c := open(t)
	for _, g := range []struct {
		kind  work.Kind
		title string
		by    access.Viewer
	}{{work.Committee, "Bar", anna}, {work.Team, "JO10-1", bert}, {work.Team, "JO9-1", anna}, {work.Team, "Elftal", bert}} {
		made := group.New(g.kind, g.by.User, c.at)
		made.Title = g.title
		if _, err := c.stores.Groups.Create(ctx, made); err != nil {
			t.Fatal(err)
		}
	}
	numbers := map[string]group.ID{}
	for _, g := range c.Directory.View().Groups(record.Query{
		View: record.View{Reader: access.Everything}, Window: record.Window{Limit: 100},
	}).Records {
		numbers[g.Title] = g.ID
	}
	in := func(name string, entries ...string) {
		rows := []string{}
		for _, entry := range entries {
			title, rest, _ := strings.Cut(entry, " ")
			rows = append(rows, fmt.Sprintf(`{"team":%d,"is_current":true%s}`, numbers[title], rest))
		}
		id := c.register(anna, fmt.Sprintf(`{"first_name":%q}`, name))
		if _, err := c.Change(ctx, admin, id, nil, patch(`{"work_history":[`+strings.Join(rows, ",")+`]}`)); err != nil {
			t.Fatal(err)
		}
	}
	in("Aad", "JO10-1", "JO9-1")
	in("Ben")
	in("Cor", "Bar")
	in("Dik", "JO9-1")
	in("Eva", "Elftal", "Bar")
	in("Fer", `JO9-1 ,"end_date":"2001-01-01"`)
	for _, o := range []struct {
		viewer access.Viewer
		desc   bool
		want   string
	}{
		{admin, false, "Eva|Elftal, Bar\nAad|JO9-1, JO10-1\nDik|JO9-1\nCor|Bar\nBen|\nFer|"},
		{admin, true, "Cor|Bar\nDik|JO9-1\nAad|JO9-1, JO10-1\nEva|Elftal, Bar\nFer|\nBen|"},
		// whoever may not see a group learns nothing of it from the order: Eva stands where Bar does
		{anna, false, "Aad|JO9-1\nDik|JO9-1\nCor|Bar\nEva|Bar\nBen|\nFer|"},
	} {
		order := listing.Order{By: []listing.Sort{{By: person.KeyGroups, Desc: o.desc}, {By: person.KeyFirst, Desc: o.desc}}}
		table, err := c.Table(ctx, o.viewer, people.Export{Columns: []string{"first_name", "team"}, Order: order})
		if got := listOf(t, table, err); got != "Voornaam|Team\n"+o.want {
			t.Errorf("got %q, want %q", got, o.want)
		}
		page, err := c.Browse(ctx, o.viewer, record.Filter{}, false, record.Window{Order: order, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(o.want, "\n") {
			if first, _, _ := strings.Cut(line, "|"); page.Records[i].Name.First != first {
				t.Errorf("the list has %s where the table has %s", page.Records[i].Name.First, first)
			}
		}
	}
}

func TestWhoMayTakeATable(t *testing.T) {
	c := open(t)
	c.Spreadsheets = workbooks{}
	for name, take := range map[string]func(access.Viewer, people.Export) error{
		"Table":    func(v access.Viewer, e people.Export) error { _, err := c.Table(ctx, v, e); return err },
		"Workbook": func(v access.Viewer, e people.Export) error { _, err := c.Workbook(ctx, v, e); return err },
	} {
		wants(t, name+" by nobody", take(nobody, people.Export{Columns: []string{"x"}}), fault.ErrNotSignedIn)
		wants(t, name, take(anna, people.Export{Columns: []string{"name"}}), nil)
		synchronization := access.Viewer{User: 9, Roles: []access.Role{access.Synchronizer}}
		wants(t, name+" by the synchronization", take(synchronization, people.Export{Columns: []string{"name"}}), fault.ErrForbidden)
		for _, columns := range [][]string{nil, {"x"}, {"name", ""}} {
			if got := refusedFields(t, take(anna, people.Export{Columns: columns})); got != "columns" {
				t.Errorf("%s of %v: refused %q", name, columns, got)
			}
		}
	}
	c.register(anna, `{"first_name":"Jan"}`)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := c.Table(cancelled, anna, people.Export{Columns: []string{"team"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// workbooks are the tables' titles.
type workbooks struct{}

func (workbooks) Workbook(_ context.Context, table sheet.Table) ([]byte, error) {
	return []byte(table.Title), nil
}
