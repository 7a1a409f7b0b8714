package feedbackapi

import (
	"encoding/json"
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/feedbacks"
)

// mostWritten is how much JSON of items is kept, in bytes.
const mostWritten = 16 << 20

// written are items as JSON, each in the revision in which it was. An item with duplicates is not kept: they have revisions of
// their own.
type written struct {
	mu    sync.Mutex
	texts map[writtenKey]writtenItem
	bytes int
}

type writtenKey struct {
	id       int64
	pictures bool // with its screenshots
}

type writtenItem struct {
	revision int64
	email    string
	text     []byte
}

func (w *written) find(key writtenKey, revision int64, email string) (text []byte, found bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	kept, found := w.texts[key]
	return kept.text, found && kept.revision == revision && kept.email == email
}

func (w *written) keep(key writtenKey, item writtenItem) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes += len(item.text) - len(w.texts[key].text)
	if w.texts == nil || w.bytes > mostWritten { // it begins anew: that is rare, and costs one list
		w.texts, w.bytes = map[writtenKey]writtenItem{}, len(item.text)
	}
	w.texts[key] = item
}

// feedbackList is a list of items as somebody reads them.
type feedbackList struct {
	handler *Handler
	viewer  access.Viewer
	items   []feedbacks.Shown
}

// AppendJSON implements rest.Appender.
func (l feedbackList) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range l.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, l.handler.text(&l.items[i], l.items[i].PicturesReadableBy(l.viewer))...)
	}
	return append(dst, ']', '\n')
}

// Schema implements huma.SchemaProvider.
func (feedbackList) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[[]FeedbackItem]())
}

var _ rest.Appender = feedbackList{}

// text returns an item as JSON. The caller does not change it.
func (h *Handler) text(s *feedbacks.Shown, pictures bool) []byte {
	key, alone := writtenKey{s.ID, pictures}, s.Original == nil && len(s.Duplicates) == 0
	if alone {
		if text, found := h.written.find(key, s.Revision, s.Email); found {
			return text
		}
	}
	text, err := json.Marshal(h.item(s, pictures))
	if err != nil {
		panic(err) // it consists of texts, numbers and lists of them
	}
	if alone {
		h.written.keep(key, writtenItem{s.Revision, s.Email, text})
	}
	return text
}
