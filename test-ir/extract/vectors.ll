define <4 x i32> @fixed(<4 x i32> %a, <4 x i1> %mask, i32 %x, i32 %at) {
  %b = insertelement <4 x i32> %a, i32 %x, i32 %at
  %c = shufflevector <4 x i32> %b, <4 x i32> %a, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = add <4 x i32> %c, <i32 1, i32 1, i32 1, i32 1>
  %e = mul <4 x i32> %d, <i32 1, i32 2, i32 3, i32 4>
  %f = select <4 x i1> %mask, <4 x i32> %e, <4 x i32> zeroinitializer
  %g = extractelement <4 x i32> %f, i64 0
  %h = insertelement <4 x i32> undef, i32 %g, i32 0
  ret <4 x i32> %h
}

define <vscale x 4 x float> @scalable(<vscale x 4 x float> %a, <vscale x 4 x ptr> %p) {
  %b = fmul fast <vscale x 4 x float> %a, %a
  %c = call fast <vscale x 4 x float> @llvm.sqrt.nxv4f32(<vscale x 4 x float> %b)
  %d = getelementptr i32, <vscale x 4 x ptr> %p, i64 1
  %e = ptrtoint <vscale x 4 x ptr> %d to <vscale x 4 x i64>
  %f = uitofp <vscale x 4 x i64> %e to <vscale x 4 x float>
  ret <vscale x 4 x float> %f
}

declare <vscale x 4 x float> @llvm.sqrt.nxv4f32(<vscale x 4 x float>)
