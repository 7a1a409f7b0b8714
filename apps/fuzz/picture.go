package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/textproto"
	"strings"
)

// upload makes a form with a picture, and its content type.
func (d *drawer) upload() (body []byte, kind string) {
	picture, name := d.picture()
	if d.chance(35) {
		picture = d.damage(picture)
	}
	if d.chance(20) {
		name = d.odd()
	}
	field := "file"
	if d.chance(5) {
		field = pick(d.dice, []string{"", "files[]", "file[]", "File", "x"})
	}
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	_ = writer.SetBoundary("grens" + strings.Repeat("x", d.upTo(10))) // it is a right one, and nothing is written yet
	header := textproto.MIMEHeader{}
	quote := strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A").Replace
	header.Set("Content-Disposition", `form-data; name="`+field+`"; filename="`+quote(name)+`"`)
	header.Set("Content-Type", pick(d.dice, []string{"image/png", "image/jpeg", "image/svg+xml", "text/html",
		"application/octet-stream"}))
	for range 1 + d.upTo(1) {
		part, err := writer.CreatePart(header)
		if err == nil {
			_, err = part.Write(picture)
		}
		if err != nil {
			panic(err) // a buffer takes everything
		}
	}
	_ = writer.Close() // into a buffer
	body, kind = form.Bytes(), writer.FormDataContentType()
	switch d.upTo(40) {
	case 0:
		body = d.damage(body)
	case 1:
		kind = pick(d.dice, []string{"", "multipart/form-data", "multipart/form-data; boundary=", "application/json",
			"multipart/mixed; boundary=grens"})
	}
	return body, kind
}

// picture draws one that is right, or lies about what it is.
func (d *drawer) picture() (data []byte, name string) {
	side := 1 + d.upTo(60)
	if d.chance(3) {
		side = 1500
	}
	canvas := image.NewPaletted(image.Rect(0, 0, side, 1+d.upTo(side)),
		color.Palette{color.Black, color.White, color.RGBA{R: 200, A: 255}})
	for i := range min(len(canvas.Pix), 4000) {
		canvas.Pix[i] = uint8(d.IntN(3))
	}
	var out bytes.Buffer
	var err error
	switch d.upTo(5) {
	case 0:
		err, name = jpeg.Encode(&out, canvas, nil), "foto.jpg"
	case 1:
		err, name = gif.Encode(&out, canvas, nil), "foto.gif"
	case 2:
		return []byte(pick(d.dice, vectors)), "logo.svg"
	case 3: // a header that promises more than there is
		err, name = png.Encode(&out, canvas), "foto.png"
		if data := out.Bytes(); len(data) > 33 {
			side := pick(d.dice, []uint32{0, 1, 7000, 70_000, 1 << 31, 1<<32 - 1})
			binary.BigEndian.PutUint32(data[16:], side)
			binary.BigEndian.PutUint32(data[20:], pick(d.dice, []uint32{0, 1, 7000, side}))
			binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
		}
	default:
		err, name = png.Encode(&out, canvas), "foto.png"
	}
	if err != nil {
		panic(err) // a buffer takes everything, and the picture is a right one
	}
	return out.Bytes(), name
}

var vectors = []string{
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="red"/></svg>`,
	`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
	`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
	`<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&c;</text></svg>`,
	`<?xml-stylesheet href="http://198.51.100.9/x"?><svg xmlns="http://www.w3.org/2000/svg"/>`,
	`<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>`,
	`<svg xmlns="http://www.w3.org/2000/svg">` + strings.Repeat("<g>", 2000) + strings.Repeat("</g>", 2000) + `</svg>`,
	`<svg`, ``, `<html><script>alert(1)</script></html>`, "GIF89a", "%PDF-1.4", "PK\x03\x04",
}
