package ports

import "github.com/clubhuis/clubhuis/core/paper"

// Papers makes files of papers.
type Papers interface {
	// PDF returns a paper as a PDF, A4, on as many pages as it takes. The same paper is the same bytes. Letters that no font has are
	// replaced, and a logo that can't be read is left out. Many may be made at once.
	PDF(p *paper.Paper) ([]byte, error)

	// QR returns a square picture of a code in a colour ("#0d687d"), a PNG that can still be read when three tenths of it are
	// covered. A logo stands in its middle; nil, and one that can't be read, is none. A text that is too long for one is a fault of
	// kind Invalid.
	QR(content, colour string, logo []byte) ([]byte, error)

	// TransferQR is QR of a transfer (paper.EPC), in black. Its level of correction is M, as the guideline of banks wants it.
	TransferQR(content string) ([]byte, error)
}
