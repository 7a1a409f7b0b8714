package porttest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/paper"
	"github.com/clubhuis/clubhuis/ports"
)

// Papers is the contract of ports.Papers.
func Papers(t *testing.T, papers ports.Papers) {
	sample := func() *paper.Paper {
		return &paper.Paper{
			Title: "Factuur", Sender: []string{"Stichting Café"}, Member: []string{"Joël"}, Accent: "#0d687d",
			Facts: [][2]string{{"Factuurnummer", "C2026-001"}}, Heads: [2]string{"Omschrijving", "Bedrag"},
			Lines: []paper.Line{{Description: "Contributie", Amount: "€\u00a0135,00"}},
			Link:  paper.Code{Content: "https://club.example/betaling/abc", Label: "Scan"},
		}
	}
	made := func(t *testing.T, p *paper.Paper) []byte { return must(papers.PDF(p))(t) }

	t.Run("the same paper is the same bytes, and another one is not", func(t *testing.T) {
		first := made(t, sample())
		equal(t, "a PDF", bytes.HasPrefix(first, []byte("%PDF-")), true)
		inParallel(t, 8, func(int) error {
			again, err := papers.PDF(sample())
			if err == nil && !bytes.Equal(again, first) {
				t.Error("the same paper has other bytes")
			}
			return err
		})
		other := sample()
		other.Facts[0][1] = "C2026-002"
		equal(t, "another paper", bytes.Equal(made(t, other), first), false)
	})

	t.Run("any texts, and many of them", func(t *testing.T) {
		p := sample()
		for range 1000 {
			p.Lines = append(p.Lines, paper.Line{Description: "中文 🙂 " + strings.Repeat("lang", 100), Amount: "-€\u00a01,00"})
		}
		p.Notes, p.Sums, p.Sender = []string{"", "\n", strings.Repeat("x ", 5000)}, []paper.Sum{{Strong: true}}, nil
		made(t, p)
		made(t, &paper.Paper{})
	})

	t.Run("logos, also one that can't be read", func(t *testing.T) {
		var b bytes.Buffer
		picture := image.NewNRGBA64(image.Rect(0, 0, 40, 20))
		picture.Set(3, 3, color.NRGBA64{0xffff, 0, 0, 0x8000})
		ok(t, png.Encode(&b, picture))
		for _, logo := range [][]byte{b.Bytes(), []byte("no picture"), b.Bytes()[:40]} {
			p := sample()
			p.Logo = logo
			made(t, p)
		}
	})

	t.Run("a code is a square picture", func(t *testing.T) {
		picture := must(
			png.Decode(bytes.NewReader(must(papers.QR("https://club.example/betaling/"+strings.Repeat("a", 64), "#0d687d", []byte("no picture")))(t))),
		)(t)
		equal(t, "square", picture.Bounds().Dx(), picture.Bounds().Dy())
		_, err := papers.QR(strings.Repeat("x", 5000), "#000000", nil)
		equal(t, "too long", fault.KindOf(err), fault.Invalid)
		picture = must(png.Decode(bytes.NewReader(must(papers.TransferQR("BCD\n002\n1\nSCT"))(t))))(t)
		equal(t, "square", picture.Bounds().Dx(), picture.Bounds().Dy())
		_, err = papers.TransferQR(strings.Repeat("x", 5000))
		equal(t, "too long", fault.KindOf(err), fault.Invalid)
	})

	t.Run("many at once", func(t *testing.T) {
		var turn sync.WaitGroup
		for range 4 {
			turn.Go(func() {
				if _, err := papers.PDF(sample()); err != nil {
					t.Error(err)
				}
			})
		}
		turn.Wait()
	})
}
