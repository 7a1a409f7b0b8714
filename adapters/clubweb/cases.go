package clubweb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Cases implements ports.ClubSite. The page may ask for a part of the list before it asks for all of it: the longest list counts.
func (s *Site) Cases(ctx context.Context) (cases []federation.Case, err error) {
	var unread error
	err = s.do(ctx, "read the cases of discipline", func(ctx context.Context) error {
		rows := 0
		return s.open(ctx, visit{
			name: "cases", path: s.profile.Pages.Cases, limit: s.limits.Cases, act: s.openCases, quiet: s.limits.Quiet,
			begin: func() { cases, unread, rows = nil, nil, -1 },
			wants: []want{s.want("cases", "", func(r *request, answer any) error {
				found, unreadable, err := r.cases(answer)
				if err != nil || len(found)+len(unreadable) < rows {
					return err
				}
				rows = len(found) + len(unreadable)
				cases, unread = found, federation.Unread(unreadable, rows)
				if errors.Is(unread, federation.ErrShape) {
					return unread
				}
				return nil
			})},
		})
	})
	if err != nil {
		return nil, err
	}
	return cases, unread
}

// findText finds what can be pressed and has one of the texts.
const findText = `(texts) => {
	const clean = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
	const wanted = texts.map(clean);
	return [...document.querySelectorAll('[role="tab"], button, a, li')]
		.find((e) => e.getClientRects().length > 0 && wanted.includes(clean(e.textContent))) ?? null;
}`

// openCases opens the tab with the cases of players.
func (s *Site) openCases(ctx context.Context, page *rod.Page) error {
	waiting, cancel := context.WithTimeout(ctx, s.limits.Control)
	defer cancel()
	tab, err := page.Context(waiting).ElementByJS(rod.Eval(findText, s.profile.Cases.Tabs))
	if err != nil {
		return shape("%w: the tab %s of the cases within %v", errNoControl, strings.Join(s.profile.Cases.Tabs, ", "), s.limits.Control)
	}
	if err := press(ctx, tab); err != nil {
		return federation.ErrAnswer.Because(fmt.Errorf("the tab of the cases: %w", err))
	}
	return nil
}

// cases reads a list of cases, each once, and returns those apart that cannot be read.
func (r *request) cases(answer any) (cases []federation.Case, unreadable []federation.UnreadableRow, err error) {
	rows, err := r.rowsOf(answer)
	if err == nil {
		err = r.columns(rows)
	}
	if err != nil {
		return nil, nil, err
	}
	told := map[string]bool{}
	for _, row := range rows {
		v := &values{request: r, of: row, lenient: true}
		c := federation.Case{
			Dossier: v.text("dossier"), Member: v.text("member"), Played: v.date("played"), Processed: v.date("processed"),
			Match: v.text("match"), Team: v.text("team"), Codes: v.texts("codes"), Charge: v.text("charge"),
			Sanction: v.text("sanction"), Fee: v.amount("fee"), Charged: v.flag("charged"), Home: v.text("home"), Away: v.text("away"),
		}
		if c.Dossier == "" {
			v.fail("a case has no number")
		}
		switch {
		case v.err != nil:
			return nil, nil, v.err
		case told[c.Dossier]:
		case v.unread != nil:
			unreadable = append(unreadable, federation.UnreadableRow{Code: c.Dossier, Cause: v.unread})
		default:
			cases = append(cases, c)
		}
		told[c.Dossier] = true
	}
	return cases, unreadable, nil
}

// settle waits until nothing more that is wanted comes for a while, and reads what came after the first answers.
func (t *tab) settle(ctx context.Context, wants []want, quiet, limit time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	read, last := map[proto.NetworkRequestID]bool{}, time.Now()
	for {
		t.mu.Lock()
		changed := t.changed
		t.mu.Unlock()
		open := false
		for i := range wants {
			come, coming := t.more(&wants[i], read)
			open = open || coming
			for _, e := range come {
				if err := t.take(waiting, &wants[i], e); err != nil {
					return about(err, &wants[i])
				}
				read[e.id], last = true, time.Now()
			}
		}
		rest := quiet - time.Since(last)
		if rest <= 0 && !open {
			return nil
		}
		timer := time.NewTimer(max(rest, quiet/10))
		select {
		case <-changed:
		case <-timer.C:
		case <-waiting.Done():
			timer.Stop()
			return about(federation.ErrAnswer.Because(fmt.Errorf("%w within %v", errSilent, limit)), &wants[0])
		}
		timer.Stop()
	}
}

// more returns the page's exchanges that are wanted, have come, and were not read before, and whether others are still coming.
func (t *tab) more(w *want, read map[proto.NetworkRequestID]bool) (come []*exchange, coming bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.order {
		switch {
		case !t.wanted(w, e), read[e.id]:
		case t.over(e):
			copied := *e
			come = append(come, &copied)
		default:
			coming = true
		}
	}
	return come, coming
}
