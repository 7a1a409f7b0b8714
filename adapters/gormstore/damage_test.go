package gormstore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestADamagedGroupIsInNoListAndKeepsNoOtherOut(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s := store.Stores()
		damaged, err := s.Groups.Create(t.Context(), group.New(work.Team, 1, at))
		ok(t, err)
		below := group.New(work.Team, 1, at)
		below.Parent = damaged
		other, err := s.Groups.Create(t.Context(), below)
		ok(t, err)
		run(t, store, fmt.Sprintf("UPDATE groups SET document = '{' WHERE id = %d", damaged))
		ok(t, s.Directory.Load(t.Context()))
		v := s.Directory.View()
		everything := record.View{Reader: access.Everything}
		teams := record.Filter{}.With(group.OfKind(work.Team))
		page := v.Groups(record.Query{View: everything, Filter: teams, Window: record.Window{Limit: 9}})
		if page.Total != 1 || page.Records[0].ID != other || page.Records[0].Parent != damaged {
			t.Errorf("groups %+v", page)
		}
		same(t, v.DamagedGroups(), []group.ID{damaged})
		_, err = v.Group(damaged, record.View{})
		_, failed := v.Roster(damaged, access.Everything)
		if fault.KindOf(err) != fault.Internal || fault.KindOf(failed) != fault.Internal {
			t.Errorf("got %v, %v", err, failed)
		}
		later := loaded(t, location)
		ok(t, s.Groups.Remove(t.Context(), damaged, at)) // the one below it moves
		ok(t, later.Stores().Directory.Refresh(t.Context()))
		porttest.SameView(t, "after the removal", later.Stores().Directory.View(), s.Directory.View())
		asLoaded(t, s.Directory.View(), location)
		if len(s.Directory.View().DamagedGroups()) != 0 {
			t.Error("a removed group is damaged")
		}
	})
}

func TestADamagedSettingIsAsAtFirstUntilItIsSaved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s := store.Stores()
		_, err := s.SearchSettings.Change(t.Context(), func(s *search.Settings) error { s.Fields = []string{"x"}; return nil })
		ok(t, err)
		_, err = s.VolunteerRules.Change(t.Context(), func(r *work.Rules) error { r.PlayerRoles = []string{"x"}; return nil })
		ok(t, err)
		_, err = s.BulkJob.Change(t.Context(), func(*bulk.Job) error { return nil })
		ok(t, err)
		run(t, store, "UPDATE settings SET value = '{'")
		ok(t, s.Directory.Load(t.Context()))
		v := s.Directory.View()
		same(t, v.VolunteerRules(), work.DefaultRules())
		same(t, len(v.SearchSettings().Fields), 0)
		damaged := store.CheckSettings(t.Context())
		for _, name := range []string{"volunteer_rules", "search", "bulk_job"} {
			if damaged == nil || !strings.Contains(damaged.Error(), "the setting "+name) {
				t.Errorf("%s is not named: %v", name, damaged)
			}
		}
		_, err = s.BulkJob.Change(t.Context(), func(*bulk.Job) error { return nil })
		ok(t, err)
		_, err = s.VolunteerRules.Change(t.Context(), func(*work.Rules) error { return nil })
		ok(t, err)
		_, err = s.SearchSettings.Change(t.Context(), func(s *search.Settings) error { s.Fields = []string{"y"}; return nil })
		ok(t, err)
		ok(t, store.CheckSettings(t.Context()))
		same(t, s.Directory.View().SearchSettings().Fields, []string{"y"})
		asLoaded(t, s.Directory.View(), location)
	})
}
