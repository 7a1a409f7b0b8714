package calendar

import "strings"

// What calendars say. Those that the contract names are as it has them.
const (
	birthdays  = " Birthdays"
	birthday   = "'s Birthday"
	isBirthday = "Birthday"

	taken       = " taken"
	diensten    = " diensten"
	wedstrijden = " wedstrijden"
	trainingen  = " trainingen"
	training1   = "Training"
)

// trains tells who train.
func trains(teams []int64, names func(int64) string) string {
	var list []string
	for _, team := range teams {
		if name := names(team); name != "" {
			list = append(list, name)
		}
	}
	return strings.TrimSpace(training1 + " " + strings.Join(list, ", "))
}
