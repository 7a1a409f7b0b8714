package rest

import (
	"cmp"
	"errors"
	"io"
	"mime/multipart"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"

	"github.com/clubhuis/clubhuis/core/media"
)

// Upload is the input of an operation to which a picture or another file is sent: multipart/form-data, with it as its field
// "file". The operation says so with Operation.Upload; its handler asks for File once it knows that the viewer may.
type Upload struct {
	body func() (*multipart.Reader, error)
	read func() // says that all was read
}

// mostAround is how much may come with the file: its header, and fields that nobody reads.
const mostAround = 64 << 10

// Resolve implements huma.Resolver. It reads nothing yet.
func (u *Upload) Resolve(ctx huma.Context) []error {
	request, writer := humamux.Unwrap(ctx)
	u.read = func() { begun(ctx.Context(), false) }
	u.body = func() (*multipart.Reader, error) {
		const most = media.MaxBytes + mostAround
		if request.ContentLength > most {
			return nil, media.ErrTooBig
		}
		request.Body = http.MaxBytesReader(writer, request.Body, most)
		return request.MultipartReader()
	}
	return nil
}

// File is what was sent.
type File struct {
	Name string // as the sender calls it: hostile
	Data []byte
}

// File reads the file, and no more than may come: nothing is written to a disk, and what is too large is not read to its
// end. No file is media.ErrNoFile, too large a one media.ErrTooBig.
func (u *Upload) File() (File, error) {
	parts, err := u.body()
	if err != nil {
		return File{}, unreadable(err)
	}
	for {
		part, err := parts.NextPart()
		if err != nil { // the end, too
			return File{}, unreadable(err)
		}
		if part.FormName() != "file" {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(part, media.MaxBytes+1))
		if err == nil {
			err = media.CheckBytes(data)
		}
		if err != nil {
			return File{}, unreadable(err)
		}
		u.read()
		return File{Name: part.FileName(), Data: data}, nil
	}
}

// unreadable is what the sender hears of an upload that can't be read.
func unreadable(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, media.ErrTooBig), errors.As(err, &tooLarge):
		return media.ErrTooBig
	case errors.Is(err, media.ErrNoFile):
		return err
	}
	return media.ErrNoFile.Because(err)
}

const pictureDoc = "The picture: at most 10 MB, 50 megapixels and 256 MB unpacked; an SVG at most 256 kB."

// uploadBody describes the body to readers of the API. It is added after the operation is registered, or the framework would
// read the body.
func uploadBody(doc string) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject, Required: []string{"file"}, Properties: map[string]*huma.Schema{
				"file": {
					Type: huma.TypeString, Format: "binary", Description: cmp.Or(doc, pictureDoc),
				},
			},
		}},
	}}
}
