package moving_test

import (
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
)

// since adds what comes to stand about somebody there after a first run: an activity, a note, a task, a case and an invoice.
func since(a *fake.Application, old int64) {
	a.Hang("timeline", old, []fake.Object{
		{"type": "activity", "id": 880_001, "content": "Gebeld", "activity_type": "call", "activity_date": "2026-02-01",
			"author_id": fake.Admin, "author": "Beheer", "created": "2026-02-01 10:00:00", "participants": []int64{}},
		{"type": "note", "id": 880_002, "content": "Notitie", "visibility": "shared", "author_id": fake.Admin, "author": "Beheer",
			"created": "2026-02-01 10:00:00"},
	})
	a.Put("todos", fake.Object{"id": 880_003, "type": "todo", "content": "Terugbellen", "persons": []fake.Object{{"id": old}},
		"author_id": fake.Admin, "created": "2026-02-01 10:00:00", "status": "open"})
	a.Put("discipline-cases", fake.Object{"id": 880_004, "title": "Zaak", "acf": fake.Object{
		"dossier_id": "T-880004", "person": old, "match_date": "20260201", "match_description": "Uit"}})
	a.AddInvoice(fake.Bill{Number: "C2025-950", Kind: "membership", Season: "2025-2026", Status: "sent", Sent: "20260201",
		Person: old, Name: "Dubbel Persoon", Total: 10, Lines: []fake.Object{fake.Line("Pupil", 10)}})
}

// What came since about somebody who was merged here is about the one who stayed.
func TestWhatComesAboutAMergedPerson(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(4))
			for _, id := range []int64{9001, 9002} {
				a.Put("people", fake.Somebody(id, "Dubbel", "Persoon"))
				a.Hang("timeline", id, []fake.Object{})
			}
			h := build(t, open(t), nil)
			h.move(t, from, predecessors.Options{})
			people := h.origins(t, origin.Person)
			stays, goes := people[9001], people[9002]
			if _, err := h.club.Duplicates.Merge(t.Context(), h.viewer, stays, goes, nil); err != nil {
				t.Fatal(err)
			}
			since(a, 9002)
			a.Put("people", related(9003, 9002))
			a.Hang("timeline", 9003, []fake.Object{})
			report := h.move(t, from, predecessors.Options{})
			h.about(t, stays)
			if r := h.person(t, stays).Relations; len(r) != 1 {
				t.Errorf("%+v", r)
			}
			if t.Failed() {
				t.Log(report.Write())
			}
		})
	}
}

// related is somebody with a parent.
func related(id, parent int64) fake.Object {
	one := fake.Somebody(id, "Nieuw", "Kind")
	one["acf"].(fake.Object)["relationships"] = []fake.Object{{"related_person": parent, "relationship_type": 2}}
	return one
}

// about says about whom that is which since added.
func (h house) about(t *testing.T, id int64) {
	t.Helper()
	ctx := t.Context()
	if list := must(h.Activities.ByID(ctx, h.origins(t, origin.Activity)[880_001]))(t); len(list) != 1 || list[0].Person != id {
		t.Errorf("%+v", list)
	}
	if list := must(h.Notes.ByID(ctx, h.origins(t, origin.Note)[880_002]))(t); len(list) != 1 || list[0].Person != id {
		t.Errorf("%+v", list)
	}
	if list := must(h.Tasks.ByID(ctx, h.origins(t, origin.Task)[880_003]))(t); len(list) != 1 ||
		!slices.Equal(list[0].People, []int64{id}) {
		t.Errorf("%+v", list)
	}
	if list := must(h.Cases.ByID(ctx, h.origins(t, origin.Case)[880_004]))(t); len(list) != 1 || list[0].Person != id {
		t.Errorf("%+v", list)
	}
	v, err := h.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByNumber, Value: "C2025-950"})
	if err != nil || v.Person != id {
		t.Errorf("%v: %d", err, v.Person)
	}
}

// What came since about somebody who was destroyed here does not stop a run, and is about nobody.
func TestWhatComesAboutADestroyedPerson(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(4))
			a.Put("people", fake.Somebody(9002, "Dubbel", "Persoon"))
			a.Hang("timeline", 9002, []fake.Object{})
			h := build(t, open(t), nil)
			h.move(t, from, predecessors.Options{})
			id := h.origins(t, origin.Person)[9002]
			h.destroy(t, id)
			since(a, 9002)
			a.Put("people", related(9003, 9002))
			a.Hang("timeline", 9003, []fake.Object{})
			report := h.move(t, from, predecessors.Options{})
			h.left(t)
			if r := h.person(t, h.origins(t, origin.Person)[9003]).Relations; len(r) != 0 {
				t.Errorf("%+v", r)
			}
			if t.Failed() {
				t.Log(report.Write())
			}
		})
	}
}

// What came since about somebody who was merged here into a person who was destroyed is about nobody either. Who stayed and is in
// the trash may come back.
func TestWhatComesAboutSomebodyMergedIntoADestroyedPerson(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(4))
			for _, id := range []int64{9001, 9002} {
				a.Put("people", fake.Somebody(id, "Dubbel", "Persoon"))
				a.Hang("timeline", id, []fake.Object{})
			}
			h := build(t, open(t), nil)
			h.move(t, from, predecessors.Options{})
			people := h.origins(t, origin.Person)
			stays, goes := people[9001], people[9002]
			if _, err := h.club.Duplicates.Merge(t.Context(), h.viewer, stays, goes, nil); err != nil {
				t.Fatal(err)
			}
			anybody := func(access.Subject, record.Edition) error { return nil }
			if err := h.People.Remove(t.Context(), stays, h.viewer.User, now.AddDate(0, 0, 1), anybody); err != nil {
				t.Fatal(err)
			}
			a.Hang("timeline", 9002, []fake.Object{{"type": "note", "id": 880_009, "content": "Eerder", "visibility": "shared",
				"author_id": fake.Admin, "author": "Beheer", "created": "2026-02-01 10:00:00"}})
			h.move(t, from, predecessors.Options{})
			if list := must(h.Notes.ByID(t.Context(), h.origins(t, origin.Note)[880_009]))(t); len(list) != 1 ||
				list[0].Person != stays {
				t.Errorf("about who is in the trash: %+v", list)
			}
			if n, err := h.People.Purge(t.Context(), now.AddDate(0, 0, 2)); n != 2 || err != nil {
				t.Fatal(n, err)
			}
			since(a, 9002)
			report := h.move(t, from, predecessors.Options{})
			h.left(t)
			if t.Failed() {
				t.Log(report.Write())
			}
		})
	}
}

// left says that what since added stayed behind, but for the invoice, which is nobody's.
func (h house) left(t *testing.T) {
	t.Helper()
	for kind, old := range map[origin.Kind]int64{
		origin.Activity: 880_001, origin.Note: 880_002, origin.Task: 880_003, origin.Case: 880_004,
	} {
		if id := h.origins(t, kind)[old]; id != 0 {
			t.Errorf("%s %d came", kind, id)
		}
	}
	v, err := h.Invoices.ByKey(t.Context(), invoice.Key{By: invoice.ByNumber, Value: "C2025-950"})
	if err != nil || v.Person != 0 {
		t.Errorf("the invoice is of %d: %v", v.Person, err)
	}
}

func (h house) destroy(t *testing.T, id int64) {
	t.Helper()
	anybody := func(access.Subject, record.Edition) error { return nil }
	if err := h.People.Remove(t.Context(), id, h.viewer.User, now, anybody); err != nil {
		t.Fatal(err)
	}
	if n, err := h.People.Purge(t.Context(), now.AddDate(0, 0, 1)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
}

// A newcomer with a label and a type of relation that were removed here meanwhile comes without them.
func TestANewcomerOfWhatWasRemoved(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(4))
			h := build(t, open(t), nil)
			h.move(t, from, predecessors.Options{})
			if err := h.Labels.Remove(t.Context(), h.origins(t, origin.Label)[31]); err != nil {
				t.Fatal(err)
			}
			driver := h.origins(t, origin.RelationType)[18]
			if err := h.RelationTypes.Remove(t.Context(), driver); err != nil {
				t.Fatal(err)
			}
			one := related(9001, fake.OldPerson(1))
			one["person_label"] = []int{31, 32}
			acf := one["acf"].(fake.Object)
			acf["relationships"] = append(acf["relationships"].([]fake.Object),
				fake.Object{"related_person": fake.OldPerson(2), "relationship_type": 18})
			a.Put("people", one)
			a.Hang("timeline", 9001, []fake.Object{})
			h.move(t, from, predecessors.Options{})
			p := h.person(t, h.origins(t, origin.Person)[9001])
			if !slices.Equal(p.Labels, []int64{h.origins(t, origin.Label)[32]}) || len(p.Relations) != 1 {
				t.Errorf("%+v, %+v", p.Labels, p.Relations)
			}
		})
	}
}
