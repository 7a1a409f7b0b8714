package rest

import (
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
)

const typeJSON = "application/json"

// requireContentType refuses a body that isn't said to be JSON where JSON is taken. Browsers send some types, and none, for any
// page, without asking this server first; JSON is not among them. An upload says itself what is wrong with it.
func requireContentType(ctx huma.Context, next func(huma.Context)) {
	request, writer := humamux.Unwrap(ctx)
	takesJSON := false
	if body := ctx.Operation().RequestBody; body != nil {
		_, takesJSON = body.Content[typeJSON]
	}
	if takesJSON && request.ContentLength != 0 {
		kind, _, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
		if err != nil || kind != typeJSON {
			CloseUnread(writer, request)
			WriteError(writer, Refusal(http.StatusUnsupportedMediaType))
			return
		}
		request.Header.Set("Content-Type", typeJSON) // what is behind knows one spelling of it
	}
	next(ctx)
}
