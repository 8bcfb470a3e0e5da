; Products of vectors with widened scalars.

define <4 x float> @shader(<4 x float> %a, <4 x float> %b, float %c, <4 x float> %d, float %e) {
  %ci = insertelement <4 x float> poison, float %c, i64 0
  %cv = shufflevector <4 x float> %ci, <4 x float> poison, <4 x i32> zeroinitializer
  %ei = insertelement <4 x float> poison, float %e, i64 0
  %ev = shufflevector <4 x float> %ei, <4 x float> poison, <4 x i32> zeroinitializer
  %p = fmul <4 x float> %a, %b
  %q = fmul <4 x float> %p, %cv
  %r = fmul <4 x float> %q, %d
  %s = fmul <4 x float> %r, %ev
  ret <4 x float> %s
}

define <2 x float> @hoists(<2 x float> %v, float %s) {
  %si = insertelement <4 x float> poison, float %s, i64 0
  %wide = shufflevector <4 x float> %si, <4 x float> poison, <4 x i32> zeroinitializer
  %narrow = shufflevector <4 x float> %wide, <4 x float> undef, <2 x i32> <i32 3, i32 1>
  %other = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> zeroinitializer
  %beside = shufflevector <4 x float> %wide, <4 x float> %wide, <2 x i32> <i32 3, i32 5>
  %ti = insertelement <2 x float> %v, float %s, i64 1
  %second = shufflevector <2 x float> %ti, <2 x float> poison, <2 x i32> zeroinitializer
  %first = fmul <2 x float> %v, %ti
  %product = shufflevector <2 x float> %first, <2 x float> poison, <2 x i32> zeroinitializer
  %p = fmul <2 x float> %narrow, <float 2.0, float 2.0>
  %q = fmul <2 x float> %other, <float 2.0, float 3.0>
  %r = fmul <2 x float> %beside, %second
  %x = fadd <2 x float> %p, %q
  %y = fadd <2 x float> %x, %r
  %z = fadd <2 x float> %y, %product
  ret <2 x float> %z
}

define <2 x float> @square(<2 x float> %v, float %s) {
  %si = insertelement <2 x float> poison, float %s, i64 0
  %sv = shufflevector <2 x float> %si, <2 x float> poison, <2 x i32> zeroinitializer
  %p = fmul <2 x float> %sv, %sv
  %q = fmul <2 x float> %p, %v
  %r = fmul <2 x float> %v, %sv
  %t = fadd <2 x float> %q, %r
  ret <2 x float> %t
}
