package rest

import (
	"context"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"

	"github.com/clubhuis/clubhuis/core/record"
)

// ETag is the entity tag of a revision, as the header has it: with its quotes.
func ETag(revision int64) string { return string(appendETag(nil, revision)) }

func appendETag(dst []byte, revision int64) []byte {
	return append(strconv.AppendInt(append(dst, '"'), revision, 10), '"')
}

// AppendETag adds the member of records that holds the tag.
func AppendETag(dst []byte, revision int64) []byte {
	return append(strconv.AppendInt(append(dst, `,"etag":"\"`...), revision, 10), `\""`...)
}

// ETagSchema describes it.
func ETagSchema() *huma.Schema {
	s := Text("The ETag of the record, for If-Match. Read-only.")
	s.Examples = []any{ETag(7)}
	return s
}

// Guard returns what a request about a record is refused with when it may not be made, or does not mean the revision that the
// record has: see Expected.
type Guard func(ctx context.Context, id int64) error

const matchHeader = "If-Match"

const matchDescription = "ETags of the record, or `*`: with another one the record stays as it is, and the answer is 412 " +
	"`rest_precondition_failed`. That a proxy made a tag weak (`W/`) does not matter."

func matchParam() *huma.Param {
	return &huma.Param{Name: matchHeader, In: "header", Description: matchDescription, Schema: Text("")}
}

type expectedKey struct{}

// Expected returns the revisions that a request means.
func Expected(ctx context.Context) record.Expected {
	expected, _ := ctx.Value(expectedKey{}).(record.Expected)
	return expected
}

// precondition reads If-Match, and asks the guard, if any, before anything else of the request is looked at.
func precondition(guard Guard) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		request, writer := humamux.Unwrap(ctx)
		lines, given := request.Header[matchHeader]
		if !given {
			next(ctx)
			return
		}
		ctx = huma.WithValue(ctx, expectedKey{}, parseMatch(strings.Join(lines, ",")))
		id, err := strconv.ParseInt(ctx.Param("id"), 10, 64)
		if err == nil && guard != nil { // a number that can't be one is refused as without the header
			if err := guard(ctx.Context(), id); err != nil {
				CloseUnread(writer, request)
				WriteError(writer, ErrorFor(ctx.Context(), err))
				return
			}
		}
		next(ctx)
	}
}

// parseMatch reads If-Match (RFC 9110 §13.1.1). Tags that are not ours, and what can't be read, match no revision. A weak tag
// counts as what it was: we make none, but proxies that compress answers weaken ours, which name what is stored, not its bytes.
func parseMatch(text string) record.Expected {
	const between = " \t,"
	if strings.Trim(text, between) == "*" {
		return nil
	}
	expected := record.Expected{}
	for {
		opened := strings.TrimPrefix(strings.TrimLeft(text, between), "W/")
		quoted, begins := strings.CutPrefix(opened, `"`)
		tag, rest, ends := strings.Cut(quoted, `"`)
		if !begins || !ends {
			return expected
		}
		if revision, err := strconv.ParseInt(tag, 10, 64); err == nil && ETag(revision) == `"`+tag+`"` {
			expected = append(expected, revision)
		}
		text = rest
	}
}
