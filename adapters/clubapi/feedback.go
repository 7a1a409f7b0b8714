package clubapi

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

type queue struct{ client *Client }

var _ ports.FeedbackQueue = queue{}

// Feedback returns what users reported.
func (c *Client) Feedback() ports.FeedbackQueue { return queue{c} }

const feedbackPath = "club/v1/feedback"

func feedbackOf(id int64, rest ...string) string {
	return feedbackPath + "/" + strconv.FormatInt(id, 10) + strings.Join(rest, "")
}

// reported is an item as the application returns it.
type reported struct {
	ID     int64
	Title  string
	Type   feedback.Type
	Status feedback.Status
	Meta   struct {
		Owner       string `json:"agent_owner"`
		ClaimedAt   string `json:"claimed_at"`
		PullRequest string `json:"pr_url"`
		Branch      string `json:"agent_branch"`
	}
	Screenshots []struct{ URL string }
	Shares      bool `json:"share_screenshots"`
}

func (r *reported) item() (agent.Item, error) {
	if r.ID <= 0 || !r.Status.Known() {
		return agent.Item{}, errUnreadable.Because(errors.New("an item without a number or a status"))
	}
	i := agent.Item{
		ID: r.ID, Title: r.Title, Type: r.Type, Status: r.Status, Owner: r.Meta.Owner, Branch: r.Meta.Branch,
		PullRequest: r.Meta.PullRequest,
	}
	i.ClaimedAt, _ = civil.ParseInstant(r.Meta.ClaimedAt, time.UTC) // the zero time for none
	if r.Shares {
		for _, picture := range r.Screenshots {
			i.Pictures = append(i.Pictures, picture.URL)
		}
	}
	return i, nil
}

func (q queue) List(ctx context.Context, wanted agent.Wanted) ([]agent.Item, error) {
	query := url.Values{"orderby": {"date"}, "order": {"asc"}}
	if wanted.Status != "" {
		query.Set("status", string(wanted.Status))
	}
	if wanted.Type != "" {
		query.Set("type", string(wanted.Type))
	}
	found, _, err := onePage[reported](ctx, q.client, feedbackPath, query, 1)
	if err != nil {
		return nil, err
	}
	list := make([]agent.Item, len(found))
	for n := range found {
		if list[n], err = found[n].item(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (q queue) Item(ctx context.Context, id int64) (agent.Item, error) {
	var found reported
	if _, err := q.client.send(ctx, get(feedbackOf(id), nil), &found); err != nil {
		return agent.Item{}, err
	}
	return found.item()
}

func (q queue) change(ctx context.Context, id int64, once bool, body map[string]string) error {
	r, err := sending(http.MethodPut, feedbackOf(id), body)
	if err != nil {
		return err
	}
	r.once = once
	var found reported
	if _, err = q.client.send(ctx, r, &found); err != nil {
		return err
	}
	_, err = found.item()
	return err
}

func (q queue) Claim(ctx context.Context, id int64, owner string) error {
	return q.change(ctx, id, true, map[string]string{"status": string(feedback.InProgress), "agent_owner": owner})
}

func (q queue) Move(ctx context.Context, id int64, to feedback.Status, pullRequest, branch string) error {
	body := map[string]string{"status": string(to)}
	if to == feedback.Resolved {
		body["pr_url"], body["agent_branch"] = pullRequest, branch
	}
	return q.change(ctx, id, false, body)
}

func (q queue) Brief(ctx context.Context, id int64) (string, error) {
	var found struct{ Text string }
	_, err := q.client.send(ctx, get(feedbackOf(id, "/brief"), nil), &found)
	if err == nil && found.Text == "" {
		err = errUnreadable.Because(errors.New("an empty brief"))
	}
	return found.Text, err
}

// comment is one of a thread as the application returns it.
type comment struct {
	ID      int64
	Content string
	By      feedback.AuthorType `json:"author_type"`
}

func (q queue) Say(ctx context.Context, id int64, text string) error {
	text = strings.TrimSpace(text)
	written := asHTML(text)
	for most := 8000; len(written) > acf.MaxText; most /= 2 { // signs that HTML writes with many
		written = asHTML(agent.Short(text, most))
	}
	var thread []comment
	if _, err := q.client.send(ctx, get(feedbackOf(id, "/comments"), nil), &thread); err != nil {
		return err
	}
	if n := len(thread); n > 0 && thread[n-1].By == feedback.ByAgent && words(thread[n-1].Content) == words(written) {
		return nil
	}
	r, err := sending(http.MethodPost, feedbackOf(id, "/comments"), map[string]string{
		"content": written, "author_type": string(feedback.ByAgent),
	})
	if err != nil {
		return err
	}
	r.once = true
	var made comment
	if _, err = q.client.send(ctx, r, &made); err == nil && made.ID <= 0 {
		err = errUnreadable.Because(errors.New("a comment without a number"))
	}
	return err
}

// asHTML returns a plain text as HTML that shows it.
func asHTML(text string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(part), "\n", "<br>") + "</p>")
		}
	}
	return b.String()
}

func words(written string) string { return strings.Join(strings.Fields(richtext.Text(written)), " ") }

// Picture asks the application alone, whatever host the address names: the password goes along.
func (q queue) Picture(ctx context.Context, address string) ([]byte, error) {
	path, err := url.Parse(address)
	if err != nil {
		return nil, fault.ErrNotFound.Because(err)
	}
	_, rest, found := strings.Cut(path.Path, "/club/v1/media/")
	if !found || strings.Contains(rest, "..") {
		return nil, fault.ErrNotFound
	}
	r := request{method: http.MethodGet, path: "club/v1/media/" + rest}
	sent, err := retryablehttp.NewRequestWithContext(ctx, r.method, q.client.root+r.path, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r, withoutAddress(err))
	}
	sent.SetBasicAuth(q.client.username, q.client.password)
	sent.Header.Set("User-Agent", "clubsync")
	answer, err := q.client.careful.Do(sent)
	if answer == nil {
		if stopped := ctx.Err(); stopped != nil {
			return nil, fmt.Errorf("%s: %w", r, stopped)
		}
		return nil, errSilent.Because(fmt.Errorf("%s: %w", r, withoutAddress(err)))
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		return nil, errSilent.Because(fmt.Errorf("%s: %w", r, err))
	case answer.StatusCode != http.StatusOK:
		err := judge(answer, data)
		if isBroken(err) { // by this picture: its file is lost, for the application answered about its item
			err = errLost.Because(err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r, err)
		}
		return nil, errUnreadable
	case !strings.HasPrefix(answer.Header.Get("Content-Type"), "image/"):
		return nil, errUnreadable.Because(fmt.Errorf("%s: %q", r, answer.Header.Get("Content-Type")))
	}
	return data, nil
}
