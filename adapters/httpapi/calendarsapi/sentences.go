package calendarsapi

// renewed is what is said when the addresses are other ones.
const renewed = "Je agenda's hebben een nieuw adres. De oude adressen werken niet meer."

// What is said to whoever opens an address in a browser.
const (
	absentText    = "Deze agenda bestaat niet. Controleer of je het adres helemaal hebt overgenomen."
	forbiddenText = "Dit adres van de agenda werkt niet meer. Het nieuwe staat in Clubhuis onder Instellingen → Agenda."
	brokenText    = "Er ging iets mis. Probeer het over een paar minuten opnieuw."
)
