package porttest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Atomic is the contract of ports.Atomic.
func Atomic(t *testing.T, open Open) {
	suite{
		{"all or nothing", wholeSteps},
		{"a step sees its own changes, and survives those that failed", stepsWithFailures},
	}.run(t, open)
}

func wholeSteps(t *testing.T, db Database) {
	ctx := t.Context()
	marked := account.Favorite{Kind: account.FavoritePerson, ID: 7}
	everything := func(answer error) error {
		return db.Do(ctx, func(s ports.Stores) error {
			person := create(t, s.People, personNamed("Jan", "", "Kok"))
			user := userNamed("jan")
			user.Person = person
			user.ID = must(s.Users.Create(ctx, user))(t)
			must(s.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
			must(s.Labels.Create(ctx, term.Term{Name: "Jeugd", Slug: "jeugd"}))(t)
			must(s.VolunteerRules.Change(ctx, func(r *work.Rules) error { r.PlayerRoles = []string{"x"}; return nil }))(t)
			must(s.Matrix.Change(ctx, func(m *access.Matrix) error { return m.Merge(access.Matrix{"club_user": {"vog": true}}) }))(t)
			must(s.SearchSettings.Change(ctx, func(s *search.Settings) error { s.Fields = []string{"x"}; return nil }))(t)
			ok(t, s.Favorites.Set(ctx, user.ID, marked, true))
			must(s.SavedViews.Change(ctx, user.ID, addView("x")))(t)
			ok(t, s.Recents.Open(ctx, user.ID, person))
			picture := must(s.Media.Create(ctx, pictureIn("a", at)))(t)
			ok(t, s.Media.Update(ctx, picture, func(m *media.Media) error { m.State = media.Ready; return nil }))
			must(s.Media.ByID(ctx, picture))(t)
			ok(t, s.Uploads.Add(ctx, 7, day(2026, 3, 31), 100, 100))
			isFault(t, "more", s.Uploads.Add(ctx, 7, day(2026, 3, 31), 1, 100), media.ErrQuota)
			return answer
		})
	}
	refuses(t, db, everything)
	equal(t, "users after a refusal", len(must(db.Users.List(ctx, nil, 0))(t)), 0)
	equal(t, "pictures after a refusal", must(db.Media.List(ctx, media.Query{}))(t).Total, 0)
	ok(t, db.Uploads.Add(ctx, 7, day(2026, 3, 31), 100, 100))
	must(db.Uploads.Purge(ctx, day(2026, 4, 1)))(t)
	ok(t, everything(nil))
	users := must(db.Users.List(ctx, nil, 0))(t)
	after := view(t, db)
	equal(t, "users", len(users), 1)
	equal(t, "people", after.Size(), 1)
	equal(t, "the user's person", after.PersonOf(users[0].ID), users[0].Person)
	equal(t, "recent people", fmt.Sprint(must(db.Recents.Of(ctx, users[0].ID))(t)), fmt.Sprintf("[%d]", users[0].Person))
	equal(t, "labels and marks", len(after.Labels())+len(after.Favorites(users[0].ID)), 2)
	equal(t, "settings", fmt.Sprint(after.VolunteerRules().PlayerRoles, after.SearchSettings().Fields, after.Matrix()),
		"[x] [x] map[club_user:map[vog:true]]")
}

func stepsWithFailures(t *testing.T, db Database) {
	ctx := t.Context()
	ok(t, db.Do(ctx, func(s ports.Stores) error {
		id := must(s.Users.Create(ctx, userNamed("jan")))(t)
		jan := create(t, s.People, personNamed("Jan", "", "Kok"))
		kind := relation.Type{Term: term.Term{Slug: "x"}}
		must(s.RelationTypes.Create(ctx, kind))(t)
		for range 4 {
			_, err := s.Users.Create(ctx, userNamed("jan"))
			isFault(t, "twice", err, account.ErrUsernameTaken)
			_, err = s.RelationTypes.Create(ctx, kind)
			isFault(t, "a type twice", err, term.ErrTaken)
			equal(t, "types inside", len(must(s.RelationTypes.All(ctx))(t)), len(relation.Defaults())+1)
			nothing := func(map[person.ID]*person.Person) error { return nil }
			isFault(t, "absent", s.People.Update(ctx, []person.ID{jan, 99}, nothing), person.ErrAbsent)
			ok(t, update(ctx, s.People, jan, func(p *person.Person) error { p.Labels = append(p.Labels, 1); return nil }))
		}
		equal(t, "found inside", must(s.Users.ByID(ctx, id))(t).Username, "jan")
		return nil
	}))
	equal(t, "users", len(must(db.Users.List(ctx, nil, 0))(t)), 1)
	equal(t, "changes", len(kept(t, db, 1).Labels), 4)
	view(t, db)
}

// Setting is the contract of ports.Setting, on all settings.
func Setting(t *testing.T, open Open) {
	suite{
		{"VolunteerRules", func(t *testing.T, db Database) {
			setting[work.Rules]{
				db.VolunteerRules, (*directory.View).VolunteerRules, work.DefaultRules(),
				inList(func(r *work.Rules) *[]string { return &r.PlayerRoles }),
			}.suite(t, db)
		}},
		{"SearchSettings", func(t *testing.T, db Database) {
			setting[search.Settings]{
				db.SearchSettings, (*directory.View).SearchSettings, search.Settings{},
				inList(func(s *search.Settings) *[]string { return &s.Fields }),
			}.suite(t, db)
		}},
		{"Matrix", func(t *testing.T, db Database) {
			setting[access.Matrix]{
				db.Matrix, func(v *directory.View) access.Matrix { return v.Matrix().Clone() }, nil,
				inside[access.Matrix]{
					clear: func(m *access.Matrix) { *m = access.Matrix{"x": {}} },
					add:   func(m *access.Matrix) { (*m)["x"][access.Capability(strings.Repeat("x", len((*m)["x"])+1))] = true },
					count: func(m access.Matrix) int { return len(m["x"]) },
					spoil: func(m access.Matrix) { clear(m["x"]) },
				},
			}.suite(t, db)
		}},
		{"FunctionMap", func(t *testing.T, db Database) {
			setting[access.FunctionMap]{
				db.FunctionMap, (*directory.View).Functions, nil,
				inside[access.FunctionMap]{
					clear: func(m *access.FunctionMap) { *m = access.FunctionMap{} },
					add:   func(m *access.FunctionMap) { (*m)[strings.Repeat("x", len(*m)+1)] = []access.Role{access.Board} },
					count: func(m access.FunctionMap) int { return len(m) },
					spoil: func(m access.FunctionMap) { clear(m) },
				},
			}.suite(t, db)
		}},
		{"FeeBook", feeBooks},
		{"BulkJob", func(t *testing.T, db Database) {
			ctx := t.Context()
			equal(t, "at first", view(t, db).BulkJob().Status, bulk.Idle)
			inParallel(t, 8, func(int) error {
				_, err := db.BulkJob.Change(ctx, func(j *bulk.Job) error {
					if j.Status != bulk.Running {
						j.Begin(2026, 7, "Piet", 9, 3, at)
					}
					j.Step(4, 1, 0, []bulk.Problem{{Person: 3, Name: "Joël", Message: "x"}})
					return nil
				})
				return err
			})
			seen := view(t, db).BulkJob()
			sameTime(t, "begun", seen.StartedAt, at)
			equal(t, "counted", seen.Created+len(seen.Errors)+int(seen.Season)+int(seen.Mark), 8+8+2026+3)
			refuses(t, db, func(refusal error) error {
				_, err := db.BulkJob.Change(ctx, func(j *bulk.Job) error { j.End(at); return refusal })
				return err
			})
			equal(t, "still", view(t, db).BulkJob().Status, bulk.Running)
		}},
		{"Training", func(t *testing.T, db Database) {
			ctx := t.Context()
			alike(t, "at first", *view(t, db).Training(), training.Schedule{})
			want := training.Schedule{Last: 2, Pitches: []training.Pitch{{ID: 1, Name: "Veld é"}}, Blocks: []training.Block{{
				ID: 2, Day: 7, Start: "18:00", End: "19:30", Pitch: 1, Teams: []int64{5}, Label: "x",
				From:  civil.Date{Year: 2026, Month: 8, Day: 1},
				Until: civil.Date{Year: 2027, Month: 6, Day: 1}, Cancelled: []civil.Date{{Year: 2026, Month: 12, Day: 27}},
			}}}
			got := must(db.Training.Change(ctx, func(s *training.Schedule) error { *s = want.Clone(); return nil }))(t)
			alike(t, "changed", got, want)
			got.Blocks[0].Teams[0], got.Blocks[0].Cancelled[0].Day = 9, 9
			alike(t, "seen", *view(t, db).Training(), want)
			inParallel(t, 8, func(int) error {
				_, err := db.Training.Change(ctx, func(s *training.Schedule) error { s.Last++; return nil })
				return err
			})
			refuses(t, db, func(refusal error) error {
				_, err := db.Training.Change(ctx, func(s *training.Schedule) error { s.Last = 0; return refusal })
				return err
			})
			equal(t, "counted", view(t, db).Training().Last, 10)
		}},
		{"Finance", func(t *testing.T, db Database) {
			setting[finance.Settings]{
				db.Finance, (*directory.View).Finance, finance.Default(),
				inside[finance.Settings]{
					clear: func(s *finance.Settings) { *s = finance.Settings{Texts: map[finance.Template]string{}} },
					add:   func(s *finance.Settings) { s.Texts[finance.Template(strings.Repeat("x", len(s.Texts)+1))] = "x" },
					count: func(s finance.Settings) int { return len(s.Texts) },
					spoil: func(s finance.Settings) { clear(s.Texts) },
				},
			}.suite(t, db)
		}},
		{"Screening", func(t *testing.T, db Database) {
			setting[screening.Settings]{
				db.Screening, (*directory.View).ScreeningSettings, screening.Settings{},
				inside[screening.Settings]{
					clear: func(s *screening.Settings) { *s = screening.Settings{Texts: map[screening.Template]string{}} },
					add:   func(s *screening.Settings) { s.Texts[screening.Template(strings.Repeat("x", len(s.Texts)+1))] = "x" },
					count: func(s screening.Settings) int { return len(s.Texts) },
					spoil: func(s screening.Settings) { clear(s.Texts) },
				},
			}.suite(t, db)
		}},
		{"Jubilee", func(t *testing.T, db Database) {
			setting[jubilee.Settings]{
				db.Jubilee, (*directory.View).JubileeSettings, jubilee.Default(),
				inside[jubilee.Settings]{
					clear: func(s *jubilee.Settings) { *s = jubilee.Settings{Milestones: []jubilee.Span{}} },
					add:   func(s *jubilee.Settings) { s.Milestones = append(s.Milestones, jubilee.Years(len(s.Milestones))) },
					count: func(s jubilee.Settings) int { return len(s.Milestones) },
					spoil: func(s jubilee.Settings) { s.Milestones[0] = 7 },
				},
			}.suite(t, db)
		}},
		{"LeaverRules", func(t *testing.T, db Database) {
			setting[leaver.Settings]{
				db.LeaverRules, (*directory.View).LeaverRules, leaver.Default(),
				inside[leaver.Settings]{
					clear: func(s *leaver.Settings) { *s = leaver.Settings{Kept: []leaver.Exemption{}} },
					add:   func(s *leaver.Settings) { s.Kept = append(s.Kept, leaver.Exemption{Person: 7, Reason: "x"}) },
					count: func(s leaver.Settings) int { return len(s.Kept) },
					spoil: func(s leaver.Settings) { s.Kept[0].Reason = "changed" },
				},
			}.suite(t, db)
		}},
		{"FactorRule", func(t *testing.T, db Database) {
			setting[account.FactorRule]{
				db.FactorRule, (*directory.View).FactorRule, account.FactorRule{},
				inside[account.FactorRule]{
					clear: func(r *account.FactorRule) { r.Roles = []access.Role{} },
					add:   func(r *account.FactorRule) { r.Roles = append(r.Roles, access.Board) },
					count: func(r account.FactorRule) int { return len(r.Roles) },
					spoil: func(r account.FactorRule) { r.Roles[0] = access.Member },
				},
			}.suite(t, db)
		}},
		{"Identity", func(t *testing.T, db Database) {
			ctx := t.Context()
			equal(t, "at first", view(t, db).Identity(), identity.Settings{})
			want := identity.Settings{Name: "vv Café", Colour: "#112233", Logo: 4, SenderName: "Café", SenderEmail: "a@b.example"}
			got := must(db.Identity.Change(ctx, func(s *identity.Settings) error { *s = want; return nil }))(t)
			equal(t, "changed", got, want)
			refuses(t, db, func(refusal error) error {
				_, err := db.Identity.Change(ctx, func(s *identity.Settings) error { s.Name = "x"; return refusal })
				return err
			})
			equal(t, "seen", view(t, db).Identity(), want)
		}},
		{"FirstStart", func(t *testing.T, db Database) {
			ctx := t.Context()
			equal(t, "at first", view(t, db).FirstStart(), account.FirstStart{})
			begun := make([]string, 8)
			inParallel(t, len(begun), func(i int) error {
				kept, err := db.FirstStart.Change(ctx, func(f *account.FirstStart) error {
					if f.Nonce == "" {
						f.Nonce = strings.Repeat("x", i+1)
					}
					return nil
				})
				begun[i] = kept.Nonce
				return err
			})
			equal(t, "different ones", len(slices.Compact(begun)), 1)
			equal(t, "seen", view(t, db).FirstStart().Nonce, begun[0])
		}},
		{"Welcome", func(t *testing.T, db Database) {
			ctx := t.Context()
			equal(t, "at first", view(t, db).Welcome(), account.DefaultWelcome())
			want := account.Welcome{Subject: "x", Body: "y"}
			got := must(db.Welcome.Change(ctx, func(w *account.Welcome) error { *w = want; return nil }))(t)
			equal(t, "changed", got, want)
			equal(t, "seen", view(t, db).Welcome(), want)
		}},
	}.run(t, open)
}

// feeBooks lets programs change the settings of different seasons at once.
func feeBooks(t *testing.T, db Database) {
	ctx := t.Context()
	alike(t, "at first", view(t, db).FeeBook(), fee.Book{})
	settings := func(i int) fee.Settings {
		s := fee.Defaults([]int64{int64(i + 1)})
		s.Categories[0].Amount, s.PlanThree, s.Family.Second = money.Cents(i), false, fee.Percent(i)
		return s
	}
	inParallel(t, 8, func(i int) error {
		got, err := db.FeeBook.Change(ctx, func(b *fee.Book) error {
			*b = b.With(season.Season(2020+i), settings(i))
			return nil
		})
		clear(got.Seasons)
		return err
	})
	want := fee.Book{}
	for i := range 8 {
		want = want.With(season.Season(2020+i), settings(i))
	}
	for range 2 {
		seen := view(t, db).FeeBook()
		alike(t, "seen", seen, want)
		clear(seen.Seasons)
	}
	refuses(t, db, func(refusal error) error {
		_, err := db.FeeBook.Change(ctx, func(b *fee.Book) error { *b = fee.Book{}; return refusal })
		return err
	})
	alike(t, "after a refusal", view(t, db).FeeBook(), want)
}

// setting is one of the settings.
type setting[T any] struct {
	ports.Setting[T]
	in    func(*directory.View) T
	first T
	inside[T]
}

// inside is something in a value that grows: clear removes all of it, add adds one, spoil changes it in place.
type inside[T any] struct {
	clear, add func(*T)
	count      func(T) int
	spoil      func(T)
}

// inList is a list of texts in a value.
func inList[T any](list func(*T) *[]string) inside[T] {
	return inside[T]{
		clear: func(v *T) { *list(v) = nil },
		add:   func(v *T) { *list(v) = append(*list(v), "x") },
		count: func(v T) int { return strings.Count(strings.Join(*list(&v), ""), "x") },
		spoil: func(v T) { (*list(&v))[0] = "changed" },
	}
}

func (s setting[T]) suite(t *testing.T, db Database) {
	ctx, values := t.Context(), anything[T]()
	seen := s.in(view(t, db))
	alike(t, "at first", seen, s.first)
	for i := range cases(20) {
		want := values.Example(i)
		alike(t, "changed", must(s.Change(ctx, func(old *T) error {
			alike(t, "before", *old, seen)
			*old = want
			return nil
		}))(t), want)
		if seen = s.in(view(t, db)); !reflect.DeepEqual(seen, want) { // a list of none is not no list
			t.Errorf("seen %#v, want %#v", seen, want)
		}
	}
	refuses(t, db, func(refusal error) error {
		_, err := s.Change(ctx, func(v *T) error { s.clear(v); s.add(v); return refusal })
		return err
	})
	must(s.Change(ctx, func(v *T) error { s.clear(v); return nil }))(t)
	inParallel(t, 8, func(int) error {
		got, err := s.Change(ctx, func(v *T) error { s.add(v); return nil })
		if err == nil {
			s.spoil(got)
		}
		return err
	})
	for range 2 {
		seen = s.in(view(t, db))
		equal(t, "parallel changes, and none of what was returned", s.count(seen), 8)
		s.spoil(seen)
	}
}

// JobRuns is the contract of ports.JobRuns.
func JobRuns(t *testing.T, open Open) {
	ctx := context.Background()
	last := func(t *testing.T, runs ports.JobRuns, job string) ports.JobRun {
		t.Helper()
		return must(runs.Last(ctx, job))(t)
	}

	t.Run("a job starts and finishes", func(t *testing.T) {
		runs := open(t).JobRuns
		equal(t, "never", last(t, runs, "a"), ports.JobRun{})
		equal(t, "started", must(runs.Start(ctx, "a", ports.JobRun{}, at))(t), true)
		sameTime(t, "start", last(t, runs, "a").Started, at)
		sameTime(t, "not finished", last(t, runs, "a").Finished, time.Time{})
		ok(t, runs.Finish(ctx, "a", at, at.Add(time.Minute)))
		sameTime(t, "finish", last(t, runs, "a").Finished, at.Add(time.Minute))
		equal(t, "another job", last(t, runs, "b"), ports.JobRun{})
	})

	t.Run("who saw an older run does not start", func(t *testing.T) {
		runs := open(t).JobRuns
		must(runs.Start(ctx, "a", ports.JobRun{}, at))(t)
		equal(t, "late", must(runs.Start(ctx, "a", ports.JobRun{}, at.Add(time.Second)))(t), false)
		equal(t, "informed", must(runs.Start(ctx, "a", last(t, runs, "a"), at.Add(time.Second)))(t), true)
	})

	t.Run("an abandoned run leaves the last finished one", func(t *testing.T) {
		runs := open(t).JobRuns
		must(runs.Start(ctx, "a", ports.JobRun{}, at))(t)
		ok(t, runs.Abandon(ctx, "a", at, ports.JobRun{}))
		equal(t, "never finished", last(t, runs, "a"), ports.JobRun{})
		must(runs.Start(ctx, "a", ports.JobRun{}, at))(t)
		ok(t, runs.Finish(ctx, "a", at, at.Add(time.Minute)))
		seen := last(t, runs, "a")
		must(runs.Start(ctx, "a", seen, at.Add(time.Hour)))(t)
		ok(t, runs.Abandon(ctx, "a", at.Add(time.Hour), seen))
		sameTime(t, "finished before", last(t, runs, "a").Finished, at.Add(time.Minute))
		sameTime(t, "started then", last(t, runs, "a").Started, at)
	})

	t.Run("a run that another one followed records nothing", func(t *testing.T) {
		runs := open(t).JobRuns
		must(runs.Start(ctx, "a", ports.JobRun{}, at))(t)
		must(runs.Start(ctx, "a", last(t, runs, "a"), at.Add(time.Hour)))(t)
		ok(t, runs.Abandon(ctx, "a", at, ports.JobRun{}))
		ok(t, runs.Finish(ctx, "a", at, at.Add(2*time.Hour)))
		sameTime(t, "the other one's start", last(t, runs, "a").Started, at.Add(time.Hour))
		sameTime(t, "nothing finished", last(t, runs, "a").Finished, time.Time{})
		ok(t, runs.Finish(ctx, "b", at, at)) // that never ran
		equal(t, "nobody's", last(t, runs, "b"), ports.JobRun{})
	})

	t.Run("of many who start at once, one does", func(t *testing.T) {
		runs := open(t).JobRuns
		won := make(chan bool, 8)
		inParallel(t, cap(won), func(int) error {
			started, err := runs.Start(ctx, "c", ports.JobRun{}, at)
			if started {
				won <- true
			}
			return err
		})
		equal(t, "winners", len(won), 1)
	})
}
