package person

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with people, in the contract's codes (§7).
var (
	ErrAbsent     = fault.New(fault.NotFound, "rest_post_invalid_id", "Deze persoon bestaat niet.")
	ErrNotRemoved = fault.New(fault.NotFound, "rest_not_in_trash", "Deze persoon staat niet in de prullenbak.")
	ErrHidden     = fault.New(fault.Forbidden, "rest_forbidden", "Je hebt geen toegang tot deze persoon.")

	// ErrOthersToShare is said to an editor who is neither the author nor an administrator, of a change of whom the record is for.
	ErrOthersToShare = fault.New(fault.Forbidden, "rest_forbidden",
		"Alleen wie dit heeft gemaakt, of een beheerder, bepaalt wie het nog meer zien.")

	// ErrOwn is said to who would change their own person.
	ErrOwn = fault.New(fault.Forbidden, "rest_forbidden",
		"Je eigen gegevens kun je bekijken. Vraag de ledenadministratie om ze te wijzigen.")

	// ErrOthersAuthor is said to an editor who is no administrator, of a change of whose the record is.
	ErrOthersAuthor = fault.New(fault.Forbidden, "rest_forbidden", "Alleen een beheerder geeft dit aan een andere gebruiker.")

	// ErrOutsideSections is said to an editor who may change some fields of the person, of one that is not among them.
	ErrOutsideSections = fault.New(fault.Forbidden, "rest_forbidden",
		"Je mag bij deze persoon alleen de gegevens van je eigen onderdeel wijzigen.")
)

// Sentences about a field.
const (
	NoSuchType     = "Deze soort relatie bestaat niet."
	NotTheirParent = "Alleen wie deze persoon mag wijzigen, kan er een ouder bij zetten: die krijgt de mails."
	NoSuchUser     = "Deze gebruiker bestaat niet."
	NoSuchGroup    = "Dit team of deze commissie bestaat niet."
	CodeTaken      = "Deze relatiecode hoort al bij iemand anders."
	CodeOfAccount  = "Deze persoon heeft een account. Alleen een beheerder kan er een relatiecode bij zetten."
	EndsTooSoon    = "Het einde ligt voor het begin."
)

// ErrHeld is the refusal to bring somebody back whose member code belongs to somebody else by now.
func ErrHeld(code, removed, holder string) error {
	return fault.New(fault.Conflict, "member_code_taken",
		"Relatiecode "+code+" van "+removed+" hoort nu bij "+holder+". Haal de code daar weg, of laat "+removed+" in de prullenbak.")
}

// Somebody stands for a person whose name is not for everybody.
const Somebody = "iemand anders"
