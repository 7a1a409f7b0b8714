package inmem

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// FeedbackQueue is what users reported, in memory. Its zero value is empty.
type FeedbackQueue struct {
	oneAtATime
	items   []feedback.Item
	threads map[int64][]feedback.Comment
}

var _ ports.FeedbackQueue = (*FeedbackQueue)(nil)

// Report adds an item with the given title, type and status, and returns its number.
func (q *FeedbackQueue) Report(i feedback.Item) int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	i.ID = int64(len(q.items) + 1)
	i.Created = time.Date(2026, 6, 1, 12, 0, len(q.items), 0, time.UTC)
	q.items = append(q.items, i)
	return i.ID
}

// Show returns an item and its thread.
func (q *FeedbackQueue) Show(id int64) (feedback.Item, []feedback.Comment) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.items[id-1].Clone(), slices.Clone(q.threads[id])
}

// Change lets somebody else change an item.
func (q *FeedbackQueue) Change(id int64, change func(*feedback.Item)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	change(&q.items[id-1])
}

func (q *FeedbackQueue) find(id int64) (*feedback.Item, error) {
	if id < 1 || id > int64(len(q.items)) {
		return nil, feedback.ErrAbsent
	}
	return &q.items[id-1], nil
}

func forAgent(i *feedback.Item) agent.Item {
	made := agent.Item{
		ID: i.ID, Title: i.Title, Type: i.Type, Status: i.Status, Owner: i.Owner, ClaimedAt: i.ClaimedAt, Branch: i.Branch,
		PullRequest: i.PullRequest,
	}
	if i.ShowPictures {
		for _, picture := range i.Screenshots {
			made.Pictures = append(made.Pictures, fmt.Sprint(picture))
		}
	}
	return made
}

// List implements ports.FeedbackQueue.
func (q *FeedbackQueue) List(ctx context.Context, wanted agent.Wanted) (list []agent.Item, err error) {
	err = q.run(ctx, func() error {
		for n := range q.items {
			i := &q.items[n]
			if len(list) < 100 && (wanted.Status == "" || i.Status == wanted.Status) && (wanted.Type == "" || i.Type == wanted.Type) {
				list = append(list, forAgent(i))
			}
		}
		return nil
	})
	return list, err
}

// Item implements ports.FeedbackQueue.
func (q *FeedbackQueue) Item(ctx context.Context, id int64) (item agent.Item, err error) {
	err = q.run(ctx, func() error {
		i, err := q.find(id)
		if err == nil {
			item = forAgent(i)
		}
		return err
	})
	return item, err
}

// Claim implements ports.FeedbackQueue.
func (q *FeedbackQueue) Claim(ctx context.Context, id int64, owner string) error {
	return q.run(ctx, func() error {
		i, err := q.find(id)
		if err != nil {
			return err
		}
		return i.Claim(owner, time.Now())
	})
}

// Brief implements ports.FeedbackQueue.
func (q *FeedbackQueue) Brief(ctx context.Context, id int64) (text string, err error) {
	err = q.run(ctx, func() error {
		i, err := q.find(id)
		if err == nil {
			text = feedback.Brief(i, q.threads[id])
		}
		return err
	})
	return text, err
}

// Say implements ports.FeedbackQueue.
func (q *FeedbackQueue) Say(ctx context.Context, id int64, text string) error {
	return q.run(ctx, func() error {
		if _, err := q.find(id); err != nil {
			return err
		}
		thread := q.threads[id]
		if n := len(thread); n > 0 && thread[n-1].By == feedback.ByAgent && thread[n-1].Content == text {
			return nil
		}
		if q.threads == nil {
			q.threads = map[int64][]feedback.Comment{}
		}
		q.threads[id] = append(
			thread,
			feedback.Comment{Item: id, By: feedback.ByAgent, Content: text, Created: civil.Instant(time.Now())},
		)
		return nil
	})
}

// Move implements ports.FeedbackQueue.
func (q *FeedbackQueue) Move(ctx context.Context, id int64, to feedback.Status, pullRequest, branch string) error {
	return q.run(ctx, func() error {
		i, err := q.find(id)
		if err != nil || i.Status == to {
			return err
		}
		move := map[feedback.Status]func() error{
			feedback.Approved: i.GiveBack, feedback.NeedsInfo: i.Ask, feedback.Declined: i.Reject, feedback.Resolved: i.Resolve,
		}[to]
		if move == nil {
			return feedback.ErrTransition
		}
		if err := move(); err != nil {
			return err
		}
		if to == feedback.Resolved {
			i.PullRequest, i.Branch = pullRequest, branch
		}
		return nil
	})
}

// Picture implements ports.FeedbackQueue.
func (q *FeedbackQueue) Picture(ctx context.Context, address string) (data []byte, err error) {
	err = q.run(ctx, func() error {
		for n := range q.items {
			if slices.Contains(forAgent(&q.items[n]).Pictures, address) {
				data = []byte("picture " + address)
				return nil
			}
		}
		return fault.ErrNotFound
	})
	return data, err
}
