package jubilees

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/jubilee"
)

// What the file says, and sentences about a field.
const (
	sheetTitle      = "Jubilarissen"
	endsBeforeStart = "De laatste dag ligt voor de eerste."
	tooLong         = "Vraag hooguit drie jaar tegelijk."
)

var columns = []string{"Naam", "Jaar lid", "Datum", "Lid sinds"}

// dutch are the years as members read them: 12,5.
func dutch(span jubilee.Span) string { return strings.Replace(span.String(), ".", ",", 1) }
