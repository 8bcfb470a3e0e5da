//! The dot product and `map_sqrt`, as sketches.

/// The dot product.
pub const DOT: &str = "
    param a:ptr
    param b:ptr
    param n:i64
    entry:
      v1:i1 = icmp n i64:0
      v2:void = br v1 -> head exit
    head:
      v3:void = br -> loop
    exit:
      v4:double = phi double:0@entry v13@loop
      v5:void = ret v4
    loop:
      v6:i64 = phi i64:0@head v14@loop
      v7:double = phi double:0@head v13@loop
      v8:ptr = getelementptr a v6
      v9:double = load v8 !reads
      v10:ptr = getelementptr b v6
      v11:double = load v10 !reads
      v12:double = fmul v9 v11
      v13:double = fadd v7 v12
      v14:i64 = add v6 i64:1
      v15:i1 = icmp v14 n
      v16:void = br v15 -> exit loop";

/// `map_sqrt`, which divides and adds in ten rounds for each element.
pub const MAP_SQRT: &str = "
    param p0:i64
    param p1:ptr
    entry:
      v3:i1 = icmp p0 i64:0
      e:void = br v3 -> b5 b4
    b4:
      b4:void = br -> b6
    b5:
      r:void = ret
    b6:
      v7:i64 = phi i64:0@b4 v10@b8
      b6:void = br -> b12
    b8:
      v9:ptr = getelementptr p1 v7
      s:void = store v19 v9 !writes
      v10:i64 = add v7 i64:1 !nuw
      v11:i1 = icmp v10 p0
      b8:void = br v11 -> b5 b6
    b12:
      v13:i64 = phi i64:0@b6 v20@b12
      v14:double = phi double:1@b6 v19@b12
      v15:ptr = getelementptr p1 v13 !inbounds
      v16:double = load v15 !reads
      v17:double = fdiv v16 v14
      v18:double = fadd v14 v17
      v19:double = fmul v18 double:5
      v20:i64 = add v13 i64:1 !nuw !nsw
      v21:i1 = icmp v20 i64:10
      b12:void = br v21 -> b8 b12";
