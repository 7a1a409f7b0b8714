package paymentpage

import (
	"net/http"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

// picture shows the code of a page in mails. Programs of mail fetch it without signing in, and some keep it: it holds no more than
// the address that it is at.
func (p *Page) picture(w http.ResponseWriter, r *http.Request) {
	event := rest.EventOf(r.Context())
	event.Operation = "payment-qr"
	data, err := p.QR(r.Context(), mux.Vars(r)["token"])
	if err != nil {
		p.answer(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	_, _ = w.Write(data) // nobody is left to tell
}
