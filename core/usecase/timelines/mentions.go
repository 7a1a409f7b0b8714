package timelines

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// news is a text in which users may be mentioned.
type news struct {
	kind     timeline.Kind
	record   int64
	person   person.ID
	readers  func(int64) bool // who of those who may read the person reads it
	from, to string           // what others could read before, and can now
}

func ofActivity(before, after *activity.Activity) news {
	return news{
		kind: timeline.Activity, record: after.ID, person: after.Person, from: before.Content, to: after.Content,
		readers: func(int64) bool { return true },
	}
}

// ofNote tells nothing of what stood there while the note was private: nobody read it.
func ofNote(before, after *note.Note) news {
	n := news{
		kind: timeline.Note, record: after.ID, person: after.Person, to: after.Content,
		readers: func(user int64) bool { return after.Shown().To(after.Person, user) },
	}
	if before.Visibility == note.Shared {
		n.from = before.Content
	}
	return n
}

// tell tells those whom the viewer newly mentioned, in the step that keeps the text: by mail at once, or with their daily
// overview, as they chose. Who may not read the text is told nothing.
func (s *Service) tell(ctx context.Context, stores ports.Stores, viewer access.Viewer, n news) error {
	mentioned := mention.News(n.from, n.to, viewer.User)
	if len(mentioned) == 0 {
		return nil
	}
	author, err := stores.Users.ByID(ctx, viewer.User)
	if err != nil {
		return err
	}
	for _, id := range mentioned {
		if err := s.tellOne(ctx, stores, &author, id, n); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) tellOne(ctx context.Context, stores ports.Stores, author *account.User, id account.UserID, n news) error {
	user, err := stores.Users.ByID(ctx, id)
	if errors.Is(err, account.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	about := s.mayBeTold(stores.Directory.View(), &user, n)
	chosen := user.Preferences.Notifications
	now := chosen.OfMentions() == account.MentionsNow
	if about == nil || chosen.OfMentions() == account.MentionsNever || now && chosen.NoMail {
		return nil
	}
	kept, err := stores.Mentions.Keep(ctx, mention.Mention{
		User: id, Kind: n.kind, Record: n.record, Author: author.ID, At: s.Now(), Told: now,
	})
	if err != nil || !kept || !now {
		return err
	}
	letter := mention.Letter{
		Author: author.DisplayName, Kind: n.kind, Person: about.Name.Full(), PersonID: n.person, Content: n.to,
	}
	draft := letter.Write(s.House(), user.Address())
	draft.Basis.Texts = []mail.Text{{Kind: n.kind, Record: n.record}}
	return s.Post(ctx, stores, draft)
}

// MayRead reports whether a user may read activities and notes now, each of them: one that is gone nobody may.
func (s *Service) MayRead(ctx context.Context, user *account.User, texts []mail.Text) (bool, error) {
	asked := make([]mention.Mention, len(texts))
	for i, text := range texts {
		asked[i] = mention.Mention{Kind: text.Kind, Record: text.Record}
	}
	found, err := s.mentioned(ctx, asked)
	if err != nil {
		return false, err
	}
	for _, text := range texts {
		n, there := found[place{text.Kind, text.Record}]
		if !there || s.mayBeTold(s.Directory.View(), user, n) == nil {
			return false, nil
		}
	}
	return true, nil
}

// mayBeTold returns whom a text is about for a user who may read it, nil for one who may not.
func (s *Service) mayBeTold(view *directory.View, user *account.User, n news) *person.Summary {
	if !user.MaySignIn() || !n.readers(user.ID) {
		return nil
	}
	reader := user.Viewer(view.Matrix()).Reader(civil.On(s.Now(), s.Zone))
	if names := view.Names([]person.ID{n.person}, reader); len(names) == 1 {
		return &names[0]
	}
	return nil
}

// ForgetMentions forgets old mentions, and returns how many.
func (s *Service) ForgetMentions(ctx context.Context) (int, error) {
	return s.Mentions.Purge(ctx, s.Now().Add(-mention.Kept))
}
