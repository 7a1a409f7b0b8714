package usecase_test

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/note"
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
