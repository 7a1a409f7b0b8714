package timelines

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Waiting is a mention of which a user was not told yet, as the user may read it now.
type Waiting struct {
	ID      int64
	Kind    timeline.Kind
	At      time.Time
	Author  int64
	By      string          // what the author is called, "" for one who is gone
	Person  *person.Summary // whom the record is about; nil when it is hidden from the user now, and Preview is "" then
	Record  int64           // 0 likewise
	Preview string          // how the text begins
}

// mostWaiting is how many mentions are listed.
const mostWaiting = 100

// WaitingMentions returns the viewer's own mentions that wait for an overview, the last mostWaiting of them, newest first. Of a
// record that the viewer may not read any more nothing is told but that it is there; one that is gone is left out.
func (s *Service) WaitingMentions(ctx context.Context, viewer access.Viewer) ([]Waiting, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	kept, err := s.Mentions.Waiting(ctx, viewer.User, true, mostWaiting)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	slices.Reverse(kept)
	authors, err := s.authors(ctx, kept)
	if err != nil {
		return nil, err
	}
	return s.waiting(ctx, viewer, kept, func(id account.UserID) string { return authors[id] })
}

// MentionsOf is WaitingMentions for the daily overview of a user, but of the first mostWaiting, so that each has its turn. called
// knows what others are called. It returns the numbers of all that the user is told with it: what is hidden or gone, too.
func (s *Service) MentionsOf(
	ctx context.Context, user access.Viewer, called func(account.UserID) string,
) (list []Waiting, told []int64, err error) {
	kept, err := s.Mentions.Waiting(ctx, user.User, false, mostWaiting)
	if err != nil || len(kept) == 0 {
		return nil, nil, err
	}
	for _, m := range kept {
		told = append(told, m.ID)
	}
	list, err = s.waiting(ctx, user, kept, called)
	return list, told, err
}

// waiting tells of mentions, which come oldest first, the newest first.
func (s *Service) waiting(
	ctx context.Context, viewer access.Viewer, kept []mention.Mention, called func(account.UserID) string,
) ([]Waiting, error) {
	texts, err := s.mentioned(ctx, kept)
	if err != nil {
		return nil, err
	}
	view, reader := s.Directory.View(), s.reader(viewer)
	var list []Waiting
	for i := len(kept) - 1; i >= 0; i-- {
		m := &kept[i]
		text, there := texts[place{m.Kind, m.Record}]
		if !there {
			continue
		}
		w := Waiting{ID: m.ID, Kind: m.Kind, At: m.At, Author: m.Author, By: called(m.Author)}
		if names := view.Names([]person.ID{text.person}, reader); len(names) == 1 && text.readers(viewer.User) {
			w.Person, w.Record, w.Preview = &names[0], m.Record, mention.Preview(text.to)
		}
		list = append(list, w)
	}
	return list, nil
}

// place is a record of a kind.
type place struct {
	kind timeline.Kind
	id   int64
}

// mentioned returns the records of mentions that are still there.
func (s *Service) mentioned(ctx context.Context, kept []mention.Mention) (map[place]news, error) {
	ids := map[timeline.Kind][]int64{}
	for _, m := range kept {
		ids[m.Kind] = append(ids[m.Kind], m.Record)
	}
	found := map[place]news{}
	activities, err := s.Activities.ByID(ctx, ids[timeline.Activity]...)
	if err != nil {
		return nil, err
	}
	for i := range activities {
		found[place{timeline.Activity, activities[i].ID}] = ofActivity(&activities[i], &activities[i])
	}
	notes, err := s.Notes.ByID(ctx, ids[timeline.Note]...)
	for i := range notes {
		found[place{timeline.Note, notes[i].ID}] = ofNote(&notes[i], &notes[i])
	}
	return found, err
}

// authors returns what those who mentioned are called.
func (s *Service) authors(ctx context.Context, kept []mention.Mention) (map[account.UserID]string, error) {
	names := map[account.UserID]string{}
	for _, m := range kept {
		names[m.Author] = ""
	}
	users, err := s.Users.List(ctx, nil, 0)
	for i := range users {
		if _, asked := names[users[i].ID]; asked {
			names[users[i].ID] = users[i].DisplayName
		}
	}
	return names, err
}
