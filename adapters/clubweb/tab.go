package clubweb

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// buffer is how many bytes of answers Chromium keeps for us: a search of many thousands of members.
const buffer = 256 << 20

// tab is a page of the browser that is listened to from before its first address on.
type tab struct {
	page *rod.Page
	mark string // in the path of the sign-in page

	mu        sync.Mutex
	exchanges map[proto.NetworkRequestID]*exchange // since begin
	order     []*exchange
	loader    proto.NetworkLoaderID   // of the newest page since begin; the one before may go on asking for a while
	changed   chan struct{}           // closed when something happens
	lose      context.CancelCauseFunc // ends the visit when the page is the sign-in page
	gone      bool                    // the browser is
}

// exchange is a request of the page and what came back.
type exchange struct {
	id       proto.NetworkRequestID
	method   string
	address  *url.URL // that was asked for, before any redirect
	final    string   // path that answered
	document bool     // the page itself
	loader   proto.NetworkLoaderID
	status   int // 0 until it is known
	mime     string
	done     bool // the whole answer is there
	failed   string
}

// errSilent is the cause of an answer that does not come.
var errSilent = errors.New("no answer comes")

// openTab opens a tab and begins to listen.
func (s *Site) openTab(ctx context.Context) (*tab, error) {
	page, err := s.browser.Page(proto.TargetCreateTarget{})
	if err != nil {
		return nil, err
	}
	t := &tab{page: page, mark: s.profile.SignIn.Address, changed: make(chan struct{}), lose: func(error) {}}
	for _, setting := range []interface{ Call(proto.Client) error }{
		proto.NetworkEnable{MaxTotalBufferSize: ptr(2 * buffer), MaxResourceBufferSize: ptr(buffer)},
		proto.NetworkSetUserAgentOverride{UserAgent: s.browser.agent, AcceptLanguage: "nl-NL,nl"},
		proto.NetworkSetBlockedURLs{Urls: append([]string{}, s.profile.Blocked...)},
		proto.EmulationSetFocusEmulationEnabled{Enabled: true},
	} {
		if err := setting.Call(page.Context(ctx)); err != nil {
			return nil, err
		}
	}
	wait := page.EachEvent(t.asked, t.answered, t.finished, t.broke, t.dialog)
	go func() {
		wait()
		t.note(func() { t.gone = true })
	}()
	return t, nil
}

func ptr[T any](value T) *T { return &value }

// closeTab leaves the tab; the next visit opens another one.
func (s *Site) closeTab() {
	if s.tab == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	// When the browser is gone, so is the tab.
	_, _ = proto.TargetCloseTarget{TargetID: s.tab.page.TargetID}.Call(s.browser.Context(ctx))
	s.tab = nil
}

// begin forgets what the page asked for so far. The context that it returns ends with errLost when the page becomes the
// sign-in page.
func (t *tab) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.exchanges, t.order, t.loader, t.lose = map[proto.NetworkRequestID]*exchange{}, nil, "", cancel
	return ctx, func() { cancel(nil) }
}

// note changes what is known, and wakes whoever waits for it.
func (t *tab) note(change func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change()
	close(t.changed)
	t.changed = make(chan struct{})
}

func (t *tab) asked(e *proto.NetworkRequestWillBeSent) {
	address, err := url.Parse(e.Request.URL)
	if err != nil {
		return
	}
	t.note(func() {
		known := t.exchanges[e.RequestID]
		if known == nil {
			if t.exchanges == nil {
				return
			}
			known = &exchange{
				id: e.RequestID, method: e.Request.Method, address: address, loader: e.LoaderID,
				document: e.Type == proto.NetworkResourceTypeDocument && e.FrameID == t.page.FrameID,
			}
			t.exchanges[e.RequestID] = known
			t.order = append(t.order, known)
			if known.document {
				t.loader = known.loader
			}
		}
		known.final = address.Path
		if known.document && t.signIn(known.final) {
			t.lose(errLost)
		}
	})
}

func (t *tab) signIn(path string) bool { return strings.Contains(path, t.mark) }

func (t *tab) answered(e *proto.NetworkResponseReceived) {
	t.note(func() {
		if known := t.exchanges[e.RequestID]; known != nil {
			known.status, known.mime = e.Response.Status, strings.ToLower(e.Response.MIMEType)
		}
	})
}

func (t *tab) finished(e *proto.NetworkLoadingFinished) {
	t.note(func() {
		if known := t.exchanges[e.RequestID]; known != nil {
			known.done = true
		}
	})
}

func (t *tab) broke(e *proto.NetworkLoadingFailed) {
	t.note(func() {
		if known := t.exchanges[e.RequestID]; known != nil && !e.Canceled {
			known.failed = e.ErrorText
		}
	})
}

// dialog accepts whatever the page asks, so that it goes on.
func (t *tab) dialog(*proto.PageJavascriptDialogOpening) {
	go func() { _ = proto.PageHandleJavaScriptDialog{Accept: true}.Call(t.page) }()
}

// documentStatus returns the status of the page itself, 0 when it is unknown.
func (t *tab) documentStatus() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	status := 0
	for _, e := range t.order {
		if e.document && e.status != 0 {
			status = e.status
		}
	}
	return status
}

// await waits for all answers, at most for the limit. When some fail, the first failure counts. It waits no longer when what came
// is enough to fail.
func (t *tab) await(ctx context.Context, wants []want, limit time.Duration, enough func() bool) error {
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var first error
	open := make([]*want, len(wants))
	for i := range wants {
		open[i] = &wants[i]
	}
	for {
		t.mu.Lock()
		changed, gone := t.changed, t.gone
		t.mu.Unlock()
		var missing []*want
		for _, w := range open {
			arrived, err := t.receive(waiting, w)
			if errors.Is(err, errLost) {
				return err
			}
			if err != nil && first == nil {
				first = about(err, w)
			}
			if !arrived {
				missing = append(missing, w)
			}
		}
		if open = missing; len(open) == 0 || first != nil && enough() {
			return first
		}
		if gone {
			return federation.ErrAnswer.Because(errors.New("the browser is gone"))
		}
		select {
		case <-changed:
		case <-waiting.Done():
			if first == nil {
				first = about(federation.ErrAnswer.Because(fmt.Errorf("%w within %v", errSilent, limit)), open[0])
			}
			return first
		}
	}
}

// about adds to an error which request it is about.
func about(err error, w *want) error { return fmt.Errorf("%s: %w", w.request.Path, err) }

// receive reads the answer that is wanted, when it has arrived.
func (t *tab) receive(ctx context.Context, w *want) (arrived bool, err error) {
	e := t.next(w)
	if e == nil {
		return false, nil
	}
	return true, t.take(ctx, w, e)
}

// take reads an answer that has arrived.
func (t *tab) take(ctx context.Context, w *want, e *exchange) error {
	if err := t.check(e); err != nil {
		return err
	}
	body, err := t.body(ctx, e)
	if err != nil {
		return federation.ErrAnswer.Because(err)
	}
	return w.accept(body)
}

// next returns the page's exchange that is wanted, nil for none yet. It is finished or known to have failed: a failed one need
// not finish when the page does not read it. A beacon's 204 and an aborted request are no answers.
func (t *tab) next(w *want) *exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.order {
		if t.wanted(w, e) && t.over(e) {
			copied := *e
			return &copied
		}
	}
	return nil
}

// wanted reports whether an exchange is the page's, and one that is wanted.
func (t *tab) wanted(w *want, e *exchange) bool {
	return e.loader == t.loader && w.matches(e) && e.status != http.StatusNoContent
}

// over reports whether an exchange is finished, or known to have failed.
func (t *tab) over(e *exchange) bool {
	return e.done || e.failed != "" || e.status != 0 && t.check(e) != nil
}

// check returns why an answer cannot be used, before its body is read.
func (t *tab) check(e *exchange) error {
	switch {
	case t.lost(e):
		return errLost
	case e.failed != "":
		return federation.ErrAnswer.Because(errors.New(e.failed))
	case e.status/100 != 2:
		return federation.ErrAnswer.Because(fmt.Errorf("the answer is a %d", e.status))
	case !strings.Contains(e.mime, "json"):
		return federation.ErrAnswer.Because(fmt.Errorf("the answer is %s", e.mime))
	}
	return nil
}

// lost reports whether the site asked to sign in instead of answering.
func (t *tab) lost(e *exchange) bool {
	return t.signIn(e.final) || e.status == http.StatusUnauthorized || e.status/100 == 2 && strings.Contains(e.mime, "html")
}

func (t *tab) body(ctx context.Context, e *exchange) ([]byte, error) {
	answer, err := proto.NetworkGetResponseBody{RequestID: e.id}.Call(t.page.Context(ctx))
	if err != nil {
		return nil, err
	}
	if answer.Base64Encoded {
		return base64.StdEncoding.DecodeString(answer.Body)
	}
	return []byte(answer.Body), nil
}
