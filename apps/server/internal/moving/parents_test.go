package moving_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
)

func (h house) parent(t testing.TB, id group.ID) group.ID {
	t.Helper()
	return must(h.Directory.View().Group(id, record.View{}))(t).Parent
}

func (h house) place(t testing.TB, id, below group.ID) {
	t.Helper()
	if err := h.Groups.Update(t.Context(), id, func(g *group.Group) error { g.Parent = below; return nil }); err != nil {
		t.Fatal(err)
	}
}

// What stands above groups comes with the next run where it did not come before. What volunteers did stays.
func TestGroupsThatCameEarlierAreStillPlaced(t *testing.T) {
	t.Parallel()
	for kind, open := range stores {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			c := made(60)
			for i := range c.Groups {
				c.Groups[i].Parent = 0
			}
			a, from := former(t, c)
			h := build(t, open(t), nil)
			h.move(t, from, predecessors.Options{})
			brought := h.origins(t, origin.Group)
			teams, _ := byKind(c.Groups)
			id := func(n int) group.ID { return brought[fake.OldGroup(teams[n].ID)] }
			if len(teams) < 6 {
				t.Fatalf("%d teams are too few", len(teams))
			}
			above := map[int]int{0: 5, 1: 0, 2: 4, 3: 2}
			for n, parent := range above {
				o := a.Records("teams")[n]
				if o["id"] != fake.OldGroup(teams[n].ID) {
					t.Fatalf("team %d is %v", n, o["id"])
				}
				o["parent"] = fake.OldGroup(teams[parent].ID)
				a.Put("teams", o)
			}
			h.place(t, id(2), id(1)) // by volunteers
			h.place(t, id(5), id(3))
			h.place(t, id(3), id(0)) // so that 0 can't stand below 5
			said := h.move(t, from, predecessors.Options{Rehearse: true}).Counts[origin.Placed]
			done := h.move(t, from, predecessors.Options{}).Counts[origin.Placed]
			for n, want := range map[int]group.ID{0: 0, 1: id(0), 2: id(1), 3: id(0), 5: id(3)} {
				if got := h.parent(t, id(n)); got != want {
					t.Errorf("team %d stands below %d, want %d", n, got, want)
				}
			}
			if done.Read != 4 || done.Brought != 1 || done.Met != 2 || done.Left != 1 || said.Met != 2 {
				t.Errorf("%+v, said were %+v", done, said)
			}
			h.place(t, id(1), 0)
			h.place(t, id(5), 0)
			if done := h.move(t, from, predecessors.Options{}).Counts[origin.Placed]; done.Already != 3 || done.Brought != 1 {
				t.Errorf("%+v", done)
			}
			if h.parent(t, id(1)) != 0 || h.parent(t, id(0)) != id(5) {
				t.Errorf("team 1 stands below %d again, team 0 below %d", h.parent(t, id(1)), h.parent(t, id(0)))
			}
			if err := h.Groups.Remove(t.Context(), id(5), now); err != nil {
				t.Fatal(err)
			}
			if done := h.move(t, from, predecessors.Options{}).Counts[origin.Placed]; done.Left != 0 || h.parent(t, id(0)) != 0 {
				t.Errorf("%+v, below what is in the trash", done)
			}
		})
	}
}
