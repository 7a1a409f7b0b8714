package feedbackapi_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

type object = apitest.Object

const all = "/api/club/v1/feedback"

func one(id int64, more ...string) string { return fmt.Sprint(all, "/", id, strings.Join(more, "")) }

// queue is a club with an administrator, who reports something, another member, and the synchronization.
type queue struct {
	*apitest.Site
	admin, truus, piet, sync apitest.Call
}

func open(t *testing.T) queue {
	t.Helper()
	s := apitest.New(t)
	q := queue{Site: s, admin: s.Admin()}
	s.User("truus")
	s.User("piet")
	s.User("sync", access.Synchronizer)
	q.truus, q.piet, q.sync = s.Program("truus"), s.Program("piet"), s.Program("sync")
	return q
}

func (q queue) report(by apitest.Call, title string, more ...object) int64 {
	q.T.Helper()
	body := object{"title": title, "feedback_type": "bug"}
	for _, one := range more {
		for key, value := range one {
			body[key] = value
		}
	}
	return q.Post(all, body, by).Is(200).ID()
}

func (q queue) put(id int64, by apitest.Call, body object) apitest.Answer {
	q.T.Helper()
	return q.Send("PUT", one(id), body, by)
}

// to moves an item by who may.
func (q queue) to(id int64, statuses ...string) {
	q.T.Helper()
	for _, status := range statuses {
		by := q.admin
		if status == "in_progress" {
			by = q.sync
		}
		q.put(id, by, object{"status": status}).Is(200).Has("status", status)
	}
}

// contract: club §2.10, §4.8, facts §5
func TestAnItemIsReportedReadChangedAndRemoved(t *testing.T) {
	t.Parallel()
	q := open(t)
	a := q.Post(all, object{
		"title": "Lijst\nleeg", "feedback_type": "bug", "content": "<p onclick=x>Er staat <b>niets</b></p><script>x()</script>",
		"steps_to_reproduce": "1\n2", "expected_behavior": "Leden", "actual_behavior": "Niets", "browser_info": "Firefox",
		"app_version": "1.2", "url_context": "http://club.example/leden", "page_errors": "TypeError", "status": "approved",
		"priority": "critical", "extra": 1,
		"pr_url": "https://x.example", "agent_branch": "x", "agent_plan": "x",
	}, q.truus).Is(200).
		Has("title", "Lijst leeg").Has("type", "bug").Has("status", "new").Has("content", "<p>Er staat <b>niets</b></p>").
		Has("author.name", "Heet truus").Has("date", "2026-06-15 12:30:45").Has("modified", "2026-06-15 12:30:45").
		Has("screenshots", []any{}).Has("duplicate_of", nil).Has("duplicates", []any{}).Has("share_screenshots", false)
	want := object{
		"feedback_type": "bug", "type": "bug", "status": "new", "priority": "medium", "browser_info": "Firefox", "app_version": "1.2",
		"url_context": "http://club.example/leden", "page_errors": "TypeError", "steps_to_reproduce": "<p>1<br>2</p>",
		"expected_behavior": "<p>Leden</p>", "actual_behavior": "<p>Niets</p>", "use_case": "", "project": "clubhuis", "pr_url": "",
		"agent_branch": "", "agent_plan": "", "agent_owner": "", "claimed_at": "",
	}
	a.Has("meta", want)
	id := a.ID()
	if email, _ := a.At("author.email").(string); !strings.Contains(email, "truus") {
		t.Errorf("the reporter's address is %q", email)
	}
	q.Get(one(id), q.sync).Is(200).Has("author.email", "")
	q.Get(one(id), q.piet).Refuses(403, "rest_forbidden")
	q.Get(one(id)).Refuses(401, "rest_not_logged_in")
	q.Get(one(99), q.admin).Refuses(404, "rest_post_invalid_id")
	q.Later(time.Minute)
	q.put(id, q.truus, object{"title": "Nieuw", "type": "feature_request", "meta": object{"use_case": "nut"}}).Is(200).
		Has("title", "Nieuw").Has("type", "feature_request").Has("meta.use_case", "<p>nut</p>").
		Has("modified", "2026-06-15 12:31:45").Has("date", "2026-06-15 12:30:45").Has("etag", `"2"`)
	q.Send("PUT", one(id), object{"title": "x"}, q.truus, apitest.With("If-Match", `"1"`)).Is(412)
	q.put(id, q.piet, object{"title": "x"}).Refuses(403, "rest_forbidden")
	q.Send("DELETE", one(id), nil, q.piet).Refuses(403, "rest_forbidden")
	q.Send("DELETE", one(id), nil, q.sync).Refuses(403, "rest_forbidden")
	q.Send("DELETE", one(id), nil, q.truus).Is(200).Has("", object{"deleted": true, "id": float64(id)})
	q.Send("DELETE", one(id), nil, q.truus).Refuses(404, "rest_post_invalid_id")
}

// contract: facts §5
func TestWhatIsReportedWrongly(t *testing.T) {
	t.Parallel()
	q := open(t)
	for name, c := range map[string]struct {
		body  any
		code  string
		field string
	}{
		"nothing":         {object{}, "rest_missing_param", "title"},
		"blank":           {object{"title": " ", "feedback_type": "bug"}, "rest_missing_param", "title"},
		"no type":         {object{"title": "x"}, "rest_missing_param", "feedback_type"},
		"an unknown type": {object{"title": "x", "feedback_type": "idea"}, "rest_invalid_param", "feedback_type"},
		"a number":        {object{"title": 1, "feedback_type": "bug"}, "rest_invalid_param", "title"},
		"too long":        {object{"title": strings.Repeat("x", 201), "feedback_type": "bug"}, "rest_invalid_param", "title"},
		"a huge text": {
			object{"title": "x", "feedback_type": "bug", "content": strings.Repeat("x", 10_001)}, "rest_invalid_param", "content",
		},
	} {
		if a := q.Post(all, c.body, q.truus); a.StatusCode != 400 || a.At("code") != c.code {
			t.Errorf("%s: %s", name, a.Text)
		} else {
			a.Refuses(400, c.code, c.field)
		}
	}
	q.Post(all, object{"title": "x", "feedback_type": "bug", "status": "resolved"}, q.admin).
		Refuses(400, "rest_invalid_param", "status")
	q.Post(all, object{"title": "x", "feedback_type": "bug"}, q.admin).Is(200).Has("status", "approved")
	q.Post(all, object{"title": "x", "type": "bug", "status": "new", "priority": "high"}, q.admin).Is(200).Has("status", "new").
		Has("meta.priority", "high")
	id := q.report(q.sync, "x", object{"status": "approved"})
	q.Get(one(id), q.sync).Has("status", "new")
	q.put(id, q.admin, object{"pr_url": "javascript:alert(1)"}).Refuses(400, "rest_invalid_param", "pr_url")
	q.put(id, q.admin, object{"priority": "asap"}).Refuses(400, "rest_invalid_param", "priority")
	q.put(id, q.admin, object{"status": "done"}).Refuses(400, "rest_invalid_param", "status")
	q.to(id, "approved")
	for _, owner := range []string{strings.Repeat("x", 201), "a\x00b"} {
		q.put(id, q.sync, object{"status": "in_progress", "agent_owner": owner}).Refuses(400, "rest_invalid_param", "agent_owner")
	}
	q.Get(one(id), q.sync).Has("status", "approved")
}

// contract: facts §5
func TestListsOfItems(t *testing.T) {
	t.Parallel()
	q := open(t)
	for n, priority := range []string{"low", "critical", "medium", "high"} {
		q.Later(time.Minute)
		q.report(q.admin, fmt.Sprint("A", n), object{"priority": priority, "project": []string{"website", ""}[n%2]})
	}
	q.report(q.truus, "B", object{"feedback_type": "feature_request"})
	q.to(1, "in_progress", "resolved")
	q.to(2, "declined")
	titles := func(query string, by apitest.Call) string {
		t.Helper()
		var list []string
		for _, item := range q.Get(all+query, by).Is(200).List("") {
			list = append(list, item.(object)["title"].(string))
		}
		return strings.Join(list, " ")
	}
	for query, want := range map[string]string{
		"": "B A3 A2 A1 A0", "?order=asc&per_page=2": "A0 A1", "?order=asc&per_page=2&page=2": "A2 A3", "?page=9": "",
		"?status=open": "B A3 A2", "?status=approved&per_page=1&orderby=date&order=asc": "A2", "?status=in_review": "",
		"?status=resolved": "A0", "?type=feature_request": "B", "?priority=medium": "B A2", "?project=website": "A2 A0",
		"?orderby=priority": "A1 A3 B A2 A0", "?orderby=title&order=asc": "A0 A1 A2 A3 B", "?orderby=status": "A1 A0 A3 A2 B",
	} {
		if got := titles(query, q.admin); got != want {
			t.Errorf("%s lists %s, want %s", query, got, want)
		}
	}
	if titles("", q.truus) != "B" || titles("", q.piet) != "" || titles("", q.sync) != "B A3 A2 A1 A0" {
		t.Error("who reported nothing sees nothing, and the agent all")
	}
	a := q.Get(all+"?per_page=2&status=open", q.admin)
	if a.Header.Get("X-WP-Total") != "3" || a.Header.Get("X-WP-TotalPages") != "2" {
		t.Errorf("the headers are %v", a.Header)
	}
	for _, wrong := range []string{
		"?per_page=101", "?per_page=0", "?status=x", "?type=x", "?orderby=x", "?order=x", "?priority=x", "?page=0",
	} {
		q.Get(all+wrong, q.admin).Is(400)
	}
	q.Get(all).Refuses(401, "rest_not_logged_in")
}

// contract: club §3.1, facts §5
func TestWhoMovesAnItem(t *testing.T) {
	t.Parallel()
	q := open(t)
	id := q.report(q.truus, "x")
	for name, body := range map[string]object{
		"status": {"status": "new"}, "meta": {"meta": object{"status": "approved"}}, "priority": {"priority": "low"},
		"plan": {"agent_plan": "x"}, "branch": {"agent_branch": "x"}, "address": {"pr_url": "https://x.example"},
		"duplicate": {"duplicate_of": 0}, "pictures": {"share_screenshots": true}, "reason": {"reason": "x"},
	} {
		if a := q.put(id, q.truus, body); a.StatusCode != 403 {
			t.Errorf("%s: %s", name, a.Text)
		}
	}
	q.put(id, q.sync, object{"status": "approved"}).Refuses(403, "rest_forbidden")
	q.put(id, q.sync, object{"status": "in_progress"}).Refuses(409, "invalid_transition")
	q.put(id, q.sync, object{"title": "x"}).Refuses(403, "rest_forbidden")
	q.put(id, q.sync, object{"priority": "low"}).Refuses(403, "rest_forbidden")
	q.to(id, "approved", "approved")
	q.put(id, q.truus, object{"title": "x"}).Refuses(403, "rest_forbidden")
	q.put(id, q.sync, object{"status": "in_progress", "agent_owner": "host-7"}).Is(200).Has("meta.agent_owner", "host-7").
		Has("meta.claimed_at", "2026-06-15 12:30:45")
	q.put(id, q.sync, object{"status": "in_progress"}).Refuses(409, "invalid_transition")
	q.put(id, q.sync, object{"status": "new"}).Refuses(409, "invalid_transition")
	q.put(id, q.sync, object{"status": "in_review"}).Refuses(409, "invalid_transition")
	done := object{"status": "resolved", "pr_url": "https://forge.example/pulls/7", "agent_branch": "feedback/1-x"}
	q.put(id, q.sync, done).Is(200).
		Has("status", "resolved").Has("meta.status", "resolved").Has("meta.pr_url", "https://forge.example/pulls/7").
		Has("meta.agent_branch", "feedback/1-x").Has("meta.agent_owner", "")
	q.put(id, q.sync, object{"status": "approved"}).Refuses(403, "rest_forbidden")
	q.to(id, "approved", "in_progress", "needs_info")
	q.put(id, q.sync, object{"status": "approved"}).Refuses(403, "rest_forbidden")
	q.put(id, q.truus, object{"title": "y"}).Is(200).Has("title", "y")
	q.to(id, "declined", "approved", "new", "declined")
	q.put(id, q.admin, object{"status": "new"}).Refuses(409, "invalid_transition")
	logged := q.Get("/api/club/v1/audit?kind=feedback-moved", q.admin).Is(200)
	if got := len(logged.List("")); got != 10 {
		t.Errorf("the log tells %d moves: %s", got, logged.Text)
	}
}

func TestOfManyClaimsInParallelOneWins(t *testing.T) {
	t.Parallel()
	q := open(t)
	id := q.report(q.admin, "x")
	var wait sync.WaitGroup
	codes := make([]int, 8)
	for n := range codes {
		wait.Go(func() { codes[n] = q.put(id, q.sync, object{"status": "in_progress"}).StatusCode })
	}
	wait.Wait()
	slices.Sort(codes)
	if codes[0] != 200 || codes[1] != 409 || codes[7] != 409 {
		t.Errorf("the answers are %v", codes)
	}
}

// contract: club §4.8, facts §5
func TestAThread(t *testing.T) {
	t.Parallel()
	q := open(t)
	id := q.report(q.truus, "x")
	comments := one(id, "/comments")
	q.Get(comments, q.truus).Is(200).Has("", []any{})
	q.Get(comments, q.piet).Refuses(403, "rest_forbidden")
	q.Post(comments, object{"content": "x"}, q.piet).Refuses(403, "rest_forbidden")
	for _, empty := range []object{{}, {"content": ""}, {"content": " \n"}, {"content": "<script>x</script>"}} {
		q.Post(comments, empty, q.truus).Refuses(400, "rest_missing_param")
	}
	q.Post(comments, object{"content": "x", "author_type": "robot"}, q.truus).Refuses(400, "rest_invalid_param", "author_type")
	q.Post(comments, object{"content": strings.Repeat("x", 10_001)}, q.truus).Refuses(400, "rest_invalid_param", "content")
	q.Post(comments, object{"content": "x", "author_type": "agent"}, q.truus).Refuses(403, "rest_forbidden")
	q.Post(comments, object{"content": "x"}, q.sync).Refuses(403, "rest_forbidden")
	q.Post(comments, object{"content": "een <img src=x onerror=y>"}, q.truus).Is(200).Has("content", "<p>een</p>").
		Has("author_type", "user").Has("author_name", "Heet truus").Has("created", "2026-06-15 14:30:45")
	q.Get(one(id), q.truus).Has("status", "new")
	q.to(id, "approved", "in_progress")
	q.Later(time.Minute)
	q.Post(comments, object{"content": "Welke <b>lijst</b>?", "author_type": "agent"}, q.sync).Is(200).Has("author_type", "agent")
	q.to(id, "needs_info")
	q.Later(time.Minute)
	q.Post(comments, object{"content": "Die van de leden", "author_type": "user"}, q.truus).Is(200)
	q.Get(one(id), q.truus).Has("status", "approved")
	q.Get(comments, q.sync).Is(200).Has("0.content", "<p>een</p>").Has("1.content", "<p>Welke <b>lijst</b>?</p>").
		Has("2.content", "<p>Die van de leden</p>")
	q.Get(one(id, "/brief"), q.truus).Refuses(403, "rest_forbidden")
	brief := q.Get(one(id, "/brief"), q.admin).Is(200).At("text").(string)
	if !strings.Contains(brief, "Comment of the agent:\nWelke lijst?\n") || strings.Contains(brief, "truus") {
		t.Errorf("the agent is told %s", brief)
	}
}

func TestTheReporterIsMailed(t *testing.T) {
	t.Parallel()
	q := open(t)
	id := q.report(q.truus, "Lijst leeg")
	subjects := func() string {
		t.Helper()
		q.Work()
		var list []string
		for _, sent := range q.Mail.Sent() {
			list = append(list, sent.Subject)
		}
		return strings.Join(list, "|")
	}
	q.to(id, "approved", "in_progress")
	q.Post(one(id, "/comments"), object{"content": "Welke lijst?", "author_type": "agent"}, q.sync).Is(200)
	q.to(id, "needs_info")
	q.Post(one(id, "/comments"), object{"content": "Die van de leden"}, q.truus).Is(200)
	q.to(id, "in_progress", "approved")
	q.put(id, q.admin, object{"status": "declined", "reason": "Dat is <i>zo</i> bedoeld"}).Is(200)
	want := "Je melding is goedgekeurd: Lijst leeg|Er is een vraag over je melding: Lijst leeg|Je melding is afgewezen: Lijst leeg"
	if got := subjects(); got != want {
		t.Errorf("mailed: %s", got)
	}
	sent := q.Mail.Sent()
	if len(sent) == 3 && (!strings.Contains(sent[1].Text, "Welke lijst?") || !strings.Contains(sent[2].Text, "Dat is zo bedoeld") ||
		!strings.Contains(sent[2].Text, fmt.Sprint("http://club.example/feedback/", id)) ||
		!strings.Contains(sent[0].To[0].Email, "truus")) {
		t.Errorf("the mails are %+v", sent)
	}
	q.Get(one(id, "/comments"), q.truus).Has("2.content", "<p>Dat is <i>zo</i> bedoeld</p>")
	q.Post(one(id, "/comments"), object{"content": "Zie ook elders"}, q.admin).Is(200)
	if got := subjects(); got != want+"|Er is een reactie op je melding: Lijst leeg" {
		t.Errorf("mailed: %s", got)
	}
	const choice = "/api/club/v1/user/feedback-notifications"
	q.Post(choice, object{"notify_feedback": false}, q.truus).Is(200).Has("", object{"success": true, "notify_feedback": false})
	q.Get("/api/club/v1/user/notification-channels", q.truus).Has("notify_feedback", false).Has("channels", []any{"email"})
	q.to(id, "approved")
	if got := len(strings.Split(subjects(), "|")); got != 4 {
		t.Errorf("%d mails after the reporter wants none", got)
	}
}

// The reason of the agent is in the mail as that of an administrator is; who declines for reasons of their own gives none of it.
func TestTheReporterIsMailedWhyTheAgentDeclines(t *testing.T) {
	t.Parallel()
	q := open(t)
	id, other := q.report(q.truus, "Lijst leeg"), q.report(q.truus, "Knop weg")
	for _, item := range []int64{id, other} {
		q.to(item, "approved", "in_progress")
		q.Post(one(item, "/comments"), object{"content": "Zo hoort het", "author_type": "agent"}, q.sync).Is(200)
	}
	q.to(id, "declined")
	q.to(other, "needs_info", "declined")
	q.Work()
	var declined []string
	for _, sent := range q.Mail.Sent() {
		if strings.HasPrefix(sent.Subject, "Je melding is afgewezen: ") {
			declined = append(declined, sent.Text)
		}
	}
	if len(declined) != 2 || !strings.Contains(declined[0], "Zo hoort het") || strings.Contains(declined[1], "Zo hoort het") {
		t.Errorf("the mails are %q", declined)
	}
}

// What was mended by hand, or without an agent, is resolved by an administrator; the account of the synchronization may not.
func TestAnAdministratorResolvesWhatWasMendedByHand(t *testing.T) {
	t.Parallel()
	q := open(t)
	id := q.report(q.truus, "Lijst leeg")
	q.put(id, q.admin, object{"status": "resolved"}).Refuses(409, "invalid_transition")
	q.to(id, "approved")
	for _, by := range []apitest.Call{q.sync, q.truus} {
		q.put(id, by, object{"status": "resolved"}).Refuses(403, "rest_forbidden")
	}
	q.to(id, "resolved", "approved", "in_progress", "needs_info", "resolved")
	q.Work()
	if sent := q.Mail.Sent(); len(sent) == 0 || sent[len(sent)-1].Subject != "Je melding is opgelost: Lijst leeg" {
		t.Errorf("mailed %+v", sent)
	}
}

func TestDuplicatesAreShownBothWays(t *testing.T) {
	t.Parallel()
	q := open(t)
	first, second, third := q.report(q.piet, "Eerste"), q.report(q.truus, "Tweede"), q.report(q.truus, "Derde")
	q.put(second, q.admin, object{"duplicate_of": first}).Is(200).Has("duplicate_of", int(first)).Has("duplicate_title", "Eerste")
	q.Get(one(first), q.admin).Has("duplicates.0.id", int(second)).Has("duplicates.0.title", "Tweede")
	q.Get(one(second), q.truus).Has("duplicate_of", nil)
	q.Get(one(first), q.piet).Has("duplicates", []any{})
	for _, wrong := range [][2]int64{{first, first}, {first, 99}, {first, third}, {third, second}} {
		q.put(wrong[0], q.admin, object{"duplicate_of": wrong[1]}).Refuses(400, "rest_invalid_param", "duplicate_of")
	}
	q.put(second, q.admin, object{"duplicate_of": 0}).Is(200).Has("duplicate_of", nil)
	q.put(third, q.admin, object{"duplicate_of": first}).Is(200)
	q.Send("DELETE", one(first), nil, q.admin).Is(200)
	q.Get(one(third), q.admin).Has("duplicate_of", nil)
}

func TestScreenshots(t *testing.T) {
	t.Parallel()
	q := open(t)
	id := q.report(q.truus, "x")
	add := func(by apitest.Call, data string) apitest.Answer {
		t.Helper()
		body, form := apitest.Form(t, "file:jan.jpg", data)
		return q.Post(one(id, "/screenshots"), body, by, form)
	}
	add(q.piet, "jpeg").Refuses(403, "rest_forbidden")
	add(q.sync, "jpeg").Refuses(403, "rest_forbidden")
	add(q.truus, "<svg/>").Is(400)
	add(q.truus, "").Is(400)
	a := add(q.truus, "jpeg 1").Is(200)
	picture := int64(a.At("screenshots.0.id").(float64))
	address := strings.TrimPrefix(a.At("screenshots.0.url").(string), "http://club.example")
	for _, reader := range []apitest.Call{q.truus, q.admin} {
		if got := q.Get(address, reader).Is(200); got.Text != "jpeg 1" || got.Header.Get("Cache-Control") != "private, max-age=300" {
			t.Errorf("the picture is %s", got.Text)
		}
	}
	q.Get(address, q.piet).Refuses(403, "rest_forbidden")
	q.Get(address, q.sync).Refuses(403, "rest_forbidden")
	q.Get(one(id), q.sync).Has("screenshots", []any{})
	q.Get("/api/cms/v2/media", q.truus).Is(200).Has("", []any{})
	library := fmt.Sprint("/api/cms/v2/media/", picture)
	q.Get(library, q.piet).Refuses(403, "rest_forbidden")
	q.Send("DELETE", library+"?force=true", nil, q.piet).Refuses(403, "rest_forbidden")
	q.put(id, q.admin, object{"share_screenshots": true}).Is(200)
	q.Get(address, q.sync).Is(200)
	q.Send("DELETE", library+"?force=true", nil, q.sync).Refuses(403, "rest_forbidden")
	pictures := func(item apitest.Answer) (addresses []string) {
		t.Helper()
		for _, picture := range item.List("screenshots") {
			addresses = append(addresses, strings.TrimPrefix(picture.(object)["url"].(string), "http://club.example"))
		}
		return addresses
	}
	// What the reporter adds to an answer, which approves the item again, is not the agent's before it is looked at.
	q.to(id, "approved", "in_progress", "needs_info")
	unseen := pictures(add(q.truus, "jpeg 2").Is(200).Has("share_screenshots", false))
	q.Post(one(id, "/comments"), object{"content": "Zie de tweede"}, q.truus).Is(200)
	q.Get(one(id), q.sync).Has("status", "approved").Has("share_screenshots", false).Has("screenshots", []any{})
	for _, address := range unseen {
		q.Get(address, q.sync).Refuses(403, "rest_forbidden")
	}
	q.put(id, q.admin, object{"share_screenshots": true}).Is(200)
	for _, address := range pictures(add(q.admin, "jpeg 3").Is(200).Has("share_screenshots", true)) {
		q.Get(address, q.sync).Is(200)
	}
	q.put(id, q.admin, object{"status": "new"}).Is(200)
	add(q.truus, "jpeg 4").Refuses(409, "too_many_screenshots")
	q.Send("DELETE", library+"?force=true", nil, q.truus).Is(200)
	if got := len(q.Get(one(id), q.truus).List("screenshots")); got != 2 {
		t.Errorf("%d screenshots are left", got)
	}
	q.to(id, "approved")
	add(q.truus, "jpeg 5").Refuses(403, "rest_forbidden")
	other := q.Get(one(id), q.truus).At("screenshots.0.url").(string)
	q.Send("DELETE", one(id), nil, q.truus).Is(200)
	q.Get(strings.TrimPrefix(other, "http://club.example"), q.truus).Is(404)
	q.Later(2 * time.Minute)
	q.Work()
}
