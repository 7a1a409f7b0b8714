package mention

// What the mail about a mention says.
const (
	inNote       = "{author} noemde je in een notitie over {person}"
	inActivity   = "{author} noemde je in een activiteit van {person}"
	openTimeline = "Tijdlijn openen"
	why          = "Je krijgt deze mail omdat je vermeldingen meteen wilt weten. Dat verander je onder Instellingen → Meldingen."
)
