package predecessor

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/task"
)

// spoken is the head of what somebody wrote on a timeline.
func (r *Reading) spoken(id int64, o object) record.Head {
	return r.head(id, o.number("author_id"), o.text("author"), o.at("created", r.Zone), o.at("modified", r.Zone))
}

// known are those of some people who come over. A record waits that names somebody who could not be read.
func (r *Reading) known(c *Club, kind origin.Kind, id int64, people []int64) (known []int64, waits bool) {
	for _, who := range people {
		if r.people[who] == nil && r.unsure(People, who) {
			r.wait(c, kind, id, "person %d, whom it names,", who)
			return nil, true
		}
	}
	for _, who := range people {
		if r.people[who] == nil {
			r.report.Add(kind, id, "it names person %d, who is not there", who)
			continue
		}
		known = append(known, who)
	}
	return known, false
}

func (r *Reading) readTimelines(c *Club) {
	mails := 0
	for _, of := range sortedKeys(r.parts[Timeline]) {
		if r.people[of] == nil {
			continue
		}
		for _, o := range (object{"": r.parts[Timeline][of]}).objects("") {
			id := o.number("id")
			switch kind := o.text("type"); {
			case kind == "email":
				mails++
			case id == 0:
				r.report.Add(origin.Person, of, "something on the timeline has no number and stays behind: %s", short(o.bytes()))
			case kind == "activity":
				r.activity(c, id, of, o)
			case kind == "note":
				r.note(c, id, of, o)
			case kind == "todo":
				r.task(c, id, o)
			default:
				r.report.Add(origin.Person, of, "something on the timeline is not understood and stays behind: %s", short(o.bytes()))
			}
		}
	}
	if mails > 0 {
		r.report.Add(origin.Person, 0, "%d mails on timelines stay behind", mails)
	}
	byID := func(a, b record.Head) int { return cmp.Compare(a.ID, b.ID) }
	sorting.By(c.Activities, func(a, b activity.Activity) int { return byID(a.Head, b.Head) })
	sorting.By(c.Notes, func(a, b note.Note) int { return byID(a.Head, b.Head) })
}

func sortedKeys(parts map[int64][]byte) []int64 {
	keys := make([]int64, 0, len(parts))
	for key := range parts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func (r *Reading) activity(c *Club, id, of int64, o object) {
	a := activity.Activity{
		Head: r.spoken(id, o), Person: of, Content: o.markup("content"), Type: activity.Type(o.text("activity_type")),
		Time: clock(o.text("activity_time")),
	}
	var waits bool
	if a.Participants, waits = r.known(c, origin.Activity, id, o.numbers("participants")); waits {
		return
	}
	day, read := o.day("activity_date")
	if a.Date = day; !read {
		r.unread(origin.Activity, id, "activity_date", o["activity_date"])
	}
	if strings.TrimSpace(a.Content) == "" {
		r.report.Add(origin.Activity, id, "it is empty and stays behind")
		return
	}
	if !slices.Contains(activity.Types, a.Type) && a.Type != "" {
		r.report.Add(origin.Activity, id, "there is no sort %q here: it is of the sort for others now", a.Type)
		a.Type = activity.Other
	}
	if r.mend(origin.Activity, id, func(problems *fault.Problems) {
		a.Validate(&activity.Activity{}, true, a.Participants, problems)
	}, func(field string, _ int) bool {
		switch field {
		case "activity_time":
			a.Time = ""
		case "participants":
			a.Participants = a.Participants[:activity.MostParticipants]
		default:
			return false
		}
		return true
	}) {
		c.Activities = append(c.Activities, a)
	}
}

// clock leaves the seconds of a time away.
func clock(text string) string {
	if len(text) == len("15:04:05") {
		return text[:len("15:04")]
	}
	return text
}

func (r *Reading) note(c *Club, id, of int64, o object) {
	n := note.Note{Head: r.spoken(id, o), Person: of, Content: o.markup("content")}
	n.Show(note.Visibility(o.text("visibility")), n.Created)
	switch {
	case strings.TrimSpace(n.Content) == "":
		r.report.Add(origin.Note, id, "it is empty and stays behind")
		return
	case n.Visibility != note.Shared && n.Visibility != note.Private:
		r.report.Add(origin.Note, id, "for whom it is, %q, is not understood: it is private now", n.Visibility)
		n.Visibility = note.Private
	}
	if r.mend(origin.Note, id, func(problems *fault.Problems) { n.Validate(&note.Note{}, problems) },
		func(string, int) bool { return false }) {
		c.Notes = append(c.Notes, n)
	}
}

func (r *Reading) readTasks(c *Club) {
	r.each(Tasks, func(id int64, o object) { r.task(c, id, o) })
	sorting.By(c.Tasks, func(a, b task.Task) int { return cmp.Compare(a.ID, b.ID) })
	if n := len(r.lists[Tasks]); n >= 100 {
		r.report.Add(origin.Task, 0, "the list of tasks ends after %d: older ones came if they stand on a timeline", n)
	}
}

func (r *Reading) task(c *Club, id int64, o object) {
	if slices.ContainsFunc(c.Tasks, func(t task.Task) bool { return t.ID == id }) {
		return // it stands on a timeline, too
	}
	t := task.Task{
		Head:    r.head(id, o.number("author_id"), o.text("author"), o.at("created", r.Zone), o.at("modified", r.Zone)),
		Content: o.text("content"), Notes: o.markup("notes"), Assignee: o.number("assignee_id"), AssigneeName: o.text("assignee_name"),
	}
	people := []int64{}
	for _, about := range o.objects("persons") {
		people = append(people, about.number("id"))
	}
	if first := o.number("person_id"); first != 0 && len(people) == 0 {
		people = append(people, first)
	}
	var waits bool
	if t.People, waits = r.known(c, origin.Task, id, people); waits {
		return
	}
	day, read := o.day("due_date")
	if t.Due = day; !read {
		r.unread(origin.Task, id, "due_date", o["due_date"])
	}
	status := task.Status(o.text("status"))
	if !status.Known() {
		r.report.Add(origin.Task, id, "the status %q is not understood: it is open now", status)
		status = task.Open
	}
	since := o.at("awaiting_since", time.UTC)
	if since.IsZero() {
		since = t.Modified
	}
	t.Enter(status, since)
	if t.Assignee == t.Author {
		t.Assignee, t.AssigneeName = 0, ""
	}
	if strings.TrimSpace(t.Content) == "" {
		r.report.Add(origin.Task, id, "it is empty and stays behind")
		return
	}
	if r.mend(origin.Task, id, func(problems *fault.Problems) { t.Validate(&task.Task{}, t.People, problems) },
		func(field string, _ int) bool {
			switch field {
			case "notes":
				t.Notes = ""
			case "person_ids":
				t.People = t.People[:task.MostPeople]
			default:
				return false
			}
			return true
		}) {
		c.Tasks = append(c.Tasks, t)
	}
}
