package feedback_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/record"
)

var (
	at      = time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC)
	admin   = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	agent   = access.Viewer{User: 2, Roles: []access.Role{access.Synchronizer}}
	author  = access.Viewer{User: 3, Roles: []access.Role{access.Member}}
	another = access.Viewer{User: 4, Roles: []access.Role{access.Board}}
	nobody  = access.Viewer{}
)

// moves are all that there are, by who may make them beside administrators, as the contract and the club have them.
var moves = map[[2]feedback.Status]access.Viewer{
	{feedback.Approved, feedback.InProgress}:  agent,
	{feedback.InProgress, feedback.Resolved}:  agent,
	{feedback.InProgress, feedback.NeedsInfo}: agent,
	{feedback.InProgress, feedback.Declined}:  agent,
	{feedback.InProgress, feedback.Approved}:  agent,
	{feedback.New, feedback.Approved}:         admin,
	{feedback.New, feedback.Declined}:         admin,
	{feedback.Approved, feedback.New}:         admin,
	{feedback.Approved, feedback.Declined}:    admin,
	{feedback.NeedsInfo, feedback.Approved}:   admin,
	{feedback.NeedsInfo, feedback.Declined}:   admin,
	{feedback.Approved, feedback.Resolved}:    admin,
	{feedback.NeedsInfo, feedback.Resolved}:   admin,
	{feedback.Declined, feedback.Approved}:    admin,
	{feedback.Resolved, feedback.Approved}:    admin,
}

// contract: club §3.1
func TestAnItemMovesAsTheContractSaysAndInNoOtherWay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		item := feedback.Item{Head: record.NewHead(author.User, "x", at), Status: feedback.New}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			before := item.Clone()
			viewer := rapid.SampledFrom([]access.Viewer{admin, agent, author, another, nobody}).Draw(t, "viewer")
			if rapid.IntRange(0, 5).Draw(t, "comments") == 0 {
				item.Answered()
				want := before.Status
				if want == feedback.NeedsInfo {
					want = feedback.Approved
				}
				if item.Status != want {
					t.Fatalf("an answer brings %s to %s", before.Status, item.Status)
				}
				continue
			}
			to := rapid.SampledFrom(append(feedback.Statuses, "x", "")).Draw(t, "to")
			err := item.Move(viewer, to, "program", at)
			who, known := moves[[2]feedback.Status{before.Status, to}]
			switch {
			case !feedback.WorksFor(viewer):
				is(t, err, feedback.ErrHidden)
			case to == before.Status && to != feedback.InProgress:
				is(t, err, nil)
			case !known:
				is(t, err, feedback.ErrTransition)
			case viewer.User != admin.User && viewer.User != who.User:
				is(t, err, feedback.ErrHidden)
			default:
				is(t, err, nil)
				before.Status, before.Owner, before.ClaimedAt = to, "", time.Time{}
				if to == feedback.InProgress {
					before.Owner, before.ClaimedAt = "program", at
				}
			}
			if fmt.Sprint(item) != fmt.Sprint(before) {
				t.Fatalf("it is %+v, want %+v", item, before)
			}
		}
	})
}

func is(t *rapid.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestWhoMayWhat(t *testing.T) {
	t.Parallel()
	item := feedback.Item{Head: record.NewHead(author.User, "x", at)}
	for _, status := range feedback.Statuses {
		item.Status = status
		early := status == feedback.New || status == feedback.NeedsInfo
		for _, c := range []struct {
			name                              string
			viewer                            access.Viewer
			reads, pictures, edits, maydelete bool
		}{
			{"administrator", admin, true, true, true, true},
			{"agent", agent, true, false, false, false},
			{"author", author, true, true, early, true},
			{"another", another, false, false, false, false},
			{"nobody", nobody, false, false, false, false},
		} {
			got := []bool{
				item.ReadableBy(c.viewer), item.PicturesReadableBy(c.viewer), item.EditableBy(c.viewer), item.RemovableBy(c.viewer),
			}
			if want := []bool{c.reads, c.pictures, c.edits, c.maydelete}; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s at %s: %v, want %v", c.name, status, got, want)
			}
		}
	}
	item.ShowPictures = true
	if !item.PicturesReadableBy(agent) || item.PicturesReadableBy(another) {
		t.Error("pictures that an administrator lets go are for the agent alone")
	}
}

func TestHowAnItemBegins(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		viewer access.Viewer
		asked  feedback.Status
		want   feedback.Status
		ok     bool
	}{
		{admin, "", feedback.Approved, true},
		{admin, feedback.New, feedback.New, true},
		{admin, feedback.Resolved, feedback.Resolved, false},
		{author, feedback.Approved, feedback.New, true},
		{agent, "x", feedback.New, true},
	} {
		if got, ok := feedback.First(c.viewer, c.asked); ok != c.ok || got != c.want {
			t.Errorf("%d asks for %q: got %q, %v", c.viewer.User, c.asked, got, ok)
		}
	}
}

func TestWhatAnItemMayHold(t *testing.T) {
	t.Parallel()
	valid := feedback.Item{Title: " a\n b ", Type: feedback.Bug, Priority: feedback.Medium, PullRequest: "https://x.example/1"}
	for name, c := range map[string]struct {
		change func(*feedback.Item)
		field  string
	}{
		"all is well":       {func(*feedback.Item) {}, ""},
		"no title":          {func(i *feedback.Item) { i.Title = " " }, "title"},
		"a long title":      {func(i *feedback.Item) { i.Title = strings.Repeat("é", 201) }, "title"},
		"no type":           {func(i *feedback.Item) { i.Type = "idea" }, "feedback_type"},
		"no priority":       {func(i *feedback.Item) { i.Priority = "" }, "priority"},
		"a script as link":  {func(i *feedback.Item) { i.PullRequest = "javascript:alert(1)" }, "pr_url"},
		"a link to nowhere": {func(i *feedback.Item) { i.PullRequest = "https:" }, "pr_url"},
		"a NUL":             {func(i *feedback.Item) { i.Browser = "a\x00" }, "browser_info"},
		"a long text":       {func(i *feedback.Item) { i.Steps = strings.Repeat("x", 10_001) }, "steps_to_reproduce"},
	} {
		item := valid.Clone()
		c.change(&item)
		var problems fault.Problems
		item.Validate(&feedback.Item{}, &problems)
		if c.field == "" {
			if problems.Any() || item.Title != "a b" || item.Project != feedback.DefaultProject {
				t.Errorf("%s: %v, %+v", name, problems.Fault(), item)
			}
			continue
		}
		if err := fault.As(problems.Fault()); err == nil || err.Params[c.field] == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestThreeScreenshots(t *testing.T) {
	t.Parallel()
	var item feedback.Item
	for id := range int64(3) {
		if err := item.Attach(author, id+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := item.Attach(admin, 4); !errors.Is(err, feedback.ErrTooManyScreenshots) {
		t.Errorf("a fourth: %v", err)
	}
	if !item.Detach(2) || item.Detach(2) || fmt.Sprint(item.Screenshots) != "[1 3]" {
		t.Errorf("left: %v", item.Screenshots)
	}
}

// An answer of the reporter approves an item again by itself: what comes with it has to be looked at first.
func TestAScreenshotThatNoAdministratorLookedAtIsNotShared(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		viewer        access.Viewer
		shared, still bool
	}{
		"the reporter's":            {author, true, false},
		"an administrator's":        {admin, true, true},
		"an administrator's, alone": {admin, false, false},
	} {
		item := feedback.Item{Status: feedback.NeedsInfo, Screenshots: []int64{1}, ShowPictures: c.shared}
		if err := item.Attach(c.viewer, 2); err != nil || item.ShowPictures != c.still {
			t.Errorf("%s: shared %v, %v", name, item.ShowPictures, err)
		}
	}
}

func TestABriefNamesNobody(t *testing.T) {
	t.Parallel()
	item := feedback.Item{
		Head:  record.NewHead(3, "Truus Geheim", at),
		Title: "Lijst\nleeg", Type: feedback.Bug, Priority: feedback.High, Project: "clubhuis",
		Content: "<p>Er staat <strong>niets</strong> &amp; dat is fout</p>", Steps: "<p>1</p>", Errors: "TypeError: x",
		Address: "https://club.example/leden/123/bewerken?zoek=Geheim#x", Browser: "Firefox", Screenshots: []int64{9},
	}
	item.ID = 12
	brief := feedback.Brief(&item, []feedback.Comment{
		{AuthorName: "Truus Geheim", By: feedback.ByUser, Content: "<p>eerst</p>"},
		{AuthorName: "sync", By: feedback.ByAgent, Content: "<p>dan</p>"},
	})
	for _, want := range []string{
		"Item: 12\n", "Title: Lijst leeg\n", "Page: /leden/N/bewerken\n", "\nDescription:\nEr staat niets & dat is fout\n",
		"\nLast errors of the page:\nTypeError: x\n", "Comment of a user:\neerst\n\nComment of the agent:\ndan\n",
	} {
		if !strings.Contains(brief, want) {
			t.Errorf("no %q in\n%s", want, brief)
		}
	}
	if strings.Contains(brief, "Geheim") || strings.Contains(brief, "club.example") || strings.Contains(brief, "123") {
		t.Errorf("it tells too much:\n%s", brief)
	}
}

func TestAMailToTheAuthorFits(t *testing.T) {
	t.Parallel()
	item := feedback.Item{Title: strings.Repeat("é", 600)}
	item.ID = 7
	house := letter.House{Club: "vv", BaseURL: "https://club.example"}
	for _, status := range []feedback.Status{"", feedback.Approved, feedback.NeedsInfo, feedback.Resolved, feedback.Declined} {
		news := feedback.News{Item: item, Status: status, Comment: &feedback.Comment{Content: "<p>Welke &lt;lijst&gt;?</p>"}}
		draft := news.Write(house, mail.Address{Email: "a@club.example"})
		message := mail.Message{To: draft.To, Subject: draft.Subject, Text: draft.Text, HTML: draft.HTML}
		if err := message.Validate(); err != nil || !strings.Contains(draft.Text, "https://club.example/feedback/7") ||
			!strings.Contains(draft.Text, "Welke <lijst>?") || strings.HasPrefix(draft.Subject, ":") {
			t.Errorf("%q: %q: %v\n%s", status, draft.Subject, err, draft.Text)
		}
	}
	told := map[bool][]string{}
	for _, from := range feedback.Statuses {
		for _, to := range feedback.Statuses {
			if feedback.Told(from, to) {
				told[from == feedback.InProgress] = append(told[from == feedback.InProgress], string(to))
			}
		}
	}
	if got := fmt.Sprint(told[true]); got != "[needs_info resolved declined]" {
		t.Errorf("of the agent's moves authors are told %s", got)
	}
}
