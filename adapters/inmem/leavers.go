package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/ports"
)

type leaverProposals struct{ handle }

var _ ports.LeaverProposals = leaverProposals{}

// keptProposal is a proposal with whom it touches, by the number of the person; replaced, never changed in place.
type keptProposal struct {
	leaver.Proposal
	items []leaver.Item
}

func newKeptProposal(p *leaver.Proposal, items []leaver.Item) keptProposal {
	c := p.Clone()
	c.Made, c.Due, c.Ended = civil.Instant(c.Made), civil.Instant(c.Due), civil.Instant(c.Ended)
	kept := keptProposal{Proposal: c}
	if c.State != leaver.Waiting {
		return kept
	}
	for _, item := range items {
		kept.items = append(kept.items, leaver.Item{Person: item.Person, Kinds: slices.Clone(item.Kinds)})
	}
	slices.SortFunc(kept.items, func(a, b leaver.Item) int { return cmp.Compare(a.Person, b.Person) })
	return kept
}

func (s leaverProposals) Propose(ctx context.Context, p leaver.Proposal, items []leaver.Item) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		for _, other := range t.proposals {
			if p.State == leaver.Waiting && other.State == leaver.Waiting {
				return 0, leaver.ErrWaiting
			}
		}
		p.ID = 1
		for id := range t.proposals {
			p.ID = max(p.ID, id+1)
		}
		t.proposals[p.ID] = newKeptProposal(&p, items)
		return p.ID, nil
	})
}

func (s leaverProposals) Update(ctx context.Context, id int64, change func(*leaver.Proposal) error) error {
	return s.run(ctx, func(t *tables) error {
		before, there := t.proposals[id]
		if !there {
			return leaver.ErrAbsent
		}
		var edited leaver.Proposal
		for range 2 { // as the contract allows
			edited = before.Clone()
			if err := change(&edited); err != nil {
				return err
			}
		}
		edited.ID = id
		t.proposals[id] = newKeptProposal(&edited, before.items)
		return nil
	})
}

func (s leaverProposals) Page(ctx context.Context, q leaver.Query) (record.Page[leaver.Proposal], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[leaver.Proposal], err error) {
		found := picked(t.proposals, func(p *keptProposal) bool { return q.State == "" || q.State == p.State },
			func(a, b keptProposal) int { return cmp.Compare(b.ID, a.ID) })
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		page.Total = len(found)
		for i := range found[start:end] {
			page.Records = append(page.Records, found[start+i].Clone())
		}
		return page, nil
	})
}

func (s leaverProposals) Items(ctx context.Context, id int64, after person.ID, limit int) ([]leaver.Item, error) {
	return ask(ctx, s.handle, func(t *tables) (items []leaver.Item, err error) {
		for _, item := range t.proposals[id].items {
			if item.Person > after && len(items) < limit {
				items = append(items, leaver.Item{Person: item.Person, Kinds: slices.Clone(item.Kinds)})
			}
		}
		return items, nil
	})
}

func (s leaverProposals) Drop(ctx context.Context, id int64, of person.ID) (bool, error) {
	return ask(ctx, s.handle, func(t *tables) (bool, error) {
		p := t.proposals[id]
		kept := slices.DeleteFunc(slices.Clone(p.items), func(item leaver.Item) bool { return item.Person == of })
		if len(kept) == len(p.items) {
			return false, nil
		}
		p.items = kept
		t.proposals[id] = p
		return true, nil
	})
}

type leavers struct{ handle }

var _ ports.Leavers = leavers{}

// ownTimeline are the numbers of what stands on the timeline of one person alone and is done with.
type ownTimeline struct{ activities, notes, mails, tasks []int64 }

func (t *tables) ownTimeline(of person.ID) ownTimeline {
	return ownTimeline{
		numbersOf(t.activities.byID, func(v *activity.Activity) bool { return v.Person == of && len(v.Participants) == 0 }),
		numbersOf(t.notes.byID, func(v *note.Note) bool { return v.Person == of }),
		numbersOf(t.mails.byID, func(v *mail.Mail) bool { return v.Person == of && len(v.Along) == 0 && !v.State.Pending() }),
		numbersOf(t.tasks.byID, func(v *task.Task) bool {
			return v.Status == task.Completed && slices.Equal(v.People, []int64{of})
		}),
	}
}

func numbersOf[V any](all map[int64]V, wanted func(*V) bool) (ids []int64) {
	for id, v := range all {
		if wanted(&v) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (s leavers) CountTimeline(ctx context.Context, people []person.ID) (map[person.ID]int, error) {
	return ask(ctx, s.handle, func(t *tables) (map[person.ID]int, error) {
		counts := map[person.ID]int{}
		for _, id := range people {
			found := t.ownTimeline(id)
			if n := len(found.activities) + len(found.notes) + len(found.mails) + len(found.tasks); n > 0 {
				counts[id] = n
			}
		}
		return counts, nil
	})
}

func (s leavers) Clear(ctx context.Context, of erasure.Subject, kinds []leaver.Kind) error {
	return s.run(ctx, func(t *tables) error {
		changed := t.changed
		t.changed = nil
		for _, k := range changed {
			if k.Person == of.Person {
				left := leaver.WithoutKinds(person.DecodeChanges(k.fields), kinds...)
				if len(left) == 0 {
					continue
				}
				k.fields = person.EncodeChanges(left)
			}
			t.changed = append(t.changed, k)
		}
		for _, kind := range kinds {
			switch kind {
			case leaver.Photo:
				for id, m := range t.media {
					if m.Person == of.Person && m.State == media.Ready {
						m.State = media.Removed
						t.media[id] = m
					}
				}
			case leaver.Timeline:
				found := t.ownTimeline(of.Person)
				withoutNumbers(t.activities.byID, found.activities)
				withoutNumbers(t.notes.byID, found.notes)
				withoutNumbers(t.mails.byID, found.mails)
				withoutNumbers(t.tasks.byID, found.tasks)
			case leaver.Contacts:
				if err := t.withoutAddresses(of); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Awaited implements ports.Leavers.
func (s leavers) Awaited(ctx context.Context, emails []string) (bool, error) {
	return ask(ctx, s.handle, func(t *tables) (bool, error) {
		among := func(email string) bool { return slices.Contains(emails, strings.ToLower(email)) }
		for _, m := range t.mails.byID {
			if m.State.Pending() && slices.ContainsFunc(m.To, func(a mail.Address) bool { return among(a.Email) }) {
				return true, nil
			}
		}
		for _, m := range t.messages {
			if slices.ContainsFunc(m.Waiting, func(r addressee.Reached) bool { return among(r.Value) }) {
				return true, nil
			}
		}
		return false, nil
	})
}

// withoutNumbers deletes these numbers.
func withoutNumbers[V any](all map[int64]V, ids []int64) {
	maps.DeleteFunc(all, func(id int64, _ V) bool { return slices.Contains(ids, id) })
}

// withoutAddresses takes the addresses of somebody out of all but the books of that person.
func (t *tables) withoutAddresses(of erasure.Subject) error {
	if len(of.Emails) == 0 {
		return nil
	}
	const nobody = -1
	words := erasure.Subject{Person: nobody, Words: of.Words, Others: of.Others, Emails: of.Emails, Phones: of.Phones}
	e := eraser{t, &words, erasure.Counts{}, nil}
	e.timelines()
	e.mailed()
	e.told()
	e.club()
	for _, address := range of.Emails {
		if _, there := t.suppressed.known[address]; there {
			t.forget(address)
		}
	}
	for _, v := range t.billing.byID {
		if v.Person == of.Person {
			continue
		}
		c := v.Clone()
		e.bookkeepers(&c)
		if err := t.billing.keep(c); err != nil {
			return err
		}
	}
	return nil
}
