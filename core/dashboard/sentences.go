package dashboard

import "strconv"

// FailedMails tells how many mails were not sent.
func FailedMails(count int) string {
	if count == 1 {
		return "Eén mail is niet verstuurd."
	}
	return strconv.Itoa(count) + " mails zijn niet verstuurd."
}

// OldBackup tells how many days ago the last backup was tried out; less than none is never.
func OldBackup(days int) string {
	switch {
	case days < 0:
		return "Er is nog nooit een back-up gemaakt en nagekeken."
	case days == 1:
		return "De laatste nagekeken back-up is van een dag geleden."
	}
	return "De laatste nagekeken back-up is van " + strconv.Itoa(days) + " dagen geleden."
}

// CalledOff tells which matches of today were called off.
func CalledOff(count int, which string) string {
	if count == 1 {
		return "Vandaag afgelast: " + which + "."
	}
	return "Vandaag zijn " + strconv.Itoa(count) + " wedstrijden afgelast: " + which + "."
}
