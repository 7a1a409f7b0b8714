package usecase_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/undo"
)

// What is kept about somebody beside the record changes nothing in it.
func TestWhoIsUsedByNowIsNotTakenBack(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	i := c.upload(file(4))
	if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	rows, err := c.imports.Rows(t.Context(), c.anna, i.ID, "", 0, 9)
	if err != nil {
		t.Fatal(err)
	}
	billed, noted, welcomed := rows.Rows[0].Person, rows.Rows[1].Person, rows.Rows[2].Person
	head := record.NewHead(c.anna.User, "Anna", importedAt)
	bill, errs := c.Invoices.Create(t.Context(), invoice.Invoice{Head: head, Person: billed}, 2026)
	_, err = c.Notes.Create(t.Context(), note.Note{Head: head, Person: noted, Content: "x", Visibility: note.Shared})
	errs = errors.Join(errs, err)
	_, err = c.Users.Create(t.Context(), account.User{Username: "jan", Email: "jan@club.example", Person: welcomed})
	if errs = errors.Join(errs, err); errs != nil {
		t.Fatal(errs)
	}
	row, err := c.imports.UndoRow(t.Context(), c.anna, i.ID, rows.Rows[1].Number)
	if err != nil || row.Undone || row.Left != undo.Used {
		t.Errorf("one row: %+v, %v", row, err)
	}
	if _, err := c.imports.Undo(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	if got := c.show(i.ID).Undo; got.Done != 1 || got.Left != 3 {
		t.Errorf("all: %+v", got)
	}
	if rows, err = c.imports.Rows(t.Context(), c.anna, i.ID, "", 0, 9); err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{undo.Used, undo.Used, undo.Used, ""} {
		row := &rows.Rows[n]
		if _, there := c.Directory.View().Stored(row.Person); row.Left != want || there != (want != "") {
			t.Errorf("row %d: %q, there %v", n, row.Left, there)
		}
	}
	if err := c.Invoices.Remove(t.Context(), bill.ID, func(*invoice.Invoice) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if row, err = c.imports.UndoRow(t.Context(), c.anna, i.ID, rows.Rows[0].Number); err != nil || !row.Undone {
		t.Errorf("without the invoice: %+v, %v", row, err)
	}
}

// contract: club §2.4-5
func TestAGenderOfAnImportIsFollowedByTheOtherSide(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	types := map[string]int64{}
	for _, one := range c.Directory.View().RelationTypes() {
		types[one.Slug] = one.ID
	}
	var people []person.Person
	for code, gender := range []person.Gender{"male", "female", "female"} {
		p := person.New(c.anna.User, importedAt)
		p.Name, p.Membership.Code, p.Gender = person.Name{First: "X"}, fmt.Sprint("C", code), gender
		people = append(people, p)
	}
	ids, err := c.People.Create(t.Context(), people...)
	if err != nil {
		t.Fatal(err)
	}
	uncle, niece, other := ids[0], ids[1], ids[2]
	_, err = c.people.Change(t.Context(), c.anna, uncle, nil, func(p *person.Person, _ *fault.Problems) {
		p.Relations = []person.Relation{{To: niece, Type: types["niece"]}, {To: other, Type: types["niece"]}}
	})
	if err != nil {
		t.Fatal(err)
	}
	is := func(what string, want ...string) {
		t.Helper()
		for n, id := range []person.ID{niece, other} {
			stored, _ := c.Directory.View().Stored(id)
			p, err := stored.Person()
			if err != nil || len(p.Relations) != 1 || p.Relations[0].Type != types[want[n]] {
				t.Errorf("%s: %d has %v, not %s, %v", what, id, p.Relations, want[n], err)
			}
		}
	}
	is("before", "uncle", "uncle")
	// The second of them is in the file, too, after the one that she follows.
	i := c.upload("Relatiecode;Voornaam;Achternaam;Geslacht\nC0;X;Bos;V\nC2;X;Bos;V\n")
	if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	is("taken in", "aunt", "aunt")
	if _, err := c.imports.Undo(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	is("taken back", "uncle", "uncle")
	if done := c.show(i.ID); done.Undo.Done != 2 {
		t.Errorf("taken back: %+v", done.Undo)
	}
}

// Of two who are alike nothing of who stays changes when they are merged.
func TestWhoAnotherRecordBecameOneWithIsNotTakenBack(t *testing.T) {
	t.Parallel()
	m := newMerging(t)
	old := m.add(m.anna, "Jan", nil)
	i := m.upload("Voornaam\nJan\n")
	if _, err := m.imports.Apply(t.Context(), m.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	m.work()
	rows, err := m.imports.Rows(t.Context(), m.anna, i.ID, "", 0, 9)
	if err != nil || rows.Rows[0].Person == 0 || rows.Rows[0].Person == old {
		t.Fatalf("%+v, %v", rows, err)
	}
	stays := rows.Rows[0].Person
	merged, err := m.service.Merge(t.Context(), m.anna, stays, old, nil)
	if err != nil || merged.Revision != 1 {
		t.Fatalf("revision %d, %v", merged.Revision, err)
	}
	if _, err := m.imports.Undo(t.Context(), m.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	m.work()
	if got := m.show(i.ID).Undo; got.Done != 0 || got.Left != 1 {
		t.Errorf("taken back: %+v", got)
	}
	if _, there := m.Directory.View().Stored(stays); !there {
		t.Error("nobody is left")
	}
}
