package fee

import (
	"fmt"

	"github.com/clubhuis/clubhuis/core/season"
)

// What members read on an invoice about their fee.

func baseSentence(label string, s season.Season) string {
	return "Contributie " + label + " " + s.String()
}

func familySentence(position int, percent Percent) string {
	return fmt.Sprintf("Gezinskorting %se kind (%s%%)", fmt.Sprint(position), percent)
}

func proRataSentence(percent Percent) string {
	return fmt.Sprintf("Instapkorting (%s%% van het seizoen)", percent)
}

// MessageOf says why somebody has no fee.
func MessageOf(reason Reason) string {
	switch reason {
	case FormerNotInSeason:
		return "Oud-lid valt niet binnen dit seizoen."
	case LeftBefore:
		return "Dit lid is voor dit seizoen vertrokken."
	case JoinsLater:
		return "Dit lid begint pas na dit seizoen."
	}
	return "Voor deze persoon kan geen contributie worden berekend."
}
