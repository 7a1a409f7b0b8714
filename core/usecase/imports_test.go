package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/imports"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/ports"
)

var importedAt = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// club is a club that imports.
type importing struct {
	t     *testing.T
	store *inmem.Store
	ports.Stores
	imports *imports.Service
	people  *people.Service
	anna    access.Viewer
}

// dying is a store whose steps fail after a number of them, as when the program is killed: half of those took place.
type dying struct {
	ports.Atomic
	left *int
}

var errKilled = errors.New("killed")

func (d dying) Do(ctx context.Context, change func(ports.Stores) error) error {
	if *d.left == 0 {
		return errKilled
	}
	*d.left--
	err := d.Atomic.Do(ctx, change)
	if *d.left == 0 && err == nil {
		return errKilled // it took place, and nobody heard of it
	}
	return err
}

func newImporting(t *testing.T) *importing {
	t.Helper()
	store := inmem.Open()
	c := &importing{t: t, store: store, Stores: store.Stores()}
	clock := func() time.Time { return importedAt }
	c.people = &people.Service{Directory: c.Directory, People: c.People, Users: c.Users, Atomic: store, Now: clock, Zone: time.UTC}
	c.imports = &imports.Service{
		Directory: c.Directory, Imports: c.Imports, Users: c.Users, Atomic: store, Now: clock, Zone: time.UTC,
		TakeIn: c.people.TakeIn, TakeOut: c.people.TakeOut, Turn: make(chan struct{}, 1),
	}
	c.anna = c.user("anna", access.SectionRole(access.Administration))
	return c
}

func (c *importing) user(name string, roles ...access.Role) access.Viewer {
	c.t.Helper()
	u := account.User{Username: name, Email: name + "@club.example", DisplayName: name, Roles: roles}
	id, err := c.Users.Create(c.t.Context(), u)
	if err != nil {
		c.t.Fatal(err)
	}
	u.ID = id
	return u.Viewer(access.Matrix{})
}

func (c *importing) upload(text string) peoplefile.Import {
	c.t.Helper()
	i, err := c.imports.Upload(c.t.Context(), c.anna, "leden.csv", []byte(text))
	if err != nil {
		c.t.Fatal(err)
	}
	return i
}

// work does the jobs that there are until none is left, and returns how many tries failed.
func (c *importing) work() (failed int) {
	c.t.Helper()
	for range 1000 {
		done := c.store.RunJobs(c.t.Context(), importedAt, func(int) time.Duration { return 0 }, func(ctx context.Context,
			j job.Job) error {
			err := c.do(ctx, j)
			if err != nil && !errors.As(err, &job.Again{}) {
				failed++
			}
			return err
		})
		if done == 0 {
			return failed
		}
	}
	c.t.Fatal("the jobs do not end")
	return failed
}

func (c *importing) do(ctx context.Context, j job.Job) error {
	switch j.Kind {
	case string(imports.ApplyFile):
		asked, err := imports.ApplyFile.Args(j)
		return errors.Join(err, c.imports.ApplyInPortions(ctx, asked))
	case string(imports.UndoFile):
		asked, err := imports.UndoFile.Args(j)
		return errors.Join(err, c.imports.UndoInPortions(ctx, asked))
	}
	return nil
}

func (c *importing) show(id int64) peoplefile.Import {
	c.t.Helper()
	i, err := c.imports.Show(c.t.Context(), c.anna, id)
	if err != nil {
		c.t.Fatal(err)
	}
	return i
}

// file is a file of so many people.
func file(people int) string {
	var b strings.Builder
	b.WriteString("Voornaam;Achternaam;E-mail;Relatiecode\n")
	for n := range people {
		fmt.Fprintf(&b, "Jan;Vries%d;jan%d@club.example;C%d\n", n, n, n)
	}
	return b.String()
}

func TestAJobThatIsKilledAtEachStepMakesNoDoubles(t *testing.T) {
	t.Parallel()
	const rows = 700 // four portions
	for kill := 1; kill <= 6; kill++ {
		t.Run(fmt.Sprint(kill), func(t *testing.T) {
			t.Parallel()
			c := newImporting(t)
			i := c.upload(file(rows))
			if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
				t.Fatal(err)
			}
			left := kill
			c.imports.Atomic = dying{c.store, &left}
			asked := imports.Asked{Import: i.ID, User: c.anna.User}
			if err := c.imports.ApplyInPortions(t.Context(), asked); kill < 6 && !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			c.imports.Atomic = c.store
			c.work()
			if done := c.show(i.ID); done.State != peoplefile.Applied || done.Counts.New != rows || done.Counts.All() != rows {
				t.Errorf("got %+v", done.Counts)
			}
			if size := c.Directory.View().Size(); size != rows {
				t.Errorf("%d people", size)
			}
			if _, err := c.imports.Undo(t.Context(), c.anna, i.ID); err != nil {
				t.Fatal(err)
			}
			left = kill
			c.imports.Atomic = dying{c.store, &left}
			_ = c.imports.UndoInPortions(t.Context(), asked)
			c.imports.Atomic = c.store
			c.work()
			if done := c.show(i.ID); done.State != peoplefile.Undone || done.Undo.Done != rows || done.Undo.Left != 0 {
				t.Errorf("taken back %+v", done.Undo)
			}
			if size := c.Directory.View().Size(); size != 0 {
				t.Errorf("%d people are left", size)
			}
		})
	}
}

func TestImportingAgainChangesNothing(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	for n, want := range []peoplefile.Counts{{New: 300}, {Unchanged: 300}} {
		i := c.upload(file(300))
		if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
			t.Fatal(err)
		}
		if failed := c.work(); failed > 0 || c.show(i.ID).Counts != want {
			t.Errorf("import %d: %+v, %d failed", n, c.show(i.ID).Counts, failed)
		}
	}
}

func TestWhoLosesTheRightStopsTheJob(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	i := c.upload(file(10))
	if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	err := c.Users.Update(t.Context(), c.anna.User,
		func(u *account.User) error { u.Roles = []access.Role{access.Member}; return nil })
	if err != nil {
		t.Fatal(err)
	}
	c.work()
	if done := c.show(i.ID); done.Stopped != peoplefile.StoppedForbidden || done.Counts.All() != 0 ||
		c.Directory.View().Size() != 0 {
		t.Errorf("got %+v", done)
	}
}

func TestAFullServerStopsTheJob(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	c.store.LimitDirectory(250)
	i := c.upload(file(300))
	if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	if done := c.show(i.ID); done.Stopped != directory.ErrFull.Message || done.Counts.New != 200 ||
		done.State != peoplefile.Applied {
		t.Errorf("got %+v", done)
	}
}

func TestOneImportIsAtWorkAtATime(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	first, second := c.upload(file(2)), c.upload(file(3))
	if _, err := c.imports.Apply(t.Context(), c.anna, first.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.imports.Apply(t.Context(), c.anna, second.ID); !errors.Is(err, peoplefile.ErrBusy) {
		t.Error(err)
	}
	if _, err := c.imports.UndoRow(t.Context(), c.anna, first.ID, 2); !errors.Is(err, peoplefile.ErrBusy) {
		t.Error(err)
	}
	c.work()
	if _, err := c.imports.Apply(t.Context(), c.anna, second.ID); err != nil {
		t.Error(err)
	}
}

func TestWhatTheFederationHasStays(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	c.user("sync", access.Synchronizer)
	p := person.New(c.anna.User, importedAt)
	p.Name, p.Membership.Code, p.Administered = person.Name{First: "Jan"}, "C0", true
	if _, err := c.People.Create(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	i := c.upload("Relatiecode;Voornaam;Geboortedatum;E-mail\nC0;Johan;1-2-2003;jan@club.example\n")
	rows, err := c.imports.Rows(t.Context(), c.anna, i.ID, "", 0, 9)
	if err != nil || len(rows.Rows) != 1 || fmt.Sprint(rows.Rows[0].Kept) != "[first_name birthdate]" ||
		len(rows.Rows[0].Changes) != 1 || rows.Rows[0].Changes[0].Field != peoplefile.Email {
		t.Errorf("got %+v, %v", rows, err)
	}
}

func TestOthersMayNot(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	i := c.upload(file(1))
	ctx := t.Context()
	for _, viewer := range []access.Viewer{c.user("board", access.Board), c.user("sync", access.Synchronizer), {}} {
		_, upload := c.imports.Upload(ctx, viewer, "x", []byte("x"))
		_, list := c.imports.List(ctx, viewer, 0, 1)
		_, show := c.imports.Show(ctx, viewer, i.ID)
		_, choose := c.imports.Choose(ctx, viewer, i.ID, nil)
		_, rows := c.imports.Rows(ctx, viewer, i.ID, "", 0, 1)
		_, apply := c.imports.Apply(ctx, viewer, i.ID)
		_, undo := c.imports.Undo(ctx, viewer, i.ID)
		_, row := c.imports.UndoRow(ctx, viewer, i.ID, 2)
		for n, err := range []error{upload, list, show, choose, rows, apply, undo, row, c.imports.Discard(ctx, viewer, i.ID)} {
			if kind := fault.KindOf(err); kind != fault.Forbidden && kind != fault.Unauthenticated {
				t.Errorf("%d: %v", n, err)
			}
		}
	}
}

// Who takes two imports back begins with the last one.
func TestImportsAreTakenBackOneAfterTheOther(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	p := person.New(c.anna.User, importedAt)
	p.Name, p.Membership.Code = person.Name{First: "Jan"}, "C0"
	known, err := c.People.Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var made []peoplefile.Import
	for _, name := range []string{"Johan", "Johannes", "Jo"} {
		i := c.upload("Relatiecode;Voornaam\nC0;" + name + "\nC1;" + name + "\n")
		if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
			t.Fatal(err)
		}
		c.work()
		made = append(made, c.show(i.ID))
	}
	first := func() string {
		stored, _ := c.Directory.View().Stored(known[0])
		p, err := stored.Person()
		if err != nil {
			t.Fatal(err)
		}
		return p.Name.First
	}
	for n, want := range []string{"Johannes", "Johan", "Jan"} {
		i := made[len(made)-1-n]
		if _, err := c.imports.Undo(t.Context(), c.anna, i.ID); err != nil {
			t.Fatal(err)
		}
		c.work()
		if done := c.show(i.ID); done.Undo != (peoplefile.Undo{Done: 2, Tried: 2}) || done.Open() != 0 || first() != want {
			t.Errorf("import %d: %+v, %s", i.ID, done.Undo, first())
		}
	}
	if size := c.Directory.View().Size(); size != 1 {
		t.Errorf("%d people", size)
	}
}

// A new certificate ends the steps towards it; whoever was written stays so when it was none.
func TestStepsTowardsACertificateComeBack(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	p := person.New(c.anna.User, importedAt)
	p.Name, p.Membership.Code = person.Name{First: "Jan"}, "C0"
	p.Membership.CertificateOn = civil.Date{Year: 2020, Month: 1, Day: 1}
	june := civil.Date{Year: 2026, Month: 6, Day: 1}
	p.Screening = person.Screening{MailedOn: june, SubmittedOn: june.AddDays(1)}
	known, err := c.People.Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	jan := func() person.Person {
		stored, _ := c.Directory.View().Stored(known[0])
		p, err := stored.Person()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	i := c.upload("Relatiecode;VOG-datum\nC0;1-1-2026\n")
	if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	if now := jan(); now.Membership.CertificateOn.Year != 2026 || now.Screening != (person.Screening{}) {
		t.Fatalf("applied: %+v, %+v", now.Membership.CertificateOn, now.Screening)
	}
	if _, err := c.imports.Undo(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	if now := jan(); now.Membership.CertificateOn != p.Membership.CertificateOn || now.Screening != p.Screening {
		t.Errorf("taken back: %+v, %+v", now.Membership.CertificateOn, now.Screening)
	}
}

func TestRowsThatAreTakenBackOneByOneAreCounted(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	i := c.upload(file(3))
	if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	rows, err := c.imports.Rows(t.Context(), c.anna, i.ID, "", 0, 9)
	if err != nil {
		t.Fatal(err)
	}
	edited := rows.Rows[1].Person
	edit := func(name string) {
		err := c.People.Update(t.Context(), []person.ID{edited}, func(people map[person.ID]*person.Person) error {
			people[edited].Name.First = name
			people[edited].Touch(c.anna.User, importedAt)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	edit("Johan")
	for n, want := range []struct {
		row int
		peoplefile.Undo
		peoplefile.State
	}{
		{2, peoplefile.Undo{Done: 1}, peoplefile.Applied},
		{3, peoplefile.Undo{Done: 1, Left: 1}, peoplefile.Applied},
		{3, peoplefile.Undo{Done: 1, Left: 1}, peoplefile.Applied},
		{4, peoplefile.Undo{Done: 2, Left: 1}, peoplefile.Applied},
	} {
		if _, err := c.imports.UndoRow(t.Context(), c.anna, i.ID, want.row); err != nil {
			t.Fatal(err)
		}
		if got := c.show(i.ID); got.Undo != want.Undo || got.State != want.State || got.Open() != 3-want.Done {
			t.Errorf("%d: %+v, %s", n, got.Undo, got.State)
		}
	}
	// Of the whole import there is one left, and it is tried again.
	if _, err := c.imports.Undo(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	if got := c.show(i.ID); got.Undo != (peoplefile.Undo{Done: 2, Left: 1, Tried: 3}) || got.Open() != 1 {
		t.Errorf("the rest: %+v", got.Undo)
	}
	// Who takes back the last row in the middle of it is counted once.
	c.imports.Now = func() time.Time { return importedAt.Add(time.Minute) }
	stopped := c.user("piet", access.SectionRole(access.Administration))
	if _, err := c.imports.Undo(t.Context(), stopped, i.ID); err != nil {
		t.Fatal(err)
	}
	err = c.Users.Update(t.Context(), stopped.User, func(u *account.User) error { u.Roles = nil; return nil })
	if err != nil {
		t.Fatal(err)
	}
	c.work()
	if got := c.show(i.ID); got.Undo != (peoplefile.Undo{Done: 2, Left: 1}) || got.Stopped == "" || got.Open() != 1 {
		t.Errorf("stopped: %+v", got)
	}
	if _, err := c.imports.UndoRow(t.Context(), c.anna, i.ID, 3); err != nil {
		t.Fatal(err)
	}
	if got := c.show(i.ID); got.Undo != (peoplefile.Undo{Done: 2, Left: 1}) {
		t.Errorf("after it: %+v", got.Undo)
	}
	whole := c.upload("Voornaam;Relatiecode\nPiet;P1\n")
	if _, err := c.imports.Apply(t.Context(), c.anna, whole.ID); err != nil {
		t.Fatal(err)
	}
	c.work()
	if _, err := c.imports.UndoRow(t.Context(), c.anna, whole.ID, 2); err != nil {
		t.Fatal(err)
	}
	if got := c.show(whole.ID); got.State != peoplefile.Undone || got.Undo.Done != 1 || got.Open() != 0 {
		t.Errorf("the only row: %+v, %s", got.Undo, got.State)
	}
}

// A row that is refused is about nobody: what it says keeps no row below from being taken over, cut off or not.
func TestWhoIsRefusedIsOnNoRow(t *testing.T) {
	t.Parallel()
	for _, kill := range []int{0, 1} {
		c := newImporting(t)
		var text strings.Builder
		text.WriteString("Voornaam;Achternaam;E-mail;Geboortedatum;Relatiecode\nJan;Kok;jan@x.example;31-02-2010;\n;;fam@x.example;;\n")
		for n := range 210 {
			fmt.Fprintf(&text, "Piet;Vries%d;;;\n", n)
		}
		text.WriteString("Jan;Kok;jan@x.example;03-02-2010;\nEva;Kok;fam@x.example;;E1\n")
		i := c.upload(text.String())
		if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
			t.Fatal(err)
		}
		if left := kill; kill > 0 {
			c.imports.Atomic = dying{c.store, &left}
			_ = c.imports.ApplyInPortions(t.Context(), imports.Asked{Import: i.ID, User: c.anna.User})
			c.imports.Atomic = c.store
		}
		c.work()
		if got := c.show(i.ID).Counts; got != (peoplefile.Counts{New: 212, Refused: 2}) {
			t.Errorf("killed %d times: %+v", kill, got)
		}
	}
}
