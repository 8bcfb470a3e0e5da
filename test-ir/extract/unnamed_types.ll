; Structs without a name: two of one shape are two types; a name that looks like an address is a name.
%0 = type { i32, ptr }
%1 = type { i32, ptr }
%2 = type { %1, [2 x %0] }
%"type 0x10" = type { i8 }

declare %2 @make(%1, { %0, %"type 0x10" })

define i32 @second_first(%1 %b, %0 %a, %1 %again, { %0, %"type 0x10" } %pair) {
  %whole = call %2 @make(%1 %b, { %0, %"type 0x10" } %pair)
  %inner = extractvalue %2 %whole, 1
  %zero = insertvalue %0 zeroinitializer, i32 1, 0
  %x = extractvalue %1 { i32 5, ptr null }, 0
  %named = extractvalue { %0, %"type 0x10" } %pair, 1
  ret i32 %x
}

define void @numbers_are_the_functions_own(%0 %a) {
  ret void
}
