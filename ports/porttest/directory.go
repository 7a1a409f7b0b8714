package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// loaded is another program on the database, which has loaded its directory.
func loaded(t testing.TB, db Database) Database {
	t.Helper()
	other := db.Another(t, 0)
	ok(t, other.Directory.Load(context.Background()))
	return other
}

// asked makes a session, and returns what finds it: the number of the last change.
func asked(t *testing.T, db Database) func(fataler, Database) int64 {
	t.Helper()
	ctx := context.Background()
	user := must(db.Users.Create(ctx, userNamed("asker")))(t)
	s := account.Session{ID: "a", Digest: account.DigestOf("a"), User: user, Created: at, LastSeen: at}
	ok(t, db.Sessions.Create(ctx, s))
	return func(t fataler, db Database) int64 {
		_, _, change, err := db.Sessions.Find(ctx, s.Digest)
		return must(change, err)(t)
	}
}

// Directory is the contract of ports.Directory.
func Directory(t *testing.T, open Open) {
	suite{
		{"a new club has its group, its types of relationship and its settings", newClub},
		{"one number a step, none for a refused one or one that changes nothing that is in it", numberedSteps},
		{"another program's changes are seen after catching up, or a refresh", anotherProgram},
		{"a program that never loaded its directory can write", unloadedDirectory},
		{"there is room up to the limit", directoryLimit},
		{"who reads while others write misses nothing: numbers are in the order of commits", readersAmongWriters},
		{"who writes whatever in parallel sees what is kept", writersAtOnce},
		{"three programs on one database see the same", threePrograms},
	}.run(t, open)
}

func newClub(t *testing.T, db Database) {
	v := view(t, db)
	equal(t, "people", v.Size(), 0)
	groups := v.Groups(record.Query{View: record.View{Reader: access.Everything}, Window: record.Window{Limit: 9}}).Records
	if len(groups) != 1 || groups[0].ID != group.ClubWide || !slices.Equal(v.RelationTypes(), relation.Defaults()) ||
		len(v.Labels()) > 0 {
		t.Errorf("got %+v, %v, %v", groups, v.RelationTypes(), v.Labels())
	}
}

func numberedSteps(t *testing.T, db Database) {
	ctx := t.Context()
	last := asked(t, db)
	first := db.Directory.View().Number()
	step := func(answer error) error {
		return db.Do(ctx, func(s ports.Stores) error {
			id := create(t, s.People, personNamed("Jan", "", "Kok"))
			must(s.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
			isFault(t, "absent", update(ctx, s.People, id+1, func(*person.Person) error { return nil }), person.ErrAbsent)
			equal(t, "people seen inside", s.Directory.View().Size(), 0)
			return answer
		})
	}
	refuses(t, db, step)
	must(db.Users.Create(ctx, userNamed("jan")))(t)
	equal(t, "after a refusal", last(t, db), first)
	ok(t, step(nil))
	equal(t, "after the step", last(t, db), first+1)
	equal(t, "what is seen", view(t, db).Number(), first+1)
	equal(t, "people", view(t, db).Size(), 1)
}

func anotherProgram(t *testing.T, db Database) {
	ctx := t.Context()
	other, last := loaded(t, db), asked(t, db)
	for i, learn := range []func() error{
		func() error { return other.Directory.CatchUp(ctx, last(t, other)) },
		func() error { return other.Directory.Refresh(ctx) },
	} {
		create(t, db.People, personNamed("Jan", "", "Kok"))
		equal(t, "before", other.Directory.View().Size(), i)
		ok(t, learn())
		sameView(t, "after", other.Directory.View(), db.Directory.View())
	}
	ok(t, other.Directory.CatchUp(cancelled(), last(t, other))) // there is nothing to do
	if err := other.Directory.CatchUp(ctx, last(t, other)+1); err == nil {
		t.Error("it caught up with a change that never was")
	}
}

func unloadedDirectory(t *testing.T, db Database) {
	other := db.Another(t, 0)
	must(other.People.Create(t.Context(), personNamed("Jan", "", "Kok"), personNamed("Piet", "", "Kok")))(t)
	if v := other.Directory.View(); v != nil {
		t.Errorf("it sees %d people", v.Size())
	}
	ok(t, db.Directory.Refresh(t.Context()))
	equal(t, "people", view(t, db).Size(), 2)
}

func directoryLimit(t *testing.T, db Database) {
	ctx := t.Context()
	ok(t, db.Directory.Room(1))
	small := db.Another(t, 2)
	ok(t, small.Directory.Load(ctx))
	create(t, small.People, personNamed("Jan", "", "Kok"))
	ok(t, small.Directory.Room(1))
	create(t, small.People, personNamed("Piet", "", "Kok"))
	isFault(t, "a full one", small.Directory.Room(1), directory.ErrFull)
	create(t, db.People, personNamed("Kees", "", "Kok"))
	ok(t, small.Directory.Refresh(ctx)) // what another program let in is taken
	equal(t, "people", small.Directory.View().Size(), 3)
	if err := db.Another(t, 2).Directory.Load(ctx); err == nil {
		t.Error("more than the limit were loaded")
	}
}

func readersAmongWriters(t *testing.T, db Database) {
	ctx := t.Context()
	programs := []Database{db, loaded(t, db), loaded(t, db)}
	id := create(t, db.People, personNamed("Jan", "", "Kok"))
	first := db.Directory.View().Number()
	inParallel(t, 6, func(i int) error {
		p := programs[i%3]
		for range 8 {
			ids, err := p.People.Create(ctx, personNamed("Piet", "", "Kok"))
			if err != nil {
				return err
			}
			if _, there := p.Directory.View().Stored(ids[0]); !there {
				return fmt.Errorf("%d is not seen by who registered it", ids[0])
			}
			err = errors.Join(p.Directory.Refresh(ctx), update(ctx, p.People, id, func(p *person.Person) error {
				p.Workspaces = append(p.Workspaces, int64(len(p.Workspaces)+1))
				return nil
			}))
			if v := p.Directory.View(); err != nil || int64(v.Size()-1+changesOf(t, v, id)) != v.Number()-first {
				return errors.Join(err, fmt.Errorf("%d people at change %d after %d", v.Size(), v.Number(), first))
			}
		}
		return nil
	})
	for _, p := range programs {
		ok(t, p.Directory.Refresh(ctx))
		equal(t, "people", view(t, p).Size(), 1+6*8)
		equal(t, "changes", changesOf(t, view(t, p), id), 6*8)
	}
}

func writersAtOnce(t *testing.T, db Database) {
	programs := []Database{db, loaded(t, db), loaded(t, db)}
	asked(t, db) // the first of the users
	for i := range int64(9) {
		p := personNamed("Jan", "", "Kok")
		p.Relations = []person.Relation{{To: 9 - i, Type: relation.Sibling}}
		create(t, db.People, p)
	}
	ok(t, regrouped(t.Context(), db.Stores))
	some := rapid.Custom(func(t *rapid.T) func(ports.Stores) error { return anyWrite(t, db.Directory.View()) })
	inParallel(t, 6, func(i int) error {
		for j := range cases(25) {
			_ = some.Example(100*i + j)(programs[i%3].Stores) // what another one has removed is not there
		}
		return nil
	})
	for _, p := range programs {
		ok(t, p.Directory.Refresh(t.Context()))
		view(t, p)
	}
}

// changesOf is how often somebody was changed who gets another workspace with every change.
func changesOf(t testing.TB, v *directory.View, id person.ID) int {
	t.Helper()
	stored, _ := v.Stored(id)
	return len(must(stored.Person())(t).Workspaces)
}

// threePrograms lets programs write whatever a directory holds. After every step one of them learns the number of the last change
// and catches up: it then sees what a directory that is loaded at that moment holds.
func threePrograms(t *testing.T, db Database) {
	ctx := t.Context()
	programs, witness := []Database{db, loaded(t, db), loaded(t, db)}, db.Another(t, 0)
	last := asked(t, db)
	for _, name := range []string{"jan", "piet"} {
		must(db.Users.Create(ctx, userNamed(name)))(t)
	}
	refusal := errors.New("no")
	rounds, failed := 0, false
	rapid.Check(t, func(t *rapid.T) {
		if rounds++; rounds > cases(30) && !failed { // each costs a database much
			return
		}
		done := false
		defer func() { failed = failed || !done }()
		must(0, db.Directory.Refresh(ctx))(t)
		club := rapid.SliceOfN(anyPerson, 3, 3).Draw(t, "club")
		must(0, db.Do(ctx, func(s ports.Stores) error { return errors.Join(renewed(ctx, s, club), regrouped(ctx, s)) }))(t)
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			p := programs[rapid.IntRange(0, 2).Draw(t, "who writes")]
			writes := []func(ports.Stores) error{}
			for range oneOf(1, 1, 1, 2, 3).Draw(t, "writes") {
				writes = append(writes, anyWrite(t, p.Directory.View()))
			}
			switch oneOf("alone", "step", "step", "refused").Draw(t, "how") {
			case "alone":
				must(0, inTurn(writes[:1], p.Stores))(t)
			case "step":
				must(0, p.Do(ctx, func(s ports.Stores) error { return inTurn(writes, s) }))(t)
			case "refused":
				if err := p.Do(ctx, func(s ports.Stores) error { return errors.Join(inTurn(writes, s), refusal) }); err == nil {
					t.Fatal("a refused step took place")
				}
			}
			reader := programs[rapid.IntRange(0, 2).Draw(t, "who reads")]
			must(0, reader.Directory.CatchUp(ctx, last(t, reader)))(t)
			must(0, witness.Directory.Load(ctx))(t)
			sameView(t, "what a program sees", reader.Directory.View(), witness.Directory.View())
		}
		done = true
	})
}

// inTurn runs writes. That something is not there (any more), or that it is taken, is no error.
func inTurn(writes []func(ports.Stores) error, s ports.Stores) error {
	for _, write := range writes {
		if err := write(s); err != nil && fault.KindOf(err) != fault.NotFound && fault.KindOf(err) != fault.Conflict {
			return err
		}
	}
	return nil
}

// renewed removes everybody whom the directory knows, and registers others, each related to the one before.
func renewed(ctx context.Context, s ports.Stores, others []person.Person) error {
	for _, id := range numbers(s.Directory.View()) {
		if err := s.People.Remove(ctx, id, 1, at, anybody); err != nil {
			return err
		}
	}
	var before []person.ID
	for _, p := range others {
		for _, id := range before {
			p.Relations = append(p.Relations, person.Relation{To: id, Type: relation.Sibling})
		}
		var err error
		if before, err = s.People.Create(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// regrouped removes every group but that of the whole club, and makes a team and one below it.
func regrouped(ctx context.Context, s ports.Stores) error {
	for _, id := range teams(s.Directory.View()) {
		if id == group.ClubWide {
			continue
		}
		if err := s.Groups.Remove(ctx, id, at); err != nil {
			return err
		}
	}
	above, err := s.Groups.Create(ctx, groupNamed(work.Team, "JO9"))
	below := groupNamed(work.Team, "JO9-1")
	below.Parent = above
	_, failed := s.Groups.Create(ctx, below)
	return errors.Join(err, failed)
}

func teams(v *directory.View) (ids []group.ID) {
	for _, g := range v.Groups(record.Query{View: record.View{Reader: access.Everything},
		Window: record.Window{Limit: 100}}).Records {
		ids = append(ids, g.ID)
	}
	return ids
}

func numbers(v *directory.View) (ids []person.ID) {
	for _, p := range v.Summaries(record.Query{View: record.View{Reader: access.Everything}, Window: record.Window{Limit: 1000}}) {
		ids = append(ids, p.ID)
	}
	return ids
}

// anyWrite draws one change of what a directory holds, of records that the view knows, or of none.
func anyWrite(t *rapid.T, v *directory.View) func(ports.Stores) error {
	ctx := context.Background()
	people, groups := append(numbers(v), 99), append(teams(v), 99)
	types, labels := []term.ID{99}, []term.ID{99}
	for _, known := range v.RelationTypes() {
		types = append(types, known.ID)
	}
	for _, known := range v.Labels() {
		labels = append(labels, known.ID)
	}
	id, other, team := oneOf(people...).Draw(t, "one"), oneOf(people...).Draw(t, "other"), oneOf(groups...).Draw(t, "team")
	kind, label, user := oneOf(types...).Draw(t, "type"), oneOf(labels...).Draw(t, "label"),
		oneOf[account.UserID](1, 2, 3).Draw(t, "user")
	p := anyPerson.Draw(t, "person")
	p.Relations, p.Labels = append(p.Relations, person.Relation{To: other, Type: kind}), []term.ID{label, 1}
	p.Work = append(p.Work, work.Entry{Group: team, Kind: work.Team, Title: "Trainer", Current: true})
	g := anyGroup.Draw(t, "group")
	g.Parent = team
	slug := oneOf("a", "b").Draw(t, "slug")
	permission := oneOf("", access.ToView, access.ToEdit).Draw(t, "permission")
	edit := func(s ports.Stores, ids []person.ID, change func(*person.Person)) error {
		return s.People.Update(ctx, ids, func(all map[person.ID]*person.Person) error {
			for _, p := range all {
				change(p)
			}
			return nil
		})
	}
	writes := map[string]func(ports.Stores) error{
		"create": func(s ports.Stores) error { _, err := s.People.Create(ctx, p, p); return err },
		"edit": func(s ports.Stores) error {
			return edit(s, []person.ID{id}, func(kept *person.Person) { *kept = p.Clone() })
		},
		"relate": func(s ports.Stores) error {
			return edit(s, []person.ID{id, other}, func(kept *person.Person) { kept.Relations = p.Clone().Relations })
		},
		"remove":       func(s ports.Stores) error { return s.People.Remove(ctx, id, 1, at, anybody) },
		"purge":        func(s ports.Stores) error { _, err := s.People.Purge(ctx, at.AddDate(1, 0, 0)); return err },
		"create group": func(s ports.Stores) error { _, err := s.Groups.Create(ctx, g); return err },
		"edit group": func(s ports.Stores) error {
			return s.Groups.Update(ctx, team, func(kept *group.Group) error { *kept = g.Clone(); return nil })
		},
		"remove group": func(s ports.Stores) error { return s.Groups.Remove(ctx, team, at) },
		"mark": func(s ports.Stores) error {
			return s.Favorites.Set(ctx, user, account.Favorite{Kind: account.FavoritePerson, ID: id}, p.Administered)
		},
		"share": func(s ports.Stores) error {
			return s.Shares.Set(ctx, access.People, id, user, permission)
		},
		"share group": func(s ports.Stores) error {
			return s.Shares.Set(ctx, access.Groups, team, user, permission)
		},
		"link": func(s ports.Stores) error {
			if err := edit(s, []person.ID{id}, func(*person.Person) {}); err != nil { // it is gone
				return err
			}
			return s.Users.Update(ctx, user, func(u *account.User) error { u.Person = id; return nil })
		},
		"let go": func(s ports.Stores) error {
			return s.Users.Update(ctx, user, func(u *account.User) error { u.Person = 0; return nil })
		},
		"rules": func(s ports.Stores) error {
			_, err := s.VolunteerRules.Change(ctx, func(r *work.Rules) error { r.PlayerRoles = []string{"Trainer"}[:user%2]; return nil })
			return err
		},
		"search": func(s ports.Stores) error {
			_, err := s.SearchSettings.Change(ctx, func(s *search.Settings) error { s.Fields = []string{"x"}[:user%2]; return nil })
			return err
		},
		"type": func(s ports.Stores) error {
			_, err := s.RelationTypes.Create(ctx, relation.Type{Term: term.Term{Name: g.Title, Slug: slug}, Inverse: kind})
			return err
		},
		"edit type": func(s ports.Stores) error {
			return s.RelationTypes.Update(ctx, relation.Type{Term: term.Term{ID: kind, Name: g.Title, Slug: slug}, Gendered: true})
		},
		// Those up to 9 stay: anyPerson has relations of them, whoever is registered next.
		"remove type": func(s ports.Stores) error { return s.RelationTypes.Remove(ctx, max(kind, 10)) },
		"label": func(s ports.Stores) error {
			_, err := s.Labels.Create(ctx, term.Term{Name: g.Title, Slug: slug})
			return err
		},
		"edit label": func(s ports.Stores) error {
			return s.Labels.Update(ctx, term.Term{ID: label, Name: g.Title, Slug: slug})
		},
		"workspace": func(s ports.Stores) error {
			_, err := s.Workspaces.Create(ctx, workspaceOf(user, g.Title))
			return err
		},
		"edit workspace": func(s ports.Stores) error {
			return s.Workspaces.Update(ctx, user, func(w *workspace.Workspace) error {
				w.Name = g.Title
				return errors.Join(w.Join(user, workspace.Admin, at), w.HandTo(user))
			})
		},
		"remove workspace": func(s ports.Stores) error {
			return s.Workspaces.Remove(ctx, user, func(*workspace.Workspace) error { return nil })
		},
		"remove label": func(s ports.Stores) error { return s.Labels.Remove(ctx, label) },
	}
	names := []string{"create", "edit", "edit", "remove", "remove group", "remove group"}
	for name := range writes {
		names = append(names, name)
	}
	slices.Sort(names)
	return writes[oneOf(names...).Draw(t, "write")]
}
