package predecessors

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// bringTypes brings types of relations: one that is here by its slug or name stays as it is.
func (r *run) bringTypes(ctx context.Context) error {
	here, err := r.Stores.RelationTypes.All(ctx)
	if err != nil {
		return err
	}
	known := relation.Types(here)
	err = bring(ctx, r, step[relation.Type]{
		kind: origin.RelationType, list: r.club.Types, old: func(t *relation.Type) int64 { return t.ID },
		find: func(_ context.Context, _ ports.Stores, t *relation.Type) (int64, error) {
			return named(known, t.Term, func(one relation.Type) term.Term { return one.Term }), nil
		},
		keep: func(ctx context.Context, stores ports.Stores, t *relation.Type) (int64, error) {
			all, err := stores.RelationTypes.All(ctx)
			if err != nil {
				return 0, err
			}
			made := *t
			made.ID, made.Inverse = 0, 0
			if err := made.Validate(all); err != nil {
				return 0, err
			}
			return stores.RelationTypes.Create(ctx, made)
		},
	})
	if err != nil || r.options.Rehearse {
		return err
	}
	return r.Atomic.Do(ctx, func(stores ports.Stores) error { // the other sides, now that all are there
		all, err := stores.RelationTypes.All(ctx)
		if err != nil {
			return err
		}
		for _, t := range r.club.Types {
			at := slices.IndexFunc(all, func(one relation.Type) bool { return one.ID == r.id(origin.RelationType, t.ID) })
			inverse := r.id(origin.RelationType, t.Inverse)
			if at < 0 || slices.ContainsFunc(here, func(one relation.Type) bool { return one.ID == all[at].ID }) ||
				all[at].Inverse != 0 || inverse == 0 {
				continue
			}
			all[at].Inverse = inverse
			if err := stores.RelationTypes.Update(ctx, all[at]); err != nil {
				return err
			}
		}
		return nil
	})
}

// named returns the number of the term that is the same one, by its slug or else its name, 0 for none.
func named[T any](terms []T, wanted term.Term, of func(T) term.Term) int64 {
	same := []func(term.Term) bool{
		func(t term.Term) bool { return t.Slug == wanted.Slug && wanted.Slug != "" },
		func(t term.Term) bool { return fold.Same(t.Name, wanted.Name) },
	}
	for _, is := range same {
		if at := slices.IndexFunc(terms, func(one T) bool { return is(of(one)) }); at >= 0 {
			return of(terms[at]).ID
		}
	}
	return 0
}

func (r *run) bringLabels(ctx context.Context) error {
	known, err := r.Stores.Labels.All(ctx)
	if err != nil {
		return err
	}
	return bring(ctx, r, step[term.Term]{
		kind: origin.Label, list: r.club.Labels, old: func(t *term.Term) int64 { return t.ID },
		find: func(_ context.Context, _ ports.Stores, t *term.Term) (int64, error) {
			return named(known, *t, func(one term.Term) term.Term { return one }), nil
		},
		keep: func(ctx context.Context, stores ports.Stores, t *term.Term) (int64, error) {
			all, err := stores.Labels.All(ctx)
			if err != nil {
				return 0, err
			}
			made := *t
			made.ID = 0
			if err := made.Validate(all); err != nil {
				return 0, err
			}
			return stores.Labels.Create(ctx, made)
		},
	})
}

// bringPeople brings people without their work and relations. Somebody who is here by the member code stays as it is.
func (r *run) bringPeople(ctx context.Context) error {
	return bring(ctx, r, step[predecessor.Person]{
		kind: origin.Person, list: r.club.People, old: func(p *predecessor.Person) int64 { return p.ID },
		find: func(ctx context.Context, stores ports.Stores, p *predecessor.Person) (int64, error) {
			if p.Membership.Code == "" {
				return 0, nil
			}
			holders, err := stores.MemberCodes.Holders(ctx, p.Membership.Code) // locks the code
			for _, holder := range holders {
				if holder.Administered {
					return holder.ID, err
				}
			}
			return 0, err
		},
		keep: func(ctx context.Context, stores ports.Stores, p *predecessor.Person) (int64, error) {
			if err := r.Stores.Directory.Room(1); err != nil {
				return 0, err
			}
			made := p.Clone()
			made.Author, made.Work, made.Relations, made.Labels = r.viewer.User, nil, nil, nil
			for _, label := range p.Labels {
				if id := r.id(origin.Label, label); id != 0 {
					made.Labels = append(made.Labels, id)
				}
			}
			if err := r.freeCode(ctx, stores, made.Membership.Code); err != nil {
				return 0, err
			}
			ids, err := stores.People.Create(ctx, made)
			if err != nil {
				return 0, err
			}
			return ids[0], nil
		},
	})
}

// freeCode takes a member code from people for whom nobody vouched (decision 10).
func (r *run) freeCode(ctx context.Context, stores ports.Stores, code string) error {
	if code == "" {
		return nil
	}
	holders, err := stores.MemberCodes.Holders(ctx, code)
	if err != nil || len(holders) == 0 {
		return err
	}
	ids := make([]person.ID, len(holders))
	for i, holder := range holders {
		ids[i] = holder.ID
	}
	return stores.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
		for _, p := range people {
			if fold.Same(p.Membership.Code, code) {
				p.Membership.Code = ""
				p.Touch(r.viewer.User, r.Now())
			}
		}
		return nil
	})
}

// bringUsers makes an account of everybody who had one and is a person, without a password.
func (r *run) bringUsers(ctx context.Context) error {
	users := r.club.Users
	report := &r.club.Report
	report.Count(origin.User, func(c *predecessor.Count) { c.Read += len(users) })
	for n := range users {
		u := &users[n]
		r.progress(predecessor.Title(origin.User), n, len(users))
		if r.id(origin.User, u.ID) != 0 {
			report.Count(origin.User, func(c *predecessor.Count) { c.Already++ })
			continue
		}
		id, met, err := r.user(ctx, u)
		if left, why := leftBehind(err); left {
			report.Add(origin.User, u.ID, "%s", why)
			report.Count(origin.User, func(c *predecessor.Count) { c.Left++ })
			continue
		}
		if err != nil {
			return err
		}
		report.Count(origin.User, func(c *predecessor.Count) {
			if met {
				c.Met++
			} else {
				c.Brought++
			}
		})
		r.brought[origin.User][u.ID] = id
		if len(u.Roles) > 0 && !met {
			report.Add(origin.User, u.ID, "the roles there were %v: this is a plain user now, give roles by hand", u.Roles)
		}
		if r.options.Rehearse {
			continue
		}
		if err := r.Stores.Origins.Keep(ctx, origin.Origin{Kind: origin.User, Old: u.ID, New: id}); err != nil {
			return err
		}
	}
	if len(users) > 0 {
		report.Add(origin.User, 0, "what users may do is given by hand: everybody who came is a plain user")
	}
	return nil
}

// errNoAddress leaves a user behind who can't be written to.
var errNoAddress = errLeft{"the person of this user has no e-mail address: give one, and make the account by hand"}

// planned returns somebody as the application told, nil for nobody.
func (r *run) planned(old int64) *predecessor.Person {
	byID := func(p predecessor.Person, id int64) int { return cmp.Compare(p.ID, id) }
	at, there := slices.BinarySearchFunc(r.club.People, old, byID)
	if !there {
		return nil
	}
	return &r.club.People[at]
}

// reach returns the e-mail address of somebody, as the application told or as it is here: who came in an earlier run may be gone
// there. It is "" for none.
func (r *run) reach(old int64) (address string) {
	if who := r.planned(old); who != nil {
		address = who.Reach(person.Email, person.Email2)
	}
	stored, there := r.Stores.Directory.View().Stored(r.id(origin.Person, old))
	if address != "" || !there {
		return address
	}
	here, err := stored.Person()
	if err != nil {
		return ""
	}
	return here.Reach(person.Email, person.Email2)
}

// user returns the account of a user: one that is here by the e-mail address or the person, else a new one.
func (r *run) user(ctx context.Context, u *predecessor.User) (id int64, met bool, err error) {
	if u.ID == r.about.User {
		return r.viewer.User, true, nil
	}
	of, reach := r.id(origin.Person, u.Person), account.LoginKey(r.reach(u.Person))
	known, err := r.holder(ctx, account.LoginKey(cmp.Or(u.Email, reach)))
	switch {
	case err != nil:
		return 0, false, err
	case known.ID != 0 && known.Person != 0 && known.Person != of:
		return 0, false, errOthers
	case known.ID != 0:
		return known.ID, true, nil
	case u.Person == 0:
		return 0, false, errLeft{"this user is no person there and stays behind: make the account by hand"}
	case of == 0:
		return 0, false, errLeft{"the person of this user did not come over, and so does the user"}
	case reach == "":
		return 0, false, errNoAddress
	case r.options.Rehearse:
		return r.promise(ctx, of, reach)
	}
	linked, err := r.Stores.Directory.View().Person(of, record.View{})
	if err != nil {
		return 0, false, err
	}
	if linked.LinkedUser != 0 {
		return linked.LinkedUser, true, nil
	}
	id, err = r.Provision(ctx, r.viewer, of, r.options.Welcome)
	if errors.Is(err, account.ErrNoEmail) {
		err = errNoAddress
	}
	return id, false, err
}

// errOthers leaves a user behind whose e-mail address is that of somebody else's account here: what only this user may read would
// be shown to somebody else.
var errOthers = errLeft{"the account here with the e-mail address of this user is somebody else's: the user stays behind, " +
	"and so does what is for this user alone. Give that account or this person another address, and run again"}

// holder returns the account with an e-mail address, or in a rehearsal one that would be made. It is the zero one for none.
func (r *run) holder(ctx context.Context, address string) (account.User, error) {
	if address == "" {
		return account.User{}, nil
	}
	if promised, there := r.promised[address]; there {
		return promised, nil
	}
	known, err := r.Stores.Users.ByLogin(ctx, address)
	if fault.KindOf(err) == fault.NotFound || err == nil && account.LoginKey(known.Email) != address {
		return account.User{}, nil
	}
	return known, err
}

// promise finds out in a rehearsal what making an account of a person would come to.
func (r *run) promise(ctx context.Context, of person.ID, reach string) (id int64, met bool, err error) {
	holder, err := r.holder(ctx, reach)
	switch {
	case err != nil:
		return 0, false, err
	case holder.ID != 0:
		return 0, false, account.ErrEmailExists
	}
	r.madeUp--
	r.promised[reach] = account.User{ID: r.madeUp, Person: of}
	return r.madeUp, false, nil
}

// woven is somebody with what is added: of who was here before the relations alone.
type woven struct {
	old  int64
	met  bool
	plan *predecessor.Person
}

// weave gives people their work, their relations and their author. Who got them in an earlier run gets the relations to those who
// came only now.
func (r *run) weave(ctx context.Context) error {
	earlier := map[int64]*predecessor.Person{} // by old number
	var list, waiting []woven
	for i := range r.club.People {
		p := &r.club.People[i]
		if r.id(origin.Person, p.ID) == 0 {
			continue
		}
		one := woven{p.ID, r.id(origin.Met, p.ID) != 0, p}
		done := r.id(origin.Woven, p.ID) != 0
		if done {
			earlier[p.ID] = p
		}
		if p.Waits && !done && !one.met {
			waiting = append(waiting, one)
			continue
		}
		list = append(list, one)
	}
	s := step[woven]{
		kind: origin.Woven, list: list, old: func(w *woven) int64 { return w.old },
		keep: func(ctx context.Context, stores ports.Stores, w *woven) (int64, error) {
			id := r.id(origin.Person, w.old)
			ids, late := []person.ID{id}, map[person.ID][]person.Relation{}
			for _, row := range w.plan.Relations {
				other := earlier[row.To]
				if other == nil {
					continue
				}
				otherID := r.id(origin.Person, row.To)
				if !r.alive(otherID) {
					continue
				}
				for _, back := range other.Relations {
					if back.To == w.old {
						late[otherID] = append(late[otherID], back)
					}
				}
				if len(late[otherID]) > 0 && !slices.Contains(ids, otherID) {
					ids = append(ids, otherID)
				}
			}
			err := stores.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
				p := people[id]
				r.relate(p, w.plan.Relations)
				if !w.met {
					p.Work = united(p.Work, r.work(w.plan.Work))
					if author := r.id(origin.User, w.plan.Author); author > 0 && id == r.brought[origin.Person][w.old] {
						p.Author = author
					}
				}
				for other, rows := range late {
					r.relate(people[other], rows)
				}
				return nil
			})
			return id, err
		},
	}
	if err := bring(ctx, r, s); err != nil {
		return err
	}
	return r.weaveSome(ctx, s, waiting)
}

// weaveSome gives people what there is of their work and relations. They get no origin: the next run gives them the rest.
func (r *run) weaveSome(ctx context.Context, s step[woven], list []woven) error {
	for i := range list {
		r.club.Report.Leave(s.kind, list[i].old,
			"some of the work comes with the next run, for a team or a committee could not be read now")
		if r.options.Rehearse {
			continue
		}
		err := r.Atomic.Do(ctx, func(stores ports.Stores) error {
			_, err := s.keep(ctx, stores, &list[i])
			return err
		})
		if left, _ := leftBehind(err); err != nil && !left {
			return err
		}
	}
	return nil
}

// alive reports whether there is somebody here: who was brought may be in the trash since.
func (r *run) alive(id person.ID) bool {
	_, there := r.Stores.Directory.View().Stored(id)
	return there
}

// relate adds relations, with old numbers, that somebody does not have. There are none to who is in the trash.
func (r *run) relate(p *person.Person, rows []person.Relation) {
	for _, row := range rows {
		row.To, row.Type = r.id(origin.Person, row.To), r.id(origin.RelationType, row.Type)
		has := func(one person.Relation) bool { return one.To == row.To && one.Type == row.Type }
		if row.To != p.ID && r.alive(row.To) && row.Type != 0 && !slices.ContainsFunc(p.Relations, has) {
			p.Relations = append(p.Relations, row)
		}
	}
}

// work returns rows of work with new numbers. Those in a group that did not come over are left out.
func (r *run) work(rows []work.Entry) (entries []work.Entry) {
	for _, row := range rows {
		if row.Group != 0 {
			if row.Group = r.id(origin.Group, row.Group); row.Group == 0 {
				continue
			}
		}
		entries = append(entries, row)
	}
	return entries
}

// united are rows of work with those that are there already as they are, and behind them what else is there. A row is the same
// one in the same group and role, since the same day.
func united(there, rows []work.Entry) (entries []work.Entry) {
	rest := slices.Clone(there)
	for _, row := range rows {
		at := slices.IndexFunc(rest, func(one work.Entry) bool {
			return one.Group == row.Group && fold.Same(one.Title, row.Title) && one.Start == row.Start
		})
		if at >= 0 {
			row = rest[at]
			rest = slices.Delete(rest, at, at+1)
		}
		entries = append(entries, row)
	}
	return append(entries, rest...)
}
