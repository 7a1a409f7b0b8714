package invoicepdf_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/clubhuis/clubhuis/adapters/invoicepdf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/paper"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestPapers(t *testing.T) { porttest.Papers(t, invoicepdf.New()) }

var token = strings.Repeat("0123456789abcdef", 4)

// sample is an invoice with so many lines.
func sample(lines int) paper.Paper {
	day := civil.Date{Year: 2026, Month: 11, Day: 23}
	v := &invoice.Invoice{
		Number: "C2026-001",
		Kind:   invoice.Membership,
		Season: 2026,
		SentOn: day,
		DueOn:  day.AddDays(14),
		Lines: []invoice.Line{
			{Description: "Contributie Pupil 2026-2027", Amount: 18000},
			{Description: "Gezinskorting: 2e kind, 25%", Amount: -4500},
		},
	}
	for n := range lines {
		v.Lines = append(v.Lines, invoice.Line{
			Description: fmt.Sprintf("Zaak %d: ", n+1) + strings.Repeat("Sportvereniging Naïef Één - Café ", 3), Amount: 100,
		})
	}
	house := &paper.House{
		Settings: finance.Settings{
			Name: "Stichting Vrienden van voetbalvereniging De Proef", Address: "Laan 1\n1234 AB Proefstad", Contact: "geld@club.example",
			IBAN: "NL91ABNA0417164300", TermDays: 14, Accent: "#a01c46", Clause: "Betaal vóór de vervaldatum.",
		}, Club: "vv De Proef", BaseURL: "https://club.example", Logo: mark(),
	}
	return paper.Invoice(
		house,
		paper.Member{Name: "Joël van der Zeeën", Address: []string{"Straat 2", "1234 AB Proefstad"}},
		v,
		token,
		day,
	)
}

func mark() []byte {
	var b bytes.Buffer
	picture := image.NewRGBA(image.Rect(0, 0, 90, 60))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i) | 0x80
	}
	_ = png.Encode(&b, picture)
	return b.Bytes()
}

func made(t *testing.T, p paper.Paper) []byte {
	t.Helper()
	data, err := invoicepdf.New().PDF(&p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// contract: facts §1.7
func TestWhatStandsOnAPaper(t *testing.T) {
	t.Parallel()
	data := made(t, sample(30))
	var b strings.Builder
	for i, p := range read(t, data) {
		fmt.Fprintf(&b, "page %d\n%s\n", i+1, strings.Join(p.texts, "\n"))
		for _, text := range p.texts {
			var x, y int
			if _, err := fmt.Sscan(text, &x, &y); err != nil || x < 50 || x > 545 || y < 50 || y > 800 {
				t.Errorf("page %d: %s", i+1, text)
			}
		}
	}
	const path = "testdata/invoice.txt"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != b.String() {
		t.Errorf("%v\n%s", err, b.String())
	}
	for _, text := range []string{"Joël van der Zeeën", "€", "Naïef Één", "Factuur C2026-001", "vóór"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("%q is not on the paper", text)
		}
	}
}

var jpegs = regexp.MustCompile(`(?s)/DCTDecode.*?stream\r?\n(.*?)\r?\nendstream`)

// contract: facts §1.7
func TestTheLogoStandsOnThePaper(t *testing.T) {
	t.Parallel()
	deep := image.NewNRGBA64(image.Rect(0, 0, 40, 40)) // sixteen bits, and half of it can be seen through
	for y := range 40 {
		for x := range 20 {
			deep.Set(x, y, color.NRGBA64{0xffff, 0, 0, 0xffff})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, deep); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		logo       []byte
		wide, high int // as it is printed, 0 for none
		left       color.RGBA
	}{
		"none":             {},
		"no picture":       {logo: []byte("GIF89a")},
		"a wide one":       {logo: mark(), wide: 270, high: 180},
		"one of 16 bits":   {logo: b.Bytes(), wide: 180, high: 180, left: color.RGBA{255, 0, 0, 255}},
		"an empty picture": {logo: []byte{}},
	} {
		p := sample(0)
		p.Logo = c.logo
		found := jpegs.FindAllSubmatch(made(t, p), -1)
		if c.wide == 0 {
			if len(found) != 0 {
				t.Errorf("%s: %d pictures", name, len(found))
			}
			continue
		}
		if len(found) != 1 {
			t.Fatalf("%s: %d pictures", name, len(found))
		}
		printed, err := jpeg.Decode(bytes.NewReader(found[0][1]))
		if err != nil || printed.Bounds().Size() != image.Pt(c.wide, c.high) {
			t.Fatalf("%s: %v, %v", name, printed, err)
		}
		if c.left.A == 0 {
			continue
		}
		// What can be seen through is white, as the paper is.
		for x, want := range map[int]color.RGBA{c.wide / 4: c.left, c.wide * 3 / 4: {255, 255, 255, 255}} {
			r, g, b, _ := printed.At(x, c.high/2).RGBA()
			for n, pair := range [][2]uint32{{r >> 8, uint32(want.R)}, {g >> 8, uint32(want.G)}, {b >> 8, uint32(want.B)}} {
				if max(pair[0], pair[1])-min(pair[0], pair[1]) > 8 {
					t.Errorf("%s: at %d colour %d is %d, want %d", name, x, n, pair[0], pair[1])
				}
			}
		}
	}
}

// scanned reads a code in a picture with a reader that is not ours.
func scanned(t *testing.T, picture image.Image) string {
	t.Helper()
	return scan(t, picture).GetText()
}

func scan(t *testing.T, picture image.Image) *gozxing.Result {
	t.Helper()
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	read, err := qrcode.NewQRCodeReader().Decode(
		bitmap,
		map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_CHARACTER_SET: "UTF-8"},
	)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// contract: facts §1.8
func TestTheCodesOnAPaperCanBeScanned(t *testing.T) {
	t.Parallel()
	for _, lines := range []int{0, 30} {
		p := sample(lines)
		pages := read(t, made(t, p))
		last := pages[len(pages)-1]
		top := 0.0
		for _, b := range last.boxes {
			if b.h < 4 && b.w < 101 && (top == 0 || b.y < top) && b.h > 1 {
				top = b.y
			}
		}
		for x, want := range map[float64]string{50: p.Link.Content, 280: p.EPC.Content} {
			if got := scanned(t, last.picture(box{x - 20, top - 20, 140, 140})); got != want {
				t.Errorf("%d lines, at %v: %q, want %q", lines, x, got, want)
			}
		}
	}
}

// contract: facts §1.8
func TestThePictureOfACodeCanBeScanned(t *testing.T) {
	t.Parallel()
	want := "https://club.example/betaling/" + token
	data, err := invoicepdf.New().QR(want, "#0d687d", mark())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil || picture.Bounds().Dx() != 330 {
		t.Fatalf("%v, %v", picture.Bounds(), err)
	}
	if got := scanned(t, picture); got != want {
		t.Errorf("got %q", got)
	}
	// The logo is a fifth of it, in the middle; the rest has the colour of the club.
	logo, other := 0, 0
	for y := range 330 {
		for x := range 330 {
			switch r, g, b, _ := picture.At(x, y).RGBA(); [3]uint32{r >> 8, g >> 8, b >> 8} {
			case [3]uint32{0x0d, 0x68, 0x7d}:
				other++
			case [3]uint32{255, 255, 255}:
			default:
				logo++
			}
		}
	}
	if logo < 66*40 || logo > 66*66 || other < 20_000 {
		t.Errorf("%d pixels of the logo, %d of the code", logo, other)
	}
}

// contract: facts §1.8
func TestTheCodeOfATransferHasTheLevelOfTheGuideline(t *testing.T) {
	t.Parallel()
	longest := paper.EPC(paper.Transfer{
		Name: strings.Repeat("é", 200), IBAN: "NL91ABNA0417164300", Amount: 99_999_999_999, Text: strings.Repeat("€", 200),
	})
	for _, want := range []string{
		paper.EPC(paper.Transfer{Name: "vv De Proef", IBAN: "NL91ABNA0417164300", Amount: 4250, Text: "F2026-001"}), longest,
	} {
		data, err := invoicepdf.New().TransferQR(want)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		read := scan(t, picture)
		if level := read.GetResultMetadata()[gozxing.ResultMetadataType_ERROR_CORRECTION_LEVEL]; read.GetText() != want ||
			level != "M" {
			t.Errorf("level %v, %q, want %q", level, read.GetText(), want)
		}
	}
}

func BenchmarkPDF(b *testing.B) {
	printer, p := invoicepdf.New(), sample(0)
	for b.Loop() {
		if _, err := printer.PDF(&p); err != nil {
			b.Fatal(err)
		}
	}
}
