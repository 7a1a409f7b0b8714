package peoplefile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
)

func invalid(code, message string) *fault.Fault { return fault.New(fault.Invalid, code, message) }

// What can be wrong with a file.
var (
	ErrNoFile   = invalid("import_no_file", "Kies een bestand.")
	ErrTooBig   = invalid("rest_upload_file_too_big", "Dit bestand is te groot (hooguit 10 MB).")
	ErrEmpty    = invalid("import_empty", "Dit bestand is leeg.")
	ErrNoRows   = invalid("import_no_rows", "Onder de kopregel staat niemand: er is niets om over te nemen.")
	ErrOldExcel = invalid("import_old_excel",
		"Dit is een oud Excelbestand, of er zit een wachtwoord op. Sla het zonder wachtwoord op als .xlsx.")
	ErrOtherKind = invalid("import_other_kind",
		"Dit bestand kan niet worden gelezen. Kies een Excelbestand (.xlsx) of een CSV-bestand.")

	ErrUnreadable = invalid("import_unreadable",
		"Dit bestand is beschadigd. Open het in een rekenprogramma, sla het opnieuw op, en probeer het nog eens.")
	ErrTooManyRows = invalid("import_too_many_rows",
		"Dit bestand heeft te veel rijen: hooguit 25.000. Verdeel het over meer bestanden.")
	ErrTooManyColumns = invalid("import_too_many_columns", "Dit bestand heeft te veel kolommen: hooguit 200.")
	ErrUnpacks        = invalid("import_unpacks",
		"Dit bestand is uitgepakt te groot. Sla alleen het blad met de personen op, en probeer dat.")
)

// What can be wrong with an import.
var (
	ErrAbsent  = fault.New(fault.NotFound, "import_absent", "Deze import bestaat niet (meer).")
	ErrBusy    = fault.New(fault.Conflict, "import_busy", "Er is al een import bezig. Wacht tot die klaar is.")
	ErrApplied = fault.New(fault.Conflict, "import_applied", "Deze import is al overgenomen.")
	ErrIdle    = fault.New(fault.Conflict, "import_not_applied",
		"Deze import is niet overgenomen: er is niets om terug te draaien.")
	ErrTooLate   = fault.New(fault.Conflict, "import_too_late", "Terugdraaien kan tot 30 dagen na het overnemen.")
	ErrRowClosed = fault.New(fault.Conflict, "import_row_closed", "Deze rij is niet overgenomen, of is al teruggedraaid.")
	ErrNoName    = invalid("import_no_name", "Wijs aan in welke kolom de voornaam of de hele naam staat.")
)

// ErrQuotes is said of a text file in which a quotation mark is not closed.
func ErrQuotes(line int) *fault.Fault {
	return invalid("import_quotes", "Rond regel "+strconv.Itoa(line)+
		" klopt een aanhalingsteken niet. Open het bestand in een rekenprogramma, sla het opnieuw op, en probeer het nog eens.")
}

// ErrLetters is said of a text file whose letters are of no encoding that is read.
func ErrLetters(line int) *fault.Fault {
	return invalid("import_letters", "Rond regel "+strconv.Itoa(line)+
		" staan letters die niet te lezen zijn. Sla het bestand in het rekenprogramma op als “CSV UTF-8” of als .xlsx, "+
		"kijk die regel na, en probeer het nog eens.")
}

// ErrTwice is said of two columns of one field.
func ErrTwice(field Field) *fault.Fault {
	return invalid("import_column_twice", "Twee kolommen zijn "+Label(field)+". Kies er één.")
}

// Sentences about a file.
const (
	NoticeFormulas   = "Er staan formules in. Van elke formule is de laatste uitkomst gelezen."
	NoticeMerged     = "Er zijn samengevoegde cellen. De waarde telt alleen in de eerste cel."
	NoticeMoreSheets = "Er zijn meer bladen. Alleen het eerste waarop iets staat, is gelezen."
)

// Why a job ended before its time.
const (
	StoppedGone      = "Gestopt: wie dit overnam, heeft geen account meer."
	StoppedForbidden = "Gestopt: wie dit overnam, heeft hier geen rechten meer voor."
)

// Sentences about a row, beside those of core/person.
const (
	withoutName = "Er staat geen voornaam."
	ambiguous   = "Er zijn meer personen die dit kunnen zijn."
	otherCode   = "Deze persoon heeft al een andere relatiecode."
	isFormula   = "Er staat een formule in."
	notANumber  = "geen telefoonnummer; maak de kolom in het rekenprogramma breder, of maak er tekst van"
	notACode    = "geen relatiecode; maak de kolom in het rekenprogramma breder, of maak er tekst van"
	isBroken    = "een fout van het rekenprogramma"
	otherName   = "Er is al iemand met deze relatiecode, en die heet anders."
	gone        = "Deze persoon is intussen verwijderd."
	sameName    = "Er is al iemand met deze naam."
)

func repeated(row int) string { return fmt.Sprintf("Deze persoon staat ook op rij %d.", row) }

func wrong(label, cell, what string) string {
	return label + ": “" + cut(strings.TrimSpace(cell), 60) + "” is " + what + "."
}
