// compile: --target=nvptx64 -O2 -Xclang -finclude-default-header
// compile: --target=amdgcn -mcpu=gfx900 -nogpulib -O2 -Xclang -finclude-default-header
// compile: --target=spir64 -O0 -Xclang -finclude-default-header
// compile: --target=spir64 -O2 -Xclang -finclude-default-header
__kernel void saxpy(__global const float *x, __global float *y, float a, __local float *scratch) {
  int i = get_global_id(0);
  scratch[get_local_id(0)] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] += a * scratch[get_local_id(0)];
}

__kernel void vectors(__global float4 *x, __constant float4 *table) {
  int i = get_global_id(0);
  float4 v = x[i] * table[i & 3];
  x[i] = sqrt(v.wzyx * v);
}

__kernel void images(read_only image2d_t image, sampler_t sampler, __global float4 *out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.x] = read_imagef(image, sampler, at);
}
