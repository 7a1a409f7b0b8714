package main

import "testing"

func TestPercentile(t *testing.T) {
	for _, test := range []struct {
		values []int
		share  float64
		want   int
	}{
		{nil, .5, 0},
		{[]int{7}, .99, 7},
		{[]int{4, 1, 3, 2}, .5, 2},
		{[]int{4, 1, 3, 2}, .51, 3},
		{[]int{4, 1, 3, 2}, 0, 1},
		{[]int{4, 1, 3, 2}, 1, 4},
	} {
		if got := percentile(test.values, test.share); got != test.want {
			t.Errorf("percentile(%v, %v) = %d, want %d", test.values, test.share, got, test.want)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 2, 3}, 2.5}} {
		before := append([]float64(nil), test.values...)
		if got := median(test.values); got != test.want {
			t.Errorf("median(%v) = %v, want %v", test.values, got, test.want)
		}
		for i := range before {
			if test.values[i] != before[i] {
				t.Errorf("median sorted its input to %v", test.values)
			}
		}
	}
}

func TestRatio(t *testing.T) {
	if got := ratio(3, 2); got != 1.5 {
		t.Errorf("ratio(3, 2) = %v", got)
	}
	if got := ratio(3, 0); got != 0 {
		t.Errorf("ratio(3, 0) = %v", got)
	}
}
