package porttest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

// ApplicationActivities is the contract of ports.ApplicationActivities. people are those of the same application.
//
// contract: club §4.4
func ApplicationActivities(t *testing.T, people ports.ApplicationPeople, activities ports.ApplicationActivities) {
	ctx := context.Background()
	made := must(people.Create(ctx, acfOf("first_name", "Logboek")))(t)
	day := civil.Date{Year: 2026, Month: 3, Day: 14}

	t.Run("what is logged is told, the newest first", func(t *testing.T) {
		equal(t, "before", len(must(activities.Latest(ctx, made.ID))(t)), 0)
		ok(t, activities.Log(ctx, made.ID, payload.BlockChange(true, day)))
		ok(t, activities.Log(ctx, made.ID, payload.BlockChange(false, day.AddDays(1))))
		list := must(activities.Latest(ctx, made.ID))(t)
		if len(list) != 2 || list[0].ID <= list[1].ID {
			t.Fatalf("got %+v", list)
		}
		for i, want := range []struct {
			on   civil.Date
			says string
		}{{day.AddDays(1), "opgeheven"}, {day, "ingesteld"}} {
			if a := list[i]; a.Type != activity.FinancialBlockChange || a.On != want.on || !strings.Contains(a.Content, want.says) {
				t.Errorf("got %+v", a)
			}
		}
		if !payload.LoggedBlock(list, list[1].ID) || payload.LoggedBlock(list, list[0].ID) {
			t.Error("the number does not tell what was logged since")
		}
	})

	t.Run("an activity has a type, a link and a time", func(t *testing.T) {
		mailed := must(people.Create(ctx, acfOf("first_name", "Mail")))(t)
		const link = `<a href="https://helpdesk.example/conversation/501"`
		ok(t, activities.Log(ctx, mailed.ID, payload.Activity{
			Type: activity.Email, On: day, Time: "09:05", Content: "<p>Helpdesk: " + link + ">Vraag &amp; antwoord</a></p>",
		}))
		list := must(activities.Latest(ctx, mailed.ID))(t)
		if len(list) != 1 || list[0].Type != activity.Email || list[0].On != day || list[0].Time != "09:05" ||
			!strings.Contains(list[0].Content, link) || !strings.Contains(list[0].Content, ">Vraag &amp; antwoord</a>") {
			t.Errorf("got %+v", list)
		}
	})

	t.Run("nothing is logged of nobody, nor what is refused", func(t *testing.T) {
		ofKind(t, "of nobody", activities.Log(ctx, nobodyHas, payload.BlockChange(true, day)), fault.NotFound)
		_, err := activities.Latest(ctx, nobodyHas)
		ofKind(t, "reading nobody's", err, fault.NotFound)
		ofKind(t, "another type", activities.Log(ctx, made.ID, payload.Activity{Type: "fax", Content: "x"}), fault.Invalid)
		equal(t, "after", len(must(activities.Latest(ctx, made.ID))(t)), 2)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		_, err := activities.Latest(cancelled(), made.ID)
		for call, err := range map[string]error{"Latest": err, "Log": activities.Log(cancelled(), made.ID, payload.BlockChange(true, day))} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
	})
}
