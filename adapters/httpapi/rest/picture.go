package rest

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/media"
)

// PicturePath is where the file of a picture is, by its number and a size.
const PicturePath = "/club/v1/media/{id}/{size}"

// Picture is the address of a picture's file, "" for picture 0: in whatever record it hangs.
func (f *Format) Picture(id media.ID, size media.Size) string {
	if id == 0 {
		return ""
	}
	return f.RootURL + "/club/v1/media/" + strconv.FormatInt(id, 10) + "/" + string(size)
}

// AppendPicture adds the address of the small form of a picture as JSON, an empty text for the number 0.
func (f *Format) AppendPicture(dst []byte, id int64) []byte {
	if id == 0 {
		return append(dst, `""`...)
	}
	dst = append(append(dst, '"'), f.RootURL...)
	return append(strconv.AppendInt(append(dst, "/club/v1/media/"...), id, 10), `/thumbnail"`...)
}

// AppendEmbedded adds the list of one picture, or of none, as readers of _embedded expect it.
func (f *Format) AppendEmbedded(dst []byte, id int64) []byte {
	if id == 0 {
		return append(dst, "[]"...)
	}
	dst = f.AppendPicture(append(strconv.AppendInt(append(dst, `[{"id":`...), id, 10), `,"source_url":`...), id)
	return append(dst, "}]"...)
}
