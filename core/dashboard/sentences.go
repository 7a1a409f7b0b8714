package dashboard

import "strconv"

// FailedMails tells how many mails were not sent.
func FailedMails(count int) string {
	if count == 1 {
		return "Eén mail is niet verstuurd."
	}
	return strconv.Itoa(count) + " mails zijn niet verstuurd."
}

// CalledOff tells which matches of today were called off.
func CalledOff(count int, which string) string {
	if count == 1 {
		return "Vandaag afgelast: " + which + "."
	}
	return "Vandaag zijn " + strconv.Itoa(count) + " wedstrijden afgelast: " + which + "."
}
