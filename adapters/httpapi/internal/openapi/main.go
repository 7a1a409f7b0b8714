// Command openapi writes the description of the API to the named file.
package main

import (
	"fmt"
	"os"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
)

func main() {
	document, err := httpapi.OpenAPI()
	if err == nil {
		err = os.WriteFile(os.Args[1], document, 0o644) //nolint:gosec // a document for everybody
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
