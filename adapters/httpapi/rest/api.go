package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/operation"
	"github.com/clubhuis/clubhuis/core/access"
)

// MostBody is the size of the largest JSON body, in bytes.
const MostBody = 2 << 20

// The ways to sign requests, as the API's description names them.
const (
	ProgramScheme = "application password"
	BrowserScheme = "session"
)

// New makes an API on the router, with the contract's errors and formats, whose description tells these ways to sign requests.
func New(router *mux.Router, title, version string, schemes map[string]*huma.SecurityScheme) huma.API {
	config := huma.DefaultConfig(title, version)
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema in bodies
	config.AllowAdditionalPropertiesByDefault = true
	config.DefaultFormat = "application/json"
	config.Formats = map[string]huma.Format{"application/json": {Marshal: marshal, Unmarshal: json.Unmarshal}}
	api := humamux.New(router, config)
	api.OpenAPI().Components.SecuritySchemes = schemes
	return api
}

// Serving returns an API that is mounted to be served: its description has no responses.
func Serving(api huma.API) huma.API { return operation.Serving{API: api} }

// Operation is what an area says about one of its routes.
type Operation struct {
	Name    string // stable: names the route in the log, the metrics and the OpenAPI document
	Method  string
	Path    string
	Summary string
	Tag     string
	Status  int  // of success; 0 is 200
	Public  bool // open to whoever is not signed in
	Browser bool // for browsers alone: programs are refused
	// Confirm asks a browser for the password once more, unless it was given within the last minutes: for what makes credentials
	// or accounts, ends them, or changes roles. A program gave its own with the request; Browser refuses it.
	Confirm bool
	// Enrolling lets in who has to set up a second factor before anything else.
	Enrolling bool
	// Needs is the capability without which an operation is refused, before anything of its input is looked at; "" for none.
	Needs access.Capability
	// MostBody is the size of its largest JSON body in bytes; 0 is that of all others.
	MostBody int64
	// OwnBody leaves the body to the handler: the schema describes it, and the noun checks it.
	OwnBody bool
	// Conditional lets requests say in If-Match which revisions of the record they mean: the handler asks for them with Expected.
	Conditional bool
	// Guard is asked first when they do: for an operation whose input may be wrong. It includes Conditional.
	Guard Guard
	// Upload says that the input is an Upload, of a picture unless UploadDoc describes another file.
	Upload    bool
	UploadDoc string
	// Types are the types of the response, where that is not JSON.
	Types []string
	// Patience is how long a request may take, where that is longer than Answering.
	Patience time.Duration
	// Audit says that each use of it stands in the security log: sign-ins, credentials, exports, changes of many records.
	Audit bool
	// Secret says that the response holds a secret, such as a nonce. It is never compressed: see LeaveUncompressed.
	Secret bool
}

// What the middlewares know of an operation.
const (
	publicMetadata   = "public"
	auditMetadata    = "audit"
	patienceMetadata = "patience"
	browserMetadata  = "browser"
	confirmMetadata  = "confirm"
	secretMetadata   = "secret"
	needsMetadata    = "needs"
	enrolMetadata    = "enrolling"
)

// IsPublic reports whether an operation is open to whoever is not signed in.
func IsPublic(op *huma.Operation) bool { return op.Metadata[publicMetadata] == true }

// IsAudited reports whether each use of an operation stands in the security log.
func IsAudited(op *huma.Operation) bool { return op.Metadata[auditMetadata] == true }

// PatienceOf returns how long a request of an operation may take, where it declares that; else 0.
func PatienceOf(op *huma.Operation) time.Duration {
	patience, _ := op.Metadata[patienceMetadata].(time.Duration)
	return patience
}

// IsForBrowsers reports whether an operation refuses programs.
func IsForBrowsers(op *huma.Operation) bool { return op.Metadata[browserMetadata] == true }

// NeedsConfirmation reports whether an operation asks for the password once more.
func NeedsConfirmation(op *huma.Operation) bool { return op.Metadata[confirmMetadata] == true }

// IsForEnrolling reports whether an operation lets in who has still to set up a second factor.
func IsForEnrolling(op *huma.Operation) bool { return op.Metadata[enrolMetadata] == true }

// NeededFor returns the capability that an operation needs, "" for none.
func NeededFor(op *huma.Operation) access.Capability {
	needs, _ := op.Metadata[needsMetadata].(access.Capability)
	return needs
}

// IsSecret reports whether the response of an operation holds a secret.
func IsSecret(op *huma.Operation) bool { return op.Metadata[secretMetadata] == true }

// What the description says of operations that ask for more than being signed in.
const (
	browserDescription = "For browsers alone: with an application password it is 403 `rest_forbidden`."
	confirmDescription = "It asks a browser for the password once more: unless the session was signed in to, or " +
		"confirmed at `/club/v1/session/confirm`, within the last 10 minutes, it is 403 `confirmation_required`."
)

// Handle registers a route: input is read and checked by its struct's tags, the handler's error becomes the contract's.
func Handle[I, O any](api huma.API, op Operation, handler func(context.Context, *I) (*O, error)) {
	// No more than this is compiled for each pair of types.
	register(api, &op, reflect.TypeFor[I](), reflect.TypeFor[O](), func(ctx context.Context, input any) (any, error) {
		return handler(ctx, input.(*I))
	})
}

func register(api huma.API, op *Operation, input, output reflect.Type, handler operation.Handler) {
	described := huma.Operation{
		OperationID: op.Name, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Tag},
		DefaultStatus: op.Status, MaxBodyBytes: cmp.Or(op.MostBody, MostBody), SkipValidateBody: op.OwnBody,
		Metadata: map[string]any{
			publicMetadata: op.Public, auditMetadata: op.Audit, browserMetadata: op.Browser, confirmMetadata: op.Confirm,
			secretMetadata: op.Secret, needsMetadata: op.Needs, enrolMetadata: op.Enrolling,
		},
		Middlewares: huma.Middlewares{requireContentType},
	}
	if op.Conditional || op.Guard != nil {
		described.Middlewares = huma.Middlewares{precondition(op.Guard), requireContentType}
		described.Parameters = []*huma.Param{matchParam()}
	}
	switch {
	case op.Browser && op.Confirm:
		described.Description = browserDescription + " " + confirmDescription
	case op.Browser:
		described.Description = browserDescription
	case op.Confirm:
		described.Description = confirmDescription
	}
	if op.Status == 0 {
		described.DefaultStatus = http.StatusOK
	}
	switch {
	case op.Browser:
		described.Security = []map[string][]string{{BrowserScheme: {}}}
	case !op.Public:
		described.Security = []map[string][]string{{ProgramScheme: {}}, {BrowserScheme: {}}}
	}
	if op.Secret {
		described.Middlewares = append(described.Middlewares, LeaveUncompressed)
	}
	if len(op.Types) > 0 {
		described.Responses = map[string]*huma.Response{strconv.Itoa(described.DefaultStatus): {Content: binary(op.Types)}}
	}
	if op.Patience > 0 {
		described.Metadata[patienceMetadata] = op.Patience
	}
	operation.Register(api, &described, input, output, func(ctx context.Context, input any) (any, error) {
		begun(ctx, op.Upload)
		output, err := handler(ctx, input)
		if err != nil {
			return nil, ErrorFor(ctx, err)
		}
		return output, nil
	})
	if op.Upload {
		described.RequestBody = uploadBody(op.UploadDoc)
	}
}

func binary(types []string) map[string]*huma.MediaType {
	content := map[string]*huma.MediaType{}
	for _, name := range types {
		content[name] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return content
}

// Appender is a body that writes itself, where encoding/json would take too long.
type Appender interface {
	AppendJSON(dst []byte) []byte
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// mostKept keeps a single huge body from staying in memory.
const mostKept = 1 << 20

func marshal(w io.Writer, body any) error {
	appender, ok := body.(Appender)
	if !ok {
		return json.NewEncoder(w).Encode(body)
	}
	buffer := buffers.Get().(*[]byte)
	text := appender.AppendJSON((*buffer)[:0])
	_, err := w.Write(text)
	if cap(text) <= mostKept {
		*buffer = text
		buffers.Put(buffer)
	}
	return err
}

// WriteError writes the response to a request that no operation takes.
func WriteError(w http.ResponseWriter, e *Error) {
	for name, values := range e.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(e.Data.Status)
	_ = json.NewEncoder(w).Encode(e) // the client went away: nobody to tell
}
