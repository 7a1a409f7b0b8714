package porttest

import (
	"context"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// Reports are a queue as an adapter hands it to the suite, empty.
type Reports struct {
	ports.FeedbackQueue
	Report func(feedback.Item) int64
	Show   func(id int64) (feedback.Item, []feedback.Comment)
}

// FeedbackQueue is the contract of ports.FeedbackQueue.
//
// contract: club §3.1, §4.8
func FeedbackQueue(t *testing.T, open func(t testing.TB) Reports) {
	ctx := context.Background()
	bug := feedback.Item{Title: "Lijst leeg", Type: feedback.Bug, Status: feedback.Approved}

	t.Run("items are found by status and type, the oldest first", func(t *testing.T) {
		q := open(t)
		equal(t, "none", len(must(q.List(ctx, agent.Wanted{}))(t)), 0)
		first := q.Report(bug)
		q.Report(feedback.Item{Title: "x", Type: feedback.Bug, Status: feedback.New})
		wish := q.Report(feedback.Item{Title: "Wens", Type: feedback.FeatureRequest, Status: feedback.Approved})
		list := must(q.List(ctx, agent.Wanted{Status: feedback.Approved}))(t)
		if len(list) != 2 || list[0].ID != first || list[1].ID != wish {
			t.Errorf("got %+v", list)
		}
		equal(t, "of a type", must(q.List(ctx, agent.Wanted{Status: feedback.Approved, Type: feedback.FeatureRequest}))(t)[0].ID, wish)
		equal(t, "all", len(must(q.List(ctx, agent.Wanted{}))(t)), 3)
		item := must(q.Item(ctx, wish))(t)
		if item.Title != "Wens" || item.Type != feedback.FeatureRequest || item.Status != feedback.Approved || item.Owner != "" {
			t.Errorf("got %+v", item)
		}
		if _, err := q.Item(ctx, 99); fault.KindOf(err) != fault.NotFound {
			t.Errorf("got %v", err)
		}
	})

	t.Run("one claims an item, and brings it to its end", func(t *testing.T) {
		q := open(t)
		id := q.Report(bug)
		ok(t, q.Claim(ctx, id, "a"))
		item := must(q.Item(ctx, id))(t)
		if item.Status != feedback.InProgress || item.Owner != "a" || item.ClaimedAt.IsZero() {
			t.Errorf("got %+v", item)
		}
		if err := q.Claim(ctx, id, "b"); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a second claim: %v", err)
		}
		ok(t, q.Move(ctx, id, feedback.Resolved, "https://forge.example/pull/1", "feedback/1-lijst-leeg"))
		item = must(q.Item(ctx, id))(t)
		if item.Status != feedback.Resolved || item.PullRequest != "https://forge.example/pull/1" ||
			item.Branch != "feedback/1-lijst-leeg" {
			t.Errorf("got %+v", item)
		}
		if err := q.Claim(ctx, id, "a"); fault.KindOf(err) != fault.Conflict {
			t.Errorf("of a resolved one: %v", err)
		}
		for _, to := range []feedback.Status{feedback.Approved, feedback.NeedsInfo, feedback.Declined} {
			id := q.Report(bug)
			ok(t, q.Claim(ctx, id, "a"))
			ok(t, q.Move(ctx, id, to, "", ""))
			equal(t, "moved", must(q.Item(ctx, id))(t).Status, to)
		}
	})

	t.Run("the agent speaks once, in plain text", func(t *testing.T) {
		q := open(t)
		id := q.Report(bug)
		const text = "Welke <b>lijst</b> & waar?\n\n- deze\n- of die"
		ok(t, q.Say(ctx, id, text))
		ok(t, q.Say(ctx, id, text))
		ok(t, q.Say(ctx, id, "Iets anders"))
		ok(t, q.Say(ctx, id, text))
		_, thread := q.Show(id)
		equal(t, "comments", len(thread), 3)
		for n, want := range []string{"Welke <b>lijst</b> & waar?", "Iets anders", "Welke <b>lijst</b> & waar?"} {
			said := thread[n].Content
			if strings.Contains(said, "&lt;") {
				said = richtext.Text(said)
			}
			if thread[n].By != feedback.ByAgent || !strings.Contains(said, want) {
				t.Errorf("got %q", said)
			}
		}
		ok(t, q.Say(ctx, id, strings.Repeat("<", 20_000)))
		if err := q.Say(ctx, 99, "x"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("of no item: %v", err)
		}
	})

	t.Run("the brief and the pictures are what an administrator let go", func(t *testing.T) {
		q := open(t)
		shown := bug
		shown.Screenshots, shown.ShowPictures = []int64{5}, true
		id := q.Report(shown)
		brief := must(q.Brief(ctx, id))(t)
		if !strings.Contains(brief, "Title: Lijst leeg") {
			t.Errorf("got %s", brief)
		}
		item := must(q.Item(ctx, id))(t)
		equal(t, "pictures", len(item.Pictures), 1)
		if data := must(q.Picture(ctx, item.Pictures[0]))(t); len(data) == 0 {
			t.Error("it is empty")
		}
		if _, err := q.Picture(ctx, "https://elsewhere.example/1.png"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("one of somebody else's: %v", err)
		}
		shown.ShowPictures = false
		equal(t, "hidden", len(must(q.Item(ctx, q.Report(shown)))(t).Pictures), 0)
	})
}
