package inmem

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

type (
	invoiceKey  = invoice.Key
	importedRow = peoplefile.Result
	pairOf      = duplicate.Pair
)

const favoritePerson = account.FavoritePerson

// timelines destroys what stands on somebody's timeline alone.
func (e *eraser) timelines() {
	id := e.of.Person
	for n, v := range e.activities.byID {
		if v.Person == id {
			e.name(v.Author, &v.AuthorName)
			delete(e.activities.byID, n)
			e.add(erasure.Activities, 1)
			continue
		}
		if slices.Contains(v.Participants, id) {
			v.Participants = without(v.Participants, id)
			e.add(erasure.Together, 1)
		}
		e.words(&v.Content)
		e.name(v.Author, &v.AuthorName)
		e.activities.byID[n] = v
	}
	for n, v := range e.notes.byID {
		if v.Person == id {
			e.name(v.Author, &v.AuthorName)
			delete(e.notes.byID, n)
			e.add(erasure.Notes, 1)
			continue
		}
		e.words(&v.Content)
		e.name(v.Author, &v.AuthorName)
		e.notes.byID[n] = v
	}
	for n, v := range e.tasks.byID {
		e.name(v.Author, &v.AuthorName)
		e.name(v.Assignee, &v.AssigneeName)
		if slices.Contains(v.People, id) {
			if v.People = without(v.People, id); len(v.People) == 0 {
				delete(e.tasks.byID, n)
				e.add(erasure.Tasks, 1)
				continue
			}
			e.add(erasure.Together, 1)
		}
		e.words(&v.Content, &v.Notes)
		e.tasks.byID[n] = v
	}
	for n, v := range e.cases.byID {
		e.name(v.Author, &v.AuthorName)
		if e.cases.byID[n] = v; v.Person == id {
			delete(e.cases.byID, n)
			e.add(erasure.Cases, 1)
		}
	}
	for n, v := range e.shifts.byID {
		e.name(v.Author, &v.AuthorName)
		is := func(a volunteer.Assignment) bool { return a.Person == id }
		if slices.ContainsFunc(v.Assignments, is) {
			v.Assignments = slices.DeleteFunc(slices.Clone(v.Assignments), is)
			v.Revision++
			e.add(erasure.Shifts, 1)
			named := e.counts[erasure.Texts]
			e.revised(&v.Revision, &v.Title, &v.Place)
			e.recount(named)
		} else {
			e.revised(&v.Revision, &v.Title, &v.Place)
		}
		e.shifts.byID[n] = v
	}
}

// revised is words of a record that has a revision, which says that there was one.
func (e *eraser) revised(revision *int64, texts ...*string) bool {
	before := e.counts[erasure.Texts]
	if e.words(texts...); e.counts[erasure.Texts] == before {
		return false
	}
	*revision++
	return true
}

// club takes somebody out of what is told of teams, committees and workspaces, and out of the views that users keep.
func (e *eraser) club() {
	erased := e.of.Eraser()
	for _, k := range e.groups {
		if k.group.Forget(e.of, erased) {
			k.group.Revision, k.group.Editor = k.group.Revision+1, 0
			e.keepGroup(k)
			e.add(erasure.Texts, 1)
		}
	}
	for id, w := range e.workspaces {
		signed := e.name(w.Author, &w.AuthorName)
		if signed {
			w.Revision++
		}
		told := e.revised(&w.Revision, &w.Description)
		if told {
			w.Editor = 0
		}
		if told || signed {
			e.workspaces[id] = w
			e.note(aWorkspace, id)
		}
	}
	for user, list := range e.views {
		views := list.Clone()
		if n := views.Forget(erased); n > 0 {
			e.views[user] = views
			e.add(erasure.Texts, n)
		}
	}
}

// mailed destroys the mails to somebody alone. Those to others, too, lose what they said.
func (e *eraser) mailed() {
	id := e.of.Person
	theirs := func(a mail.Address) bool { return slices.Contains(e.of.Emails, strings.ToLower(a.Email)) }
	written := map[int64]bool{} // the messages of which the person got a mail
	for n, v := range e.mails.byID {
		if v.Person == id {
			written[v.Message] = true
		}
		v = v.Clone()
		e.name(v.Author, &v.AuthorName)
		named := e.counts[erasure.Texts]
		alone := v.Person == id && without(v.Along, id) == nil || v.Person == 0 && slices.ContainsFunc(v.To, theirs)
		shared := !alone && (v.Person == id || slices.Contains(v.Along, id))
		switch {
		case alone:
			delete(e.mails.byID, n)
			e.add(erasure.Mails, 1)
			continue
		case shared:
			about := without(append([]int64{v.Person}, v.Along...), id)
			if v.Person = about[0]; len(about) > 1 {
				v.Along = about[1:]
			} else {
				v.Along = nil
			}
			v.Subject, v.Text, v.HTML, v.Sealed, v.Attachments = erasure.Gone, erasure.Gone, "", "", nil
			v.To = slices.DeleteFunc(v.To, theirs)
			v.Revision++
			e.add(erasure.Together, 1)
		}
		texts := []*string{&v.ReplyTo.Name, &v.ReplyTo.Email, &v.Subject, &v.Text, &v.HTML, &v.Cause}
		for i := range v.To {
			texts = append(texts, &v.To[i].Name, &v.To[i].Email)
		}
		e.words(texts...)
		if v.Person == 0 || shared {
			e.recount(named)
		}
		e.mails.byID[n] = v
	}
	for n, v := range e.messages {
		v = v.Clone()
		if v.People == 1 && written[n] {
			e.name(v.Author, &v.AuthorName)
			delete(e.messages, n)
			e.add(erasure.Mails, 1)
			continue
		}
		if slices.Contains(v.Without, id) {
			v.Without = without(v.Without, id)
			e.add(erasure.Together, 1)
		}
		texts := []*string{&v.ReplyTo.Name, &v.ReplyTo.Email, &v.Subject, &v.Content}
		for i := range v.Waiting {
			texts = append(texts, &v.Waiting[i].Name, &v.Waiting[i].Value)
		}
		e.words(texts...)
		e.name(v.Author, &v.AuthorName)
		e.messages[n] = v
	}
	for n, v := range e.invites {
		if e.name(v.By, &v.ByName); slices.Contains(e.of.Emails, strings.ToLower(v.Email)) {
			delete(e.invites, n)
			e.add(erasure.Invites, 1)
			continue
		}
		e.invites[n] = v
	}
	for n, v := range e.feedback.byID {
		if v.Forget(e.of.Words, e.of.Without) {
			v.Revision++
			e.add(erasure.Texts, 1)
		}
		if e.heirs(v.Author, &v.AuthorName) {
			v.Revision++
		}
		e.feedback.byID[n] = v
	}
	e.comments = slices.Clone(e.comments)
	for i := range e.comments {
		e.words(&e.comments[i].Content)
		e.name(e.comments[i].Author, &e.comments[i].AuthorName)
	}
}

// recount takes back how many texts were counted: what was one of them counts as something else.
func (e *eraser) recount(texts int) {
	if delete(e.counts, erasure.Texts); texts > 0 {
		e.counts[erasure.Texts] = texts
	}
}

// told destroys what tells of somebody: changes, looks, the log.
func (e *eraser) told() {
	id := e.of.Person
	changed := e.changed
	e.changed = nil
	for _, k := range changed {
		e.name(k.By, &k.ByName)
		if k.Person == id {
			e.add(erasure.Changes, 1)
			continue
		}
		e.words(&k.fields)
		e.changed = append(e.changed, k)
	}
	for key, look := range e.looks {
		if e.name(look.By, &look.ByName); key.Person == id {
			e.add(erasure.Looks, 1)
		}
		e.looks[key] = look
	}
	log := e.audit
	e.audit = nil
	for _, k := range log {
		if e.name(k.Actor.User, &k.Actor.Name) || e.of.User != 0 && k.Actor.User == e.of.User {
			k.Actor.Address, k.Actor.Entrance.Name = "", ""
		}
		if k.Object.Noun == audit.Person && (k.Object.ID == id || e.becameOne(k.Object.ID, id)) {
			e.add(erasure.Log, 1)
			continue
		}
		e.words(&k.Object.Name, &k.before, &k.after)
		if k.Object.Noun == audit.User && k.Object.ID == e.of.User {
			k.Object.Name, k.before, k.after = "", "", ""
		}
		e.audit = append(e.audit, k)
	}
}

// signed takes the name of the person from imports, from the job that bills, and from who kept or stopped what of who left.
func (e *eraser) signed() {
	for n, v := range e.imports.byID {
		if v.Rename(e.signs, erasure.Gone) {
			e.imports.byID[n] = v
			e.add(erasure.Authored, 1)
		}
	}
	for n, v := range e.proposals {
		if v.Rename(e.signs, erasure.Gone) {
			e.proposals[n] = v
			e.add(erasure.Authored, 1)
		}
	}
	rules := e.leaverSettings()
	if n := rules.Rename(e.signs, erasure.Gone); n > 0 {
		e.leaverRules = &rules
		e.note(theLeavers, 0)
		e.add(erasure.Authored, n)
	}
	job := e.bulkJob()
	renamed, unbilled := job.Rename(e.signs, erasure.Gone), job.Forget(e.of.Person)
	if renamed {
		e.add(erasure.Authored, 1)
	}
	if unbilled {
		e.add(erasure.Unbilled, 1)
	}
	if renamed || unbilled {
		e.bulk = &job
		e.note(theBulkJob, 0)
	}
}

// bookkeepers takes the name of somebody from where it stands in the invoices of others.
func (e *eraser) bookkeepers(v *invoice.Invoice) {
	before, was := e.counts[erasure.Texts], false
	e.words(v.Remarks()...)
	for _, id := range e.numbers {
		was = v.ForgetSibling(id) || was
	}
	if was && e.counts[erasure.Texts] == before {
		e.add(erasure.Texts, 1)
	}
	if e.counts[erasure.Texts] != before {
		v.Revision++
	}
}

// withoutDestroyed drops what was kept about people who are not there any more.
func (t *tables) withoutDestroyed() {
	t.changed = slices.DeleteFunc(slices.Clone(t.changed), func(k keptChange) bool { _, there := t.people[k.Person]; return !there })
	dropped(t.looks, func(key person.LookKey, _ person.Look) bool { _, there := t.people[key.Person]; return !there })
	dropped(t.functions, func(id person.ID, _ []string) bool { _, there := t.people[id]; return !there })
	forget(t, &t.activities)
	forget(t, &t.notes)
	forget(t, &t.tasks)
	forget(t, &t.mails)
	t.unshare()
	t.letGo()
	for user := range t.recents {
		t.recents[user] = t.withoutRecent(user, func(id person.ID) bool { _, there := t.people[id]; return !there })
	}
	for id, u := range t.users {
		if _, there := t.people[u.Person]; u.Person != 0 && !there {
			u.Person = 0
			t.users[id] = u
			t.note(personOf, id)
		}
	}
}

// letGo forgets why people were kept who are not there any more.
func (t *tables) letGo() {
	rules := t.leaverSettings()
	var gone []person.ID
	for _, e := range rules.Kept {
		if _, there := t.people[e.Person]; !there {
			gone = append(gone, e.Person)
		}
	}
	if rules.LetGo(gone...) {
		t.leaverRules = &rules
		t.note(theLeavers, 0)
	}
}
