package clubweb

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-rod/rod"
	keys "github.com/go-rod/rod/lib/input"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// The cards of a page have no names of their own. A card is what surrounds exactly one edit button and at most one heading. The
// wanted one is found by its heading, else by the labels of its fields, else by the input that it shows when it is opened. The
// order of cards does not matter.
const (
	// findEdit returns the button of the card.
	findEdit = `(edit, headings, labels) => {
	const clean = (text) => (text ?? '').replace(/\s+/g, ' ').trim().replace(/ ?:$/, '');
	const titles = 'h1, h2, h3, h4, h5, h6, [role=heading]';
	const buttons = [...document.querySelectorAll('button, [role=button], input[type=button], a')]
		.filter((b) => b.getClientRects().length > 0 && clean(b.textContent || b.value).toLowerCase().startsWith(edit.toLowerCase()));
	const texts = (card, query) => [...card.querySelectorAll(query)].map((e) => clean(e.textContent));
	const around = (button, holds) => {
		for (let card = button.parentElement; card && card !== document.body; card = card.parentElement) {
			if (buttons.some((b) => b !== button && card.contains(b)) || card.querySelectorAll(titles).length > 1) return false;
			if (holds(card)) return true;
		}
		return false;
	};
	const chosen = (holds) => buttons.filter((button) => around(button, holds));
	const named = chosen((card) => texts(card, titles + ', legend').some((text) => headings.includes(text)));
	if (named.length === 1) return named[0];
	const labelled = chosen((card) => {
		const found = texts(card, '*:not(:has(*))').concat(texts(card, 'label, dt, th'));
		return labels.every((names) => names.some((name) => found.includes(name)));
	}).filter((button) => named.length === 0 || named.includes(button));
	return labelled.length === 1 ? labelled[0] : null;
}`
	// nextEdit returns a button that edits and that was not returned before.
	nextEdit = `(edit, never) => {
	const clean = (e) => (e.textContent || e.value || '').replace(/\s+/g, ' ').trim().toLowerCase();
	const next = [...document.querySelectorAll('button, [role=button], input[type=button], a')].find((b) => !b.__tried
		&& b.getClientRects().length > 0 && clean(b).startsWith(edit.toLowerCase())
		&& !never.some((text) => clean(b) === text.toLowerCase()));
	if (!next) return null;
	next.__tried = true;
	return next;
}`
	// findInput returns the input of one of the names.
	findInput = `(names) => {
	const inputs = [...document.querySelectorAll('input, textarea, select')]
		.filter((e) => names.includes(e.name) && e.type !== 'hidden' && (e.type === 'checkbox' || e.getClientRects().length > 0));
	return inputs.length === 1 ? inputs[0] : null;
}`
	// findSave returns the nearest button that saves what this input is part of.
	findSave = `(texts) => {
	const saves = (e) => texts.includes((e.textContent || e.value || '').replace(/\s+/g, ' ').trim());
	for (let part = this.parentElement; part; part = part.parentElement) {
		const found = [...part.querySelectorAll('button, [role=button], input[type=submit], input[type=button]')].filter(saves);
		if (found.length > 0) return found.length === 1 ? found[0] : null;
	}
	return null;
}`
	// oldAlerts marks the alerts that are there before anything is saved.
	oldAlerts = `(query) => document.querySelectorAll(query).forEach((e) => { e.__old = true })`
	// saving returns whether the button is still there, and which alerts have come.
	saving = `(query) => ({
	Open: this.isConnected && this.getClientRects().length > 0,
	Alert: [...document.querySelectorAll(query)].filter((e) => !e.__old && e.getClientRects().length > 0)
		.map((e) => e.textContent.trim()).join(' '),
})`
	// typeDate sets an input for dates, which cannot be typed into as text.
	typeDate = `(value) => {
	Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(this, value);
	this.dispatchEvent(new Event('input', { bubbles: true }));
	this.dispatchEvent(new Event('change', { bubbles: true }));
}`
	// choose chooses from a list by text or value; a value that the list lacks is not chosen.
	choose = `(value) => {
	const clean = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
	const option = [...this.options].find((o) => clean(o.textContent) === clean(value) || clean(o.value) === clean(value));
	if (!option) return;
	this.value = option.value;
	this.dispatchEvent(new Event('input', { bubbles: true }));
	this.dispatchEvent(new Event('change', { bubbles: true }));
}`
	shows = `(text) => document.body.innerText.includes(text)`
)

// saveCard edits the card on the open page and saves it. The error is nil when the card closed as it should, federation.ErrShape
// or ErrFormer when nothing could be saved, else why it may not have been saved.
func (s *Site) saveCard(ctx context.Context, c *card, differ differing, otherForm bool) error {
	ctx, cancel := s.tab.begin(ctx)
	defer cancel()
	page := s.tab.at(ctx)
	first, err := s.fillCard(ctx, page, c, differ, otherForm)
	if err != nil {
		return lostOr(ctx, err)
	}
	save, err := first.ElementByJS(rod.Eval(findSave, s.profile.Editing.Save))
	if err != nil {
		return lostOr(ctx, shape("the card %s cannot be saved", c.Headings[0]))
	}
	if _, err := evaluate(page, oldAlerts, s.profile.Editing.Alert); err != nil {
		return lostOr(ctx, federation.ErrAnswer.Because(err))
	}
	if err := press(ctx, save); err != nil {
		return lostOr(ctx, federation.ErrAnswer.Because(err))
	}
	return lostOr(ctx, s.saved(ctx, save))
}

// fillCard opens a card, types the values and returns one of the inputs.
func (s *Site) fillCard(ctx context.Context, page *rod.Page, c *card, differ differing, otherForm bool) (*rod.Element, error) {
	button, err := s.findCard(page, c, differ)
	if err != nil {
		if former, err := evaluate(page, shows, s.profile.Editing.Former); err == nil && former.Value.Bool() {
			return nil, federation.ErrFormer
		}
		err = s.tryCards(ctx, page, c, differ)
	} else {
		err = press(ctx, button)
	}
	switch {
	case errors.Is(err, federation.ErrShape):
		return nil, err
	case err != nil:
		return nil, federation.ErrAnswer.Because(err)
	}
	var last *rod.Element
	for _, field := range differ.fields() {
		in := c.Fields[field]
		element, err := waitFor(page, s.limits.Card, findInput, in.Inputs)
		if err != nil {
			return nil, shape("the card %s has no input %s", c.Headings[0], strings.Join(in.Inputs, " or "))
		}
		last = element
		if err := in.fill(ctx, element, differ[field], otherForm); err != nil {
			return nil, federation.ErrAnswer.Because(fmt.Errorf("fill in %s: %w", field, err))
		}
	}
	return last, nil
}

// mostCards is how many cards of a page are opened to find one by its input.
const mostCards = 10

// tryCards opens the cards of a page one after the other until the wanted input is there: for a page that has other names for its
// cards and fields. The other opened cards are not saved, and close with the page.
func (s *Site) tryCards(ctx context.Context, page *rod.Page, c *card, differ differing) error {
	inputs := c.Fields[differ.fields()[0]].Inputs
	for range mostCards {
		button, err := waitFor(page, s.limits.Card/10, nextEdit, s.profile.Editing.Edit, s.profile.Editing.Never)
		if err != nil {
			break
		}
		if err := press(ctx, button); err != nil {
			return err
		}
		if _, err := waitFor(page, s.limits.Card/2, findInput, inputs); err == nil {
			return nil
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return shape("there is no card %s that can be edited", c.Headings[0])
}

// findCard waits for the button of a card.
func (s *Site) findCard(page *rod.Page, c *card, differ differing) (*rod.Element, error) {
	labels := make([][]string, 0, len(differ))
	for field := range differ {
		labels = append(labels, c.Fields[field].Labels)
	}
	return waitFor(page, s.limits.Card, findEdit, s.profile.Editing.Edit, c.Headings, labels)
}

// waitFor waits until a script finds an element.
func waitFor(page *rod.Page, limit time.Duration, script string, arguments ...any) (*rod.Element, error) {
	waiting, cancel := context.WithTimeout(page.GetContext(), limit)
	defer cancel()
	element, err := page.Context(waiting).ElementByJS(rod.Eval(script, arguments...))
	if err != nil {
		return nil, err
	}
	return element.Context(page.GetContext()), nil
}

// fill sets the value of an input. A date is typed as it was asked for, or with the day first.
func (in *input) fill(ctx context.Context, element *rod.Element, value string, otherForm bool) error {
	switch in.Kind {
	case boxKind:
		return tick(ctx, element, value == "true")
	case choice:
		_, err := element.Eval(choose, value)
		return err
	case dateKind:
		on, good := parseDate(value)
		if kind, err := element.Property("type"); err == nil && kind.Str() == "date" {
			_, err := element.Eval(typeDate, on.String())
			return err
		}
		if good && otherForm && !on.IsZero() {
			value = fmt.Sprintf("%02d-%02d-%04d", on.Day, on.Month, on.Year)
		}
	}
	return fill(element, value)
}

// fill replaces what stands in an input.
func fill(element *rod.Element, text string) error {
	if err := element.SelectAllText(); err != nil {
		return err
	}
	if text == "" {
		return element.Type(keys.Backspace)
	}
	return element.Input(text)
}

// saved waits until a saved card can be read again and every request that was sent has its answer.
func (s *Site) saved(ctx context.Context, button *rod.Element) error {
	waiting, cancel := context.WithTimeout(ctx, s.limits.Save)
	defer cancel()
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		var now struct {
			Open  bool
			Alert string
		}
		answer, err := button.Context(waiting).Eval(saving, s.profile.Editing.Alert)
		if err == nil {
			err = answer.Value.Unmarshal(&now)
		}
		switch lost, busy := s.tab.writes(s.profile.Root); {
		case lost:
			return errLost
		case err == nil && now.Open && now.Alert != "":
			return fmt.Errorf("the site says: %s", s.profile.mask(now.Alert))
		case err == nil && !now.Open && !busy:
			return nil
		}
		if pause(waiting, wait) != nil {
			return errors.Join(fmt.Errorf("the card stays open for %v", s.limits.Save), err)
		}
	}
}

// writes reports whether a write below root was redirected to the sign-in page, and whether an answer to a write is outstanding.
func (t *tab) writes(root string) (lost, busy bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.order {
		if e.method == http.MethodGet || !strings.HasPrefix(e.address.Path, root) {
			continue
		}
		lost = lost || t.lost(e)
		busy = busy || !e.done && e.failed == ""
	}
	return lost, busy
}
