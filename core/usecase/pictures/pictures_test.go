package pictures_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
	"github.com/clubhuis/clubhuis/ports"
)

var (
	ctx          = context.Background()
	start        = time.Date(2026, 6, 15, 12, 30, 45, 678901000, time.UTC)
	amsterdam, _ = time.LoadLocation("Europe/Amsterdam") // the tests that need it would panic without
	nobody       = access.Viewer{}
	admin        = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	anna         = access.Viewer{User: 2, Roles: []access.Role{access.Member}}
	bea          = access.Viewer{User: 3, Roles: []access.Role{access.Member}}
)

// plain takes every file for a picture that needs no preparing: its first line is the thumbnail.
type plain struct{}

func (plain) Prepare(_ context.Context, data []byte, vectors bool) (media.Picture, error) {
	p := media.Picture{Type: media.JPEG, Width: 640, Height: 480, Full: data}
	p.Thumbnail, _, _ = bytes.Cut(data, []byte("\n"))
	if bytes.HasPrefix(data, []byte("<")) {
		if !vectors {
			return media.Picture{}, media.ErrType
		}
		p.Type = media.SVG
	}
	return p, nil
}

// Icon returns a picture as it is.
func (plain) Icon(_ context.Context, full []byte) ([]byte, error) { return full, nil }

// album is the pictures of a club with two people, Jan of anna and Piet of bea.
type album struct {
	*pictures.Service
	t         *testing.T
	store     *inmem.Store
	stores    ports.Stores
	files     *inmem.Files
	now       time.Time
	jan, piet person.ID
	drawn     byte
	told      []pictures.Lost
}

func open(t *testing.T) *album {
	t.Parallel()
	return opened(t)
}

func opened(t *testing.T) *album {
	store := inmem.Open()
	a := &album{t: t, store: store, stores: store.Stores(), files: new(inmem.Files), now: start}
	a.Service = &pictures.Service{
		Directory: a.stores.Directory, Groups: a.stores.Groups, Media: a.stores.Media, Uploads: a.stores.Uploads, Atomic: a.store,
		Files: a.files, Pictures: plain{}, Now: func() time.Time { return a.now },
		Zone: amsterdam, Turns: new(pictures.Turns), Runs: a.stores.JobRuns,
		ToldLost: func(_ context.Context, seen pictures.Lost) { a.told = append(a.told, seen) },
		Random: func(b []byte) (int, error) {
			a.drawn++
			for i := range b {
				b[i] = a.drawn
			}
			return len(b), nil
		},
	}
	a.files.Now = a.Now
	for author, id := range map[int64]*person.ID{anna.User: &a.jan, bea.User: &a.piet} {
		created, err := a.store.Stores().People.Create(ctx, person.New(author, start))
		if err != nil {
			t.Fatal(err)
		}
		*id = created[0]
	}
	return a
}

// brings uploads.
func (a *album) brings(viewer access.Viewer, text string, of person.ID) media.Media {
	a.t.Helper()
	m, err := a.Upload(ctx, viewer, []byte(text), "Jan de Vries", of, true)
	if err != nil {
		a.t.Fatal(err)
	}
	return m
}

func (a *album) sweeps(want int) {
	a.t.Helper()
	if got, err := a.Sweep(ctx); err != nil || got != want {
		a.t.Errorf("swept %d, %v, want %d", got, err, want)
	}
}

// holds checks the files by their folders.
func (a *album) holds(pictures ...media.Media) {
	a.t.Helper()
	var want []string
	for _, m := range pictures {
		want = append(want, m.Key(media.Full), m.Key(media.Thumbnail))
	}
	want = slices.Compact(want) // a vector picture has one file
	if got := a.files.Keys(); fmt.Sprint(got) != fmt.Sprint(want) {
		a.t.Errorf("the files are %q, want %q", got, want)
	}
}

func (a *album) is(what string, err, want error) {
	a.t.Helper()
	if !errors.Is(err, want) || want == nil && err != nil {
		a.t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func TestAPictureIsBroughtAndRead(t *testing.T) {
	a := open(t)
	a.now = start.Add(234)
	m := a.brings(anna, "thumbnail\nfull", a.jan)
	want := media.Media{
		ID: 1, Author: anna.User, Person: a.jan, Created: start, Name: "jan-de-vries.jpg",
		Type: media.JPEG, Width: 640, Height: 480, Folder: strings.Repeat("01", 16), State: media.Ready,
	}
	if m != want {
		t.Errorf("got %+v, want %+v", m, want)
	}
	if found, err := a.Find(ctx, anna, m.ID); err != nil || found != want {
		t.Errorf("found %+v, %v", found, err)
	}
	for size, text := range map[media.Size]string{media.Full: "thumbnail\nfull", media.Thumbnail: "thumbnail"} {
		found, data, err := a.Bytes(ctx, anna, m.ID, size)
		if err != nil || found != want || string(data) != text {
			t.Errorf("%s: %q of %+v, %v", size, data, found, err)
		}
	}
	a.holds(m)
	_, _, err := a.Bytes(ctx, anna, m.ID, "huge")
	a.is("another size", err, media.ErrAbsent)
}

func TestWhatIsRefused(t *testing.T) {
	a := open(t)
	for _, c := range []struct {
		name   string
		viewer access.Viewer
		data   string
		of     person.ID
		want   error
	}{
		{"nobody's", nobody, "x", 0, fault.ErrNotSignedIn},
		{"nothing", anna, "", 0, media.ErrNoFile},
		{"too much", anna, strings.Repeat("x", media.MaxBytes+1), 0, media.ErrTooBig},
		{"a vector picture", anna, "<svg/>", 0, media.ErrType},
		{"of somebody else", anna, "x", a.piet, media.ErrHidden},
		{"of nobody", anna, "x", 99, person.ErrAbsent},
	} {
		_, err := a.Upload(ctx, c.viewer, []byte(c.data), "x", c.of, false)
		a.is(c.name, err, c.want)
	}
	a.holds()
	if stale, err := a.Media.Stale(ctx, start.Add(time.Hour)); err != nil || len(stale) > 0 {
		t.Errorf("left: %+v, %v", stale, err)
	}
	a.Random = func([]byte) (int, error) { return 0, errors.New("no chance") }
	if _, err := a.Upload(ctx, anna, []byte("x"), "x", 0, false); fault.KindOf(err) != fault.Internal {
		t.Errorf("without chance: %v", err)
	}
}

func TestWhoSeesAPicture(t *testing.T) {
	a := open(t)
	logo, photo := a.brings(bea, "logo", 0), a.brings(bea, "photo", a.piet)
	for _, c := range []struct {
		name        string
		viewer      access.Viewer
		logo, photo error
	}{
		{"nobody", nobody, fault.ErrNotSignedIn, fault.ErrNotSignedIn},
		{"an administrator", admin, nil, nil},
		{"who may see the person", bea, nil, nil},
		{"who may not", anna, nil, media.ErrHidden},
	} {
		for id, want := range map[media.ID]error{logo.ID: c.logo, photo.ID: c.photo} {
			_, err := a.Find(ctx, c.viewer, id)
			a.is(c.name, err, want)
			_, _, err = a.Bytes(ctx, c.viewer, id, media.Full)
			a.is(c.name+": bytes", err, want)
		}
	}
	_, err := a.Find(ctx, admin, 99)
	a.is("no picture", err, media.ErrAbsent)

	_, err = a.Library(ctx, nobody, media.Query{Limit: 10})
	a.is("nobody's library", err, fault.ErrNotSignedIn)
	page, err := a.Library(ctx, anna, media.Query{Limit: 10})
	if err != nil || page.Total != 1 || page.Records[0] != logo {
		t.Errorf("the library: %+v, %v", page, err)
	}

	if err := a.stores.People.Remove(ctx, a.piet, 1, start, func(access.Subject, record.Edition) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for _, viewer := range []access.Viewer{anna, bea, admin} {
		_, err = a.Find(ctx, viewer, photo.ID)
		a.is("of a removed person", err, media.ErrAbsent)
	}
}

func TestAPictureIsDeletedByItsAuthorOrAnAdministrator(t *testing.T) {
	a := open(t)
	first, second, photo := a.brings(bea, "first", 0), a.brings(bea, "second", 0), a.brings(bea, "photo", a.piet)
	for _, c := range []struct {
		viewer access.Viewer
		id     media.ID
		want   error
	}{
		{nobody, first.ID, fault.ErrNotSignedIn}, {anna, first.ID, media.ErrHidden}, {anna, photo.ID, media.ErrHidden},
		{bea, 99, media.ErrAbsent}, {bea, first.ID, nil}, {bea, first.ID, media.ErrAbsent}, {admin, second.ID, nil},
	} {
		_, err := a.Delete(ctx, c.viewer, c.id)
		a.is(fmt.Sprint(c.viewer.User, c.id), err, c.want)
	}
	_, _, err := a.Bytes(ctx, bea, first.ID, media.Full)
	a.is("read afterwards", err, media.ErrAbsent)
	a.sweeps(2)
	a.holds(photo)
	a.sweeps(0)
	if err := errors.Join(a.Discard(ctx, photo.ID), a.Discard(ctx, photo.ID), a.Discard(ctx, 0), a.Discard(ctx, 99)); err != nil {
		t.Error(err)
	}
	a.sweeps(1)
	a.holds()
}

// Whoever brought somebody's photo and only reads that person by now does not take it away. Whoever may change the person does.
func TestAPhotoIsDeletedByWhoMayChangeThePerson(t *testing.T) {
	a := open(t)
	for _, name := range []string{"beheer", "anna", "bea"} { // the numbers 1, 2 and 3
		_, err := a.stores.Users.Create(ctx, account.User{Username: name, Email: name + "@club.example", DisplayName: name})
		a.is("a user", err, nil)
	}
	hangs := func() bool {
		p, err := a.stores.Directory.View().Person(a.piet, record.View{Reader: access.Everything})
		return err == nil && p.Photo != 0
	}
	share := func(p access.Permission) {
		t.Helper()
		a.is("sharing", a.stores.Shares.Set(ctx, access.People, a.piet, anna.User, p), nil)
	}
	share(access.ToEdit)
	photo, err := a.Photograph(ctx, anna, a.piet, nil, []byte("photo"))
	a.is("bringing it", err, nil)
	share(access.ToView)
	_, err = a.Delete(ctx, anna, photo.ID)
	a.is("by who reads the person", err, media.ErrHidden)
	if !hangs() {
		t.Error("the photo does not hang any more")
	}
	_, _, err = a.Bytes(ctx, bea, photo.ID, media.Full)
	a.is("it is there", err, nil)
	_, err = a.Delete(ctx, bea, photo.ID)
	a.is("by who may change the person", err, nil)
	_, _, err = a.Bytes(ctx, bea, photo.ID, media.Full)
	a.is("read afterwards", err, media.ErrAbsent)
}

func TestAPictureHangsInTheSameStepInWhichItIsReady(t *testing.T) {
	a := open(t)
	var hung media.ID
	place := func(s ports.Stores, picture media.ID) (before media.ID, err error) {
		if _, err := s.Media.ByID(ctx, picture); err != nil {
			return 0, err
		}
		err = s.People.Update(ctx, []person.ID{a.jan}, func(people map[person.ID]*person.Person) error {
			people[a.jan].Name.Nick = fmt.Sprint(picture)
			return nil
		})
		before, hung = hung, picture
		return before, err
	}
	first, err := a.Hang(ctx, anna, []byte("first"), "x", a.jan, false, place)
	a.is("first", err, nil)
	second, err := a.Hang(ctx, anna, []byte("second"), "x", a.jan, false, place)
	a.is("second", err, nil)
	_, err = a.Find(ctx, anna, first.ID)
	a.is("the one before", err, media.ErrAbsent)
	a.sweeps(1)
	a.holds(second)

	refusal := errors.New("no place")
	_, err = a.Hang(ctx, anna, []byte("third"), "x", a.jan, false, func(ports.Stores, media.ID) (media.ID, error) {
		return second.ID, refusal
	})
	a.is("no place", err, refusal)
	a.holds(second)
	a.sweeps(0)
	record, err := a.Directory.View().Person(a.jan, record.View{})
	if err != nil || record.Name.Nick != fmt.Sprint(second.ID) {
		t.Errorf("%q hangs there, %v", record.Name.Nick, err)
	}
}

func TestAnUploadThatGoesOnIsNotSwept(t *testing.T) {
	a := open(t)
	id, err := a.Media.Create(ctx, media.Media{Folder: "slow", Created: start})
	a.is("create", err, nil)
	a.is("write", a.files.Write(ctx, media.Key("slow", media.Full), media.JPEG, []byte("x")), nil)
	a.now = start.Add(pictures.KeptPending)
	a.sweeps(0)
	if len(a.files.Keys()) != 1 {
		t.Error("its file is gone")
	}
	a.now = a.now.Add(time.Microsecond)
	a.sweeps(1)
	a.holds()
	a.is("it comes too late", a.Media.Update(ctx, id, func(*media.Media) error { return nil }), media.ErrAbsent)
}

func TestPhotosGoWithTheirPeople(t *testing.T) {
	a := open(t)
	logo, photo := a.brings(anna, "logo", 0), a.brings(anna, "photo", a.jan)
	if err := a.stores.People.Remove(ctx, a.jan, 1, start, func(access.Subject, record.Edition) error { return nil }); err != nil {
		t.Fatal(err)
	}
	a.sweeps(0)
	a.holds(logo, photo)
	if _, err := a.stores.People.Purge(ctx, start.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	a.sweeps(1)
	a.holds(logo)
}

func TestALostFileIsOurFault(t *testing.T) {
	a := open(t)
	m := a.brings(anna, "x", 0)
	a.is("delete", a.files.Delete(ctx, m.Key(media.Full)), nil)
	if _, _, err := a.Bytes(ctx, anna, m.ID, media.Full); fault.KindOf(err) != fault.Internal {
		t.Errorf("got %v", err)
	}
}
