package porttest

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Mentions is the contract of ports.Mentions.
func Mentions(t *testing.T, open Open) {
	suite{
		{"one of a user in a record is kept, and waits until it is told", keptMentions},
		{"those of which a mail told wait again when it is taken back", takenBackMentions},
		{"old ones are forgotten", purgedMentions},
	}.run(t, open)
}

func mentionOf(user account.UserID, kind timeline.Kind, record int64, step int) mention.Mention {
	return mention.Mention{User: user, Kind: kind, Record: record, Author: 7, At: at.Add(time.Duration(step) * time.Second)}
}

// waits is which mentions wait for a user: kind, record and author of each.
func waits(t *testing.T, db Database, user account.UserID, limit int) (text string) {
	t.Helper()
	for _, m := range must(db.Mentions.Waiting(t.Context(), user, false, limit))(t) {
		text += fmt.Sprintf("%d:%s %d by %d|", m.ID, m.Kind, m.Record, m.Author)
		equal(t, "whose", m.User, user)
		equal(t, "told", m.Told, false)
	}
	return text
}

func keptMentions(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	_, err := db.Mentions.Keep(ctx, mentionOf(9, timeline.Note, 1, 0))
	isFault(t, "of nobody", err, account.ErrAbsent)
	told := mentionOf(1, timeline.Note, 2, 0)
	told.Told = true
	for i, m := range []mention.Mention{
		mentionOf(1, timeline.Note, 1, 0), mentionOf(1, timeline.Activity, 1, 0), told, mentionOf(2, timeline.Note, 1, 0),
	} {
		equal(t, fmt.Sprint("kept ", i), must(db.Mentions.Keep(ctx, m))(t), true)
		m.Told = !m.Told
		equal(t, fmt.Sprint("kept again ", i), must(db.Mentions.Keep(ctx, m))(t), false)
	}
	first := must(db.Mentions.Waiting(ctx, 1, false, 1))(t)[0]
	sameTime(t, "made", first.At, at)
	two := waits(t, db, 1, 10)
	equal(t, "two wait", two, fmt.Sprintf("%d:note 1 by 7|%d:activity 1 by 7|", first.ID, first.ID+second(t, db)))
	last := first.ID + second(t, db)
	newest := must(db.Mentions.Waiting(ctx, 1, true, 10))(t)
	equal(t, "newest first", fmt.Sprint(len(newest), newest[0].ID, newest[1].ID), fmt.Sprint(2, last, first.ID))
	equal(t, "the newest", must(db.Mentions.Waiting(ctx, 1, true, 1))(t)[0].ID, last)
	equal(t, "none", len(must(db.Mentions.Waiting(ctx, 1, true, 0))(t)), 0)
	ok(t, db.Mentions.Tell(ctx, 1, 0))
	ok(t, db.Mentions.Tell(ctx, 2, 0, first.ID, last))
	equal(t, "nothing is told", waits(t, db, 1, 10), two)
	ok(t, db.Mentions.Tell(ctx, 1, 0, last, 1<<40))
	equal(t, "one is told, and none before it", waits(t, db, 1, 10), fmt.Sprintf("%d:note 1 by 7|", first.ID))
	ok(t, db.Mentions.Tell(ctx, 1, 0, last, first.ID))
	equal(t, "all are told", waits(t, db, 1, 10), "")
	equal(t, "told ones stay known", must(db.Mentions.Keep(ctx, mentionOf(1, timeline.Note, 1, 0)))(t), false)
	equal(t, "another user's wait", len(must(db.Mentions.Waiting(ctx, 2, false, 10))(t)), 1)
}

func takenBackMentions(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	for record := range int64(4) {
		must(db.Mentions.Keep(ctx, mentionOf(1, timeline.Note, record+1, 0)))(t)
	}
	must(db.Mentions.Keep(ctx, mentionOf(2, timeline.Note, 1, 0)))(t)
	all := must(db.Mentions.Waiting(ctx, 1, false, 9))(t)
	others := must(db.Mentions.Waiting(ctx, 2, false, 9))(t)
	ok(t, db.Mentions.Tell(ctx, 1, 0, all[0].ID)) // by no mail
	ok(t, db.Mentions.Tell(ctx, 1, 7, all[1].ID, all[2].ID))
	ok(t, db.Mentions.Tell(ctx, 1, 8, all[3].ID))
	ok(t, db.Mentions.Tell(ctx, 2, 7, others[0].ID))
	equal(t, "all are told", waits(t, db, 1, 9), "")
	for _, mail := range []int64{0, 9, 7, 7} {
		ok(t, db.Mentions.TakeBack(ctx, 1, mail))
	}
	alike(t, "those of the mail wait again", must(db.Mentions.Waiting(ctx, 1, false, 9))(t), all[1:3])
	equal(t, "another user's stay told", len(must(db.Mentions.Waiting(ctx, 2, false, 9))(t)), 0)
	ok(t, db.Mentions.Tell(ctx, 1, 0, all[1].ID, all[2].ID))
	ok(t, db.Mentions.TakeBack(ctx, 1, 7))
	equal(t, "it told of none any more", waits(t, db, 1, 9), "")
}

// second is by how much the number of the second mention of user 1 is higher than that of the first: databases count on for those
// that were there already.
func second(t *testing.T, db Database) int64 {
	t.Helper()
	both := must(db.Mentions.Waiting(t.Context(), 1, false, 2))(t)
	if len(both) != 2 || both[1].ID <= both[0].ID {
		t.Fatalf("two in order: %+v", both)
	}
	return both[1].ID - both[0].ID
}

func purgedMentions(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	for record := range int64(3) {
		must(db.Mentions.Keep(ctx, mentionOf(1, timeline.Note, record+1, int(record))))(t)
	}
	equal(t, "forgotten", must(db.Mentions.Purge(ctx, at.Add(2*time.Second)))(t), 2)
	equal(t, "left", len(must(db.Mentions.Waiting(ctx, 1, false, 10))(t)), 1)
	equal(t, "a forgotten one is new", must(db.Mentions.Keep(ctx, mentionOf(1, timeline.Note, 1, 9)))(t), true)
}
