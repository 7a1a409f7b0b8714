package feedbackapi

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/feedbacks"
)

// written are items as JSON. An item with duplicates is not kept: they have revisions of their own.
type written = rest.Written[writtenKey, writtenVersion]

type writtenKey struct {
	id       int64
	pictures bool // with its screenshots
}

type writtenVersion struct {
	revision int64
	email    string
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
	key, version := writtenKey{s.ID, pictures}, writtenVersion{s.Revision, s.Email}
	alone := s.Original == nil && len(s.Duplicates) == 0
	if alone {
		if text, found := h.written.Find(key, version); found {
			return text
		}
	}
	text, err := json.Marshal(h.item(s, pictures))
	if err != nil {
		panic(err) // it consists of texts, numbers and lists of them
	}
	if alone {
		h.written.Keep(key, version, text)
	}
	return text
}
