package remindersapi

import "strconv"

func triggered(mailed int) string {
	switch mailed {
	case 0:
		return "Er is niets om nu te versturen."
	case 1:
		return "Eén dagoverzicht is verstuurd."
	}
	return strconv.Itoa(mailed) + " dagoverzichten zijn verstuurd."
}

func rescheduled(users int) string {
	if users == 1 {
		return "Het dagoverzicht van één gebruiker is opnieuw gepland."
	}
	return "De dagoverzichten van " + strconv.Itoa(users) + " gebruikers zijn opnieuw gepland."
}
