package clubapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// servedFeedback is a queue in memory behind the part of the interface that the client uses. The real one is asked beside the
// program (apps/sync).
type servedFeedback struct{ *inmem.FeedbackQueue }

func (s servedFeedback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pass, _ := r.BasicAuth(); pass != password {
		refuse(w, fault.ErrNotSignedIn)
		return
	}
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/club/v1/"), "/")
	var id int64
	if len(parts) > 1 {
		id, _ = strconv.ParseInt(parts[1], 10, 64)
	}
	var sent struct {
		Status      feedback.Status
		Owner       string `json:"agent_owner"`
		PullRequest string `json:"pr_url"`
		Branch      string `json:"agent_branch"`
		Content     string
		By          string `json:"author_type"`
	}
	if r.Method != http.MethodGet {
		_ = json.NewDecoder(r.Body).Decode(&sent)
	}
	s.serve(w, r, parts, id, sent.Status, [4]string{sent.Owner, sent.PullRequest, sent.Branch, sent.Content})
}

func (s servedFeedback) serve(w http.ResponseWriter, r *http.Request, parts []string, id int64, to feedback.Status,
	sent [4]string) {
	ctx := r.Context()
	switch {
	case parts[0] == "media":
		data, err := s.Picture(ctx, parts[1])
		if err != nil {
			answer(w, 0, nil, err)
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(data)
	case len(parts) == 1:
		found, err := s.List(ctx, agent.Wanted{Status: feedback.Status(r.FormValue("status")),
			Type: feedback.Type(r.FormValue("type"))})
		list := []object{}
		for _, i := range found {
			list = append(list, s.wire(i))
		}
		answer(w, http.StatusOK, list, err)
	case parts[len(parts)-1] == "brief":
		text, err := s.Brief(ctx, id)
		answer(w, http.StatusOK, object{"text": text}, err)
	case parts[len(parts)-1] == "comments":
		s.comments(w, r, id, sent[3])
	case r.Method == http.MethodGet:
		s.show(ctx, w, id, nil)
	case to == feedback.InProgress:
		s.show(ctx, w, id, s.Claim(ctx, id, sent[0]))
	default:
		s.show(ctx, w, id, s.Move(ctx, id, to, sent[1], sent[2]))
	}
}

func (s servedFeedback) show(ctx context.Context, w http.ResponseWriter, id int64, err error) {
	if err != nil {
		answer(w, 0, nil, err)
		return
	}
	i, err := s.Item(ctx, id)
	answer(w, http.StatusOK, s.wire(i), err)
}

func (s servedFeedback) comments(w http.ResponseWriter, r *http.Request, id int64, content string) {
	if _, err := s.Item(r.Context(), id); err != nil {
		answer(w, 0, nil, err)
		return
	}
	if r.Method == http.MethodPost {
		err := s.Say(r.Context(), id, content)
		answer(w, http.StatusOK, object{"id": 1, "content": content, "author_type": "agent"}, err)
		return
	}
	_, thread := s.Show(id)
	list := []object{}
	for n, c := range thread {
		list = append(list, object{"id": n + 1, "content": c.Content, "author_type": c.By})
	}
	answer(w, http.StatusOK, list, nil)
}

func (s servedFeedback) wire(i agent.Item) object {
	meta := object{"agent_owner": i.Owner, "claimed_at": "", "pr_url": i.PullRequest, "agent_branch": i.Branch}
	if !i.ClaimedAt.IsZero() {
		meta["claimed_at"] = i.ClaimedAt.UTC().Format("2006-01-02 15:04:05")
	}
	pictures := []object{}
	for _, picture := range i.Pictures {
		pictures = append(pictures, object{"url": "https://elsewhere.example/api/club/v1/media/" + picture + "/full"})
	}
	return object{"id": i.ID, "title": i.Title, "type": i.Type, "status": i.Status, "meta": meta, "screenshots": pictures,
		"share_screenshots": len(pictures) > 0}
}

func TestFeedbackQueue(t *testing.T) {
	t.Parallel()
	porttest.FeedbackQueue(t, func(t testing.TB) porttest.Reports {
		kept := &inmem.FeedbackQueue{}
		return porttest.Reports{
			FeedbackQueue: clientOf(t, servedFeedback{kept}).Feedback(), Report: kept.Report, Show: kept.Show,
		}
	})
}

func TestAnswersThatAreNoItems(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `null`, `[{}]`, `{"id":1}`, `{"id":1,"status":"x"}`, `[{"id":1,"status":"x"}]`, `"x"`} {
		q := clientOf(t, saying(http.StatusOK, "application/json", body)).Feedback()
		_, listed := q.List(ctx, agent.Wanted{})
		_, shown := q.Item(ctx, 1)
		_, picture := q.Picture(ctx, "https://club.example/api/club/v1/media/1/full")
		_, elsewhere := q.Picture(ctx, "https://club.example/x")
		for what, err := range map[string]error{"list": listed, "item": shown, "claim": q.Claim(ctx, 1, "a"), "picture": picture,
			"elsewhere": elsewhere, "say": q.Say(ctx, 1, "x")} {
			if err == nil {
				t.Errorf("%s of %s is taken", what, body)
			}
		}
		if _, err := q.Brief(ctx, 1); err == nil {
			t.Errorf("a brief of %s", body)
		}
	}
}

// The application breaks down at a picture whose file is lost; that it is away is something else.
func TestAPictureWhoseFileIsLost(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]fault.Kind{
		401: fault.Unauthenticated, 404: fault.NotFound, 500: fault.NotFound, 503: fault.Unavailable,
	} {
		q := clientOf(t, saying(status, "application/json", `{"code":"x","message":"Nee."}`)).Feedback()
		if _, err := q.Picture(ctx, "https://club.example/api/club/v1/media/1/full"); fault.KindOf(err) != want {
			t.Errorf("%d: %v", status, err)
		}
	}
}
