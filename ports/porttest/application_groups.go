package porttest

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// ApplicationPhotos is the contract of ports.ApplicationPhotos. people are those of the same application.
func ApplicationPhotos(t *testing.T, people ports.ApplicationPeople, photos ports.ApplicationPhotos) {
	ctx := context.Background()
	has := func(t *testing.T, id int64) int64 {
		t.Helper()
		return must(people.Person(ctx, id))(t).Photo
	}
	jpeg := federation.Picture{Data: asJPEG(t, picture(64, 48, quarters)), Ext: "jpg"}
	png := federation.Picture{Data: asPNG(t, picture(64, 48, quarters)), Ext: "png"}
	made := must(people.Create(ctx, acfOf("first_name", "Foto")))(t)

	t.Run("a photo takes the place of the one before", func(t *testing.T) {
		equal(t, "without a photo", has(t, made.ID), 0)
		ok(t, photos.Put(ctx, made.ID, jpeg))
		first := has(t, made.ID)
		ok(t, photos.Put(ctx, made.ID, png))
		second := has(t, made.ID)
		if first == 0 || second == 0 || first == second {
			t.Errorf("the photos are %d and then %d", first, second)
		}
	})

	t.Run("a photo can be taken away, and what is away stays so", func(t *testing.T) {
		for range 2 {
			ok(t, photos.Remove(ctx, made.ID))
			equal(t, "the photo", has(t, made.ID), 0)
		}
		ok(t, photos.Remove(ctx, nobodyHas))
	})

	t.Run("a link is of the photo that is there now", func(t *testing.T) {
		_, err := photos.Link(ctx, made.ID)
		ofKind(t, "without a photo", err, fault.NotFound)
		_, err = photos.Link(ctx, nobodyHas)
		ofKind(t, "of nobody", err, fault.NotFound)
		ok(t, photos.Put(ctx, made.ID, jpeg))
		link := must(photos.Link(ctx, made.ID))(t)
		if link.Picture != has(t, made.ID) || !strings.HasPrefix(link.URL, "http") {
			t.Errorf("got %+v", link)
		}
		ok(t, photos.Remove(ctx, made.ID))
	})

	t.Run("what is no picture is refused, and nobody has no photo", func(t *testing.T) {
		for what, data := range map[string][]byte{"a text": []byte("<html>niet gevonden</html>"), "nothing": {}} {
			ofKind(t, what, photos.Put(ctx, made.ID, federation.Picture{Data: data, Ext: "jpg"}), fault.Invalid)
			equal(t, "the photo after "+what, has(t, made.ID), 0)
		}
		ofKind(t, "a photo of nobody", photos.Put(ctx, nobodyHas, jpeg), fault.NotFound)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		for call, err := range map[string]error{"Put": photos.Put(cancelled(), made.ID, jpeg),
			"Remove": photos.Remove(cancelled(), made.ID)} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
		equal(t, "the photo", has(t, made.ID), 0)
	})
}

// ApplicationGroups is the contract of ports.ApplicationGroups. strangers are those of the same application as somebody reaches
// them who may make groups, and does not administer members.
func ApplicationGroups(t *testing.T, groups, strangers ports.ApplicationGroups) {
	ctx := context.Background()
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		t.Run(string(kind), func(t *testing.T) { groupsOf(ctx, t, groups, kind) })
		t.Run(string(kind)+" of somebody who administers members is administered", func(t *testing.T) {
			made := must(groups.Create(ctx, titled(kind, "Van de club")))(t)
			planted := must(strangers.Create(ctx, titled(kind, "Van de club")))(t)
			equal(t, "as it is made", [2]bool{made.Administered, planted.Administered}, [2]bool{true, false})
			for id, want := range map[int64]bool{made.ID: true, planted.ID: false} {
				equal(t, "as it is listed", listedGroup(t, groups, kind, id).Administered, want)
			}
		})
	}

	t.Run("the kinds are apart", func(t *testing.T) {
		team := must(groups.Create(ctx, titled(work.Team, "Apart")))(t)
		for _, r := range must(groups.List(ctx, work.Committee))(t) {
			if r.ID == team.ID {
				t.Error("a team is listed among the committees")
			}
		}
		_, err := groups.Change(ctx, team.ID, titled(work.Committee, "Samen"))
		ofKind(t, "a team as a committee", err, fault.NotFound)
		ofKind(t, "a team as a committee", groups.Remove(ctx, work.Committee, team.ID), fault.NotFound)
	})

	t.Run("Verenigingsbreed is there and stays", func(t *testing.T) {
		ofKind(t, "Remove", groups.Remove(ctx, work.Committee, group.ClubWide), fault.Forbidden)
		whole := listedGroup(t, groups, work.Committee, group.ClubWide)
		equal(t, "title", whole.Title, "Verenigingsbreed")
		equal(t, "administered", whole.Administered, true)
	})
}

// listedGroup is a group as the list has it, the zero Group for none.
func listedGroup(t testing.TB, groups ports.ApplicationGroups, kind work.Kind, id int64) payload.Group {
	t.Helper()
	list := must(groups.List(context.Background(), kind))(t)
	if i := slices.IndexFunc(list, func(r payload.Group) bool { return r.ID == id }); i >= 0 {
		return list[i]
	}
	return payload.Group{}
}

func groupsOf(ctx context.Context, t *testing.T, groups ports.ApplicationGroups, kind work.Kind) {
	t.Run("what is created and changed is answered as it is kept", func(t *testing.T) {
		made := must(groups.Create(ctx, titled(kind, "Jong & <oud>", "website", "https://team.example/", "our-own-field", 7)))(t)
		whole(t, made.ID, made.Modified, made.Told)
		equal(t, "title", made.Title, "Jong & <oud>")
		equal(t, "our-own-field", member(t, made.Encode(), "our-own-field"), "7")
		sameGroup(t, listedGroup(t, groups, kind, made.ID), made.Short())

		renamed := must(groups.Change(ctx, made.ID, titled(kind, "Jong")))(t)
		equal(t, "title", renamed.Title, "Jong")
		equal(t, "website", member(t, renamed.Encode(), "website"), `"https://team.example/"`)
		cleared := must(groups.Change(ctx, made.ID, titled(kind, "", "website", "")))(t)
		equal(t, "title", cleared.Title, "Jong")
		equal(t, "website", member(t, cleared.Encode(), "website"), `""`)
		sameGroup(t, listedGroup(t, groups, kind, made.ID), cleared.Short())
		sameGroup(t, must(groups.Change(ctx, made.ID, titled(kind, "Jong")))(t), cleared)
	})

	t.Run("what is refused changes nothing", func(t *testing.T) {
		before := len(must(groups.List(ctx, kind))(t))
		_, err := groups.Create(ctx, titled(kind, "", "website", "geen adres"))
		ofKind(t, "a group without a title", err, fault.Invalid)
		if params := fault.As(err).Params; params["title"] == "" || params["acf.website"] == "" {
			t.Errorf("the faults are about %v", params)
		}
		equal(t, "groups", len(must(groups.List(ctx, kind))(t)), before)
	})

	t.Run("an absent group is not found", func(t *testing.T) {
		made := must(groups.Create(ctx, titled(kind, "Weg")))(t)
		ok(t, groups.Remove(ctx, kind, made.ID))
		equal(t, "the removed group", listedGroup(t, groups, kind, made.ID).ID, 0)
		for _, id := range []int64{made.ID, nobodyHas} {
			_, err := groups.Change(ctx, id, titled(kind, "Weg"))
			ofKind(t, "Change", err, fault.NotFound)
			ofKind(t, "Remove", groups.Remove(ctx, kind, id), fault.NotFound)
		}
	})

	t.Run("all are listed, each once", func(t *testing.T) {
		made := map[int64]bool{}
		for i := range 105 {
			made[must(groups.Create(ctx, titled(kind, "Groep "+strconv.Itoa(i))))(t).ID] = true
		}
		seen := map[int64]bool{}
		for _, r := range must(groups.List(ctx, kind))(t) {
			if seen[r.ID] {
				t.Errorf("%d is listed twice", r.ID)
			}
			seen[r.ID] = true
			delete(made, r.ID)
		}
		equal(t, "not listed", len(made), 0)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		made := must(groups.Create(ctx, titled(kind, "Blijft")))(t)
		gone := cancelled()
		errs := map[string]error{"Remove": groups.Remove(gone, kind, made.ID)}
		_, errs["List"] = groups.List(gone, kind)
		_, errs["Create"] = groups.Create(gone, titled(kind, "Komt niet"))
		_, errs["Change"] = groups.Change(gone, made.ID, titled(kind, "Anders"))
		for call, err := range errs {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
		sameGroup(t, listedGroup(t, groups, kind, made.ID), made.Short())
	})
}
