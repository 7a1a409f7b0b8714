package main

import (
	"context"
	"fmt"
	"net/http"
)

// plantFeedback makes an item and a comment of each user, with marks that nobody else who asks reads: of the attackers the
// administrator, who sees all, and the reporter.
func (a *attack) plantFeedback(ctx context.Context) error {
	const collection = "/club/v1/feedback"
	if a.whole.Operation(http.MethodPost, collection) == nil {
		return nil
	}
	for _, user := range a.users {
		if user.role == "" {
			continue
		}
		title, story, said := a.marks.new(user), a.marks.new(user), a.marks.new(user)
		var made struct{ ID int64 }
		if _, err := a.as(ctx, user, http.MethodPost, collection, "", object{
			"title": "Over " + title, "feedback_type": "bug", "content": "<p>" + story + "</p>",
		}, &made); err != nil {
			return err
		}
		speaker := "user"
		if user.role == "club_synchronisatie" { // it answers no question in a user's place
			speaker = "agent"
		}
		if _, err := a.as(ctx, user, http.MethodPost, fmt.Sprintf("%s/%d/comments", collection, made.ID), "", object{
			"content": said, "author_type": speaker,
		}, nil); err != nil {
			return err
		}
	}
	return nil
}
