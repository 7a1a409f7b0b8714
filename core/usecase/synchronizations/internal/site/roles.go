package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Roles are what members do in committees and for the club, as far as a run read it. It keeps only the codes and the roles, so
// that a run over everybody needs hardly more memory than one over a few.
type Roles struct {
	Codes    []string // whose pages are to be read
	Full     bool     // these are everybody, and the download is replaced as a whole
	Invoices bool     // the invoice data are read, too
	// PageRead is told whose pages were read.
	PageRead func(code string)

	Read      map[string]bool
	Wanted    []workrows.Wanted
	Over      map[string]federation.Roles // what ended, by member
	Functions map[string][]string         // those for the club that go on, by member
	Complete  bool                        // everybody was read, without an error: what was not seen is gone
	Failed    bool                        // the site could not be read

	// Committees are those of whom a member has a seat, in the order of first sight.
	Committees []Committee

	// Dates and Numbers are the certificates of conduct and helpdesk numbers that the site told before.
	Dates, Numbers engine.Removals

	// held is what was read, by code, as it is kept, of a run that may not keep it yet: one over who changed lately keeps it after
	// the guard has looked, a dry run never. A run over everybody stages it instead, so that it needs little memory.
	held map[string][]byte
}

// Committee is a committee as a seat names it.
type Committee struct{ ID, Name string }

// NewRoles are roles to be read; without keep they are only held.
func NewRoles(full, keep bool) *Roles {
	r := &Roles{
		Full: full, Dates: engine.Removals{What: texts.CertificateDates}, Numbers: engine.Removals{What: texts.HelpdeskNumbers},
		Read: map[string]bool{}, Over: map[string]federation.Roles{}, Functions: map[string][]string{},
	}
	if !full || !keep {
		r.held = map[string][]byte{}
	}
	return r
}

// Whole reports whether everybody's pages were asked for, to the end: what those who were read do not tell is gone, but for what
// those may do whose pages could not be read.
func (r *Roles) Whole() bool { return r.Full && !r.Failed && len(r.Read) > 0 }

// Unread reports whether a member's pages should have been read and could not be.
func (r *Roles) Unread(code string) bool { return !r.Read[code] && slices.Contains(r.Codes, code) }

// Take takes over what one member does.
func (r *Roles) Take(code string, roles federation.Roles) {
	r.Read[code] = true
	r.Wanted = append(r.Wanted, workrows.Roles(code, roles)...)
	r.Functions[code] = []string{}
	var over federation.Roles
	for _, f := range roles.Functions {
		if f.Active {
			r.Functions[code] = append(r.Functions[code], f.Title)
		} else {
			over.Functions = append(over.Functions, f)
		}
	}
	for _, seat := range roles.Seats {
		id := workrows.Committee(seat).Key
		known := slices.ContainsFunc(r.Committees, func(c Committee) bool { return c.ID == id })
		if !known && seat.Active {
			r.Committees = append(r.Committees, Committee{id, seat.Name})
		}
		if !seat.Active {
			over.Seats = append(over.Seats, seat)
		}
	}
	if len(over.Functions)+len(over.Seats) > 0 {
		r.Over[code] = over
	}
}

// Roles reads the chosen members' pages one after the other. A run over everybody stages what it reads: when it dies the last
// download stays whole.
func (s *Site) Roles(ctx context.Context, step *engine.Step, r *Roles) error {
	if len(r.Codes) > 0 {
		if err := s.Canary(ctx, step, r.Codes); err != nil {
			if engine.Stops(ctx, err) {
				return err
			}
			step.Fail(ctx, "", run.ClubSite, err)
			step.Note(texts.NothingRead)
			r.Failed = true
			return nil
		}
	}
	if r.held == nil {
		if err := s.Stores.Downloads.Begin(ctx, sets.Details.Name); err != nil {
			return engine.Stop(err)
		}
	}
	return s.roles(ctx, step, r)
}

func (s *Site) roles(ctx context.Context, step *engine.Step, r *Roles) error {
	failed := 0
	for i, code := range r.Codes {
		if err := step.Advance(ctx, i, len(r.Codes)); err != nil {
			return err
		}
		if i > 0 {
			if err := s.Pause(ctx, pagePause.Least, pagePause.Most); err != nil {
				return err
			}
		}
		step.Counts().Total++
		err := s.rolesOf(ctx, step, r, code)
		switch {
		case err == nil:
			step.Counts().Synced++
			failed = 0
		case engine.Stops(ctx, err):
			return err
		default:
			step.Fail(ctx, code, run.ClubSite, err)
			failed++
			if failed == engine.MaxFailures && errors.Is(err, federation.ErrShape) { // not one odd member: the pages have changed
				return engine.Stop(err)
			}
			if failed == engine.MaxFailures || errors.Is(err, federation.ErrSignIn) {
				step.Note(texts.RolesStopped)
				r.Failed = true
				return nil
			}
		}
	}
	r.Complete = len(r.Read) == len(r.Codes)
	r.Failed = len(r.Read) == 0 && len(r.Codes) > 0
	return step.Advance(ctx, len(r.Codes), len(r.Codes))
}

// rolesOf reads one member's pages and keeps them.
func (s *Site) rolesOf(ctx context.Context, step *engine.Step, r *Roles, code string) error {
	before, _, err := sets.Details.Get(ctx, s.Runner, code)
	if err != nil {
		return err
	}
	detail, err := s.detail(ctx, code, before, r.Invoices)
	if err != nil {
		return err
	}
	if before.Free != nil { // as federation.FieldVOG and FieldHelpdesk say where they stand
		r.Dates.Count(before.Free[8], detail.Free[8])
		r.Numbers.Count(before.Free[3], detail.Free[3])
	}
	r.PageRead(code)
	r.Take(code, *detail.Roles)
	step.Counts().Functions += len(detail.Roles.Functions)
	step.Counts().Seats += len(detail.Roles.Seats)
	record, err := json.Marshal(detail)
	if err == nil && r.held == nil {
		err = s.Stores.Downloads.Stage(ctx, sets.Details.Name, map[string][]byte{code: record})
	}
	if r.held != nil {
		r.held[code] = record
	}
	if err != nil {
		return engine.Stopf("keep what was read of %s: %w", code, err)
	}
	return nil
}

// detail reads the pages of functions and free fields, and the invoice data, which otherwise stay as they were last read, in
// before.
func (s *Site) detail(ctx context.Context, code string, before federation.Detail, invoices bool) (federation.Detail, error) {
	tabs := federation.TabFunctions | federation.TabOther
	if invoices {
		tabs |= federation.TabFinancial
	}
	var detail federation.Detail
	err := s.Retry(ctx, federation.ErrAnswer, func() (err error) {
		detail, err = s.Club.Member(ctx, code, tabs)
		return err
	})
	switch {
	case err != nil:
		return detail, err
	case detail.Roles == nil || detail.Free == nil || invoices && detail.Invoice == nil:
		return detail, federation.ErrShape.Because(fmt.Errorf("a page of %s is missing", code))
	}
	if !invoices {
		detail.Invoice = before.Invoice
	}
	return detail, nil
}

// KeepRoles lets what was read take the place of what was kept. Who could not be read keeps what was read last.
func (s *Site) KeepRoles(ctx context.Context, r *Roles) error {
	if s.DryRun || len(r.Read) == 0 {
		return nil
	}
	if r.held != nil {
		if err := s.Stores.Downloads.Put(ctx, sets.Details.Name, r.held); err != nil {
			return fmt.Errorf("keep the download: %w", err)
		}
		return nil
	}
	for _, code := range r.Codes {
		if r.Read[code] {
			continue
		}
		before, known, err := sets.Details.Get(ctx, s.Runner, code)
		if err != nil {
			return err
		}
		if !known {
			continue
		}
		record, err := json.Marshal(before)
		if err == nil {
			err = s.Stores.Downloads.Stage(ctx, sets.Details.Name, map[string][]byte{code: record})
		}
		if err != nil {
			return engine.Stop(err)
		}
	}
	if err := s.Stores.Downloads.Commit(ctx, sets.Details.Name, s.Now().UTC()); err != nil {
		return engine.Stopf("keep the download: %w", err)
	}
	return nil
}

// EachRead visits the pages of who was read: as they were held, or as they are kept.
func (s *Site) EachRead(ctx context.Context, r *Roles, visit func(code string, detail federation.Detail) error) error {
	if r.held == nil {
		return sets.Details.Each(ctx, s.Runner, func(code string, detail federation.Detail) error {
			if !r.Read[code] {
				return nil
			}
			return visit(code, detail)
		})
	}
	for _, code := range slices.Sorted(maps.Keys(r.held)) {
		detail, err := sets.Details.Decode(code, r.held[code])
		if err == nil {
			err = visit(code, detail)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
