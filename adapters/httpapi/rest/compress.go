package rest

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzhttp"
)

// worthCompressing is the size of the smallest body that is compressed, in bytes: a smaller one fits into the packet that its
// headers need anyway.
const worthCompressing = 1024

// jitter is how many random bytes a compressed response holds at most: its length then tells less about its text.
const jitter = 64

// Compress compresses text for clients that ask for it (RFC 9110 §12.5.3), with gzip or zstd, at the level that costs least.
// Workbooks and pictures are compressed by themselves. A response says in Vary that it depends on Accept-Encoding.
func Compress(next http.Handler) (http.Handler, error) {
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(worthCompressing), gzhttp.CompressionLevel(1),
		gzhttp.ContentTypeFilter(isText), gzhttp.RandomJitter(jitter, 0, false))
	if err != nil {
		return nil, err
	}
	return compress(next), nil
}

func isText(contentType string) bool {
	return strings.HasPrefix(contentType, "application/json") || strings.HasPrefix(contentType, "text/")
}

// LeaveUncompressed is the middleware of operations whose responses hold a secret. The length of a compressed text tells whether
// what a stranger put into it also stands elsewhere in it, letter by letter (the BREACH attack).
func LeaveUncompressed(ctx huma.Context, next func(huma.Context)) {
	ctx.SetHeader(gzhttp.HeaderNoCompression, "1")
	next(ctx)
}
