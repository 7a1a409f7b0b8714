package feedbackapi

import (
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/feedbacks"
)

// FeedbackItem is one as clients read it (contract §2.10).
type FeedbackItem struct {
	ID             int64          `json:"id"`
	Title          string         `json:"title" doc:"Plain text."`
	Content        string         `json:"content" doc:"Safe HTML."`
	Type           string         `json:"type" enum:"bug,feature_request"`
	Status         string         `json:"status" enum:"new,approved,in_progress,in_review,needs_info,resolved,declined"`
	Author         Reporter       `json:"author"`
	Date           string         `json:"date" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	Modified       string         `json:"modified" doc:"Likewise."`
	Meta           FeedbackMeta   `json:"meta"`
	Screenshots    []Screenshot   `json:"screenshots" doc:"Empty for a caller who may not see them."`
	DuplicateOf    *int64         `json:"duplicate_of" doc:"The item that says the same, of those that the caller may read."`
	DuplicateTitle string         `json:"duplicate_title" doc:"Its title, or empty."`
	Duplicates     []FeedbackLink `json:"duplicates" doc:"Items that say the same, of those that the caller may read."`
	Shares         bool           `json:"share_screenshots" doc:"Whether the agent may see the screenshots."`
	ETag           string         `json:"etag" doc:"The ETag of the item, for If-Match."`
}

// Reporter is who reported an item.
type Reporter struct {
	ID    int64  `json:"id"`
	Name  string `json:"name" doc:"What that user was called then."`
	Email string `json:"email" doc:"For administrators and the reporter, else empty."`
}

// FeedbackMeta are the other members of an item. Its texts are safe HTML, but for the lines that say where it was reported.
type FeedbackMeta struct {
	FeedbackType string `json:"feedback_type" enum:"bug,feature_request"`
	Type         string `json:"type" enum:"bug,feature_request" doc:"The same."`
	Status       string `json:"status" enum:"new,approved,in_progress,in_review,needs_info,resolved,declined"`
	Priority     string `json:"priority" enum:"low,medium,high,critical"`
	BrowserInfo  string `json:"browser_info" doc:"Plain text."`
	AppVersion   string `json:"app_version" doc:"Plain text."`
	URLContext   string `json:"url_context" doc:"Plain text: the address of the page."`
	PageErrors   string `json:"page_errors" doc:"Plain text, a line for each error that the page met last."`
	Steps        string `json:"steps_to_reproduce"`
	Expected     string `json:"expected_behavior"`
	Actual       string `json:"actual_behavior"`
	UseCase      string `json:"use_case"`
	Project      string `json:"project" doc:"Plain text."`
	PullRequest  string `json:"pr_url" doc:"Address of the agent's pull request, or empty."`
	Branch       string `json:"agent_branch"`
	Plan         string `json:"agent_plan"`
	Owner        string `json:"agent_owner" doc:"Which program works at it, or empty."`
	ClaimedAt    string `json:"claimed_at" doc:"YYYY-MM-DD HH:MM:SS in UTC: since when, or empty."`
}

// Screenshot is a picture of an item.
type Screenshot struct {
	ID  int64  `json:"id"`
	URL string `json:"url"`
}

// FeedbackLink is another item.
type FeedbackLink struct {
	ID     int64  `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status" enum:"new,approved,in_progress,in_review,needs_info,resolved,declined"`
}

// FeedbackComment is one of a thread.
type FeedbackComment struct {
	ID         int64  `json:"id"`
	Content    string `json:"content" doc:"Safe HTML."`
	AuthorID   int64  `json:"author_id"`
	AuthorName string `json:"author_name" doc:"What that user was called then."`
	AuthorType string `json:"author_type" enum:"user,agent"`
	Created    string `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
}

func link(i *feedback.Item) FeedbackLink { return FeedbackLink{i.ID, i.Title, string(i.Status)} }

func (h *Handler) item(s *feedbacks.Shown, pictures bool) FeedbackItem {
	wire := FeedbackItem{
		ID: s.ID, Title: s.Title, Content: s.Content, Type: string(s.Type), Status: string(s.Status),
		Author: Reporter{s.Author, s.AuthorName, s.Email}, Date: s.Created.UTC().Format(civil.StampLayout),
		Modified: s.Modified.UTC().Format(civil.StampLayout), Screenshots: []Screenshot{}, Duplicates: []FeedbackLink{},
		Shares: s.ShowPictures, ETag: rest.ETag(s.Revision),
		Meta: FeedbackMeta{
			FeedbackType: string(s.Type), Type: string(s.Type), Status: string(s.Status), Priority: string(s.Priority),
			BrowserInfo: s.Browser, AppVersion: s.Version, URLContext: s.Address, PageErrors: s.Errors, Steps: s.Steps,
			Expected: s.Expected, Actual: s.Actual, UseCase: s.UseCase, Project: s.Project, PullRequest: s.PullRequest,
			Branch: s.Branch, Plan: s.Plan, Owner: s.Owner,
		},
	}
	if !s.ClaimedAt.IsZero() {
		wire.Meta.ClaimedAt = s.ClaimedAt.UTC().Format(civil.StampLayout)
	}
	if pictures {
		for _, id := range s.Item.Screenshots {
			wire.Screenshots = append(wire.Screenshots, Screenshot{id, h.format.Picture(id, media.Full)})
		}
	}
	if s.Original != nil {
		wire.DuplicateOf, wire.DuplicateTitle = &s.Original.ID, s.Original.Title
	}
	for i := range s.Duplicates {
		wire.Duplicates = append(wire.Duplicates, link(&s.Duplicates[i]))
	}
	return wire
}

func (h *Handler) comment(c *feedback.Comment) FeedbackComment {
	return FeedbackComment{
		ID: c.ID, Content: c.Content, AuthorID: c.Author, AuthorName: c.AuthorName, AuthorType: string(c.By),
		Created: c.Created.In(h.format.Zone).Format(civil.StampLayout),
	}
}

// FeedbackFields are the members of an item that clients send, at the top or in meta.
type FeedbackFields struct {
	Status      *string `json:"status,omitempty" doc:"Administrators and the agent move an item; to in_progress one alone gets it."`
	Priority    *string `json:"priority,omitempty" doc:"low, medium, high or critical; of administrators."`
	BrowserInfo *string `json:"browser_info,omitempty"`
	AppVersion  *string `json:"app_version,omitempty"`
	URLContext  *string `json:"url_context,omitempty"`
	PageErrors  *string `json:"page_errors,omitempty"`
	Steps       *string `json:"steps_to_reproduce,omitempty" doc:"HTML or plain text, as the three below."`
	Expected    *string `json:"expected_behavior,omitempty"`
	Actual      *string `json:"actual_behavior,omitempty"`
	UseCase     *string `json:"use_case,omitempty"`
	Project     *string `json:"project,omitempty" doc:"clubhuis without."`
	Type        *string `json:"feedback_type,omitempty" doc:"bug or feature_request; needed for a new one."`
	PlainType   *string `json:"type,omitempty" doc:"The same."`
	PullRequest *string `json:"pr_url,omitempty" doc:"An http or https address; of the agent."`
	Branch      *string `json:"agent_branch,omitempty" doc:"Of the agent."`
	Plan        *string `json:"agent_plan,omitempty" doc:"Of the agent: HTML or plain text."`
	Owner       *string `json:"agent_owner,omitempty" doc:"With a claim: names the program that works at it."`
}

// FeedbackChange is what clients send to report or change an item.
type FeedbackChange struct {
	FeedbackFields
	Title       *string         `json:"title,omitempty" doc:"Plain text; needed for a new one."`
	Content     *string         `json:"content,omitempty" doc:"HTML, of which what is safe stays, or plain text."`
	Meta        *FeedbackFields `json:"meta,omitempty" doc:"The same members once more: they count where the top has none."`
	DuplicateOf *int64          `json:"duplicate_of,omitempty" minimum:"0" doc:"The item that says the same, 0 for none; of administrators."`
	Shares      *bool           `json:"share_screenshots,omitempty" doc:"Whether the agent may see the screenshots; of administrators. One that somebody else adds later takes it back."`
	Reason      string          `json:"reason,omitempty" doc:"A comment that goes with the change; of administrators."`
}

// change is the change as the use case takes it.
func (c *FeedbackChange) change() feedbacks.Change {
	top, meta := c.FeedbackFields, FeedbackFields{}
	if c.Meta != nil {
		meta = *c.Meta
	}
	made := feedbacks.Change{
		Title: c.Title, Content: c.Content, Project: first(top.Project, meta.Project), Steps: first(top.Steps, meta.Steps),
		Expected: first(top.Expected, meta.Expected), Actual: first(top.Actual, meta.Actual), UseCase: first(top.UseCase, meta.UseCase),
		Browser: first(top.BrowserInfo, meta.BrowserInfo), Version: first(top.AppVersion, meta.AppVersion),
		Address: first(top.URLContext, meta.URLContext), Errors: first(top.PageErrors, meta.PageErrors),
		Type:     (*feedback.Type)(first(top.Type, top.PlainType, meta.Type, meta.PlainType)),
		Priority: (*feedback.Priority)(first(top.Priority, meta.Priority)), DuplicateOf: c.DuplicateOf, ShowPictures: c.Shares,
		Reason: c.Reason, Status: (*feedback.Status)(first(top.Status, meta.Status)), Plan: first(top.Plan, meta.Plan),
		PullRequest: first(top.PullRequest, meta.PullRequest), Branch: first(top.Branch, meta.Branch),
	}
	if owner := first(top.Owner, meta.Owner); owner != nil {
		made.Owner = *owner
	}
	return made
}

// first returns the first text that was sent.
func first(texts ...*string) *string {
	for _, text := range texts {
		if text != nil {
			return text
		}
	}
	return nil
}
