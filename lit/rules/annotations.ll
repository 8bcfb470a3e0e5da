; Calls whose result may be poison by what is promised of it or of an argument. Where breaking a promise is undefined behaviour it is so wherever the call stays.
;
; RUN: %opt -load-pass-plugin=%plugin -passes='print<idiom-model>' -disable-output %s 2>&1 | %FileCheck %s

declare ptr @f(ptr)
declare align 4 ptr @aligned(ptr)

define void @g(ptr %p) {
; CHECK: call ptr %plain {
  %plain = call ptr @f(ptr %p)
; CHECK: call ptr %nonnull [poison-annotation] {
  %nonnull = call nonnull ptr @f(ptr %p)
; CHECK: call ptr %align [poison-annotation] {
  %align = call align 8 ptr @f(ptr %p)
; CHECK: call ptr %argument [poison-annotation] {
  %argument = call ptr @f(ptr nonnull %p)
; CHECK: call ptr %declared [poison-annotation] {
  %declared = call ptr @aligned(ptr %p)
; CHECK: call ptr %undef {
  %undef = call noundef ptr @f(ptr %p)
  ret void
}
