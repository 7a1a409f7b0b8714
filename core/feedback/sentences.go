package feedback

// What the mails to who reported an item say.
var (
	titles = map[Status]string{
		Approved:  "Je melding is goedgekeurd",
		NeedsInfo: "Er is een vraag over je melding",
		Resolved:  "Je melding is opgelost",
		Declined:  "Je melding is afgewezen",
	}
	explanations = map[Status]string{
		Approved:  "We gaan ermee aan de slag.",
		NeedsInfo: "Antwoord bij de melding. Dan gaan we verder.",
		Resolved:  "Er is een oplossing gemaakt. Je ziet haar in Clubhuis zodra ze is nagekeken en geplaatst.",
		Declined:  "We doen er verder niets mee.",
	}
)

const (
	commented = "Er is een reactie op je melding"
	openItem  = "Melding openen"
	why       = "Je krijgt deze mail omdat je dit hebt gemeld. Dat verander je onder Instellingen → Meldingen."
)
