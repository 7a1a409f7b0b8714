package gormstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
)

// What is held in memory, as changes are noted of it. The record of a user and of favourites is the user's number, that of the
// others in whole lists is 0.
const (
	nounPeople        = "people"
	nounGroups        = "groups"
	nounRelationTypes = "relation types"
	nounLabels        = "labels"
	nounUsers         = "users"
	nounFavorites     = "favorites"
	nounSettings      = "settings" // those that something about people follows from
	nounMatrix        = "matrix"
	nounFunctions     = "functions"
	nounWelcome       = "welcome"
	nounFees          = "fees"
	nounFinance       = "finance"
	nounBulkJob       = "bulk job"
	nounSuppressed    = "suppressed"
	nounTraining      = "training"
	nounWorkspaces    = "workspaces"
	nounScreening     = "screening"
	nounJubilee       = "jubilee"
	nounLeavers       = "leavers"
	nounFactorRule    = "second factor"
	nounIdentity      = "identity"
	nounFirstStart    = "first start"
	nounCleared       = "cleared" // of whom a rule about who left destroyed something: no file has it
)

// note says that a step wrote a record.
type note struct {
	Noun   string `json:"noun"`
	Record int64  `json:"record"`

	// What became of it, where that is at hand.
	person  *person.Stored
	group   *group.Group
	removed bool
}

// notes are what a step wrote, in turn.
type notes []note

func (h handle) note(n note) { *h.notes = append(*h.notes, n) }

// written notes that records were written of which is not at hand what became of them.
func (h handle) written(noun string, records ...int64) {
	for _, record := range records {
		h.note(note{Noun: noun, Record: record})
	}
}

func (h handle) writtenPerson(p *person.Stored) {
	h.note(note{Noun: nounPeople, Record: p.ID, person: p})
}

func (h handle) writtenGroup(g group.Group) { h.note(note{Noun: nounGroups, Record: g.ID, group: &g}) }

// last returns the last notes about each record.
func (n notes) last() (list []note) {
	place := make(map[note]int, len(n))
	for _, one := range n {
		key := note{Noun: one.Noun, Record: one.Record}
		if at, known := place[key]; known {
			list[at] = one
			continue
		}
		place[key] = len(list)
		list = append(list, one)
	}
	return list
}

// removeSomebody reports whether somebody, or something of them, may be gone with what was written.
func (n notes) removeSomebody() bool {
	return slices.ContainsFunc(n, func(one note) bool {
		return one.Noun == nounCleared || one.Noun == nounPeople && one.person == nil
	})
}

// changes returns what was written, if all of it is at hand.
func (n notes) changes(number int64) (c directory.Changes, complete bool) {
	c.After, c.Last = number-1, number
	for _, one := range n.last() {
		switch {
		case one.person != nil:
			c.People = append(c.People, *one.person)
		case one.group != nil:
			c.Groups = append(c.Groups, *one.group)
		case one.removed && one.Noun == nounPeople:
			c.RemovedPeople = append(c.RemovedPeople, one.Record)
		case one.removed && one.Noun == nounGroups:
			c.RemovedGroups = append(c.RemovedGroups, one.Record)
		default:
			return c, false
		}
	}
	return c, true
}

// step runs change in a transaction, or inside of one so that its failure is not the transaction's. What it wrote gets a number
// as the last thing before the commit, so that numbers are in the order of commits, and is in the directory when step returns.
func (h handle) step(ctx context.Context, change func(handle) error) error {
	if h.Inside() {
		before := len(*h.notes)
		err := h.Step(ctx, func(inside database.Handle) error {
			return change(handle{Handle: inside, club: h.club, keep: h.keep, notes: h.notes})
		})
		if err != nil {
			*h.notes = (*h.notes)[:before]
		}
		return err
	}
	var number int64
	var tx handle
	err := h.Step(ctx, func(inside database.Handle) (err error) {
		tx = handle{Handle: inside, club: h.club, keep: h.keep, notes: &notes{}} // it may run twice
		if err := change(tx); err != nil || len(*tx.notes) == 0 {
			return err
		}
		if number, err = tx.number(); err == nil && tx.notes.removeSomebody() {
			err = tx.forgetRows()
		}
		return err
	})
	if err != nil || len(*tx.notes) == 0 {
		return err
	}
	return h.club.follow(ctx, *tx.notes, number)
}

const (
	nextNumber = "UPDATE change_counter SET number = number + 1 RETURNING number"
	keepNumber = " ON CONFLICT (noun, record) DO UPDATE SET number = excluded.number"
)

// number takes the next number, and keeps it for every record that was written. Until the commit nobody else gets one, so that on
// PostgreSQL it is one statement.
func (h handle) number() (number int64, err error) {
	list, err := json.Marshal(h.notes.last())
	if err != nil {
		return 0, err
	}
	scan := func(row *sql.Rows) error { return row.Scan(&number) }
	if h.Dialect == database.Postgres {
		err = database.ScanAll(h.Write.Raw("WITH next AS ("+nextNumber+") INSERT INTO changes (noun, record, number) "+
			"SELECT r.noun, r.record, next.number FROM next, jsonb_to_recordset(?::jsonb) AS r (noun text, record bigint)"+keepNumber+
			" RETURNING number", string(list)), scan)
		return number, err
	}
	if err := database.ScanAll(h.Write.Raw(nextNumber), scan); err != nil {
		return 0, err
	}
	err = h.Write.Exec("INSERT INTO changes (noun, record, number) "+
		"SELECT value ->> 'noun', value ->> 'record', ? FROM json_each(?) WHERE true"+keepNumber, number, string(list)).Error
	return number, err
}
