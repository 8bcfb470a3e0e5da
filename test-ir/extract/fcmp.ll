; Every predicate of an fcmp; two of them compare nothing and are no flag.
define void @predicates(double %x, double %y) {
  %false.1 = fcmp false double %x, %y
  %oeq.1 = fcmp oeq double %x, %y
  %ogt.1 = fcmp ogt double %x, %y
  %oge.1 = fcmp oge double %x, %y
  %olt.1 = fcmp olt double %x, %y
  %ole.1 = fcmp ole double %x, %y
  %one.1 = fcmp one double %x, %y
  %ord.1 = fcmp ord double %x, %y
  %uno.1 = fcmp uno double %x, %y
  %ueq.1 = fcmp ueq double %x, %y
  %ugt.1 = fcmp ugt double %x, %y
  %uge.1 = fcmp uge double %x, %y
  %ult.1 = fcmp ult double %x, %y
  %ule.1 = fcmp ule double %x, %y
  %une.1 = fcmp une double %x, %y
  %true.1 = fcmp true double %x, %y
  ret void
}
