package inmem

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"

	"github.com/clubhuis/clubhuis/core/paper"
	"github.com/clubhuis/clubhuis/ports"
)

// Papers makes no real papers: a PDF is what stands on it as JSON, and a code is an empty picture.
type Papers struct{}

var _ ports.Papers = Papers{}

// PDF implements ports.Papers.
func (Papers) PDF(p *paper.Paper) ([]byte, error) {
	text, err := json.Marshal(p)
	return append([]byte("%PDF-"), text...), err
}

// QR implements ports.Papers.
func (Papers) QR(content, _ string, _ []byte) ([]byte, error) { return empty(content) }

// TransferQR implements ports.Papers.
func (Papers) TransferQR(content string) ([]byte, error) { return empty(content) }

func empty(content string) ([]byte, error) {
	if len(content) > 1000 {
		return nil, paper.ErrTooLong
	}
	var b bytes.Buffer
	err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)))
	return b.Bytes(), err
}
