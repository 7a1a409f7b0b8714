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
