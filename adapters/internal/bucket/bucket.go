// Package bucket keeps files by key, in a folder or in a bucket of an S3-compatible service.
//
// It knows neither what a file is of nor who may read it. Keys are slash-separated paths, as of fs.ValidPath.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"strings"
	"time"
)

// File is a file that is listed.
type File struct {
	Key     string
	Written time.Time // by the clock of the disk or of the service
}

// Bucket is a place for files. A file is written as a whole or not at all.
//
// It is functions and no interface, so that no value of an interface leads to the client of S3: the linker would keep all of the
// client's methods, since other packages look methods up by name (docs/decisions/0044).
type Bucket struct {
	// Check returns an error when the place can't be reached.
	Check func(ctx context.Context) error

	// List returns the files below a folder, "" for all. An error is the last that it returns, and then not all came before it.
	List func(ctx context.Context, folder string) iter.Seq2[File, error]

	// Open opens a file and returns how long it is. An absent one is fs.ErrNotExist.
	Open func(ctx context.Context, key string) (io.ReadCloser, int64, error)

	// Exists reports whether there is such a file.
	Exists func(ctx context.Context, key string) (bool, error)

	// Write keeps what content tells up to its end, and replaces a file that is there. When content fails, nothing is written.
	Write func(ctx context.Context, key, contentType string, content io.Reader) error

	// Rename gives a file another key.
	Rename func(ctx context.Context, from, to string) error

	// Delete deletes a file. An absent one is no error.
	Delete func(ctx context.Context, key string) error

	// Tidy removes what is left of writes that were cut off, as far as it is that old.
	Tidy func(ctx context.Context, age time.Duration) error

	Close func() error
}

// Open opens what a URL names: s3://BUCKET?region=… or file:///FOLDER. It does not ask whether the bucket is there.
func Open(location string) (*Bucket, error) {
	u, err := url.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("the address %s can't be read", beforeQuery(location))
	}
	switch u.Scheme {
	case "s3":
		return openS3(u)
	case "file":
		return openFile(u)
	}
	return nil, fmt.Errorf("%s:// is no kind of bucket: there are s3:// and file://", u.Scheme)
}

// beforeQuery is an address without what an operator may have put behind it.
func beforeQuery(location string) string {
	location, _, _ = strings.Cut(location, "?")
	return location
}

// errStrange is what a list ends with that can't be trusted.
var errStrange = errors.New("the service lists files that it was not asked for")

func validKey(op, key string) error {
	if key == "." || !fs.ValidPath(key) {
		return &fs.PathError{Op: op, Path: key, Err: fs.ErrInvalid}
	}
	return nil
}

// untilDone reads until its context ends. What fails otherwise than by coming to its end is no io.EOF and no io.ErrUnexpectedEOF
// for those who compare: the client of S3 takes either for the end of a file.
type untilDone struct {
	ctx  context.Context
	from io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.from.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // io.EOF inside another error is no end
		err = fmt.Errorf("the content broke off: %w", err)
	}
	return n, err
}
