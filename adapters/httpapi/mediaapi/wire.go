package mediaapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/media"
)

// record is what /cms/v2/media tells of one picture.
type record struct {
	media  media.Media
	format *rest.Format
}

// members are those that a picture has beside the head of all records.
type members struct {
	MediaType string  `json:"media_type" enum:"image"`
	Type      string  `json:"mime_type"`
	Address   string  `json:"source_url" doc:"Address of the full picture."`
	Details   details `json:"media_details"`
}

type details struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	File   string `json:"file"`
	Sizes  sizes  `json:"sizes"`
}

// sizes are the files of a picture; see media.Sizes.
type sizes struct {
	Thumbnail file `json:"thumbnail"`
	Full      file `json:"full"`
}

type file struct {
	File    string `json:"file"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Type    string `json:"mime_type"`
	Address string `json:"source_url"`
}

func (m record) file(size media.Size) file {
	width, height := m.media.FileSize(size)
	return file{
		File: m.media.FileName(size), Width: width, Height: height, Type: m.media.FileType(size),
		Address: m.format.Picture(m.media.ID, size),
	}
}

// AppendJSON implements rest.Appender.
func (m record) AppendJSON(dst []byte) []byte {
	of := &m.media
	address := m.format.Picture(of.ID, media.Full)
	dst = m.format.AppendHead(dst, rest.Head{
		ID: of.ID, Type: "attachment", Slug: of.Title(), Title: of.Title(), Link: strings.TrimPrefix(address, m.format.PageURL),
		Author: of.Author, Created: of.Created, Modified: of.Created,
	})
	return rest.AppendMembers(dst, members{
		MediaType: "image", Type: of.Type, Address: address, Details: details{
			Width: of.Width, Height: of.Height, File: of.Name,
			Sizes: sizes{Thumbnail: m.file(media.Thumbnail), Full: m.file(media.Full)},
		},
	})
}

// Schema implements huma.SchemaProvider.
func (record) Schema(r huma.Registry) *huma.Schema {
	return rest.Component(r, "Media", func() *huma.Schema {
		return rest.HeadSchema("attachment", rest.TaggedMembers[members](r))
	})
}

// Schema implements huma.SchemaProvider.
func (details) Schema(r huma.Registry) *huma.Schema { return rest.TaggedObject[details](r) }

// Schema implements huma.SchemaProvider.
func (sizes) Schema(r huma.Registry) *huma.Schema { return rest.TaggedObject[sizes](r) }

// Schema implements huma.SchemaProvider.
func (file) Schema(r huma.Registry) *huma.Schema { return rest.TaggedObject[file](r) }
