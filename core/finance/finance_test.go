package finance_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/letter"
)

var update = flag.Bool("update", false, "write the golden files anew")

// contract: facts §1.6
func TestAnAccountNumberHasRightCheckDigits(t *testing.T) {
	t.Parallel()
	for iban, want := range map[string]bool{
		"NL91ABNA0417164300": true, "NL44RABO0123456789": true, "BE68539007547034": true, "DE89370400440532013000": true,
		"NO9386011117947": true, "MT84MALT011000012345MTLCAST001S": true,
		"NL91ABNA0417164301": false, "NL19ABNA0417164300": false, "NL91ABNA041716430": false, "NL91ABNA04171643000": false,
		"": false, "NL": false, "nl91abna0417164300": false, "NL91 ABNA 0417 1643 00": false, "9191ABNA0417164300": false,
		"NLAAABNA0417164300": false, "NL91ABNA04171643é": false,
	} {
		if got := finance.ValidIBAN(iban); got != want {
			t.Errorf("ValidIBAN(%q) = %v", iban, got)
		}
	}
	if got := finance.SpacedIBAN("NL91ABNA0417164300"); got != "NL91 ABNA 0417 1643 00" {
		t.Errorf("spaced: %q", got)
	}
}

// contract: facts §1.6
func TestSettingsAreBroughtIntoShape(t *testing.T) {
	t.Parallel()
	s := finance.Settings{
		Name:           " Stichting De Proef ",
		Address:        "Laan 1\r\n1234 AB Proefstad\n",
		Contact:        " geld@club.example",
		IBAN:           "nl91 abna 0417 1643 00",
		TermDays:       1,
		Accent:         "#0D687D",
		Clause:         "\nBetaal op tijd.\n",
		InstallmentFee: 150,
	}
	want := finance.Settings{
		Name: "Stichting De Proef", Address: "Laan 1\n1234 AB Proefstad", Contact: "geld@club.example", IBAN: "NL91ABNA0417164300",
		TermDays: 1, Accent: "#0d687d", Clause: "Betaal op tijd.", InstallmentFee: 150,
	}
	if err := s.Validate(); err != nil || !reflect.DeepEqual(s, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, s, want)
	}
	if first := finance.Default(); first.Validate() != nil || first.Sender("vv Club") != "vv Club" || s.Sender("vv Club") != s.Name {
		t.Error("the first settings, or who sends")
	}
}

// contract: facts §1.6
func TestSettingsThatCannotBeUsedAreRefusedByName(t *testing.T) {
	t.Parallel()
	for param, spoil := range map[string]func(*finance.Settings){
		"org_name":              func(s *finance.Settings) { s.Name = strings.Repeat("x", 71) },
		"org_address":           func(s *finance.Settings) { s.Address = "a" + strings.Repeat("\nx", 12) },
		"payment_clause":        func(s *finance.Settings) { s.Clause = "a\x00" },
		"contact_email":         func(s *finance.Settings) { s.Contact = "geld@" },
		"bcc_email":             func(s *finance.Settings) { s.BCC = "a@b.example, c@d.example" },
		"iban":                  func(s *finance.Settings) { s.IBAN = "NL91ABNA0417164301" },
		"payment_term_days":     func(s *finance.Settings) { s.TermDays = 0 },
		"accent_color":          func(s *finance.Settings) { s.Accent = "red;}" },
		"installment_admin_fee": func(s *finance.Settings) { s.InstallmentFee = -1 },
		"email_template":        func(s *finance.Settings) { s.SetText(finance.DisciplineInvoice, "a\x00") },
		"credit_email_template": func(s *finance.Settings) { s.SetText(finance.CreditNote, strings.Repeat("é", 6000)) },
		"reminder_1_email_template": func(s *finance.Settings) {
			s.SetText(finance.InstallmentFirst, strings.Repeat("x", 10_001))
		},
	} {
		s := finance.Default()
		spoil(&s)
		if err := s.Validate(); fault.KindOf(err) != fault.Invalid || len(fault.As(err).Params) != 1 ||
			fault.As(err).Params[param] == "" {
			t.Errorf("%s: %v", param, err)
		}
	}
}

func TestATextThatIsTheFirstOneIsNotKept(t *testing.T) {
	t.Parallel()
	s := finance.Default()
	first := s.Text(finance.CreditNote)
	s.SetText(finance.CreditNote, "Anders {naam}")
	before := s.Clone()
	if s.Text(finance.CreditNote) != "Anders {naam}" {
		t.Errorf("kept %q", s.Text(finance.CreditNote))
	}
	s.SetText(finance.CreditNote, first+"\r\n")
	if !reflect.DeepEqual(s, finance.Default()) {
		t.Errorf("left %+v", s)
	}
	if before.Text(finance.CreditNote) != "Anders {naam}" {
		t.Error("a copy changed along")
	}
}

var (
	house = letter.House{Club: "vv De Proef", BaseURL: "https://club.example"}
	facts = finance.Facts{
		Name: "Joël de Vries", First: "Joël", Number: "F2026-001", Season: 2026,
		Lines: []finance.Line{{Description: "Proef 2 - <b>Gast</b> 1", Amount: 2650}, {Description: "Rode kaart", Amount: 1600}},
		Total: 4250, Installment: 2, Installments: 3, Amount: 1417, Due: civil.Date{Year: 2026, Month: 11, Day: 25}, DaysLate: 14,
		CreditNote: "K2026-001", Reason: "Te veel gerekend",
	}
)

// contract: facts §1.9, §1.11
func TestTheFirstTextOfEachMail(t *testing.T) {
	t.Parallel()
	s := finance.Settings{Contact: "geld@club.example", Accent: "#123456"}
	for _, template := range finance.Templates() {
		draft := s.Letter(house, template, &facts, "geheim")
		got := "Onderwerp: " + draft.Subject + "\nSoort: " + draft.Kind + "\n\n" + draft.Text + "\n" + draft.HTML
		path := filepath.Join("testdata", string(template)+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path) //nolint:gosec // of this test
		if err != nil || string(want) != got {
			t.Errorf("%s: %v\n%s", template, err, got)
		}
		if strings.Contains(got, "geheim") && !strings.Contains(got, letter.Secret) || strings.Contains(got, "{") &&
			strings.Contains(draft.Text, "{") || draft.Secret != "geheim" || draft.ReplyTo.Email != s.Contact {
			t.Errorf("%s: %+v", template, draft)
		}
	}
}

// contract: facts §1.9
func TestPlaceholdersOfATextOfTheClub(t *testing.T) {
	t.Parallel()
	var s finance.Settings
	s.SetText(finance.MembershipInvoice, "{naam} {onbekend} {betaallink}!\n\n{qr_code}\n\n{betaallink}\n\n{tuchtzaken_lijst} einde")
	attack := facts
	attack.Name = "{betaallink} <script>"
	draft := s.Letter(house, finance.MembershipInvoice, &attack, "geheim")
	for _, want := range []string{
		"{betaallink} <script> {onbekend} https://club.example/betaling/" + letter.Secret + "!",
		"Bekijken en betalen:\nhttps://club.example/betaling/" + letter.Secret,
		"- Rode kaart: €\u00a016,00 einde",
	} {
		if !strings.Contains(draft.Text, want) {
			t.Errorf("%q is not in %s", want, draft.Text)
		}
	}
	for _, want := range []string{
		`src="https://club.example/betaling/` + letter.Secret + `/qr.png"`, `href="https://club.example/betaling/` + letter.Secret + `"`,
		"&lt;script&gt;",
	} {
		if !strings.Contains(draft.HTML, want) {
			t.Errorf("%q is not in %s", want, draft.HTML)
		}
	}
	if test := finance.Test(draft, "a@b.example"); test.Subject != "[TEST] "+draft.Subject || test.Kind != finance.MailTest ||
		len(test.To) != 1 || test.To[0].Email != "a@b.example" {
		t.Errorf("a mail that is tried: %+v", test)
	}
}

func TestEveryTemplateHasItsPlaces(t *testing.T) {
	t.Parallel()
	var s finance.Settings
	for _, template := range finance.Templates() {
		known := template.Places()
		text := s.Text(template)
		for rest := text; ; {
			_, after, found := strings.Cut(rest, "{")
			if !found {
				break
			}
			place, behind, _ := strings.Cut(after, "}")
			if !strings.Contains(strings.Join(known, " "), "{"+place+"}") {
				t.Errorf("%s does not know {%s}", template, place)
			}
			rest = behind
		}
		if !template.Known() || text == "" {
			t.Errorf("%s is not known or has no text", template)
		}
	}
	if finance.Template("x").Known() {
		t.Error("anything is a template")
	}
}
