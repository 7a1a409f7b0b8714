package predecessor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/sorting"
)

func (r *Reading) readFeedback(c *Club) {
	r.each(Feedback, func(id int64, o object) { r.item(c, id, o) })
	sorting.By(c.Feedback, func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
}

func (r *Reading) item(c *Club, id int64, o object) {
	meta, author := o.object("meta"), o.object("author")
	either := func(top, below string) string { return cmp.Or(meta.text(below), o.text(top)) }
	i := feedback.Item{
		Head:  r.head(id, author.number("id"), author.text("name"), o.at("date", r.Zone), o.at("modified", r.Zone)),
		Title: o.text("title"), Type: feedback.Type(either("type", "feedback_type")), Status: feedback.Status(either("status",
			"status")),
		Priority: feedback.Priority(either("priority", "priority")), Project: either("project", "project"),
		Content: o.markup("content"), Steps: meta.markup("steps_to_reproduce"), Expected: meta.markup("expected_behavior"),
		Actual: meta.markup("actual_behavior"), UseCase: meta.markup("use_case"), Browser: meta.text("browser_info"),
		Version: meta.text("app_version"), Address: meta.text("url_context"), Plan: meta.markup("agent_plan"),
		PullRequest: meta.text("pr_url"), Branch: meta.text("agent_branch"),
	}
	switch {
	case !i.Status.Known():
		r.report.Add(origin.Feedback, id, "the status %q is not understood: it is new now", i.Status)
		i.Status = feedback.New
	case i.Status == feedback.InProgress, i.Status == feedback.InReview: // nobody works at it here
		r.report.Add(origin.Feedback, id, "it was %s: it is approved now", i.Status)
		i.Status = feedback.Approved
	}
	if !slices.Contains(feedback.Priorities, i.Priority) {
		i.Priority = feedback.Medium
	}
	if !slices.Contains(feedback.Types, i.Type) {
		r.report.Add(origin.Feedback, id, "the sort %q is not understood: it is a fault now", i.Type)
		i.Type = feedback.Bug
	}
	if strings.TrimSpace(i.Title) == "" {
		i.Title = "Zonder titel"
	}
	texts := map[string]*string{
		"title": &i.Title, "project": &i.Project, "content": &i.Content, "steps_to_reproduce": &i.Steps,
		"expected_behavior": &i.Expected,
		"actual_behavior":   &i.Actual, "use_case": &i.UseCase, "browser_info": &i.Browser, "app_version": &i.Version,
		"url_context": &i.Address, "agent_plan": &i.Plan, "pr_url": &i.PullRequest, "agent_branch": &i.Branch,
	}
	if !r.mend(origin.Feedback, id, func(problems *fault.Problems) { i.Validate(&feedback.Item{}, problems) },
		func(field string, _ int) bool {
			text := texts[field]
			if text == nil {
				return false
			}
			if *text = ""; field == "title" {
				*text = "Zonder titel"
			}
			return true
		}) {
		return
	}
	c.Feedback = append(c.Feedback, Item{i, r.comments(id)})
}

func (r *Reading) comments(item int64) (thread []feedback.Comment) {
	for _, o := range (object{"": r.parts[Comments][item]}).objects("") {
		id := o.number("id")
		comment := feedback.Comment{
			ID: id, Item: item, Author: o.number("author_id"), AuthorName: o.text("author_name"), By: feedback.ByUser,
			Content: o.markup("content"), Created: o.at("created", r.Zone),
		}
		if o.text("author_type") == string(feedback.ByAgent) {
			comment.By = feedback.ByAgent
		}
		if comment.Created.IsZero() {
			comment.Created = r.Now
		}
		if err := feedback.CheckComment(comment.Content); err != nil || id == 0 {
			r.report.Add(origin.Comment, id, "a comment on item %d stays behind: it is empty, too long, or has no number", item)
			continue
		}
		thread = append(thread, comment)
	}
	if len(thread) > feedback.MostComments {
		r.report.Add(origin.Feedback, item, "it has %d comments: the first %d came", len(thread), feedback.MostComments)
		thread = thread[:feedback.MostComments]
	}
	return thread
}
