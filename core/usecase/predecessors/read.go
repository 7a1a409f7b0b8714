package predecessors

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
)

// kindOf are the kinds of what is on lists.
var kindOf = map[predecessor.List]origin.Kind{
	predecessor.RelationTypes: origin.RelationType, predecessor.Labels: origin.Label, predecessor.Seasons: origin.Case,
	predecessor.Teams: origin.Group, predecessor.Committees: origin.Group, predecessor.People: origin.Person,
	predecessor.Users: origin.User, predecessor.Tasks: origin.Task, predecessor.Cases: origin.Case,
	predecessor.Invoices: origin.Invoice, predecessor.Feedback: origin.Feedback,
}

// needed are the lists without which nothing is brought.
var needed = map[predecessor.List]bool{predecessor.People: true, predecessor.Teams: true, predecessor.Committees: true}

// read reads everything.
func (r *run) read(ctx context.Context) error {
	reading := &predecessor.Reading{Zone: r.Zone, Now: r.Now(), User: r.about.User}
	report := reading.Report()
	for _, list := range predecessor.Lists {
		n := 0
		err := r.from.All(ctx, list, func(id int64, record []byte) error {
			reading.Take(list, id, record)
			n++
			r.progress("read "+string(list), n, 0)
			return nil
		})
		if err := r.bear(reading, list, err); err != nil {
			return fmt.Errorf("read the %s: %w", list, err)
		}
	}
	for list, part := range map[predecessor.List]predecessor.Part{
		predecessor.People: predecessor.Timeline, predecessor.Invoices: predecessor.Detail, predecessor.Feedback: predecessor.Comments,
	} {
		if err := r.readParts(ctx, reading, kindOf[list], part, reading.IDs(list)); err != nil {
			return fmt.Errorf("read the %s of %s: %w", part, list, err)
		}
	}
	for _, part := range predecessor.Settings {
		text, err := r.from.Part(ctx, part, 0)
		switch {
		case err == nil:
			reading.TakePart(part, 0, text)
		case refused(err):
			report.Add(origin.Set, 0, "the %s cannot be read: %v", part, err)
		default:
			return fmt.Errorf("read the %s: %w", part, err)
		}
	}
	if image := reading.LogoImage(); image != 0 {
		text, err := r.from.Part(ctx, predecessor.Image, image)
		switch {
		case err == nil:
			reading.TakePart(predecessor.Image, image, text)
		case ctx.Err() != nil:
			return ctx.Err()
		default: // a logo keeps nothing else back
			report.Leave(origin.InvoiceLogo, 0, fmt.Sprintf("image %d of the library cannot be read, run again later: %v", image, err))
		}
	}
	r.club = reading.Club()
	return nil
}

// refused reports whether the application does not have something, or keeps it to itself.
func refused(err error) bool {
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Forbidden, fault.Invalid:
		return true
	}
	return false
}

// bear tells of a list that could not be read as a whole, and returns the errors that end everything.
func (r *run) bear(reading *predecessor.Reading, list predecessor.List, err error) error {
	report := reading.Report()
	var odd *predecessor.Unreadable
	switch {
	case errors.As(err, &odd):
		for _, record := range odd.Records {
			reading.Lose(list, record.ID)
			report.Leave(kindOf[list], record.ID,
				fmt.Sprintf("the record at place %d of the list of %s cannot be read and stays behind: %v",
					record.Place, list, record.Cause))
		}
		return nil
	case err != nil && refused(err) && !needed[list]:
		report.Add(kindOf[list], 0, "the list of %s cannot be read: %v", list, err)
		return nil
	}
	return err
}

// How parts are read: so many at once, and so many may fail.
const (
	atOnce       = 4
	mostFailures = 20
)

// readParts reads what hangs on records.
func (r *run) readParts(
	ctx context.Context, reading *predecessor.Reading, kind origin.Kind, part predecessor.Part, ids []int64,
) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex // of everything below
	var ended error
	next, done, failures := 0, 0, 0
	take := func() (int64, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == len(ids) || ended != nil {
			return 0, false
		}
		next++
		return ids[next-1], true
	}
	keep := func(id int64, text []byte, err error) {
		mu.Lock()
		defer mu.Unlock()
		done++
		r.progress("read the "+string(part)+" of each", done, len(ids))
		if err == nil {
			reading.TakePart(part, id, text)
			return
		}
		if failures++; ctx.Err() != nil || fault.KindOf(err) == fault.Unauthenticated || !refused(err) && failures > mostFailures {
			if ended == nil {
				ended = err
			}
			stop()
			return
		}
		reading.Report().Add(kind, id, "the %s of it cannot be read: %v", part, err)
		if fault.KindOf(err) != fault.NotFound {
			reading.Miss(part, id)
		}
	}
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for {
				id, more := take()
				if !more {
					return
				}
				text, err := r.from.Part(ctx, part, id)
				keep(id, text, err)
			}
		})
	}
	workers.Wait()
	return ended
}
