package rest

import (
	"encoding/base64"
	"html/template"
)

// InPage returns a PNG as an address that stands in a page itself, "" for none.
func InPage(png []byte) template.URL {
	if len(png) == 0 {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))
}
