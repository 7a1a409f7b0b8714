package settings_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/settings"
	"github.com/clubhuis/clubhuis/ports"
)

// shelf has every picture, as its number says.
type shelf struct{ ports.Media }

func (shelf) ByID(_ context.Context, id media.ID) (media.Media, error) {
	return media.Media{ID: id, Folder: "x", Type: media.PNG}, nil
}

// workshop makes icons, unless it is broken, and counts them.
type workshop struct {
	ports.Pictures
	made   int
	broken error
}

func (w *workshop) Icon(_ context.Context, full []byte) ([]byte, error) {
	w.made++
	if w.broken != nil {
		return nil, w.broken
	}
	return append([]byte("small "), full...), nil
}

func TestTheLogoIsMadeSmallOnce(t *testing.T) {
	t.Parallel()
	store, work, now := inmem.Open(), &workshop{}, time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	files := new(inmem.Files)
	s := &settings.Service{
		Directory: store.Stores().Directory, Media: shelf{}, Files: files, Pictures: work, Now: func() time.Time { return now },
	}
	shows := func(want string, made int, failed error) {
		t.Helper()
		icon, err := s.Icon(t.Context())
		if string(icon) != want || work.made != made || !errors.Is(err, failed) {
			t.Errorf("got %q after %d, %v", icon, work.made, err)
		}
	}
	hang := func(logo int64) {
		t.Helper()
		err := store.Do(t.Context(), func(stores ports.Stores) error {
			_, err := stores.Identity.Change(t.Context(), func(set *identity.Settings) error { set.Logo = logo; return nil })
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	shows("", 0, nil)
	if err := files.Write(t.Context(), media.Key("x", media.Full), media.PNG, []byte("picture")); err != nil {
		t.Fatal(err)
	}
	hang(4)
	shows("small picture", 1, nil)
	shows("small picture", 1, nil)
	hang(5)
	work.broken = media.ErrBusy
	shows("", 2, media.ErrBusy)
	shows("", 2, nil) // it is not tried at each page, and said once
	work.broken = nil
	now = now.Add(time.Minute)
	shows("small picture", 3, nil)
	hang(0)
	shows("", 3, nil)
}
