package pictures

import (
	"image"
	"image/color"
	"image/draw"

	scale "golang.org/x/image/draw"

	"github.com/clubhuis/clubhuis/core/media"
)

// fit makes a picture smaller until no side is longer than longest. One that fits is returned as it is.
func fit(m image.Image, longest int) image.Image {
	width, height := m.Bounds().Dx(), m.Bounds().Dy()
	if width <= longest && height <= longest {
		return plain(m)
	}
	if width >= height {
		return shrink(m, longest, max(1, (height*longest+width/2)/width))
	}
	return shrink(m, max(1, (width*longest+height/2)/height), longest)
}

// plain brings the depth of a picture down to the 8 bits that screens show.
func plain(m image.Image) image.Image {
	bounds := image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy())
	var into draw.Image
	switch m.(type) {
	case *image.NRGBA64:
		into = image.NewNRGBA(bounds)
	case *image.RGBA64:
		into = image.NewRGBA(bounds)
	case *image.Gray16:
		into = image.NewGray(bounds)
	default:
		return m
	}
	draw.Draw(into, bounds, m, m.Bounds().Min, draw.Src)
	return into
}

// shrink makes a picture smaller in both directions: each new pixel is the mean of the area that it covers. It reads the
// picture a row at a time and needs no more memory than the small one takes; the scalers of x/image/draw take a
// row of floats for every row of the large one.
func shrink(m image.Image, width, height int) *image.RGBA {
	from := m.Bounds()
	row := image.NewRGBA(image.Rect(0, 0, from.Dx(), 1))
	across := make([]uint64, 4*width) // the row, shrunk: each value times the number of columns
	sums := make([]uint64, 4*width)   // the rows of the small picture's present row: times the number of rows, too
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	area := uint64(from.Dx()) * uint64(from.Dy())
	finish := func(y int) {
		for i, sum := range sums {
			small.Pix[y*small.Stride+i] = uint8((sum + area/2) / area)
		}
		clear(sums)
	}
	for y := range from.Dy() {
		draw.Draw(row, row.Rect, m, image.Pt(from.Min.X, from.Min.Y+y), draw.Src)
		clear(across)
		for x := range from.Dx() {
			column, here, next := share(x, from.Dx(), width)
			for c, value := range row.Pix[4*x : 4*x+4] {
				across[4*column+c] += here * uint64(value)
				if next > 0 {
					across[4*column+4+c] += next * uint64(value)
				}
			}
		}
		line, here, next := share(y, from.Dy(), height)
		add(sums, across, here)
		if end := (y+1)*height/from.Dy() > line; end {
			finish(line)
			add(sums, across, next)
		}
	}
	return small
}

// share says how the i-th of many lies over fewer: which one it touches first, by how much, and by how much the one after.
// Each of the fewer is covered by many in all.
func share(i, many, fewer int) (first int, here, next uint64) {
	from, to := i*fewer, (i+1)*fewer
	first = from / many
	if edge := (first + 1) * many; to > edge {
		return first, uint64(edge - from), uint64(to - edge)
	}
	return first, uint64(fewer), 0
}

func add(sums, values []uint64, times uint64) {
	if times == 0 {
		return
	}
	for i, value := range values {
		sums[i] += times * value
	}
}

// thumbnail returns the middle of a picture that fits.
func thumbnail(m image.Image) image.Image {
	square := m.Bounds()
	if more := square.Dx() - square.Dy(); more > 0 {
		square.Min.X += more / 2
		square.Max.X = square.Min.X + square.Dy()
	} else {
		square.Min.Y -= more / 2
		square.Max.Y = square.Min.Y + square.Dx()
	}
	small := image.NewRGBA(image.Rect(0, 0, media.ThumbnailSide, media.ThumbnailSide))
	scale.CatmullRom.Scale(small, small.Rect, m, square, draw.Src, nil)
	return small
}

// repainted gives a picture the colours of the GIF that it was made of, when it has others by now.
func repainted(m, original image.Image) image.Image {
	_, done := m.(*image.Paletted)
	colors, known := original.ColorModel().(color.Palette)
	if done || !known {
		return m
	}
	painted := image.NewPaletted(m.Bounds(), colors)
	draw.FloydSteinberg.Draw(painted, m.Bounds(), m, m.Bounds().Min)
	return painted
}
