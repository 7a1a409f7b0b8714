package porttest

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

func pictureIn(folder string, created time.Time) media.Media {
	return media.Media{
		Author: 7, Created: created, Name: "logo.png", Type: media.PNG, Width: 640, Height: 480, Folder: folder,
	}
}

func idsOf(list []media.Media) (ids []media.ID) {
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	return ids
}

// keep makes a picture in the state.
func keep(t *testing.T, db Database, m media.Media, state media.State) media.ID {
	t.Helper()
	id := must(db.Media.Create(t.Context(), m))(t)
	ok(t, db.Media.Update(t.Context(), id, func(m *media.Media) error { m.State = state; return nil }))
	return id
}

// Media is the contract of ports.Media.
func Media(t *testing.T, open Open) {
	suite{
		{"created and edited", mediaComeBackWhole},
		{"what is not ready is not there", unreadyMedia},
		{"the library is listed newest first, in parts", listedMedia},
		{"the files that have to go", staleMedia},
		{"destroyed, removed ones alone, and the number stays used", destroyedMedia},
		{"which folders are of pictures, in whatever state", knownFolders},
	}.run(t, open)
}

func mediaComeBackWhole(t *testing.T, db Database) {
	n := 0
	records[media.Media]{
		values: rapid.Map(anything[media.Media](), func(m media.Media) media.Media {
			n++
			m.Folder = strconv.Itoa(n)
			return m
		}),
		create: db.Media.Create, update: db.Media.Update, absent: media.ErrAbsent,
		others: map[string]func(context.Context, media.ID) error{
			"ByID": func(ctx context.Context, id media.ID) error { _, err := db.Media.ByID(ctx, id); return err },
		},
		text: func(m *media.Media) *string { return &m.Name },
		seen: func(t fataler, id media.ID) (m media.Media) {
			must(0, db.Media.Update(t.Context(), id, func(kept *media.Media) error { m = *kept; return nil }))(t)
			return m
		},
		stays: func(id media.ID, created, edit *media.Media) {
			if edit.Folder == created.Folder { // it was just created
				edit.State = media.Pending
			}
			edit.ID, edit.Author, edit.Person, edit.Item = id, created.Author, created.Person, created.Item
			edit.Created, edit.Folder = created.Created, created.Folder
		},
	}.suite(t, db)
}

func unreadyMedia(t *testing.T, db Database) {
	ctx := t.Context()
	for _, state := range []media.State{media.Pending, media.Removed} {
		_, err := db.Media.ByID(ctx, keep(t, db, pictureIn(string(state), at), state))
		isFault(t, string(state), err, media.ErrAbsent)
	}
	equal(t, "listed", must(db.Media.List(ctx, media.Query{Limit: 10}))(t).Total, 0)
}

func listedMedia(t *testing.T, db Database) {
	oldest := keep(t, db, pictureIn("a", at), media.Ready)
	newest := keep(t, db, pictureIn("b", at.Add(time.Hour)), media.Ready)
	second := keep(t, db, pictureIn("c", at), media.Ready)
	photo := pictureIn("d", at)
	photo.Person = create(t, db.People, personNamed("Jan", "", "Kok"))
	photoID := keep(t, db, photo, media.Ready)
	screenshot := pictureIn("f", at)
	screenshot.Item = 1
	keep(t, db, screenshot, media.Ready)
	keep(t, db, pictureIn("e", at), media.Pending)
	for _, c := range []struct {
		name  string
		query media.Query
		total int
		want  []media.ID
	}{
		{"all", media.Query{Limit: 10}, 3, []media.ID{newest, second, oldest}},
		{"the first", media.Query{Limit: 1}, 3, []media.ID{newest}},
		{"the middle", media.Query{Offset: 1, Limit: 1}, 3, []media.ID{second}},
		{"the end", media.Query{Offset: 2, Limit: 5}, 3, []media.ID{oldest}},
		{"beyond the end", media.Query{Offset: 3, Limit: 5}, 3, nil},
		{"a count", media.Query{}, 3, nil},
		{"some", media.Query{Include: []media.ID{oldest, newest, photoID, 99}, Limit: 10}, 2, []media.ID{newest, oldest}},
		{"none", media.Query{Include: []media.ID{}, Limit: 10}, 0, nil},
	} {
		page := must(db.Media.List(t.Context(), c.query))(t)
		if got := idsOf(page.Records); page.Total != c.total || !slices.Equal(got, c.want) {
			t.Errorf("%s: got %d of %d, want %d of %d", c.name, got, page.Total, c.want, c.total)
		}
	}
}

func staleMedia(t *testing.T, db Database) {
	ctx := t.Context()
	jan := create(t, db.People, personNamed("Jan", "", "Kok"))
	piet := create(t, db.People, personNamed("Piet", "", "Kok"))
	photo := func(person int64, folder string) media.ID {
		m := pictureIn(folder, at)
		m.Person = person
		return keep(t, db, m, media.Ready)
	}
	keep(t, db, pictureIn("ready", at), media.Ready)
	keep(t, db, pictureIn("just now", at.Add(time.Microsecond)), media.Pending)
	keep(t, db, pictureIn("at that time", at), media.Pending)
	long := keep(t, db, pictureIn("long pending", at.Add(-time.Microsecond)), media.Pending)
	removed := keep(t, db, pictureIn("removed", at.Add(time.Hour)), media.Removed)
	photo(jan, "jan")
	orphan := photo(piet, "piet")
	shown := pictureIn("of an item", at)
	shown.Item = must(db.Feedback.Create(ctx, itemOf("x")))(t)
	keep(t, db, shown, media.Ready)
	shown.Folder, shown.Item = "of none", shown.Item+1
	unshown := keep(t, db, shown, media.Ready)
	ok(t, db.People.Remove(ctx, piet, 1, at, anybody))
	if got := idsOf(must(db.Media.Stale(ctx, at))(t)); !slices.Equal(got, []media.ID{long, removed, unshown}) {
		t.Errorf("a removed person can come back: got %d", got)
	}
	must(db.People.Purge(ctx, at.Add(time.Hour)))(t)
	stale := must(db.Media.Stale(ctx, at))(t)
	if got := idsOf(stale); !slices.Equal(got, []media.ID{long, removed, orphan, unshown}) {
		t.Errorf("got %d", got)
	}
	equal(t, "folder", stale[0].Folder, "long pending")
}

func destroyedMedia(t *testing.T, db Database) {
	ctx := t.Context()
	ready := keep(t, db, pictureIn("a", at), media.Ready)
	pending := keep(t, db, pictureIn("b", at), media.Pending)
	removed := keep(t, db, pictureIn("c", at), media.Removed)
	for _, id := range []media.ID{ready, pending, removed, removed, 99} {
		ok(t, db.Media.Destroy(ctx, id))
	}
	must(db.Media.ByID(ctx, ready))(t)
	if got := idsOf(must(db.Media.Stale(ctx, at.Add(time.Hour)))(t)); !slices.Equal(got, []media.ID{pending}) {
		t.Errorf("left: got %d", got)
	}
	if id := must(db.Media.Create(ctx, pictureIn("d", at)))(t); id <= removed {
		t.Errorf("the number %d is given again, after %d", id, removed)
	}
}

func knownFolders(t *testing.T, db Database) {
	ctx := t.Context()
	asked := []string{"nobody's", "", "rea", "READY"}
	equal(t, "in an empty store", len(must(db.Media.Known(ctx, asked))(t)), 0)
	for _, state := range []media.State{media.Pending, media.Ready, media.Removed} {
		asked = append(asked, string(state))
		keep(t, db, pictureIn(string(state), at), state)
	}
	gone := keep(t, db, pictureIn("gone", at), media.Removed)
	ok(t, db.Media.Destroy(ctx, gone))
	keep(t, db, pictureIn("not asked about", at), media.Ready)
	for len(asked) < 1000 {
		asked = append(asked, "none "+strconv.Itoa(len(asked)))
	}
	known := must(db.Media.Known(ctx, append(asked[:999:999], "gone")))(t)
	if want := map[string]bool{"pending": true, "ready": true, "removed": true}; !maps.Equal(known, want) {
		t.Errorf("got %v", known)
	}
	equal(t, "of none", len(must(db.Media.Known(ctx, nil))(t)), 0)
	if _, err := db.Media.Known(cancelled(), asked); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: got %v", err)
	}
}

// listed returns the files below a folder.
func listed(t *testing.T, files ports.Files, folder string) map[string]time.Time {
	t.Helper()
	found := map[string]time.Time{}
	for file, err := range files.List(context.Background(), folder) {
		ok(t, err)
		if _, twice := found[file.Key]; twice {
			t.Errorf("%s is listed twice", file.Key)
		}
		found[file.Key] = file.Written
	}
	return found
}

// Files is the contract of ports.Files.
func Files(t *testing.T, files ports.Files) {
	ctx := context.Background()

	t.Run("what is written is read", func(t *testing.T) {
		for key, data := range map[string][]byte{
			"media/a/full": []byte("full"), "media/a/thumbnail": {0, 1, 0xff}, "empty": {},
			"media/large": bytes.Repeat([]byte("0123456789abcdef"), 10<<20/16),
		} {
			ok(t, files.Write(ctx, key, media.JPEG, data))
			if got := must(files.Read(ctx, key))(t); !bytes.Equal(got, data) {
				t.Errorf("%s: %d bytes, want %d", key, len(got), len(data))
			}
		}
	})

	t.Run("written again, it is the later one", func(t *testing.T) {
		ok(t, files.Write(ctx, "again", media.JPEG, []byte("a long first one")))
		ok(t, files.Write(ctx, "again", media.PNG, []byte("second")))
		equal(t, "again", string(must(files.Read(ctx, "again"))(t)), "second")
	})

	t.Run("an absent file", func(t *testing.T) {
		ok(t, files.Write(ctx, "folder/file", media.JPEG, []byte("x")))
		for _, key := range []string{"nothing", "folder", "folder/other"} {
			_, err := files.Read(ctx, key)
			isFault(t, key, err, fault.ErrNotFound)
			ok(t, files.Delete(ctx, "nothing"))
		}
	})

	t.Run("deleted, and once more", func(t *testing.T) {
		ok(t, files.Write(ctx, "gone", media.JPEG, []byte("x")))
		for range 2 {
			ok(t, files.Delete(ctx, "gone"))
			_, err := files.Read(ctx, "gone")
			isFault(t, "Read", err, fault.ErrNotFound)
		}
	})

	t.Run("what goes in and out is a copy", func(t *testing.T) {
		data := []byte("kept")
		ok(t, files.Write(ctx, "copy", media.JPEG, data))
		data[0] = 'x'
		got := must(files.Read(ctx, "copy"))(t)
		got[1] = 'x'
		equal(t, "kept", string(must(files.Read(ctx, "copy"))(t)), "kept")
	})

	t.Run("the files below a folder are listed, with when they were written", func(t *testing.T) {
		equal(t, "in no folder", len(listed(t, files, "list")), 0)
		before := time.Now().Add(-2 * time.Second) // a service may say whole seconds
		want := []string{"list/1", "list/a/b/full", "list/a/full", "list/z"}
		for _, key := range append(want, "lis", "lister/x", "more/list/x") {
			ok(t, files.Write(ctx, key, media.JPEG, []byte("x")))
		}
		ok(t, files.Write(ctx, "list/gone", media.JPEG, []byte("x")))
		ok(t, files.Delete(ctx, "list/gone"))
		found := listed(t, files, "list")
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, want) {
			t.Errorf("there are %q", got)
		}
		for key, written := range found {
			if written.Before(before) || written.After(time.Now().Add(2*time.Second)) || written.Location() != time.UTC {
				t.Errorf("%s is written at %v", key, written)
			}
		}
		if got := slices.Sorted(maps.Keys(listed(t, files, "list/a"))); !slices.Equal(got, want[1:3]) {
			t.Errorf("below are %q", got)
		}
		for _, folder := range []string{"list/z", "nothing", "nothing/at/all"} {
			equal(t, folder, len(listed(t, files, folder)), 0)
		}
		ok(t, files.Write(ctx, "list/z", media.JPEG, []byte("anew")))
		if now := listed(t, files, "list"); now["list/z"].Before(found["list/z"]) || len(now) != len(want) {
			t.Errorf("written anew, there are %v", now)
		}
	})

	t.Run("who has seen enough may stop, and may delete what is seen", func(t *testing.T) {
		count := 0
		for file, err := range files.List(ctx, "list") {
			ok(t, err)
			ok(t, files.Delete(ctx, file.Key))
			if count++; count == 2 {
				break
			}
		}
		equal(t, "left", len(listed(t, files, "list")), 2)
	})

	t.Run("tidying touches no file", func(t *testing.T) {
		ok(t, files.Write(ctx, "tidy/stays", media.JPEG, []byte("x")))
		ok(t, files.Tidy(ctx, 0))
		equal(t, "stays", string(must(files.Read(ctx, "tidy/stays"))(t)), "x")
	})

	t.Run("written in parallel, it is one of them as a whole", func(t *testing.T) {
		inParallel(t, 4, func(i int) error {
			return files.Write(ctx, "race", media.JPEG, bytes.Repeat([]byte(strconv.Itoa(i)), 100_000))
		})
		got := must(files.Read(ctx, "race"))(t)
		if len(got) != 100_000 || !bytes.Equal(got, bytes.Repeat(got[:1], len(got))) {
			t.Errorf("%d bytes of several", len(got))
		}
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		_, err := files.Read(cancelled(), "media/a/full")
		for what, err := range map[string]error{
			"Read": err, "Write": files.Write(cancelled(), "never", media.JPEG, []byte("x")),
			"Delete": files.Delete(cancelled(), "media/a/full"), "Tidy": files.Tidy(cancelled(), 0),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
		ends, cancel := context.WithCancel(ctx)
		defer cancel()
		for what, at := range map[string]context.Context{"before": cancelled(), "meanwhile": ends} {
			var last error
			for _, last = range files.List(at, "list") {
				cancel()
			}
			if !errors.Is(last, context.Canceled) {
				t.Errorf("List, %s: got %v", what, last)
			}
		}
		_, err = files.Read(ctx, "never")
		isFault(t, "never written", err, fault.ErrNotFound)
		must(files.Read(ctx, "media/a/full"))(t)
	})
}
