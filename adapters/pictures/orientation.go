package pictures

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
)

// orientation returns how a camera was held, 1 to 8 as EXIF numbers it; 1 is upright, and what is said of a picture that says
// nothing, or nothing that can be understood.
func orientation(data []byte, format string) int {
	exif := []byte(nil)
	switch format {
	case "jpeg":
		exif = ofJPEG(data)
	case "png":
		exif = ofPNG(data)
	case "webp":
		exif = ofWebP(data)
	}
	return ofEXIF(exif)
}

// ofJPEG returns the EXIF block of a JPEG: in a segment before the picture.
func ofJPEG(data []byte) []byte {
	for marker, body := range segments(data) {
		if marker == startOfScan {
			return nil
		}
		if exif, is := bytes.CutPrefix(body, []byte("Exif\x00\x00")); is && marker == 0xe1 {
			return exif
		}
	}
	return nil
}

// ofPNG returns the EXIF block of a PNG: a chunk anywhere.
func ofPNG(data []byte) []byte {
	for at := 8; at+12 <= len(data); {
		length := int64(binary.BigEndian.Uint32(data[at:]))
		end := int64(at) + 12 + length
		if end > int64(len(data)) {
			return nil
		}
		if string(data[at+4:at+8]) == "eXIf" {
			return data[at+8 : end-4]
		}
		at = int(end)
	}
	return nil
}

// ofWebP returns the EXIF block of a WebP: a chunk behind the picture.
func ofWebP(data []byte) []byte {
	for at := 12; at+8 <= len(data); {
		length := int64(binary.LittleEndian.Uint32(data[at+4:]))
		end := int64(at) + 8 + length
		if end > int64(len(data)) {
			return nil
		}
		if string(data[at:at+4]) == "EXIF" {
			return bytes.TrimPrefix(data[at+8:end], []byte("Exif\x00\x00"))
		}
		at = int(end + length%2)
	}
	return nil
}

// ofEXIF reads the one tag that counts from a TIFF header and its first directory.
func ofEXIF(exif []byte) int {
	const upright, tag, short = 1, 0x0112, 3
	if len(exif) < 8 {
		return upright
	}
	var order binary.ByteOrder
	switch string(exif[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return upright
	}
	entries := int(order.Uint16(exif[at:]))
	for at += 2; entries > 0 && at+12 <= int64(len(exif)); at, entries = at+12, entries-1 {
		entry := exif[at : at+12]
		if order.Uint16(entry) != tag {
			continue
		}
		if value := int(order.Uint16(entry[8:])); order.Uint16(entry[2:]) == short && value >= 1 && value <= 8 {
			return value
		}
		return upright
	}
	return upright
}

// upright turns and mirrors a picture so that it needs no orientation.
func upright(m image.Image, orientation int) image.Image {
	if orientation == 1 {
		return m
	}
	from := image.NewNRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(from, from.Rect, m, m.Bounds().Min, draw.Src)
	width, height := from.Rect.Dx(), from.Rect.Dy()
	turned := orientation >= 5
	size := image.Rect(0, 0, width, height)
	if turned {
		size = image.Rect(0, 0, height, width)
	}
	to := image.NewNRGBA(size)
	for y := range height {
		for x := range width {
			right, down := width-1-x, height-1-y // counted from the other side
			var at image.Point
			switch orientation {
			case 2:
				at = image.Pt(right, y)
			case 3:
				at = image.Pt(right, down)
			case 4:
				at = image.Pt(x, down)
			case 5:
				at = image.Pt(y, x)
			case 6:
				at = image.Pt(down, x)
			case 7:
				at = image.Pt(down, right)
			case 8:
				at = image.Pt(y, right)
			}
			copy(to.Pix[to.PixOffset(at.X, at.Y):][:4], from.Pix[from.PixOffset(x, y):][:4])
		}
	}
	return to
}
