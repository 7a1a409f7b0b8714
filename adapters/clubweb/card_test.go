package clubweb

import (
	"errors"
	"testing"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"
)

// The card that is looked for is that of the home address, with the fields Plaats and Straat.
func TestACardIsFoundByWhatIsOnIt(t *testing.T) {
	t.Parallel()
	const header = `<header><h1>Anna</h1><button id="header">Wijzig lidsoort</button></header>`
	const address = `<dl><dt>Straat</dt><dd>Kade</dd><dt>Plaats:</dt><dd>Elzendam</dd></dl>`
	const other = `<section><h3>Factuuradres</h3><button id="other">Wijzig</button><dl><dt>Straat</dt><dd>Kade</dd></dl></section>`
	page := sharedBrowser(t).MustPage()
	t.Cleanup(func() { _ = page.Close() })
	for _, trial := range []struct{ name, html, want string }{
		{"by its heading", header + `<section><h3>Adres</h3><button id="x">Wijzig</button></section>` + other, "x"},
		{"with blanks and a colon", `<section><h3> Adres : </h3><button id="x"> Wijzig adres</button></section>` + other, "x"},
		{"by a legend", other + `<fieldset><legend>Adres</legend><a id="x" href="#">wijzig</a></fieldset>`, "x"},
		{"by a heading by role", other +
			`<div><div><div role="heading">Adres</div></div><div><div role="button" id="x">Wijzig</div></div></div>`, "x"},
		{"by its labels", header + `<section><h3>Waar</h3><button id="x">Wijzig</button>` + address + `</section>` + other, "x"},
		{"by its labels without a heading", header + other + `<div><button id="x">Wijzig</button>` + address + `</div>`, "x"},
		{"of two of the name the one with the labels",
			`<section><h3>Adres</h3><button id="y">Wijzig</button></section><section><h3>Adres</h3><button id="x">Wijzig</button>` +
				address + `</section>`, "x"},
		{"two that look alike", `<section><h3>Adres</h3><button id="y">Wijzig</button>` + address +
			`</section><section><h3>Adres</h3><button id="x">Wijzig</button>` + address + `</section>`, ""},
		{"without a button", header + `<section><h3>Adres</h3>` + address + `</section>`, ""},
		{"without a button, beside others", header + `<main><section><h3>Adres</h3>` + address + `</section>` + other + `</main>`, ""},
		{"a hidden button", `<section><h3>Adres</h3><button hidden id="x">Wijzig</button></section>`, ""},
		{"another card alone", header + other, ""},
		{"nothing", "", ""},
	} {
		if err := page.SetDocumentContent("<body><div>" + trial.html + "</div></body>"); err != nil {
			t.Fatal(err)
		}
		found, err := page.Sleeper(rod.NotFoundSleeper).ElementByJS(
			rod.Eval(findEdit, "Wijzig", []string{"Adres"}, [][]string{{"Woonplaats", "Plaats"}, {"Straat"}}))
		got := ""
		var none *rod.ElementNotFoundError
		if err == nil {
			got = found.MustProperty("id").Str()
		} else if !errors.As(err, &none) {
			t.Fatal(err)
		}
		if got != trial.want {
			t.Errorf("%s: found %q, want %q", trial.name, got, trial.want)
		}
	}
}

// TestInputsOfAllKinds fills in what sites may have in place of a plain input.
func TestInputsOfAllKinds(t *testing.T) {
	t.Parallel()
	page := sharedBrowser(t).MustPage()
	t.Cleanup(func() { _ = page.Close() })
	if err := (proto.EmulationSetFocusEmulationEnabled{Enabled: true}).Call(page); err != nil {
		t.Fatal(err)
	}
	for _, trial := range []struct {
		name, html, property string
		kind                 kind
		value                string
		otherForm            bool
		want                 any
	}{
		{"text", `<input name="a" value="old">`, "value", textKind, "Zoë's kade 1", false, "Zoë's kade 1"},
		{"cleared", `<input name="a" value="old">`, "value", textKind, "", false, ""},
		{"an e-mail address", `<input name="a" type="email" value="old@post.example">`, "value", textKind, "new@post.example", false,
			"new@post.example"},
		{"a number", `<input name="a" type="number" value="12">`, "value", textKind, "7", false, "7"},
		{"more lines", `<textarea name="a">old</textarea>`, "value", textKind, "new", false, "new"},
		{"a date as text", `<input name="a" value="1-1-2020">`, "value", dateKind, "2026-03-02", false, "2026-03-02"},
		{"a date with the day first", `<input name="a">`, "value", dateKind, "2026-03-02", true, "02-03-2026"},
		{"a date", `<input name="a" type="date" value="2020-01-01">`, "value", dateKind, "2026-03-02", true, "2026-03-02"},
		{"a date cleared", `<input name="a" type="date" value="2020-01-01">`, "value", dateKind, "", true, ""},
		{"a box", `<input name="a" type="checkbox">`, "checked", boxKind, "true", false, true},
		{"a box that is so", `<input name="a" type="checkbox" checked>`, "checked", boxKind, "true", false, true},
		{"a box cleared", `<input name="a" type="checkbox" checked>`, "checked", boxKind, "", false, false},
		{"a box that a picture stands for",
			`<label><input name="a" type="checkbox" style="opacity: 0; width: 0; height: 0; position: absolute"><i>x</i></label>`,
			"checked", boxKind, "true", false, true},
		{"a box under another thing",
			`<div style="position: relative"><input name="a" type="checkbox"><p style="position: absolute; inset: -9px">x</p></div>`,
			"checked", boxKind, "true", false, true},
	} {
		if err := page.SetDocumentContent("<body><input type=hidden name=a>" + trial.html + "</body>"); err != nil {
			t.Fatal(err)
		}
		element, err := waitFor(page, short.Card, findInput, []string{"b", "a"})
		if err != nil {
			t.Errorf("%s: %v", trial.name, err)
			continue
		}
		if err := (&input{Kind: trial.kind}).fill(t.Context(), element, trial.value, trial.otherForm); err != nil {
			t.Errorf("%s: %v", trial.name, err)
		}
		if got := element.MustProperty(trial.property).Val(); got != trial.want {
			t.Errorf("%s: it is %v, want %v", trial.name, got, trial.want)
		}
	}
}
