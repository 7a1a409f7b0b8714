package mediaapi

import (
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/media"
)

// answer is what is known of one picture, as /cms/v2/media answers it.
type answer struct {
	media  media.Media
	format *rest.Format
}

// AppendJSON implements rest.Appender.
func (a answer) AppendJSON(dst []byte) []byte {
	m := &a.media
	address := a.format.Picture(m.ID, media.Full)
	dst = a.format.AppendHead(dst, rest.Head{
		ID: m.ID, Type: "attachment", Slug: m.Title(), Title: m.Title(), Link: strings.TrimPrefix(address, a.format.PageURL),
		Author: m.Author, Created: m.Created, Modified: m.Created,
	})
	dst = rest.AppendText(append(dst, `,"media_type":"image","mime_type":`...), m.Type)
	dst = rest.AppendText(append(dst, `,"source_url":`...), address)
	dst = strconv.AppendInt(append(dst, `,"media_details":{"width":`...), int64(m.Width), 10)
	dst = strconv.AppendInt(append(dst, `,"height":`...), int64(m.Height), 10)
	dst = rest.AppendText(append(dst, `,"file":`...), m.Name)
	dst = append(dst, `,"sizes":{`...)
	for i, size := range media.Sizes() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(rest.AppendText(dst, string(size)), ':')
		dst = a.appendFile(dst, size)
	}
	return append(dst, "}}}"...)
}

func (a answer) appendFile(dst []byte, size media.Size) []byte {
	m := &a.media
	width, height := m.FileSize(size)
	dst = rest.AppendText(append(dst, `{"file":`...), m.FileName(size))
	dst = strconv.AppendInt(append(dst, `,"width":`...), int64(width), 10)
	dst = strconv.AppendInt(append(dst, `,"height":`...), int64(height), 10)
	dst = rest.AppendText(append(dst, `,"mime_type":`...), m.FileType(size))
	return append(rest.AppendText(append(dst, `,"source_url":`...), a.format.Picture(m.ID, size)), '}')
}

// Schema implements huma.SchemaProvider.
func (answer) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "Media", func() *huma.Schema {
		file := func() *huma.Schema {
			return rest.Object(map[string]*huma.Schema{
				"file": rest.Text(""), "width": rest.Number(), "height": rest.Number(), "mime_type": rest.Text(""), "source_url": rest.Text(""),
			})
		}
		sizes := map[string]*huma.Schema{}
		for _, size := range media.Sizes() {
			sizes[string(size)] = file()
		}
		return rest.HeadSchema("attachment", map[string]*huma.Schema{
			"media_type": rest.Constant("image"), "mime_type": rest.Text(""), "source_url": rest.Text("Address of the full picture."),
			"media_details": rest.Object(map[string]*huma.Schema{
				"width": rest.Number(), "height": rest.Number(), "file": rest.Text(""), "sizes": rest.Object(sizes),
			}),
		})
	})
}
