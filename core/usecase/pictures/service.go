// Package pictures owns how the club's pictures are brought, looked at and taken away, and asks every permission question
// about them. A process may die at any moment of it: nobody sees half a picture, and Sweep takes the rest away.
//
// It does not prepare pictures (ports.Pictures) and does not own what a picture is (core/media).
package pictures

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the pictures of one club. All its fields but DailyBytes and ToldLost are needed.
type Service struct {
	Directory  ports.Directory
	Groups     ports.Groups
	Users      ports.Users
	Media      ports.Media
	Feedback   ports.Feedback
	Uploads    ports.Uploads
	Atomic     ports.Atomic // of the same stores
	Files      ports.Files
	Runs       ports.JobRuns               // when this database left its mark beside the files
	ToldLost   func(context.Context, Lost) // what RemoveLost saw, for the log; nil for nobody who looks
	Pictures   ports.Pictures
	Now        func() time.Time
	Zone       *time.Location
	Random     func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Turns      *Turns
	Key        []byte // of the installation, which signs links
	DailyBytes int64  // what a user may bring in a day, as files; 0 is no limit
}

// Library returns a part of the library, which is open to everybody who is signed in.
func (s *Service) Library(ctx context.Context, viewer access.Viewer, q media.Query) (record.Page[media.Media], error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return record.Page[media.Media]{}, err
	}
	return s.Media.List(ctx, q)
}

// Find returns one picture: of the library, the photo of somebody whom the viewer may see, or the screenshot of an item of
// feedback that the viewer may read. Another one is media.ErrHidden, the photo of a removed person media.ErrAbsent.
func (s *Service) Find(ctx context.Context, viewer access.Viewer, id media.ID) (media.Media, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return media.Media{}, err
	}
	m, err := s.Media.ByID(ctx, id)
	if err == nil && m.Person != 0 {
		err = s.mayRead(viewer, m.Person)
	}
	if err == nil && m.Item != 0 {
		err = s.mayReadItem(ctx, viewer, m.Item)
	}
	if errors.Is(err, person.ErrAbsent) {
		err = media.ErrAbsent
	}
	if err != nil {
		return media.Media{}, err
	}
	return m, nil
}

func (s *Service) today() civil.Date { return civil.On(s.Now(), s.Zone) }

// mayRead is person.ErrAbsent for nobody, and media.ErrHidden for somebody whom the viewer may not see.
func (s *Service) mayRead(viewer access.Viewer, id person.ID) error {
	view := s.Directory.View()
	_, err := view.Person(id, record.View{})
	if err == nil && !view.Permits(viewer.Reader(s.today()).People, id) {
		err = media.ErrHidden
	}
	return err
}

// mayReadItem is media.ErrAbsent for an item that is gone, and media.ErrHidden for one whose pictures the viewer may not see.
func (s *Service) mayReadItem(ctx context.Context, viewer access.Viewer, id int64) error {
	found, err := s.Feedback.ByID(ctx, id)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return media.ErrAbsent
	case !found[0].PicturesReadableBy(viewer):
		return media.ErrHidden
	}
	return nil
}

// Bytes returns a file of a picture that Find returns.
func (s *Service) Bytes(ctx context.Context, viewer access.Viewer, id media.ID, size media.Size) (media.Media, []byte, error) {
	m, err := s.Find(ctx, viewer, id)
	if err == nil && !slices.Contains(media.Sizes(), size) {
		err = media.ErrAbsent
	}
	if err != nil {
		return media.Media{}, nil, err
	}
	data, err := s.file(ctx, &m, size)
	if err != nil {
		return media.Media{}, nil, err
	}
	return m, data, nil
}

func (s *Service) file(ctx context.Context, m *media.Media, size media.Size) ([]byte, error) {
	data, err := s.Files.Read(ctx, m.Key(size))
	if errors.Is(err, fault.ErrNotFound) {
		err = fault.ErrInternal.Because(fmt.Errorf("the file %s of picture %d is lost", m.Key(size), m.ID))
	}
	return data, err
}

// Upload keeps what the viewer brings: a photo of a person whom the viewer may see, or, for person 0, a picture of the
// library. name is what it is called, vectors allows SVG. It returns the picture, ready to be read. Nothing points to it
// yet: see Hang.
func (s *Service) Upload(ctx context.Context, viewer access.Viewer, data []byte, name string, person person.ID,
	vectors bool) (media.Media, error) {
	return s.Hang(ctx, viewer, data, name, person, vectors, func(ports.Stores, media.ID) (media.ID, error) { return 0, nil })
}

// Place puts a new picture where it belongs, and returns the one that was there, 0 for none. It must be pure, for it may run
// twice.
type Place func(s ports.Stores, picture media.ID) (before media.ID, err error)

// Hang is Upload with the place where the picture belongs. In one step the picture becomes ready, place runs, and the one
// that was there is discarded: no failure leaves a place with a picture that is not there, or a picture without its place.
// What would be more than a user may bring in a day is media.ErrQuota with the time until the next.
func (s *Service) Hang(
	ctx context.Context, viewer access.Viewer, data []byte, name string, of person.ID, vectors bool, place Place,
) (media.Media, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return media.Media{}, err
	}
	if of != 0 {
		if err := s.mayRead(viewer, of); err != nil {
			return media.Media{}, err
		}
	}
	return s.bring(ctx, viewer, data, media.Media{Name: name, Person: of}, vectors, place)
}

// Attach keeps the screenshot of an item of feedback, as Hang does; place adds it to the item, and refuses who may not.
func (s *Service) Attach(ctx context.Context, viewer access.Viewer, data []byte, item int64, place Place) (media.Media, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return media.Media{}, err
	}
	return s.bring(ctx, viewer, data, media.Media{Name: "scherm", Item: item}, false, place)
}

// bring keeps a picture that is called and belongs as m says.
func (s *Service) bring(
	ctx context.Context, viewer access.Viewer, data []byte, m media.Media, vectors bool, place Place,
) (media.Media, error) {
	if err := media.CheckBytes(data); err != nil {
		return media.Media{}, err
	}
	picture, err := s.Pictures.Prepare(ctx, data, vectors)
	if err == nil {
		err = s.count(ctx, viewer, len(data))
	}
	if err != nil {
		return media.Media{}, err
	}
	folder := make([]byte, media.FolderLength/2)
	if _, err := s.Random(folder); err != nil {
		return media.Media{}, fmt.Errorf("no random bytes: %w", err)
	}
	m = media.Media{
		Author: viewer.User, Person: m.Person, Item: m.Item, Created: civil.Instant(s.Now()),
		Name: media.FileName(m.Name, picture.Type), Type: picture.Type,
		Width: picture.Width, Height: picture.Height, Folder: hex.EncodeToString(folder), State: media.Ready,
	}
	if m.ID, err = s.Media.Create(ctx, m); err != nil {
		return media.Media{}, err
	}
	err = s.write(ctx, &m, &picture)
	if err == nil {
		err = s.hang(ctx, m.ID, place)
	}
	if err != nil {
		s.abandon(ctx, m)
		return media.Media{}, err
	}
	return m, nil
}

func (s *Service) write(ctx context.Context, m *media.Media, picture *media.Picture) error {
	for _, size := range media.Sizes() {
		data := picture.File(size)
		if data == nil {
			continue
		}
		if err := s.Files.Write(ctx, m.Key(size), m.FileType(size), data); err != nil {
			return fmt.Errorf("write the %s of picture %d: %w", size, m.ID, err)
		}
	}
	return nil
}

func (s *Service) hang(ctx context.Context, id media.ID, place Place) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := turn(ctx, stores.Media, id, media.Pending, media.Ready); err != nil {
			return err
		}
		before, err := place(stores, id)
		if err == nil && before != id {
			err = s.discard(ctx, stores, before)
		}
		return err
	})
}

// errTurned is why a picture is left alone: somebody else brought it to another state.
var errTurned = errors.New("the picture is in another state by now")

// turn brings a picture from one state to the next, if it is in the one.
func turn(ctx context.Context, store ports.Media, id media.ID, from, to media.State) error {
	return store.Update(ctx, id, func(m *media.Media) error {
		if m.State != from {
			return errTurned
		}
		m.State = to
		return nil
	})
}

// Drop is Discard as a part of a step.
func (s *Service) Drop(ctx context.Context, stores ports.Stores, id media.ID) error {
	return s.discard(ctx, stores, id)
}

// Discard takes a picture that nothing points to any more out of every answer; its files go soon after (DeleteFiles). One
// that is gone already, or 0, is no error.
func (s *Service) Discard(ctx context.Context, id media.ID) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error { return s.discard(ctx, stores, id) })
}

func (s *Service) discard(ctx context.Context, stores ports.Stores, id media.ID) error {
	if id == 0 {
		return nil
	}
	err := stores.Media.Update(ctx, id, func(m *media.Media) error { m.State = media.Removed; return nil })
	if errors.Is(err, media.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.discarded(ctx, stores, id)
}

// Delete discards a picture for its author or an administrator, somebody's photo for who may change that person, takes it down
// wherever it hangs, and returns what it was.
func (s *Service) Delete(ctx context.Context, viewer access.Viewer, id media.ID) (media.Media, error) {
	previous, err := s.Find(ctx, viewer, id)
	if err != nil {
		return media.Media{}, err
	}
	hangsOn := previous.Item != 0 || previous.Person != 0 // takeDown asks who may take it from there
	if !hangsOn && !viewer.May(access.Delete, access.Pictures, s.today()).Created(previous.Author) {
		return media.Media{}, media.ErrHidden
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := turn(ctx, stores.Media, id, media.Ready, media.Removed); err != nil {
			return err
		}
		if err := s.discarded(ctx, stores, id); err != nil {
			return err
		}
		return s.takeDown(ctx, stores, viewer, previous)
	})
	if errors.Is(err, errTurned) { // somebody else deleted it
		err = media.ErrAbsent
	}
	return previous, err
}
