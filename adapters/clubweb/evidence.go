package clubweb

import (
	"context"
	"regexp"
	"strings"
	"unicode"

	"github.com/go-rod/rod/lib/proto"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// longestText is how many bytes of a page's text go into a report.
const longestText = 16 << 10

// hidden replaces a word that may be about somebody.
const hidden = "•••"

// words are the parts of a text that are masked as a whole.
var words = regexp.MustCompile(`[\p{L}\p{M}]+|\p{N}+`)

// mask hides every word that is not one of the page's own, and every digit.
func (p *Profile) mask(text string) string {
	return words.ReplaceAllStringFunc(text, func(word string) string {
		switch {
		case unicode.IsNumber([]rune(word)[0]):
			return "#"
		case p.words[strings.ToLower(word)]:
			return word
		}
		return hidden
	})
}

const (
	// texts returns all texts of the page, and takes away what people typed; the page itself stands still meanwhile.
	texts = `() => {
	document.querySelectorAll('input, textarea').forEach((e) => {
		if (!['checkbox', 'radio', 'submit', 'button', 'hidden'].includes(e.type)) e.value = '';
		e.placeholder = '';
	});
	document.querySelectorAll('img, svg image, canvas, video').forEach((e) => e.remove());
	window.__texts = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) if (walk.currentNode.data.trim()) window.__texts.push(walk.currentNode);
	return window.__texts.map((node) => node.data);
}`
	// retext replaces the texts, and returns what the page shows then.
	retext = `(texts) => {
	texts.forEach((text, i) => { window.__texts[i].data = text });
	return document.body.innerText;
}`
)

// evidence adds to an error where it happened, with the masked text and picture of the page when they are wanted. Then it closes
// the tab.
func (s *Site) evidence(ctx context.Context, err error) error {
	failure := &federation.Failure{Err: err, Address: s.address}
	if s.tab == nil {
		return failure
	}
	defer s.closeTab()
	ctx, cancel := context.WithTimeout(ctx, s.limits.Evidence)
	defer cancel()
	page := s.tab.at(ctx)
	if target, err := (proto.TargetGetTargetInfo{TargetID: page.TargetID}).Call(s.browser.Context(ctx)); err == nil {
		failure.Address = withoutQuery(target.TargetInfo.URL)
	}
	if !s.o.Evidence {
		return failure
	}
	// A running page would write its own texts again.
	if err := (proto.EmulationSetScriptExecutionDisabled{Value: true}).Call(page); err != nil {
		return failure
	}
	var shown []string
	answer, evalErr := evaluate(page, texts)
	if evalErr == nil {
		evalErr = answer.Value.Unmarshal(&shown)
	}
	if evalErr != nil {
		return failure
	}
	for i, text := range shown {
		shown[i] = s.profile.mask(text) + " " // words that stand close together stay two
	}
	if answer, evalErr = evaluate(page, retext, shown); evalErr != nil {
		return failure
	}
	failure.Text = s.profile.mask(answer.Value.Str())
	if len(failure.Text) > longestText {
		failure.Text = strings.ToValidUTF8(failure.Text[:longestText], "")
	}
	if picture, err := (proto.PageCaptureScreenshot{Format: proto.PageCaptureScreenshotFormatPng}).Call(page); err == nil {
		failure.Screenshot = picture.Data
	}
	return failure
}
