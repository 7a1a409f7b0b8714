package suppressionsapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

// The limits of news.
const (
	longestNews = 256 << 10
	patience    = 20 * time.Second // however soon the provider hangs up
)

// mountWebhook adds the address that the provider of mail tells. Who asks is known by the signature alone.
func (h *Handler) mountWebhook(api huma.API) {
	rest.Handle(api, rest.Operation{Name: "mailer.webhook", Method: http.MethodPost, Path: "/club/v1/mailer/webhook", Tag: "mails",
		Public: true, MostBody: longestNews, OwnBody: true,
		Summary: "News of mail that came back, signed by the provider that delivers mail"}, h.news)
	api.OpenAPI().Paths["/club/v1/mailer/webhook"].Post.RequestBody.Required = false // without one the signature is wrong

}

type newsInput struct {
	Signature string `header:"X-Mailer-Signature" doc:"t=<seconds>,v1=<hexadecimal HMAC-SHA-256 of seconds.body>"`
	Delivery  string `header:"X-Mailer-Delivery" doc:"The same seconds."`
	RawBody   []byte `contentType:"application/json"`
}

type heardOutput struct{ Body struct{} }

func (h *Handler) news(ctx context.Context, in *newsInput) (*heardOutput, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := h.suppressions.Hear(ctx, in.Signature, in.Delivery, in.RawBody); err != nil {
		return nil, err
	}
	return new(heardOutput), nil
}
