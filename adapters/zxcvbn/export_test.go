package zxcvbn

// Weigh returns what the library returns for a password in ASCII: its score and its entropy.
func Weigh(password string, known []string) (score int, entropy float64) {
	weighed := weigh(password, listed(known))
	return weighed.Score, weighed.Entropy
}

// Plain, Known and Readings are what tests look at.
var (
	Plain    = plain
	Known    = known
	Readings = readings
)
