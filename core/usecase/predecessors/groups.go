package predecessors

import (
	"context"
	"math"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// bringGroups brings teams and committees. One that is here by its name and vouched for stays as it is: Verenigingsbreed
// always is.
func (r *run) bringGroups(ctx context.Context) error {
	type name struct {
		kind work.Kind
		key  string
	}
	known, came := map[name]int64{}, map[int64]bool{}
	for _, id := range r.brought[origin.Group] {
		came[id] = true // of another group there, also when one has its name now
	}
	view := r.Stores.Directory.View()
	everything := record.Query{Bare: true, Window: record.Window{Limit: math.MaxInt}}
	everything.Reader = r.viewer.Reader(r.today())
	for _, g := range view.Groups(everything).Records {
		if of := (name{g.Kind, fold.Key(g.Title)}); g.Administered && known[of] == 0 && !came[g.ID] {
			known[of] = g.ID
		}
	}
	return bring(ctx, r, step[predecessor.Group]{
		kind: origin.Group, list: r.club.Groups, old: func(g *predecessor.Group) int64 { return g.ID },
		find: func(_ context.Context, _ ports.Stores, g *predecessor.Group) (int64, error) {
			return known[name{g.Kind, fold.Key(g.Title)}], nil
		},
		keep: func(ctx context.Context, stores ports.Stores, g *predecessor.Group) (int64, error) {
			made := g.Clone()
			made.Parent, made.Author, made.Content = 0, r.viewer.User, r.render(g.Content) // bringParents puts it in its place
			if author := r.id(origin.User, g.Author); author > 0 {
				made.Author = author
			}
			return stores.Groups.Create(ctx, made)
		},
	})
}

// pictured is a record that has a picture.
type pictured struct {
	old     int64
	address string
	name    string
}

// bringPhotos brings the photos of people who have none here.
func (r *run) bringPhotos(ctx context.Context) error {
	var list []pictured
	for i := range r.club.People {
		if p := &r.club.People[i]; p.Picture != "" && r.id(origin.Person, p.ID) != 0 {
			list = append(list, pictured{p.ID, p.Picture, p.Name.First + " " + p.Name.Last})
		}
	}
	return r.bringPictures(ctx, origin.Photo, list, func(stores ports.Stores, old, picture int64) error {
		id := r.id(origin.Person, old)
		return stores.People.Update(ctx, []person.ID{id}, func(people map[person.ID]*person.Person) error {
			if people[id].Photo != 0 {
				return errLeft{"there is a photo here already, which stays"}
			}
			people[id].Photo = picture
			return nil
		})
	}, func(old int64) int64 { return r.id(origin.Person, old) })
}

// bringLogos brings the logos of groups that have none here.
func (r *run) bringLogos(ctx context.Context) error {
	var list []pictured
	for i := range r.club.Groups {
		if g := &r.club.Groups[i]; g.Picture != "" && r.id(origin.Group, g.ID) != 0 {
			list = append(list, pictured{g.ID, g.Picture, g.Title})
		}
	}
	return r.bringPictures(ctx, origin.Logo, list, func(stores ports.Stores, old, picture int64) error {
		return stores.Groups.Update(ctx, r.id(origin.Group, old), func(g *group.Group) error {
			if g.Logo != 0 {
				return errLeft{"there is a logo here already, which stays"}
			}
			g.Logo = picture
			return nil
		})
	}, func(int64) int64 { return 0 })
}

// bringInvoiceLogo brings the logo on invoices when there is none here.
func (r *run) bringInvoiceLogo(ctx context.Context) error {
	const one = 1
	address := r.club.Settings.Logo
	if address == "" {
		return nil
	}
	here := errLeft{"there is one here already, which stays"}
	if r.id(origin.InvoiceLogo, one) == 0 && r.Stores.Directory.View().Finance().Logo != 0 {
		r.club.Report.Leave(origin.InvoiceLogo, 0, here.why)
		return nil
	}
	list := []pictured{{one, address, "logo"}}
	return r.bringPictures(ctx, origin.InvoiceLogo, list, func(stores ports.Stores, _, picture int64) error {
		_, err := stores.Finance.Change(ctx, func(settings *finance.Settings) error {
			if settings.Logo != 0 {
				return here
			}
			settings.Logo = picture
			return nil
		})
		return err
	}, func(int64) int64 { return 0 })
}

// bringPictures fetches pictures one after the other, and hangs each in the step in which its origin is kept. After many failures
// in a row it leaves the others to the next run: few that always fail keep none of the others back.
func (r *run) bringPictures(
	ctx context.Context, kind origin.Kind, list []pictured,
	hang func(stores ports.Stores, old, picture int64) error, of func(old int64) person.ID,
) error {
	report := &r.club.Report
	report.Count(kind, func(c *predecessor.Count) { c.Read += len(list) })
	failures := 0
	for n, one := range list {
		r.progress(predecessor.Title(kind), n, len(list))
		if r.id(kind, one.old) != 0 {
			report.Count(kind, func(c *predecessor.Count) { c.Already++ })
			continue
		}
		if failures == mostFailures {
			report.Count(kind, func(c *predecessor.Count) { c.Left++ })
			continue
		}
		err := r.picture(ctx, kind, one, hang, of)
		left, why := leftBehind(err)
		if !left && err != nil && ctx.Err() == nil && fault.KindOf(err) == fault.Unavailable {
			left, why = true, "it cannot be fetched now: "+err.Error()
			if failures++; failures == mostFailures {
				report.Add(kind, 0, "%d in a row cannot be fetched now: no more are asked for in this run", failures)
			}
		} else {
			failures = 0 // there is an application that responds
		}
		switch {
		case left:
			report.Add(kind, one.old, "%s", why)
			report.Count(kind, func(c *predecessor.Count) { c.Left++ })
		case err != nil:
			return err
		default:
			report.Count(kind, func(c *predecessor.Count) { c.Brought++ })
		}
	}
	return nil
}

func (r *run) picture(
	ctx context.Context, kind origin.Kind, one pictured,
	hang func(stores ports.Stores, old, picture int64) error, of func(old int64) person.ID,
) error {
	data, err := r.from.Picture(ctx, one.address)
	if err != nil || r.options.Rehearse {
		return err
	}
	var hung int64
	vectors := kind == origin.Logo // invoices are printed with pictures alone
	err = r.Hang(ctx, r.viewer, data, one.name, of(one.old), vectors, func(stores ports.Stores, picture int64) (int64, error) {
		if err := hang(stores, one.old, picture); err != nil {
			return 0, err
		}
		hung = picture
		return 0, stores.Origins.Keep(ctx, origin.Origin{Kind: kind, Old: one.old, New: picture})
	})
	if err == nil {
		r.brought[kind][one.old] = hung
	}
	return err
}
