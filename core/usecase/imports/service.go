// Package imports owns how people come into the club from a file: what of it is kept, what an import would do, the jobs that
// apply it and take it back, and who may.
//
// It does not own how a file is read and matched (core/peoplefile) or how people are changed (core/usecase/people).
package imports

import (
	"bytes"
	"context"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Service imports people into one club.
type Service struct {
	Directory ports.Directory
	Imports   ports.Imports
	Users     ports.Users
	Atomic    ports.Atomic // of the same stores
	Workbooks ports.Workbooks
	Now       func() time.Time
	Zone      *time.Location // the club's

	// TakeIn and TakeOut are those of the use case of people.
	TakeIn func(context.Context, ports.Stores, access.Viewer, []peoplefile.Intake) ([]peoplefile.TakenIn, error)
	// TakeOut returns why somebody is left as they are.
	TakeOut func(context.Context, ports.Stores, access.Viewer, []peoplefile.TakenIn) (map[person.ID]string, error)

	lastClub atomic.Pointer[knownClub]

	Turn chan struct{} // holds one: one file is read, or planned, at a time, for it may be large
}

// may says who imports people: administrators and the ledenadministratie.
func may(viewer access.Viewer) error {
	if err := viewer.RequireInteractive(); err != nil {
		return err
	}
	return viewer.Require(access.Manage, access.Administration)
}

// begin waits for the turn to work with a large file.
func (s *Service) begin(ctx context.Context) (end func(), err error) {
	select {
	case s.Turn <- struct{}{}:
		return func() { <-s.Turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// remembered is in how many imports the columns are looked for that somebody chose before.
const remembered = 20

// Upload reads a file and keeps it as a draft: nobody is changed by it. Its columns are guessed.
func (s *Service) Upload(ctx context.Context, viewer access.Viewer, name string, data []byte) (kept peoplefile.Import,
	err error) {
	if err := may(viewer); err != nil {
		return kept, err
	}
	if len(data) > peoplefile.MaxBytes {
		return kept, peoplefile.ErrTooBig
	}
	end, err := s.begin(ctx)
	if err != nil {
		return kept, err
	}
	defer end()
	sheet, err := s.read(ctx, data)
	if err != nil {
		return kept, err
	}
	table, err := peoplefile.Tabled(sheet)
	if err != nil {
		return kept, err
	}
	before, err := s.Imports.Page(ctx, 0, remembered)
	if err != nil {
		return kept, err
	}
	known := map[string]peoplefile.Field{}
	for i := range before.Records {
		if before.Records[i].State != peoplefile.Draft {
			peoplefile.Remember(known, before.Records[i].Columns)
		}
	}
	fields := peoplefile.Guess(table.Headings, known)
	kept = peoplefile.NewImport(viewer.User, viewer.Name, fileName(name), &table, fields, sheet.Date1904, s.Now())
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if kept.ID, err = stores.Imports.Create(ctx, kept, table.Rows); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.FileUploaded, viewer, &kept).With(audit.Values{"rows": kept.Total}))
	})
	return kept, err
}

func (s *Service) read(ctx context.Context, data []byte) (peoplefile.Sheet, error) {
	switch {
	case len(data) == 0:
		return peoplefile.Sheet{}, peoplefile.ErrEmpty
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte{0xD0, 0xCF, 0x11, 0xE0}):
		return s.Workbooks.Read(ctx, data)
	case bytes.HasPrefix(data, []byte("%PDF")), bytes.HasPrefix(data, []byte("{")), bytes.HasPrefix(data, []byte("<")):
		return peoplefile.Sheet{}, peoplefile.ErrOtherKind
	}
	return peoplefile.ReadText(data)
}

// fileName returns what a browser calls a file, without a folder and of a bounded length.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(path.Base(strings.ReplaceAll(name, `\`, "/")), ""))
	letters := []rune(name)
	if name = string(letters[:min(len(letters), 120)]); name == "" || name == "." || name == "/" {
		return "bestand"
	}
	return name
}

func (s *Service) entry(kind audit.Kind, viewer access.Viewer, i *peoplefile.Import) audit.Entry {
	return audit.New(kind, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Import, ID: i.ID, Name: i.File})
}

// List returns a page of the imports, the newest first.
func (s *Service) List(
	ctx context.Context, viewer access.Viewer, offset, limit int,
) (page record.Page[peoplefile.Import], err error) {
	if err := may(viewer); err != nil {
		return page, err
	}
	return s.Imports.Page(ctx, offset, limit)
}

// Show returns one import, and how far it is.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id int64) (peoplefile.Import, error) {
	if err := may(viewer); err != nil {
		return peoplefile.Import{}, err
	}
	return s.Imports.ByID(ctx, id)
}

// Choose says which fields the columns of a draft are.
func (s *Service) Choose(
	ctx context.Context, viewer access.Viewer, id int64, fields []peoplefile.Field,
) (peoplefile.Import, error) {
	if err := may(viewer); err != nil {
		return peoplefile.Import{}, err
	}
	return s.Imports.Change(ctx, id, func(i *peoplefile.Import) error { return i.Choose(fields) })
}

// Discard destroys a draft.
func (s *Service) Discard(ctx context.Context, viewer access.Viewer, id int64) error {
	if err := may(viewer); err != nil {
		return err
	}
	return s.Imports.Remove(ctx, id, func(i *peoplefile.Import) error {
		if i.State != peoplefile.Draft {
			return peoplefile.ErrApplied
		}
		return nil
	})
}

// Purge forgets the rows of imports that can't be taken back any more, and drafts that were left. It is daily work: no viewer
// asks for it.
func (s *Service) Purge(ctx context.Context) (int, error) { return s.Imports.Purge(ctx, s.Now()) }

// Rows are rows of an import: what it would do, or what it did.
type Rows struct {
	Counts peoplefile.Counts // of all rows
	Total  int               // of those that were asked for
	Rows   []peoplefile.Result
}

// Rows returns a part of the rows with an outcome, all for "". Of a draft they say what applying it would do now.
func (s *Service) Rows(
	ctx context.Context, viewer access.Viewer, id int64, outcome peoplefile.Outcome, offset, limit int,
) (rows Rows, err error) {
	if err := may(viewer); err != nil {
		return rows, err
	}
	end, err := s.begin(ctx)
	if err != nil {
		return rows, err
	}
	defer end()
	i, err := s.Imports.ByID(ctx, id)
	if err != nil {
		return rows, err
	}
	if i.State == peoplefile.Draft {
		if err := peoplefile.CheckColumns(i.Columns); err != nil {
			return rows, err
		}
	}
	all, err := s.Imports.Rows(ctx, id, 0, 0)
	if err != nil {
		return rows, err
	}
	planner, err := s.planner(ctx, &i)
	if err != nil {
		return rows, err
	}
	for n := range all {
		row := &all[n]
		if i.State == peoplefile.Draft {
			decision := planner.Decide(&row.Row)
			row.Took(&decision)
		}
		rows.Counts.Add(row.Outcome)
		if outcome != "" && row.Outcome != outcome {
			continue
		}
		if rows.Total >= offset && rows.Total < offset+limit {
			rows.Rows = append(rows.Rows, *row)
		}
		rows.Total++
	}
	return rows, nil
}

// planner decides about the rows of an import by the club as it is now.
func (s *Service) planner(ctx context.Context, i *peoplefile.Import) (*peoplefile.Planner, error) {
	synchronized, err := s.synchronized(ctx)
	if err != nil {
		return nil, err
	}
	return peoplefile.NewPlanner(s.club(s.Directory.View()), i.Fields(), peoplefile.Rules{
		Today: civil.On(s.Now(), s.Zone), Date1904: i.Date1904, Federation: synchronized,
	}), nil
}

// synchronized reports whether the club has a synchronization: an account that may bring records.
func (s *Service) synchronized(ctx context.Context) (bool, error) {
	users, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return false, err
	}
	matrix := s.Directory.View().Matrix()
	for i := range users {
		if viewer := users[i].Viewer(matrix); viewer.Synchronizes() {
			return true, nil
		}
	}
	return false, nil
}

// knownClub is the last club that rows were matched with: a page asks again for each part of a preview. Nobody may change it.
type knownClub struct {
	view *directory.View
	club *peoplefile.Club
}

func (s *Service) club(view *directory.View) *peoplefile.Club {
	if last := s.lastClub.Load(); last != nil && last.view == view {
		return last.club
	}
	club := peoplefile.NewClub(view.Everybody())
	s.lastClub.Store(&knownClub{view, club})
	return club
}
