package audits

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// Seen returns a part of who looked at a person, the newest day first, to who may change the person: as its changes.
func (s *Service) Seen(ctx context.Context, viewer access.Viewer, q person.LooksQuery) (record.Page[person.Look], error) {
	if _, err := s.changeable(viewer, q.Person); err != nil {
		return record.Page[person.Look]{}, err
	}
	return s.Looks.Page(ctx, q)
}

// Looked notes that a viewer opened the records of people, or took them along in a file. No request waits for it or fails with
// it. The account of the synchronization is not noted: it reads everybody every day.
func (s *Service) Looked(viewer access.Viewer, exported bool, people ...person.ID) {
	if !viewer.SignedIn() || viewer.RequireInteractive() != nil {
		return
	}
	now := civil.Instant(s.Now())
	look := person.Look{LookKey: person.LookKey{By: viewer.User, Day: civil.On(now, s.Zone)}, ByName: viewer.Name, Opened: now}
	if exported {
		look.Opened, look.Exported = time.Time{}, now
	}
	if s.noted.add(look, people) {
		go s.storeLooks()
	}
}

// noted are the looks of this program that wait to be stored. What waits when one is being stored is the next batch.
type noted struct {
	mu      sync.Mutex
	waiting map[person.LookKey]person.Look
	today   map[person.LookKey]person.Look // that were noted, so that nobody is noted twice
	day     civil.Date
	storing bool
	stored  chan struct{} // closed when storing ends
	hurry   chan struct{} // closed when somebody waits for that; nil when it is closed
	failed  error         // of the last try
	closed  bool
}

const (
	mostLooks    = 200_000 // wait to be stored, or are remembered; when a database stands still, more are forgotten
	looksBatch   = 1000
	lookPatience = 10 * time.Second       // for a batch
	looksPause   = 200 * time.Millisecond // for more to come, since a transaction costs more than what is in it
)

// add notes a look at people, and reports whether the caller has to store it.
func (n *noted) add(look person.Look, people []person.ID) (begin bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return false
	}
	if n.day != look.Day || len(n.today) > mostLooks {
		n.day, n.today = look.Day, map[person.LookKey]person.Look{}
	}
	for _, id := range people {
		own := look
		own.Person = id
		was, known := n.today[own.LookKey]
		if known && was.Tells(own) {
			continue
		}
		if len(n.waiting) >= mostLooks {
			break
		}
		n.wait(own)
		if known {
			own = was.And(own)
		}
		n.today[own.LookKey] = own
	}
	if begin = len(n.waiting) > 0 && !n.storing; begin {
		n.begin()
	}
	return begin
}

func (n *noted) begin() {
	n.storing, n.stored, n.hurry = true, make(chan struct{}), make(chan struct{})
}

// pause waits for more looks to come, unless somebody waits for those that came.
func (n *noted) pause() {
	n.mu.Lock()
	hurry := n.hurry
	n.mu.Unlock()
	if hurry == nil {
		return
	}
	pause, cancel := context.WithTimeout(context.Background(), looksPause)
	defer cancel()
	select {
	case <-hurry:
	case <-pause.Done():
	}
}

func (n *noted) wait(look person.Look) {
	if n.waiting == nil {
		n.waiting = map[person.LookKey]person.Look{}
	}
	if was, there := n.waiting[look.LookKey]; there {
		look = was.And(look)
	}
	n.waiting[look.LookKey] = look
}

// batch takes what is stored next. Without anything, or after a failure, storing has ended.
func (n *noted) batch(failed error, back []person.Look) []person.Look {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, look := range back {
		n.wait(look)
	}
	n.failed = failed
	if failed != nil || len(n.waiting) == 0 {
		n.storing = false
		close(n.stored)
		return nil
	}
	list := slices.SortedFunc(maps.Values(n.waiting), person.CompareLooks)
	list = list[:min(len(list), looksBatch)]
	for _, look := range list {
		delete(n.waiting, look.LookKey)
	}
	return list
}

// storeLooks stores what waits. What could not be stored waits for the next look, or for Close.
func (s *Service) storeLooks() {
	s.noted.pause()
	list := s.noted.batch(nil, nil)
	for list != nil {
		ctx, cancel := context.WithTimeout(context.Background(), lookPatience)
		err := s.Looks.Keep(ctx, list...)
		cancel()
		if err != nil {
			list = s.noted.batch(err, list)
		} else {
			s.noted.pause()
			list = s.noted.batch(nil, nil)
		}
	}
}

// Settle waits until the looks that were noted are stored, or the context is done. It returns why they were not.
func (s *Service) Settle(ctx context.Context) error {
	s.noted.mu.Lock()
	storing, stored := s.noted.storing, s.noted.stored
	if storing && s.noted.hurry != nil {
		close(s.noted.hurry)
		s.noted.hurry = nil
	}
	s.noted.mu.Unlock()
	if storing {
		select {
		case <-stored:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s.noted.mu.Lock()
	defer s.noted.mu.Unlock()
	return s.noted.failed
}

// Close stores what was noted, what could not be stored before as well, and notes nothing more.
func (s *Service) Close(ctx context.Context) error {
	err := s.Settle(ctx)
	s.noted.mu.Lock()
	s.noted.closed = true
	again := len(s.noted.waiting) > 0 && !s.noted.storing
	if again {
		s.noted.begin()
	}
	s.noted.mu.Unlock()
	if again {
		go s.storeLooks()
		err = s.Settle(ctx)
	}
	return err
}
