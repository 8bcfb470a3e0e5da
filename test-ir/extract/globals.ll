%unnamed.holder = type { %0, ptr }
%0 = type { i32, %1 }
%1 = type { i8 }
%hidden = type opaque

@variable = external global i32
@constant = private constant [2 x double] [double 1.0, double 2.0]
@0 = internal global i32 7
@alias = alias i32, ptr @variable.definition
@variable.definition = global i32 3
@function.alias = alias double (double), ptr @local
@ifunc = ifunc i32 (i32), ptr @resolver
@"odd name\01\22" = global %unnamed.holder zeroinitializer
@space = addrspace(3) global i32 undef

declare double @sqrt(double) #0
declare float @sqrtf(float)
declare double @llvm.sqrt.f64(double)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare i32 @printf(ptr, ...) nounwind
declare %0 @by_value(%0, i32, i32)
declare void @many(ptr, ptr, ptr)

define internal double @local(double %x) {
  ret double %x
}

define internal ptr @resolver() {
  ret ptr null
}

define void @uses(double %x, float %y, <4 x float> %v, %0 %unnamed) {
  %a = call double @sqrt(double %x)
  %b = call float @sqrtf(float %y)
  %c = call double @llvm.sqrt.f64(double %a)
  %d = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %v)
  %e = call double @local(double %c)
  %f = call double @function.alias(double %e)
  %g = call i32 @ifunc(i32 1)
  %h = call i32 (ptr, ...) @printf(ptr @constant, double %f)
  store i32 %h, ptr @variable
  store i32 %g, ptr @alias
  store i32 0, ptr @0
  store i32 0, ptr addrspace(3) @space
  %i = call %0 @by_value(%0 %unnamed, i32 0, i32 0)
  store %0 %i, ptr @"odd name\01\22"
  ret void
}

; A global stands before every constant, also when a constant is used first.
define void @order() {
  store i32 1, ptr @variable
  store i32 2, ptr @alias
  ret void
}

attributes #0 = { mustprogress nofree nounwind willreturn memory(write) "no-trapping-math"="true" }
