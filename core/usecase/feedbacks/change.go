package feedbacks

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/ports"
)

// Change is what somebody gives of an item. Nil stays.
type Change struct {
	Title, Project                            *string
	Content, Steps, Expected, Actual, UseCase *string // HTML or plain text
	Browser, Version, Address, Errors         *string
	Type                                      *feedback.Type

	// Of administrators:
	Priority     *feedback.Priority
	DuplicateOf  *int64 // 0 for none
	ShowPictures *bool
	Reason       string // a comment that goes with it; HTML or plain text

	// Of administrators and the agent:
	Status              *feedback.Status
	Plan                *string // HTML or plain text
	PullRequest, Branch *string
	Owner               string // of a claim: names the program
}

// says reports whether the change is of what an item says.
func (c *Change) says() bool {
	return c.Type != nil || slices.ContainsFunc([]*string{
		c.Title, c.Project, c.Content, c.Steps, c.Expected, c.Actual, c.UseCase, c.Browser, c.Version, c.Address, c.Errors,
	}, func(text *string) bool { return text != nil })
}

func (c *Change) decides() bool {
	return c.Priority != nil || c.DuplicateOf != nil || c.ShowPictures != nil || c.Reason != ""
}

func (c *Change) works() bool {
	return c.Status != nil || c.Plan != nil || c.PullRequest != nil || c.Branch != nil
}

// may refuses a change of what the viewer may not change in an item.
func (c *Change) may(viewer access.Viewer, i *feedback.Item) error {
	if !i.ReadableBy(viewer) || c.says() && !i.EditableBy(viewer) || c.decides() && !feedback.Administers(viewer) ||
		c.works() && !feedback.WorksFor(viewer) {
		return feedback.ErrHidden
	}
	return nil
}

// write edits what an item says, and checks what is other than it was before.
func (s *Service) write(i, before *feedback.Item, c *Change) error {
	for _, text := range []struct{ into, given *string }{
		{&i.Title, c.Title}, {&i.Project, c.Project}, {&i.Content, c.Content}, {&i.Steps, c.Steps}, {&i.Expected, c.Expected},
		{&i.Actual, c.Actual}, {&i.UseCase, c.UseCase}, {&i.Browser, c.Browser}, {&i.Version, c.Version}, {&i.Address, c.Address},
		{&i.Errors, c.Errors}, {&i.Plan, c.Plan}, {&i.PullRequest, c.PullRequest}, {&i.Branch, c.Branch},
	} {
		if text.given != nil {
			*text.into = *text.given
		}
	}
	if c.Type != nil {
		i.Type = *c.Type
	}
	if c.Priority != nil {
		i.Priority = *c.Priority
	}
	if c.ShowPictures != nil {
		i.ShowPictures = *c.ShowPictures
	}
	var problems fault.Problems
	i.Validate(before, &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	for _, text := range []struct{ now, was *string }{
		{&i.Content, &before.Content}, {&i.Steps, &before.Steps}, {&i.Expected, &before.Expected}, {&i.Actual, &before.Actual},
		{&i.UseCase, &before.UseCase}, {&i.Plan, &before.Plan},
	} {
		if *text.now != *text.was {
			*text.now = richtext.Render(s.Markup.Sanitize, *text.now)
		}
	}
	return nil
}

// Report keeps a new item of the viewer's. Administrators say how far it is and how urgent; what others say of that is ignored.
func (s *Service) Report(ctx context.Context, viewer access.Viewer, c Change) (Shown, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Shown{}, err
	}
	switch {
	case c.Title == nil || strings.TrimSpace(*c.Title) == "":
		return Shown{}, feedback.Missing("title")
	case c.Type == nil || *c.Type == "":
		return Shown{}, feedback.Missing("feedback_type")
	}
	var asked feedback.Status
	if c.Status != nil {
		asked = *c.Status
	}
	first, ok := feedback.First(viewer, asked)
	if !ok {
		return Shown{}, fault.Param("status", fault.NotAChoice)
	}
	i := feedback.Item{
		Head: record.NewHead(viewer.User, viewer.Name, s.Now()), Status: first, Priority: feedback.Medium,
	}
	c.Plan, c.PullRequest, c.Branch, c.ShowPictures = nil, nil, nil, nil
	if !feedback.Administers(viewer) {
		c.Priority = nil
	}
	before := i.Clone()
	if err := s.write(&i, &before, &c); err != nil {
		return Shown{}, err
	}
	id, err := s.Feedback.Create(ctx, i)
	if err != nil {
		return Shown{}, err
	}
	return s.Show(ctx, viewer, id)
}

// Change edits an item and moves it. The author is told of what others do with it.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, id int64, expected record.Expected, c Change,
) (Shown, error) {
	i, err := s.readable(ctx, viewer, id)
	if err == nil {
		err = c.may(viewer, &i)
	}
	if err == nil && c.Reason != "" {
		err = feedback.CheckComment(c.Reason)
	}
	if err != nil {
		return Shown{}, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := s.marry(ctx, stores, id, c.DuplicateOf); err != nil {
			return err
		}
		var before, after feedback.Item
		err := stores.Feedback.Update(ctx, id, func(i *feedback.Item) error {
			before = i.Clone()
			if err := expected.Check(i.Edition()); err != nil {
				return err
			}
			if err := s.apply(viewer, i, &c); err != nil {
				return err
			}
			after = i.Clone()
			return nil
		})
		if err != nil {
			return err
		}
		reason, err := s.say(ctx, stores, viewer, id, feedback.ByUser, c.Reason)
		if err != nil {
			return err
		}
		return s.moved(ctx, stores, viewer, &before, &after, reason)
	})
	if err != nil {
		return Shown{}, s.named(ctx, err)
	}
	return s.Show(ctx, viewer, id)
}

// apply edits and moves an item by every rule.
func (s *Service) apply(viewer access.Viewer, i *feedback.Item, c *Change) error {
	before := i.Clone()
	if err := c.may(viewer, i); err != nil {
		return err
	}
	if c.Status != nil {
		if !c.Status.Known() {
			return fault.Param("status", fault.NotAChoice)
		}
		if err := i.Move(viewer, *c.Status, c.Owner, s.Now()); err != nil {
			return err
		}
	}
	if err := s.write(i, &before, c); err != nil {
		return err
	}
	if c.DuplicateOf != nil {
		i.DuplicateOf = *c.DuplicateOf
	}
	if !i.Same(&before) {
		i.Touch(viewer.User, s.Now())
	}
	return nil
}

// marry refuses an item as the original of another one that is none, or that is a duplicate itself. Both are locked, the lower
// number first, so that two do not become duplicates of each other.
func (s *Service) marry(ctx context.Context, stores ports.Stores, id int64, original *int64) error {
	if original == nil || *original == 0 {
		return nil
	}
	const field = "duplicate_of"
	if *original == id {
		return fault.Param(field, feedback.OfItself)
	}
	for _, one := range []int64{min(id, *original), max(id, *original)} {
		err := stores.Feedback.Update(ctx, one, func(i *feedback.Item) error {
			if one == *original && i.DuplicateOf != 0 {
				return fault.Param(field, feedback.OfADuplicate)
			}
			return nil
		})
		if errors.Is(err, feedback.ErrAbsent) && one == *original {
			return fault.Param(field, feedback.NotAnItem)
		}
		if err != nil {
			return err
		}
	}
	copies, err := stores.Feedback.Page(ctx, feedback.Query{DuplicateOf: []int64{id}})
	if err == nil && copies.Total > 0 {
		err = fault.Param(field, feedback.OfADuplicate)
	}
	return err
}

// say adds a comment to the thread of an item, nil for an empty one.
func (s *Service) say(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, id int64, by feedback.AuthorType, content string,
) (*feedback.Comment, error) {
	if content == "" {
		return nil, nil
	}
	c := &feedback.Comment{
		Item: id, Author: viewer.User, AuthorName: viewer.Name, By: by, Content: richtext.Render(s.Markup.Sanitize, content),
		Created: s.Now(),
	}
	if c.Content == "" { // nothing of it is safe
		return nil, feedback.ErrNoComment
	}
	var err error
	c.ID, err = stores.Feedback.Comment(ctx, *c)
	return c, err
}

// moved logs that an item came to another status, and tells its author, with the comment that goes with it.
func (s *Service) moved(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, before, after *feedback.Item, comment *feedback.Comment,
) error {
	if before.Status == after.Status {
		if comment == nil {
			return nil
		}
		return s.tell(ctx, stores, viewer, feedback.News{Item: *after, Comment: comment})
	}
	entry := audit.New(audit.FeedbackMoved, audit.By(viewer), s.Now(), object(after.ID))
	err := stores.Audit.Append(ctx, entry.Changed(
		audit.Values{"status": string(before.Status)}, audit.Values{"status": string(after.Status)}))
	if err != nil || !feedback.Told(before.Status, after.Status) {
		return err
	}
	news := feedback.News{Item: *after, Status: after.Status, Comment: comment}
	if comment == nil && before.Status == feedback.InProgress && after.Status != feedback.Resolved { // what it asks, or why not
		thread, err := stores.Feedback.Comments(ctx, after.ID)
		if err != nil {
			return err
		}
		if last := len(thread) - 1; last >= 0 && thread[last].By == feedback.ByAgent {
			news.Comment = &thread[last]
		}
	}
	return s.tell(ctx, stores, viewer, news)
}

// tell mails the author of an item what others do with it.
func (s *Service) tell(ctx context.Context, stores ports.Stores, viewer access.Viewer, news feedback.News) error {
	if news.Item.Author == viewer.User {
		return nil
	}
	author, err := stores.Users.ByID(ctx, news.Item.Author)
	if err != nil {
		return absent(err)
	}
	if !author.MaySignIn() || !author.Preferences.Notifications.OfFeedback() {
		return nil
	}
	return s.Post(ctx, stores, news.Write(s.House(), author.Address()))
}

// absent is err, but nil for a user who is gone.
func absent(err error) error {
	if errors.Is(err, account.ErrAbsent) {
		return nil
	}
	return err
}

// Thread returns the comments of an item, oldest first.
func (s *Service) Thread(ctx context.Context, viewer access.Viewer, id int64) ([]feedback.Comment, error) {
	if _, err := s.readable(ctx, viewer, id); err != nil {
		return nil, err
	}
	return s.Feedback.Comments(ctx, id)
}

// Comment adds to the thread of an item. The agent's work alone speaks as the agent, and the synchronization never as a user: the
// answer of a user to a question of the agent approves the item.
func (s *Service) Comment(
	ctx context.Context, viewer access.Viewer, id int64, by feedback.AuthorType, content string,
) (feedback.Comment, error) {
	if _, err := s.readable(ctx, viewer, id); err != nil {
		return feedback.Comment{}, err
	}
	agents := viewer.Synchronizes() && !feedback.Administers(viewer)
	if by == feedback.ByAgent && !feedback.WorksFor(viewer) || by == feedback.ByUser && agents {
		return feedback.Comment{}, feedback.ErrHidden
	}
	if err := feedback.CheckComment(content); err != nil {
		return feedback.Comment{}, err
	}
	var said *feedback.Comment
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if said, err = s.say(ctx, stores, viewer, id, by, content); err != nil {
			return err
		}
		var before, after feedback.Item
		err = stores.Feedback.Update(ctx, id, func(i *feedback.Item) error {
			before = i.Clone()
			if by == feedback.ByUser {
				i.Answered()
			}
			if i.Status != before.Status {
				i.Touch(viewer.User, s.Now())
			}
			after = i.Clone()
			return nil
		})
		if err != nil || by == feedback.ByAgent { // the author is told of a question with the status
			return err
		}
		return s.moved(ctx, stores, viewer, &before, &after, said)
	})
	if err != nil {
		return feedback.Comment{}, err
	}
	return *said, nil
}
